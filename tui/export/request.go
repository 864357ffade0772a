package export

import (
	"cmp"
	"errors"
	"fmt"
	"image/png"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"game-tui/sim/record"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/board"
	"game-tui/tui/export/encode"
	"game-tui/tui/export/glyph"
	"game-tui/tui/replay/highlight"
	"game-tui/tui/replay/location"
	"game-tui/tui/replay/playback"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
)

// A Request describes an export requested by flags or a viewer.
type Request struct {
	ui.ExportOptions
	FileFormat     *Format // nil before SetFormat
	OpenCommand    string  // command that opens the match, printed on cards
	UseSharedFiles bool    // see encode.Film.UseSharedFiles

	speed            float64
	size, zoom, cell string // flag values; size applies only if W is 0
	title            string
	castVersion      int
}

// NewRequest returns a request with the given options. All other flags have their defaults.
func NewRequest(o ui.ExportOptions) *Request {
	r := &Request{}
	r.AddFlags(pflag.NewFlagSet("", pflag.ContinueOnError)) // AddFlags sets the default values.
	r.ExportOptions = o
	r.FileFormat = findFormat(o.Format)
	return r
}

// FormatFlags formats options as flags of the export command.
func FormatFlags(o ui.ExportOptions) string {
	words := []string{"--format " + o.Format}
	add := func(present bool, flag string, values ...any) {
		if present {
			words = append(words, fmt.Sprintf("--"+flag, values...))
		}
	}
	add(o.Round >= 0, "round %d", o.Round)
	add(o.OnlyHighlights, "highlights")
	add(o.From >= 0, "from %d", o.From)
	add(o.To >= 0, "to %d", o.To)
	add(o.W > 0, "size %dx%d", o.W, o.H)
	add(o.NoSpoilers, "no-spoilers")
	add(o.FollowedUnit != "", "follow %s", o.FollowedUnit)
	add(o.HighlightedPlayer != "", "me %s", o.HighlightedPlayer)
	add(o.PaletteName != "", "palette %s", o.PaletteName)
	return strings.Join(words, " ")
}

// MaxFileSize is the file size in bytes above which mail servers and browsers may refuse a file.
const (
	MaxFileSize  = 20_000_000
	FileSizeHint = "use --from and --to, or --highlights"
)

// FlagGroups holds the flags added by AddFlags, grouped as in the help text.
var FlagGroups = []struct {
	Title string
	Flags []string
}{
	{"Content", []string{"round", "from", "to", "highlights", "speed", "follow", "me", "no-spoilers"}},
	{"Appearance", []string{"size", "zoom", "palette", "title", "cell", "cast"}},
}

// AddFlags adds all flags of a request to set, except --format.
func (r *Request) AddFlags(set *pflag.FlagSet) {
	set.IntVar(&r.Round, "round", -1, "`round` for png, card, svg and txt (default last)")
	set.IntVar(&r.From, "from", -1, "first `round` (default 0)")
	set.IntVar(&r.To, "to", -1, "last `round` (default match end)")
	set.BoolVar(&r.OnlyHighlights, "highlights", false, "only the most eventful moments")
	set.Float64Var(&r.speed, "speed", 5, "`rounds` per second")
	set.StringVar(&r.size, "size", "100x40", "screen `size` in columns and rows")
	set.StringVar(&r.zoom, "zoom", "", "board `zoom`: "+strings.Join(ZoomNames(), ", "))
	set.StringVar(&r.FollowedUnit, "follow", "", "follow this `unit`: a number or voldemort")
	set.StringVar(&r.HighlightedPlayer, "me", "", "highlight this `player`: name or seat")
	set.StringVar(&r.PaletteName, "palette", "", "colour `palette`: "+strings.Join(theme.Names(), ", "))
	set.BoolVar(&r.NoSpoilers, "no-spoilers", false, "hide later rounds and marked moments")
	set.StringVar(&r.title, "title", "", "title `text` (default game, seed, players)")
	set.StringVar(&r.cell, "cell", "8x16", "character `size` in pixels (gif, png, svg)")
	set.IntVar(&r.castVersion, "cast", 2, "asciicast `version`: 2 or 3")
	for _, name := range []string{"round", "from", "to"} {
		set.Lookup(name).DefValue = "" // The help text must not print -1 as the default.
	}
	set.Lookup("zoom").DefValue = zooms[0].name
}

// Parse parses the flags of the export command, including --format. p is the place in the match to
// export.
func Parse(args []string, p location.Address) (*Request, error) {
	r := &Request{}
	set := pflag.NewFlagSet("export", pflag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.Usage = func() {}
	set.StringVar(&r.Format, "format", Formats[0].Name, "")
	r.AddFlags(set)
	if err := set.Parse(args); err != nil {
		return nil, err
	}
	if set.NArg() > 0 {
		return nil, fmt.Errorf("unexpected argument %q", set.Arg(0))
	}
	if err := r.SetFormat(r.Format, fmt.Sprintf("--format %q", r.Format), set.Changed); err != nil {
		return nil, err
	}
	return r, r.SetPlace(p)
}

var zooms = []struct {
	name string
	zoom board.Zoom
}{{"auto", board.Auto}, {"half", board.HalfBlocks}, {"one", board.OneColumn}, {"shapes", board.Shapes}, {"letters", board.Letters}, {"tiles", board.Tiles}, {"four", board.FourColumns}}

func ZoomNames() []string {
	var words []string
	for _, z := range zooms {
		words = append(words, z.name)
	}
	return words
}

func FormatNames() []string {
	var names []string
	for _, k := range Formats {
		names = append(names, k.Name)
	}
	return names
}

// SetFormat selects the format and rejects typed flags that do not apply to it. The error for an
// unknown format begins with errPrefix.
func (r *Request) SetFormat(name, errPrefix string, isTyped func(flag string) bool) error {
	if r.FileFormat = findFormat(name); r.FileFormat == nil {
		return fmt.Errorf("%s: expected one of %s", errPrefix, strings.Join(FormatNames(), ", "))
	}
	for _, rule := range []struct {
		bad   bool
		hint  string
		flags []string
	}{
		{r.FileFormat.IsSingleRound, "this format shows one round; use --round", []string{"from", "to", "highlights", "speed"}},
		{!r.FileFormat.IsSingleRound, "use --from and --to", []string{"round"}},
		{!r.FileFormat.UsesCell, "use it with gif, png or svg", []string{"cell"}},
		{r.FileFormat.Name != "cast", "use it with --format cast", []string{"cast"}},
		{!r.FileFormat.HasTitle, "this format has no title", []string{"title"}},
		{r.FileFormat.Name == "txt", "text has no colours", []string{"palette"}},
		{r.FileFormat.IsCard(), "cards have a fixed size and look", []string{"size", "zoom", "follow", "me"}},
	} {
		if i := slices.IndexFunc(rule.flags, isTyped); rule.bad && i >= 0 {
			return fmt.Errorf("--%s does not apply to %s: %s", rule.flags[i], r.FileFormat.Name, rule.hint)
		}
	}
	switch {
	case isTyped("follow") && r.FollowedUnit == "":
		return errors.New("--follow: expected a unit number or voldemort; inspect a unit to see its number")
	case isTyped("from") && r.From < 0 || isTyped("to") && r.To < 0:
		return errors.New("--from and --to: rounds start at 0")
	}
	_, err := r.parseOptions()
	return err
}

// SetPlace sets the round to export and the unit to follow if p has a round. It returns an error if
// flags have already set them or the format shows more than one round.
func (r *Request) SetPlace(p location.Address) error {
	switch {
	case p.Round < 0:
		return nil
	case !r.FileFormat.IsSingleRound:
		return fmt.Errorf("@%d does not apply to %s: use --from and --to", p.Round, r.FileFormat.Name)
	case r.Round >= 0:
		return fmt.Errorf("--round %d: %v already names a round; omit one of them", r.Round, p)
	case p.Unit != "" && r.FollowedUnit != "":
		return fmt.Errorf("--follow %s: %v already names a unit; omit one of them", r.FollowedUnit, p)
	}
	r.Round, r.FollowedUnit = p.Round, cmp.Or(p.Unit, r.FollowedUnit)
	return nil
}

func (r *Request) parseOptions() (Options, error) {
	o := Options{Speed: r.speed, Title: r.title, OpenCommand: r.OpenCommand, UseSharedFiles: r.UseSharedFiles, UseCast3: r.castVersion == 3}
	var err error
	if o.W, o.H = r.W, r.H; r.W == 0 {
		if o.W, o.H, err = parseSize("size", r.size, ui.MinW, ui.MinH, screen.MaxW, screen.MaxH); err != nil {
			return o, err
		}
	}
	if o.Cell.W, o.Cell.H, err = parseSize("cell", r.cell, glyph.MinSide, glyph.MinSide, glyph.MaxSide, glyph.MaxSide); err != nil {
		return o, err
	}
	zoom := slices.Index(ZoomNames(), cmp.Or(r.zoom, zooms[0].name))
	switch {
	case r.castVersion != 2 && r.castVersion != 3:
		return o, fmt.Errorf("--cast %d: expected 2 or 3", r.castVersion)
	case zoom < 0:
		return o, fmt.Errorf("--zoom %q: expected one of %s", r.zoom, strings.Join(ZoomNames(), ", "))
	}
	if err := playback.CheckSpeed(r.speed); err != nil {
		return o, fmt.Errorf("--speed %w", err)
	}
	if err := theme.CheckName(r.PaletteName); err != nil {
		return o, fmt.Errorf("--palette %w", err)
	}
	o.View.Zoom = zooms[zoom].zoom
	o.PaletteName, o.NoSpoilers, o.Me = r.PaletteName, r.NoSpoilers, r.HighlightedPlayer
	if r.FileFormat.Name == "txt" {
		o.PaletteName = "none" // Letters are readable without colours.
	}
	return o, nil
}

func parseSize(flag, text string, minW, minH, maxW, maxH int) (w, h int, err error) {
	a, b, _ := strings.Cut(text, "x")
	w, err1 := strconv.Atoi(a)
	h, err2 := strconv.Atoi(b)
	if err1 != nil || err2 != nil || w < minW || h < minH || w > maxW || h > maxH {
		return 0, 0, fmt.Errorf("--%s %q: expected width and height from %dx%d to %dx%d", flag, text, minW, minH, maxW, maxH)
	}
	return w, h, nil
}

const maxHighlights = 5

func (r *Request) rounds(rec *record.Record) ([]int, error) {
	edge := rec.Edge()
	if r.Round < -1 || r.Round > edge {
		return nil, fmt.Errorf("--round %d: the match has rounds 0 to %d", r.Round, edge)
	}
	if r.FileFormat.IsSingleRound {
		if r.Round >= 0 {
			edge = r.Round
		}
		if rec.IsMissing(edge) {
			return nil, fmt.Errorf("--round %d: %s from the recording", edge, rec.GapText())
		}
		return []int{edge}, nil
	}
	from, to := max(r.From, 0), r.To
	if to == -1 {
		to = edge
	}
	if from > to || to > edge {
		return nil, fmt.Errorf("--from and --to: expected rounds from 0 to %d in ascending order", edge)
	}
	if r.OnlyHighlights {
		list := highlight.Rounds(highlight.Moments(rec, from, to, maxHighlights), from, to)
		if len(list) == 0 {
			return nil, fmt.Errorf("--highlights: no highlights in rounds %d to %d", from, to)
		}
		return list, nil
	}
	var list []int
	for k := from; k <= to; k++ {
		if !rec.IsMissing(k) {
			list = append(list, k)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("--from %d --to %d: %s from the recording", from, to, rec.GapText())
	}
	return list, nil
}

// PrepareScreen prepares the export of a screen that is already drawn.
func (r *Request) PrepareScreen(g *screen.Grid, p *theme.Palette, m *record.Meta) (*Work, error) {
	o, err := r.parseOptions()
	if err != nil {
		return nil, err
	}
	f := &encode.Film{Title: cmp.Or(o.Title, defaultTitle(m)), Theme: encode.NewTheme(p.Text.FG, p.Page), W: g.W, H: g.H, Cell: o.Cell, UseCast3: o.UseCast3,
		Frames: func(yield func(encode.Frame) bool) { yield(encode.Frame{Screen: g}) }}
	return &Work{ScreenCount: 1, film: f, write: r.FileFormat.Write}, nil
}

// Prepare prepares the export of a match. Errors name the flag at fault.
func (r *Request) Prepare(rec *record.Record) (*Work, error) {
	o, err := r.parseOptions()
	if err != nil {
		return nil, err
	}
	if o.Rounds, err = r.rounds(rec); err != nil {
		return nil, err
	}
	unit, err := location.FindUnit(rec, r.FollowedUnit, o.Rounds)
	if err != nil {
		return nil, fmt.Errorf("--follow: %w", err)
	}
	if view := location.AtUnit(0, unit).View; r.zoom == "" {
		o.View = view
	} else {
		o.View.FollowedUnit = view.FollowedUnit
	}
	if err := location.CheckPlayer(rec.Meta(), r.HighlightedPlayer); err != nil {
		return nil, err
	}
	m := match.NewMatch(rec)
	w := &Work{ScreenCount: len(o.Rounds) * r.FileFormat.Passes, film: NewFilm(m, o), write: r.FileFormat.Write}
	if r.FileFormat.IsCard() {
		w.write = func(out io.Writer, _ *encode.Film) error {
			c := newCard(m, &o)
			c.draw()
			return png.Encode(out, c.RGBA) // Better compression takes ten times as long and saves only a few per cent.
		}
	}
	return w, nil
}
