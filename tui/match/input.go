package match

import (
	"time"

	"game-tui/tui/lobby"
	"game-tui/tui/theme"
)

// Input is what changes a State: one of the types below.
type Input any

// Key is a pressed key.
type Key struct {
	Name string // "left", "shift+up", "g", "space", as Bubble Tea names them
	Text string // what it types, empty: nothing
}

// Pointer is a mouse event in a cell of the screen.
type Pointer struct {
	Kind PointerKind
	X, Y int
}

// PointerKind is what the mouse did.
type PointerKind uint8

// What the mouse does.
const (
	Press   PointerKind = iota // of the left button
	Drag                       // a move, with or without a button
	Release                    // of any button
	WheelUp
	WheelDown
)

type (
	// Paste is a text that the terminal had in store.
	Paste struct{ Text string }
	// Tick lets time pass. State.Wait says when one is needed.
	Tick struct{ Elapsed time.Duration }
	// Grown says that the record has rounds or an end that it had not, or that
	// more is known of its rounds.
	Grown struct{}
	// Opened says that the viewer's match takes the place of the one before.
	Opened struct {
		Paused   bool
		Round    int          // where it opens; -1: at the place that was left in that branch
		Branches []KeptBranch // the match itself and what was played on from it; nil: no branch is there
		Branch   int          // which of them it is
	}
	// Resize is the size of the window; what is not positive is ignored.
	Resize struct{ W, H int }
	// Colors is what the terminal turned out to show.
	Colors struct{ Profile theme.Profile }
	// Newer says that the next match has begun in place of the one that is watched.
	Newer struct{}
	// Said is a line for the watcher.
	Said struct{ Text string }
	// Progress is how far a request has come: words in place of those before.
	Progress struct {
		ID   int
		Text string
	}
	// Done answers a request, with a line for the watcher or what went wrong.
	Done struct {
		ID   int
		Text string
		Err  error
	}
	// Watching is how many watch; 0: not shown.
	Watching struct{ N int }
	// Starting is how long it is until the match begins, or after its end the next one;
	// 0: that is not known.
	Starting struct{ In time.Duration }
	// Silent is for how long the source of the match has been silent; 0: it plays, or may.
	Silent struct{ For time.Duration }
	// Listed is what there is to choose from in the lobby.
	Listed struct{ Items []lobby.Item }
)
