package chances

import (
	"game-tui/sim/chance"
	"game-tui/sim/record"
)

// A Desk analyses matches, each once for all viewers. It is safe for concurrent use.
type Desk interface {
	// Look registers a viewer that needs some results. The analysis runs while it is registered.
	Look(rec *record.Record, want Want) Look
}

// Want is a set of results; 0 is none.
type Want uint8

const (
	WantChances Want = 1 << iota // win chances and turning points
	WantPace                     // pace of the players, which comes first
)

// A Look is a viewer's registration.
type Look interface {
	// Now returns the newest results, or nil; a channel that is closed when there are newer ones;
	// and why the analysis is stopped, or nil.
	Now() (*chance.Snapshot, <-chan struct{}, error)
	// Close ends the registration.
	Close()
}

// Analysed holds results, and why the analysis is stopped, if it is. It is an input of a match
// view.
type Analysed struct {
	Now *chance.Snapshot
	Why string
}
