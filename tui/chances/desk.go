package chances

import (
	"game-tui/sim/chance"
	"game-tui/sim/record"
)

// Desk is where matches are analysed: one analysis for each record, however many look at
// it. It may be used by many goroutines.
type Desk interface {
	// Look looks at a match for what is wanted of it. The analysis goes on while
	// more of it is wanted.
	Look(rec *record.Record, want Want) Look
}

// Want is what is to be known of a match; the zero value: nothing.
type Want uint8

// What is to be known.
const (
	WantChances Want = 1 << iota // over the match, and their turning points
	WantPace                     // of the players; it comes first
)

// Look is one look at a match.
type Look interface {
	// Now is the newest that is known, nil before there is any; a channel that is closed
	// when there is something newer; and why nothing more is found out at present, or nil.
	Now() (*chance.Snapshot, <-chan struct{}, error)
	// Close ends the look.
	Close()
}

// Analysed is what is known of the chances of a match, and why nothing more is found out at
// present, if nothing is. It is an input of a match.
type Analysed struct {
	Now *chance.Snapshot
	Why string
}
