package ui

import (
	"time"

	"game-tui/tui/numbers"
	"game-tui/tui/theme"
)

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

// The inputs that come from the terminal, beside keys and the mouse.
type (
	// Paste is a text that the terminal had in store.
	Paste struct{ Text string }
	// Tick lets time pass. Program.Wait says when one is needed. Calm: there is no time to let
	// stand out what changes.
	Tick struct {
		Elapsed time.Duration
		Calm    bool
	}
	// Resize is the size of the window; what is not positive is ignored.
	Resize struct{ W, H int }
	// Colors is what the terminal turned out to show.
	Colors struct{ Profile theme.Profile }
	// Background is the terminal's own one, which chooses the palette where nobody has.
	Background struct{ Light bool }
)

// The inputs that come from the shell.
type (
	// Notice is a line for the watcher.
	Notice struct{ Text string }
	// Progress is how far a request has come: words in place of those before, and an input, where
	// something is known already; nil: nothing is.
	Progress struct {
		ID   int
		Text string
		In   Input
	}
	// Answer answers a request with an input, which is taken in where the answer is still
	// wanted.
	Answer struct {
		ID int
		In Input
	}
	// Opened shows a view over the one that is seen.
	Opened struct{ View View }
	// Grown says that what is shown has grown, or that more is known of it; Calm: there is no
	// time to let it stand out.
	Grown struct{ Calm bool }
	// Newer says that something else has begun in place of what is watched.
	Newer struct{}
	// Watching is how many watch; 0: not shown.
	Watching struct{ N int }
	// Starting is how long it is until a match begins; 0: that is not known.
	Starting struct{ In time.Duration }
	// Silent is for how long the source of a match has been silent; 0: it plays, or may.
	Silent struct{ For time.Duration }
)

// String says it to people.
func (s Silent) String() string { return "the source is silent since " + numbers.Roughly(s.For) }

// The inputs that a program makes for its view.
type (
	// Begun is for a view that has just been put on the screen.
	Begun struct{}
	// Changed follows whatever may have changed the program: another window, another palette.
	Changed struct{}
	// Close closes the topmost thing that Esc closes. The view stays the same where there is
	// none.
	Close struct{}
	// Scroll goes up or down by lines, where no page lies over the view; see Lines.
	Scroll struct{ N int }
	// Choose takes what is chosen, where no page lies over the view.
	Choose struct{}
)
