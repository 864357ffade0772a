package ui

import (
	"time"

	"game-tui/tui/cells/theme"
	"game-tui/tui/format"
)

// Key is a key press.
type Key struct {
	Name string // name in Bubble Tea: "left", "shift+up", "g", "space"
	Text string // text typed, or ""
}

// Pointer is a mouse event at a cell.
type Pointer struct {
	Kind PointerKind
	X, Y int
}

// PointerKind is a kind of mouse event.
type PointerKind uint8

const (
	Press   PointerKind = iota // left button
	Drag                       // movement, with or without a button
	Release                    // any button
	WheelUp
	WheelDown
)

// Other inputs from the terminal.
type (
	// Paste is a pasted text.
	Paste struct{ Text string }
	// Tick lets time pass. Program.Wait returns when one is needed. Calm means that there is no
	// time to highlight changes.
	Tick struct {
		Elapsed      time.Duration
		NoHighlights bool
	}
	// Resize is a new size of the window. Sizes that are not positive are ignored.
	Resize struct{ W, H int }
	// Colors is the detected profile of the terminal.
	Colors struct{ Profile theme.Profile }
	// Background is the terminal's background, which selects the default palette.
	Background struct{ Light bool }
)

// Inputs from the shell.
type (
	// Notice is a line for the viewer.
	Notice struct{ Text string }
	// Progress is the progress of a request: a new description, and results so far, or nil.
	Progress struct {
		ID   int
		Text string
		In   Input
	}
	// Answer answers a request with an input.
	Answer struct {
		ID int
		In Input
	}
	// Opened shows a view on top of the current one.
	Opened struct{ View View }
	// Grown means that the source has grown. Calm means that there is no time to highlight changes.
	Grown struct{ NoHighlights bool }
	// MatchStarted means that a newer match has started.
	MatchStarted struct{}
	// Viewers is the number of viewers; 0 is not shown.
	Viewers struct{ Count int }
	// Starting is the time until a match starts; 0 means unknown.
	Starting struct{ In time.Duration }
	// Silent is for how long a source has been silent; 0 means that it plays.
	Silent struct{ For time.Duration }
)

func (s Silent) String() string { return "the source is silent since " + format.FormatDuration(s.For) }

// Inputs from the program to its view.
type (
	// Shown follows when a view has been put on the screen.
	Shown struct{}
	// Changed follows a change of the program, such as the window or palette.
	Changed struct{}
	// Close closes the topmost thing in the view. The view is unchanged if there is none.
	Close struct{}
	// Scroll scrolls the view by lines; see Lines.
	Scroll struct{ N int }
	// Select takes the chosen line of the view.
	Select struct{}
)
