package chances

import (
	"game-tui/sim/record"
	"game-tui/sim/winchance"
)

// An Analyst analyses matches, each once for all viewers. It is safe for concurrent use.
type Analyst interface {
	// Register registers a viewer that needs some results. The analysis runs while viewers are
	// registered.
	Register(rec *record.Record, want Want) Registration
}

type Want uint8

const (
	WantChances Want = 1 << iota // win chances and turning points
	WantPace                     // pace of the players; computed first
)

type Registration interface {
	// Now returns the newest results, or nil; a channel that is closed when there are newer ones;
	// and why the analysis is stopped, or nil.
	Now() (*winchance.Snapshot, <-chan struct{}, error)
	Close()
}

// Analysis is the state of an analysis. It is an input of a match view.
type Analysis struct {
	Now     *winchance.Snapshot
	Stopped string
}
