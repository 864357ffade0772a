package process

// Hostile and Idle build players for the tests outside the package.
var (
	Hostile = hostile
	Idle    = idle
)
