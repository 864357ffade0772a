// Package film makes of a match what package export writes: it alone knows
// both the spectator and the writers of files.
package film

import (
	"strconv"
	"strings"
	"time"

	"game-tui/sim/record"
	"game-tui/tui/export"
	"game-tui/tui/match"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/ui"
	"game-tui/tui/viewpoint"
)

// Options say what a film shows. Profile is always that of all colours.
type Options struct {
	ui.Options
	View   viewpoint.View
	Me     string  // the player to put in front: its name, or the number of its seat
	Rounds []int   // ascending; a film has at least one
	Speed  float64 // rounds a second, above 0
	Title  string  // empty: game, seed and players
}

// rest is how long a screen stays where rounds are left out after it.
const rest = time.Second

// Of is the film of rounds of a match. Without spoilers it has no marked
// moments, which players of films show from the beginning.
func Of(m *match.Match, o Options) *export.Film {
	o.Profile = theme.TrueColor
	p := theme.For(o.Palette, o.Profile)
	f := &export.Film{Title: o.Title, Theme: export.NewTheme(p.Text.FG, p.Page)}
	f.W, f.H = screen.Clamp(o.W, o.H)
	if f.Title == "" {
		f.Title = title(m.Record.Meta())
	}
	f.Frames = func(yield func(export.Frame) bool) {
		n, last, rests := 0, -1, 0
		for k, g := range m.Stills(o.Options, ui.Opening{Place: viewpoint.Place{View: o.View}, Me: o.Me}, o.Rounds) {
			if n > 0 && k > last+1 {
				rests++
			}
			at := time.Duration(float64(n)/o.Speed*float64(time.Second)) + time.Duration(rests)*rest
			frame := export.Frame{At: at, Screen: g}
			if !o.NoSpoilers {
				frame.Moment = m.Moment(k)
			}
			if !yield(frame) {
				return
			}
			n, last = n+1, k
		}
	}
	return f
}

func title(m *record.Meta) string {
	return m.Game.Title() + ", seed " + strconv.Itoa(int(m.Seed)) + ": " + strings.Join(m.Names[:], ", ")
}
