package chances

import (
	"game-tui/sim/record"
	"game-tui/sim/winchance"
)

// An Analyst analyses each match once for all its viewers. It is safe for concurrent use.
type Analyst interface {
	// Register registers a viewer who needs the given results. The analysis runs while any viewer
	// is registered.
	Register(rec *record.Record, want Want) Registration
}

type Want uint8

const (
	WantChances Want = 1 << iota // win chances and turning points
	WantPace                     // pace of the players, computed before the win chances
)

type Registration interface {
	// Now returns the newest results, which may be nil. The channel is closed when newer results
	// arrive. The error is non-nil if the analysis has stopped.
	Now() (*winchance.Snapshot, <-chan struct{}, error)
	Close()
}

// Analysis is the state of a match's analysis. It is sent to match views as an input.
type Analysis struct {
	Now     *winchance.Snapshot
	Stopped string
}
