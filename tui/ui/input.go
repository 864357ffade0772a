package ui

import (
	"time"

	"game-tui/tui/cells/theme"
	"game-tui/tui/format"
)

type Key struct {
	Name string // name in Bubble Tea: "left", "shift+up", "g", "space"
	Text string // text typed, or ""
}

type Pointer struct {
	Kind PointerKind
	X, Y int
}

type PointerKind uint8

const (
	Press PointerKind = iota
	Drag              // movement, with or without a button
	Release
	WheelUp
	WheelDown
)

type (
	Paste struct{ Text string }
	// Tick lets time pass, as requested by Program.NextTick.
	Tick struct {
		Elapsed      time.Duration
		NoHighlights bool
	}
	// Resize is a new size of the window. Sizes that are not positive are ignored.
	Resize struct{ W, H int }
	Colors struct{ Profile theme.Profile }
	// Background is the terminal's background, which selects the default palette.
	Background struct{ Light bool }
)

// Inputs from the shell.
type (
	Notice struct{ Text string }
	// Progress replaces the description of a request. In holds results so far, or nil.
	Progress struct {
		ID   int
		Text string
		In   Input
	}
	Answer struct {
		ID int
		In Input
	}
	// Opened shows a view on top of the current one.
	Opened struct{ View View }
	Grown  struct{ NoHighlights bool }
	// MatchStarted reports that a newer match has started.
	MatchStarted struct{}
	// Viewers is the number of viewers; 0 is not shown.
	Viewers struct{ Count int }
	// Starting is the time until a match starts; 0 means unknown.
	Starting struct{ In time.Duration }
	// Silent is how long a source has been silent; 0 means that it plays.
	Silent struct{ For time.Duration }
)

func (s Silent) String() string { return "the source is silent since " + format.FormatDuration(s.For) }

// Inputs from the program to its view.
type (
	// Shown follows when the view has been put on the screen.
	Shown struct{}
	// Changed follows a change of the window or palette.
	Changed struct{}
	// Close closes the topmost part of the view, if there is any.
	Close  struct{}
	Scroll struct{ N int }
	Select struct{}
)
