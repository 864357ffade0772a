package process

// Hostile and Idle build players for external tests.
var (
	Hostile = hostile
	Idle    = idle
)
