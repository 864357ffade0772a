package sim

import (
	"fmt"
	"time"
)

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

// What a player that is a program may consist of.
const (
	MaxFiles = 1000 // files and folders
	MaxWord  = 4096 // bytes of a word of its command: no path of a file has more
)

// ErrManyFiles says that a player has more files than it may.
var ErrManyFiles = fmt.Errorf("it has more than %d files and folders: leave in its folder what it needs to play", MaxFiles)
