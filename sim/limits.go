package sim

import "time"

// Limits are the budgets of a player that is a program. Go code in this process
// has none. The names in JSON are those of the results of a match.
type Limits struct {
	CPU       time.Duration `json:"cpu_ns,omitempty"`        // processor time of a whole match
	Wall      time.Duration `json:"wall_ns,omitempty"`       // time until an answer is in
	MatchWall time.Duration `json:"match_wall_ns,omitempty"` // time until all answers of a match are in, the start apart
	Memory    int64         `json:"memory,omitempty"`        // bytes of writable memory, the stack included
	Off       bool          `json:"off,omitempty"`           // nothing of the above holds: for sitting in a debugger
}

// DefaultLimits are the limits of the course's judge, and what goes with them.
var DefaultLimits = Limits{CPU: time.Second, Wall: 10 * time.Second, MatchWall: 75 * time.Second, Memory: 512 << 20}
