package film

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/tui/board"
	"game-tui/tui/export"
	"game-tui/tui/export/glyph"
	"game-tui/tui/highlight"
	"game-tui/tui/match"
	"game-tui/tui/place"
	"game-tui/tui/playback"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/ui"
	"game-tui/tui/where"
)

// Request says what of a match is wanted, and as what: the flags of the export
// command, wherever they are typed.
type Request struct {
	Kind *Kind // nil until Use

	round            int // of kinds that show one; -1: the last
	from, to         int
	highlights       bool
	NoSpoilers       bool // nothing after a screen shows on it
	speed            float64
	follow           int32
	size, zoom, cell string
	me               string
	palette, title   string
	cast             int

	set *pflag.FlagSet
}

// Large is what mail and browsers do not take gladly, in bytes; Smaller says what to
// do about it.
const (
	Large   = 20_000_000
	Smaller = "--from and --to, or --highlights, make it smaller"
)

// Groups are the flags that AddFlags adds, as help shows them.
var Groups = []struct {
	Title string
	Flags []string
}{
	{"What is shown", []string{"round", "from", "to", "highlights", "speed", "follow", "me", "no-spoilers"}},
	{"How it looks", []string{"size", "zoom", "palette", "title", "cell", "cast"}},
}

// AddFlags adds the flags of a request.
func (r *Request) AddFlags(set *pflag.FlagSet) {
	r.set = set
	set.IntVar(&r.round, "round", -1, "`round` that png, svg and txt show; without it the last")
	set.IntVar(&r.from, "from", -1, "first `round`; without it 0")
	set.IntVar(&r.to, "to", -1, "last `round`; without it the last of the match")
	set.BoolVar(&r.highlights, "highlights", false, "the most eventful moments only, with some rounds around each")
	set.Float64Var(&r.speed, "speed", 5, "`rounds` a second")
	set.StringVar(&r.size, "size", "100x40", "columns and rows of the screen, `WxH`")
	set.StringVar(&r.zoom, "zoom", "auto", "`zoom` of the board: "+strings.Join(Zooms(), ", "))
	set.Int32Var(&r.follow, "follow", -1, "keep the `unit` of this number in sight; the board is near then")
	set.StringVar(&r.me, "me", "", "put this `player` in front: a name, or the number of a seat")
	set.StringVar(&r.palette, "palette", "", "`palette` of colours: "+strings.Join(theme.Names(), ", "))
	set.BoolVar(&r.NoSpoilers, "no-spoilers", false, "hide what comes in timeline and chart, and mark no moments")
	set.StringVar(&r.title, "title", "", "`text` that names the file's content; without it game, seed and players")
	set.StringVar(&r.cell, "cell", "8x16", "pixels of a character in gif, png and svg, `WxH`")
	set.IntVar(&r.cast, "cast", export.Cast2, "`version` of the cast: 2, which all players read, or 3")
	for _, name := range []string{"round", "from", "to", "follow"} {
		set.Lookup(name).DefValue = "" // none
	}
}

// Parse reads the flags of the export command, of a place in a match; --format tells
// the kind, the first one without it.
func Parse(words []string, p where.Place) (*Request, error) {
	r := &Request{}
	set := pflag.NewFlagSet("export", pflag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.Usage = func() {}
	format := set.String("format", Kinds[0].Name, "")
	r.AddFlags(set)
	if err := set.Parse(words); err != nil {
		return nil, err
	}
	if set.NArg() > 0 {
		return nil, fmt.Errorf("%q is no flag", set.Arg(0))
	}
	if found, err := r.Use(*format); !found {
		return nil, fmt.Errorf("--format %q: %w", *format, err)
	} else if err != nil {
		return nil, err
	}
	if err := r.At(p); err != nil {
		return nil, err
	}
	return r, r.Check()
}

// zooms are the words of --zoom.
var zooms = []struct {
	word string
	zoom board.Zoom
}{{"auto", board.Auto}, {"half", board.Half}, {"one", board.One}, {"shapes", board.Shapes}, {"letters", board.Letters}, {"four", board.Four}}

// Zooms are the words of --zoom.
func Zooms() []string {
	var words []string
	for _, z := range zooms {
		words = append(words, z.word)
	}
	return words
}

// Names are the names of all kinds.
func Names() []string {
	var names []string
	for _, k := range Kinds {
		names = append(names, k.Name)
	}
	return names
}

// Use chooses the kind by its name, after the flags have been read, and refuses
// flags that mean nothing for it. found says whether there is such a kind.
func (r *Request) Use(kind string) (found bool, err error) {
	if r.Kind, found = Find(kind); !found {
		return false, fmt.Errorf("there is %s", strings.Join(Names(), ", "))
	}
	refuse := func(bad bool, hint string, flags ...string) error {
		for _, name := range flags {
			if bad && r.set.Changed(name) {
				return fmt.Errorf("--%s means nothing for %s: %s", name, r.Kind.Name, hint)
			}
		}
		return nil
	}
	return true, cmp.Or(
		refuse(r.Kind.One, "it shows one round, that of --round", "from", "to", "highlights", "speed"),
		refuse(!r.Kind.One, "type --from and --to", "round"),
		refuse(!r.Kind.Cells, "it is for gif, png and svg", "cell"),
		refuse(r.Kind.Name != "cast", "it is for casts", "cast"),
		refuse(!r.Kind.Titled, "there is no place for it", "title"),
		refuse(r.Kind.Name == "txt", "it has no colours", "palette"),
	)
}

// At makes the request one for a place: its round, with its unit in sight.
func (r *Request) At(p where.Place) error {
	switch {
	case p.Round < 0:
		return nil
	case !r.Kind.One:
		return fmt.Errorf("@%d means nothing for %s: type --from and --to", p.Round, r.Kind.Name)
	case r.round >= 0:
		return fmt.Errorf("--round %d: %v names a round already; leave one of them out", r.round, p)
	case p.Unit >= 0 && r.set.Changed("follow"):
		return fmt.Errorf("--follow %d: %v names a unit already; leave one of them out", r.follow, p)
	}
	r.round = p.Round
	if p.Unit >= 0 {
		r.follow = p.Unit
	}
	return nil
}

// Check refuses what no match can be shown with.
func (r *Request) Check() error {
	_, _, err := r.look()
	return err
}

// look reads how it is to look.
func (r *Request) look() (Options, Format, error) {
	o := Options{Speed: r.speed, Title: r.title}
	format := Format{Cast: r.cast}
	var err error
	if o.W, o.H, err = pair("size", r.size, ui.MinW, ui.MinH, screen.MaxW, screen.MaxH); err != nil {
		return o, format, err
	}
	if format.Cell.W, format.Cell.H, err = pair("cell", r.cell, glyph.MinSide, glyph.MinSide, glyph.MaxSide, glyph.MaxSide); err != nil {
		return o, format, err
	}
	zoom := slices.Index(Zooms(), r.zoom)
	switch {
	case r.cast != export.Cast2 && r.cast != export.Cast3:
		return o, format, fmt.Errorf("--cast %d: there is 2 and 3", r.cast)
	case r.set.Changed("follow") && r.follow < 0:
		return o, format, fmt.Errorf("--follow %d: type the number of a unit, as inspecting it shows", r.follow)
	case zoom < 0:
		return o, format, fmt.Errorf("--zoom %q: there is %s", r.zoom, strings.Join(Zooms(), ", "))
	}
	if err := playback.CheckSpeed(r.speed); err != nil {
		return o, format, fmt.Errorf("--speed %w", err)
	}
	if err := theme.Known(r.palette); err != nil {
		return o, format, fmt.Errorf("--palette %w", err)
	}
	o.View = place.Of(0, r.follow).View
	if r.follow < 0 || r.set.Changed("zoom") {
		o.View.Zoom = zooms[zoom].zoom
	}
	o.Palette, o.NoSpoilers, o.Me = r.palette, r.NoSpoilers, r.me
	if r.Kind.Name == "txt" {
		o.Palette = "none" // letters carry everything
	}
	return o, format, nil
}

// pair reads "WxH" within bounds.
func pair(flag, text string, minW, minH, maxW, maxH int) (w, h int, err error) {
	a, b, _ := strings.Cut(text, "x")
	w, err1 := strconv.Atoi(a)
	h, err2 := strconv.Atoi(b)
	if err1 != nil || err2 != nil || w < minW || h < minH || w > maxW || h > maxH {
		return 0, 0, fmt.Errorf("--%s %q: type width and height, from %dx%d to %dx%d", flag, text, minW, minH, maxW, maxH)
	}
	return w, h, nil
}

// moments is how many --highlights shows.
const moments = 5

// rounds lists the rounds to show.
func (r *Request) rounds(rec *record.Record) ([]int, error) {
	edge := rec.Edge()
	if r.round < -1 || r.round > edge {
		return nil, fmt.Errorf("--round %d: there are rounds 0 to %d", r.round, edge)
	}
	if r.Kind.One {
		if r.round >= 0 {
			edge = r.round
		}
		return []int{edge}, nil
	}
	from, to := 0, edge
	if r.set.Changed("from") {
		from = r.from
	}
	if r.set.Changed("to") {
		to = r.to
	}
	if from < 0 || from > edge || to < 0 || to > edge {
		return nil, fmt.Errorf("--from %d --to %d: there are rounds 0 to %d", from, to, edge)
	}
	if from > to {
		return nil, fmt.Errorf("--from %d --to %d: the first round comes after the last", from, to)
	}
	if r.highlights {
		list := highlight.Rounds(highlight.Moments(rec, from, to, moments), from, to)
		if len(list) == 0 {
			return nil, fmt.Errorf("--highlights: nothing that is marked happens in rounds %d to %d; leave it out", from, to)
		}
		return list, nil
	}
	var list []int
	for k := from; k <= to; k++ {
		list = append(list, k)
	}
	return list, nil
}

// checkUnit refuses a unit that is in none of the rounds.
func checkUnit(rec *record.Record, unit int32, rounds []int) error {
	if unit < 0 {
		return nil
	}
	var frame sim.Frame
	last := int32(0)
	for _, k := range rounds {
		rec.State(k).Fill(&frame)
		for i := range frame.Units {
			if frame.Units[i].ID == unit {
				return nil
			}
			last = max(last, frame.Units[i].ID)
		}
	}
	return fmt.Errorf("--follow %d: there is no such unit in the rounds shown; their numbers go up to %d", unit, last)
}

// Screen is the request's work on a screen that is there already; of a match it says
// where it is from.
func (r *Request) Screen(g *screen.Grid, p *theme.Palette, m *record.Meta) (*Work, error) {
	o, format, err := r.look()
	if err != nil {
		return nil, err
	}
	f := &export.Film{Title: o.Title, Theme: export.NewTheme(p.Text.FG, p.Page), W: g.W, H: g.H,
		Frames: func(yield func(export.Frame) bool) { yield(export.Frame{Screen: g}) }}
	if f.Title == "" {
		f.Title = title(m)
	}
	return &Work{Screens: 1, kind: r.Kind, film: f, format: format}, nil
}

// OfRecord is Of a match of which there is nothing but the record.
func (r *Request) OfRecord(rec *record.Record) (*Work, error) { return r.Of(match.NewMatch(rec)) }

// Of is the request's work on a match; every error names a flag.
func (r *Request) Of(m *match.Match) (*Work, error) {
	o, format, err := r.look()
	if err != nil {
		return nil, err
	}
	if o.Rounds, err = r.rounds(m.Record); err != nil {
		return nil, err
	}
	if err := checkUnit(m.Record, r.follow, o.Rounds); err != nil {
		return nil, err
	}
	if err := where.CheckPlayer(m.Record.Meta(), r.me); err != nil {
		return nil, err
	}
	return &Work{Screens: len(o.Rounds) * r.Kind.Passes, kind: r.Kind, film: Of(m, o), format: format}, nil
}
