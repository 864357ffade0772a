package ui

import (
	"time"

	"game-tui/tui/cells/theme"
	"game-tui/tui/format"
)

type Key struct {
	Name string // Bubble Tea's name for the key, such as "left", "shift+up" or "space"
	Text string // text typed with the key, or ""
}

type PointerEvent struct {
	Kind PointerKind
	X, Y int
}

type PointerKind uint8

const (
	PointerPress PointerKind = iota
	PointerMove              // movement of the pointer, with or without a button
	PointerRelease
	WheelUp
	WheelDown
)

type (
	Paste struct{ Text string }
	// Tick reports that time has passed. Program.NextTick returns how long to wait before the next
	// Tick.
	Tick struct {
		Elapsed        time.Duration
		SkipHighlights bool
	}
	// Resize reports the new window size. Sizes that are not positive are ignored.
	Resize       struct{ W, H int }
	ColorProfile struct{ Profile theme.Profile }
	// Background reports whether the terminal's background is light, which determines the default
	// palette.
	Background struct{ Light bool }
)

type (
	Notice struct{ Text string }
	// Progress updates the description of a running request. Result holds preliminary results, or nil.
	Progress struct {
		ID     int
		Text   string
		Result Input
	}
	Answer struct {
		ID     int
		Result Input
	}
	OpenView     struct{ View View }
	SourceGrown  struct{ SkipHighlights bool }
	MatchStarted struct{}
	// Viewers reports the number of viewers. Views do not display 0.
	Viewers struct{ Count int }
	// MatchStarting reports the time until a match starts, or 0 if that is unknown.
	MatchStarting struct{ Delay time.Duration }
	// SourceSilent reports the time since the source last sent data. 0 means that it is sending.
	SourceSilent struct{ Duration time.Duration }
)

func (s SourceSilent) String() string {
	return "source silent for " + format.Duration(s.Duration)
}

type (
	// ViewShown reports that the view has been opened.
	ViewShown struct{}
	// Refresh follows every input, because the window or palette may have changed.
	Refresh struct{}
	Close   struct{}
	Scroll  struct{ N int }
	Select  struct{}
)
