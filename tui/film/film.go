// Package film makes of a match what package export writes: it alone knows
// both the spectator and the writers of files.
package film

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"game-tui/sim/record"
	"game-tui/tui/export"
	"game-tui/tui/location"
	"game-tui/tui/match"
	"game-tui/tui/numbers"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/ui"
)

// Options say what a film shows, and how. Profile is always that of all colours.
type Options struct {
	ui.Options
	View   location.View
	Me     string  // the player to put in front: its name, or the number of its seat
	Rounds []int   // ascending; a film has at least one
	Speed  float64 // rounds a second, above 0
	Title  string  // empty: game, seed and players
	Opens  string  // what to type to open the match, for a card
	Cell   export.Cell
	Cast3  bool
	Shared bool // see export.Film
}

// rest is how long a screen stays where rounds are left out after it.
const rest = time.Second

// Of is the film of rounds of a match. Without spoilers it has no marked
// moments, which players of films show from the beginning.
func Of(m *match.Match, o Options) *export.Film {
	o.Profile = theme.TrueColor
	p := theme.For(o.Palette, o.Profile)
	f := &export.Film{Title: cmp.Or(o.Title, title(m.Record.Meta())), Theme: export.NewTheme(p.Text.FG, p.Page), Cell: o.Cell, Cast3: o.Cast3, Shared: o.Shared}
	f.W, f.H = screen.Clamp(o.W, o.H)
	f.Frames = func(yield func(export.Frame) bool) {
		n, last, rests := 0, -1, 0
		for k, g := range m.Stills(o.Options, ui.Opening{Place: location.Place{View: o.View}, Me: o.Me}, o.Rounds) {
			if n > 0 && k > last+1 {
				rests++
			}
			at := time.Duration(float64(n)/o.Speed*float64(time.Second)) + time.Duration(rests)*rest
			frame := export.Frame{At: at, Screen: g, Round: k}
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
	names := m.DisplayNames()
	return m.Game.Title() + ", seed " + strconv.Itoa(int(m.Seed)) + ": " + strings.Join(names[:], ", ")
}

// Kind is a kind of file.
type Kind struct {
	Name    string
	Ending  string // of file names
	About   string
	One     bool                                    // it shows one screen, the first of the film
	Passes  int                                     // how often it ranges over the film's frames
	Cells   bool                                    // Options.Cell counts
	Painted bool                                    // pixel by pixel
	Titled  bool                                    // the film's title is in the file
	Write   func(w io.Writer, f *export.Film) error // nil: it is the card
}

// Kinds are all kinds, the most useful first.
var Kinds = []Kind{
	{Name: "html", Ending: "html", About: "a page that plays the match in any browser", Titled: true, Passes: 1, Write: export.HTML},
	{Name: "gif", Ending: "gif", About: "an animated picture", Passes: 2, Cells: true, Painted: true, Write: export.GIF},
	{Name: "png", Ending: "png", About: "a picture of one round", One: true, Passes: 1, Cells: true, Painted: true, Write: export.PNG},
	{Name: "card", Ending: "png", About: "a .png to share, where --format says so: who won, and why", One: true, Titled: true, Passes: 1, Painted: true},
	{Name: "svg", Ending: "svg", About: "a drawing of one round", One: true, Titled: true, Passes: 1, Cells: true, Write: export.SVG},
	{Name: "cast", Ending: "cast", About: "a terminal recording, for asciinema", Titled: true, Passes: 1, Write: export.Cast},
	{Name: "txt", Ending: "txt", About: "one round as text", One: true, Passes: 1, Write: export.Text},
}

// IsCard reports whether a kind shows the match itself and no screen of it.
func (k *Kind) IsCard() bool { return k.Write == nil }

// NameOf is the name of the first kind whose files end so, empty where there is none.
func NameOf(ending string) string {
	for _, k := range Kinds {
		if k.Ending == ending {
			return k.Name
		}
	}
	return ""
}

// kindOf finds a kind by its name; nil: there is none.
func kindOf(name string) *Kind {
	for i := range Kinds {
		if Kinds[i].Name == name {
			return &Kinds[i]
		}
	}
	return nil
}

// Work is a request for one match, ready to be written.
type Work struct {
	Screens int // how many are drawn before it is written

	kind *Kind
	film *export.Film
	card func(out io.Writer) error // nil: it is a film
}

// ForOthers is the most work that is done for somebody else, in pixels: some five seconds.
const ForOthers = 1 << 30

// Work of a screen beside its pixels, in pixels that take as long to paint.
const (
	screenWork = 20_000
	cellWork   = 3
)

// work is how much it is to write so many rounds on screens of w×h cells, in pixels that
// are painted (about 5 ns each).
func (w *Work) work(rounds, width, height int) int {
	cells := width * height
	n := w.kind.Passes * (screenWork + cellWork*cells)
	if w.kind.Painted {
		n += cells * w.film.Cell.W * w.film.Cell.H
	}
	return n * rounds
}

// Fits refuses more than so much work, before any of it is done, with a line that says
// what fits.
func (w *Work) Fits(most int) error {
	rounds, width, height := w.Screens/w.kind.Passes, w.film.W, w.film.H
	if w.work(rounds, width, height) <= most {
		return nil
	}
	var hints []string
	if fit := most / w.work(1, width, height); fit > 0 {
		hints = append(hints, fmt.Sprintf("at most %s (--from, --to, --highlights)", numbers.Count(fit, "round")))
	}
	for x := width - 1; x >= ui.MinW && height*x/width >= ui.MinH; x-- {
		if y := height * x / width; w.work(rounds, x, y) <= most {
			hints = append(hints, fmt.Sprintf("--size %dx%d for all", x, y))
			break
		}
	}
	if hints == nil {
		hints = []string{"fewer of them"}
	}
	return fmt.Errorf("%s of %s at %dx%d is too much work here: take %s", w.kind.Name, numbers.Count(rounds, "round"), width, height, strings.Join(hints, ", or "))
}

// errStopped ends the writing when whoever asked for it does not want it any more.
var errStopped = errors.New("stopped")

// Write does the work. drawn takes how many screens have been drawn, and returns
// whether to go on.
func (w *Work) Write(out io.Writer, drawn func(n int) bool) error {
	if w.card != nil {
		if !drawn(0) {
			return errStopped
		}
		return w.card(out)
	}
	n, stopped := 0, false
	f := *w.film
	f.Frames = func(yield func(export.Frame) bool) {
		for frame := range w.film.Frames {
			if stopped = stopped || !drawn(n); stopped || !yield(frame) {
				return
			}
			n++
		}
	}
	err := w.kind.Write(out, &f)
	if stopped {
		return errStopped
	}
	return err
}
