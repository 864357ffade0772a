package chances

import (
	"game-tui/sim/chance"
	"game-tui/sim/record"
)

// Desk is where matches are analysed: one analysis for each record, however many look at
// it. It may be used by many goroutines.
type Desk interface {
	// Look looks at the chances of a match. The analysis goes on while somebody looks.
	Look(rec *record.Record) Look
}

// Look is somebody's look at the chances of a match.
type Look interface {
	// Now is the newest that is known, nil before there is any; a channel that is closed
	// when there is something newer; and why nothing more is found out at present, or nil.
	Now() (*chance.Snapshot, <-chan struct{}, error)
	// Close ends the look.
	Close()
}
