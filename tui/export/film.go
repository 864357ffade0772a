// Package export turns matches into files. [Parse] or [NewRequest] returns a [Request]. Its Prepare
// method returns the [Work] that writes the file. Package encode implements the formats.
package export

import (
	"cmp"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"game-tui/sim/record"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/export/encode"
	"game-tui/tui/replay/location"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
)

// Options configure a film. NewFilm always draws in true colour.
type Options struct {
	ui.Options
	View           location.View
	Me             string  // name or seat of the highlighted player
	Rounds         []int   // rounds to show, in ascending order; at least one
	Speed          float64 // rounds per second, above 0
	Title          string  // file title; if empty, built from game, seed and players
	OpenCommand    string  // command that opens the match, printed on cards
	Cell           encode.Cell
	UseCast3       bool
	UseSharedFiles bool // see encode.Film.UseSharedFiles
}

const skipPause = time.Second

// NewFilm returns a film of the given rounds. With NoSpoilers, the film has no moments, because
// film players list them in advance.
func NewFilm(m *match.Match, o Options) *encode.Film {
	o.Profile = theme.TrueColor
	p := theme.PaletteFor(o.PaletteName, o.Profile)
	f := &encode.Film{Title: cmp.Or(o.Title, defaultTitle(m.Record.Meta())), Theme: encode.NewTheme(p.Text.FG, p.Page), Cell: o.Cell, UseCast3: o.UseCast3, UseSharedFiles: o.UseSharedFiles}
	f.W, f.H = screen.ClampSize(o.W, o.H)
	f.Frames = func(yield func(encode.Frame) bool) {
		n, last, rests := 0, -1, 0
		for k, g := range m.Stills(o.Options, ui.OpenOptions{Place: location.Place{View: o.View}, HighlightedPlayer: o.Me}, o.Rounds) {
			if n > 0 && k > last+1 {
				rests++
			}
			at := time.Duration(float64(n)/o.Speed*float64(time.Second)) + time.Duration(rests)*skipPause
			frame := encode.Frame{At: at, Screen: g, Round: k}
			if !o.NoSpoilers {
				frame.Moment = m.MomentText(k)
			}
			if !yield(frame) {
				return
			}
			n, last = n+1, k
		}
	}
	return f
}

func defaultTitle(m *record.Meta) string {
	names := m.DisplayNames()
	return m.Game.Title() + ", seed " + strconv.Itoa(int(m.Seed)) + ": " + strings.Join(names[:], ", ")
}

type Format struct {
	Name          string
	Extension     string // file extension without a dot
	Description   string
	IsSingleRound bool                                    // The format shows only the first screen.
	Passes        int                                     // how often Write iterates over the frames
	UsesCell      bool                                    // The format depends on Options.Cell.
	HasTitle      bool                                    // The format includes the title of the film.
	Write         func(w io.Writer, f *encode.Film) error // encodes a film; nil for the result card
}

// Formats lists all formats, most useful first.
var Formats = []Format{
	{Name: "html", Extension: "html", Description: "page that plays the match in any browser", HasTitle: true, Passes: 1, Write: encode.HTML},
	{Name: "gif", Extension: "gif", Description: "animation", Passes: 2, UsesCell: true, Write: encode.GIF},
	{Name: "png", Extension: "png", Description: "picture of one round", IsSingleRound: true, Passes: 1, UsesCell: true, Write: encode.PNG},
	{Name: "card", Extension: "png", Description: "result card to share (.png): who won and why; needs --format card", IsSingleRound: true, HasTitle: true, Passes: 1},
	{Name: "svg", Extension: "svg", Description: "vector drawing of one round", IsSingleRound: true, HasTitle: true, Passes: 1, UsesCell: true, Write: encode.SVG},
	{Name: "cast", Extension: "cast", Description: "terminal recording for asciinema", HasTitle: true, Passes: 1, Write: encode.Cast},
	{Name: "txt", Extension: "txt", Description: "one round as text", IsSingleRound: true, Passes: 1, Write: encode.Text},
}

func (k *Format) IsCard() bool { return k.Write == nil }

// FormatNameForExt returns the name of the first format with the given extension, or "".
func FormatNameForExt(ext string) string {
	for _, k := range Formats {
		if k.Extension == ext {
			return k.Name
		}
	}
	return ""
}

func findFormat(name string) *Format {
	for i := range Formats {
		if Formats[i].Name == name {
			return &Formats[i]
		}
	}
	return nil
}

// Work is an export that is ready to be written.
type Work struct {
	ScreenCount int // number of screens to draw, for progress displays

	film  *encode.Film
	write func(out io.Writer, f *encode.Film) error
}

// Write writes the file. Before each screen, it calls progress with the number of finished screens. If
// progress returns false, Write stops with an error.
func (w *Work) Write(out io.Writer, progress func(n int) bool) error {
	n, stopped := 0, false
	f := *w.film
	f.Frames = func(yield func(encode.Frame) bool) {
		for frame := range w.film.Frames {
			if stopped = stopped || !progress(n); stopped || !yield(frame) {
				return
			}
			n++
		}
	}
	err := w.write(out, &f)
	if stopped {
		return errors.New("export cancelled")
	}
	return err
}
