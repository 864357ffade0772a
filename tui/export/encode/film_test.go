package encode_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"game-tui/sim/game/catalog"
	"game-tui/sim/record"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/export/encode"
	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
)

// defaultCell is the size at which the font needs no margin.
var defaultCell = encode.Cell{W: 8, H: 16}

// recorded returns the film of a recording, five rounds a second. With -short it has every eighth
// round.
func recorded(tb testing.TB, game, name string, w, h int) *encode.Film {
	tb.Helper()
	rec := tuitest.Recording(tb, game, name)
	p, each := theme.For("", theme.TrueColor), 1
	if testing.Short() {
		each = 8
	}
	return &encode.Film{
		Title: game + " " + name, W: w, H: h, Theme: encode.NewTheme(p.Text.FG, p.Page), Cell: defaultCell,
		Frames: func(yield func(encode.Frame) bool) {
			m := match.NewMatch(rec)
			var g screen.Grid
			for k := 0; k <= rec.Edge(); k += each {
				p := ui.New(ui.Options{W: w, H: h, Profile: theme.TrueColor}, m.Open(ui.Opening{Paused: true, Place: location.AtRound(k)}))
				p.Draw(&g)
				if !yield(encode.Frame{At: time.Duration(k) * time.Second / 5, Screen: &g, Round: k, Moment: moment(rec, k)}) {
					return
				}
			}
		},
	}
}

// moment describes the events of a round that deserve a marker.
func moment(rec *record.Record, k int) string {
	t := rec.Turn(k - 1)
	if t == nil {
		return ""
	}
	var words []string
	m := rec.Meta()
	for i := range t.Events {
		if m.Game.Legend().Events[t.Events[i].Kind].OnTimeline {
			words = append(words, string(m.Game.AppendEvent(nil, &t.Events[i], &m.Names)))
		}
	}
	return strings.Join(words, "; ")
}

// counter counts written bytes.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// screenAt returns the nth screen of a film, or the last.
func screenAt(f *encode.Film, n int) *screen.Grid {
	var g *screen.Grid
	for frame := range f.Frames {
		if g = frame.Screen; n == 0 {
			break
		}
		n--
	}
	return g
}

// every returns the film of every nth screen.
func every(n int, f *encode.Film) *encode.Film {
	some := *f
	some.Frames = func(yield func(encode.Frame) bool) {
		k := 0
		for frame := range f.Frames {
			if k++; k%n == 1 && !yield(frame) {
				return
			}
		}
	}
	return &some
}

// at returns the film of one screen.
func at(f *encode.Film, n int, cell encode.Cell) *encode.Film {
	one := *f
	one.Cell = cell
	one.Frames = func(yield func(encode.Frame) bool) { yield(encode.Frame{Screen: screenAt(f, n)}) }
	return &one
}

// formats are the writers of films and of screens.
var formats = map[string]func(w io.Writer, f *encode.Film) error{
	"cast2": encode.Cast,
	"cast3": func(w io.Writer, f *encode.Film) error {
		three := *f
		three.Cast3 = true
		return encode.Cast(w, &three)
	},
	"gif":  encode.GIF,
	"html": encode.HTML,
	"png":  encode.PNG,
	"svg":  encode.SVG,
	"txt":  encode.Text,
}

// films returns a film of each game, or of one with -short.
func films(tb testing.TB) []*encode.Film {
	tb.Helper()
	var all []*encode.Film
	games := catalog.Names()
	if testing.Short() {
		games = games[len(games)-1:]
	}
	for _, g := range games {
		all = append(all, recorded(tb, g, "rival-s2001", 100, 40))
	}
	return all
}

// film returns a film of screens, a tenth of a second apart, each with a moment.
func film(title string, screens ...*screen.Grid) *encode.Film {
	return &encode.Film{
		Title: title, W: screens[0].W, H: screens[0].H, Theme: encode.NewTheme(0, 0), Cell: defaultCell,
		Frames: func(yield func(encode.Frame) bool) {
			for i, g := range screens {
				if !yield(encode.Frame{At: time.Duration(i) * time.Second / 10, Screen: g, Round: i, Moment: title}) {
					return
				}
			}
		},
	}
}

// one returns a small screen with a text.
func one(text string) *screen.Grid {
	var g screen.Grid
	g.Resize(12, 3)
	x := 0
	for _, r := range text {
		g.Set(x%12, x/12, r, screen.Style{FG: screen.Basic(9), BG: screen.Index(20)})
		x++
	}
	return &g
}
