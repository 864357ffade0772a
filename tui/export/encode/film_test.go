package encode_test

import (
	"io"
	"slices"
	"strings"
	"sync"
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

// recorded returns a film of every nth round of an official recording, at five rounds per second.
func recorded(tb testing.TB, game, name string, nth int) *encode.Film {
	tb.Helper()
	rec := tuitest.ReadRecording(tb, game, name)
	m, p := match.NewMatch(rec), theme.PaletteFor("", theme.TrueColor)
	f := &encode.Film{Title: game + " " + name, W: 100, H: 40, Theme: encode.NewTheme(p.Text.FG, p.Page), Cell: defaultCell}
	var frames []encode.Frame
	for k := 0; k <= rec.Edge(); k += nth {
		p := ui.NewProgram(ui.Options{W: f.W, H: f.H, Profile: theme.TrueColor}, m.Open(ui.OpenOptions{Paused: true, Place: location.AtRound(k)}))
		g := &screen.Grid{}
		p.Draw(g)
		frames = append(frames, encode.Frame{At: time.Duration(k) * time.Second / 5, Screen: g, Round: k, Moment: moment(rec, k)})
	}
	f.Frames = slices.Values(frames)
	return f
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
			words = append(words, string(m.Game.AppendEventText(nil, &t.Events[i], &m.Names)))
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

// at returns the film of one screen.
func at(f *encode.Film, n int, cell encode.Cell) *encode.Film {
	one := *f
	one.Cell = cell
	one.Frames = func(yield func(encode.Frame) bool) { yield(encode.Frame{Screen: screenAt(f, n)}) }
	return &one
}

// formats are the functions that write whole films and single screens.
var formats = map[string]func(w io.Writer, f *encode.Film) error{
	"cast2": encode.Cast,
	"cast3": func(w io.Writer, f *encode.Film) error {
		three := *f
		three.UseCast3 = true
		return encode.Cast(w, &three)
	},
	"gif":  encode.GIF,
	"html": encode.HTML,
	"png":  encode.PNG,
	"svg":  encode.SVG,
	"txt":  encode.Text,
}

// sampleStep is the number of rounds between two screens of the test films.
const sampleStep = 10

// sampled caches the test films.
var sampled = sync.OnceValue(func() (all []*encode.Film) {
	for _, g := range catalog.Names() {
		all = append(all, recorded(new(testing.B), g, "rival-s2001", sampleStep))
	}
	return all
})

// films returns a film of each game. Tests may change its options.
func films() []*encode.Film {
	var all []*encode.Film
	for _, f := range sampled() {
		own := *f
		all = append(all, &own)
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

// one returns a small screen that shows a text.
func one(text string) *screen.Grid {
	var g screen.Grid
	g.Resize(12, 3)
	x := 0
	for _, r := range text {
		g.Set(x%12, x/12, r, screen.Style{FG: screen.BasicColor(9), BG: screen.IndexedColor(20)})
		x++
	}
	return &g
}
