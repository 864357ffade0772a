package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"game-tui/ai"
	"game-tui/cmd/game-tui/manual"
	"game-tui/sim"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/tui/board"
	"game-tui/tui/export"
	"game-tui/tui/export/glyph"
	"game-tui/tui/film"
	"game-tui/tui/highlight"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/watch"
	"game-tui/tui/where"
)

// exportFlags say what of a match is exported, and as what.
type exportFlags struct {
	output, format   string
	view             viewFlags // round, speed, palette, no-spoilers
	from, to         int
	highlights       bool
	size, zoom, cell string
	follow           int32
	cast             int
	title            string

	set  *pflag.FlagSet
	kind *film.Kind
}

func exportCommand() *cobra.Command {
	var f exportFlags
	cmd := &cobra.Command{
		Use:   "export FILE[@ROUND[:UNIT]] -o FILE",
		Short: "Make a page, a GIF, a picture or a cast of a recording",
		Long: `Make of a recording a file for those who have no game-tui. The ending of
its name tells the kind:

` + kindTable() + `
The same command gives the same bytes. - in place of the recording is standard
input, -o - standard output.`,
		Example: `game-tui export match.res -o match.html
game-tui export match.res --highlights -o best.gif
game-tui export match.res@120 -o round.png`,
		Args: exactly(1, "export reads one recording: type game-tui export match.res -o match.html"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd.Context(), args[0]) },
	}
	f.add(cmd)
	completeFlags(cmd)
	return cmd
}

// kindNames are the kinds of files, as their names end.
func kindNames() []string {
	var names []string
	for _, k := range film.Kinds {
		names = append(names, k.Name)
	}
	return names
}

func kindTable() string {
	var b strings.Builder
	for _, k := range film.Kinds {
		fmt.Fprintf(&b, "  %-6s%s\n", k.Name, k.About)
	}
	return b.String()
}

// zooms are the words of --zoom.
var zooms = []struct {
	word string
	zoom board.Zoom
}{{"auto", board.Auto}, {"half", board.Half}, {"one", board.One}, {"shapes", board.Shapes}, {"letters", board.Letters}, {"four", board.Four}}

func zoomWords() []string {
	var words []string
	for _, z := range zooms {
		words = append(words, z.word)
	}
	return words
}

func (f *exportFlags) add(cmd *cobra.Command) {
	set := cmd.Flags()
	f.set, f.view.unit = set, -1
	set.StringVarP(&f.output, "output", "o", "", "write this `file`; - is standard output")
	set.StringVar(&f.format, "format", "", "`kind` of file, where its name does not tell: "+strings.Join(kindNames(), ", "))
	set.IntVar(&f.view.round, "round", -1, "`round` that png, svg and txt show; without it the last")
	set.IntVar(&f.from, "from", -1, "first `round`; without it 0")
	set.IntVar(&f.to, "to", -1, "last `round`; without it the last of the match")
	set.BoolVar(&f.highlights, "highlights", false, "the most eventful moments only, with some rounds around each")
	set.Float64Var(&f.view.speed, "speed", 5, "`rounds` a second")
	set.StringVar(&f.size, "size", "100x40", "columns and rows of the screen, `WxH`")
	set.StringVar(&f.zoom, "zoom", "auto", "`zoom` of the board: "+strings.Join(zoomWords(), ", "))
	set.Int32Var(&f.follow, "follow", -1, "keep the `unit` of this number in sight; the board is near then")
	set.StringVar(&f.view.palette, "palette", "", "`palette` of colours: "+strings.Join(theme.Names(), ", "))
	set.BoolVar(&f.view.noSpoilers, "no-spoilers", false, "hide what comes in timeline and chart, and mark no moments")
	set.StringVar(&f.title, "title", "", "`text` that names the file's content; without it game, seed and players")
	set.StringVar(&f.cell, "cell", "8x16", "pixels of a character in gif, png and svg, `WxH`")
	set.IntVar(&f.cast, "cast", export.Cast2, "`version` of the cast: 2, which all players read, or 3")
	for _, name := range []string{"round", "from", "to", "follow"} {
		set.Lookup(name).DefValue = "" // none
	}
	manual.Group(set, "What is shown", "round", "from", "to", "highlights", "speed", "follow", "no-spoilers")
	manual.Group(set, "How it looks", "size", "zoom", "palette", "title", "cell", "cast")
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(kindNames(), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("zoom", cobra.FixedCompletions(zoomWords(), cobra.ShellCompDirectiveNoFileComp))
}

func (f *exportFlags) run(ctx context.Context, word string) error {
	if err := f.findKind(); err != nil {
		return err
	}
	o, format, err := f.look()
	if err != nil {
		return err
	}
	rec, err := f.open(ctx, word)
	if err != nil {
		return err
	}
	if f.view.unit >= 0 {
		if f.set.Changed("follow") {
			return fmt.Errorf("--follow %d: %s names a unit already; leave one of them out", f.follow, word)
		}
		f.follow = f.view.unit
		f.keepInSight(&o, o.Place.Zoom)
	}
	if o.Rounds, err = f.rounds(rec); err != nil {
		return err
	}
	if err := checkUnit(rec, f.follow, o.Rounds); err != nil {
		return err
	}
	out, err := createOutput(ctx, f.output)
	if err != nil {
		return err
	}
	defer out.discard()
	sized := &counted{w: out}
	made := film.Of(watch.NewMatch(rec), o)
	err = f.kind.Write(sized, attended(ctx, made, len(o.Rounds)*f.kind.Passes), format)
	clearProgress(os.Stderr)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return err
	}
	if err := out.commit(); err != nil {
		return err
	}
	if sized.n > largeExport && !f.kind.One {
		fmt.Fprintf(os.Stderr, "%s has %d MB: --from and --to, or --highlights, make it smaller\n", out.name, sized.n/1e6)
	}
	return nil
}

// largeExport is what mail and browsers do not take gladly, in bytes.
const largeExport = 20_000_000

// findKind tells what to write, and refuses flags that mean nothing for it.
func (f *exportFlags) findKind() error {
	if f.output == "" {
		return errors.New("type where to write it, as in -o match.html; the ending tells the kind: " + strings.Join(kindNames(), ", "))
	}
	kind, hint := f.format, "--format "+strconv.Quote(f.format)
	if kind == "" {
		kind = strings.ToLower(strings.TrimPrefix(filepath.Ext(f.output), "."))
		hint = "-o " + f.output + ": the ending does not tell the kind"
		if f.output == "-" {
			hint = "-o - needs --format"
		}
	}
	var ok bool
	if f.kind, ok = film.Find(kind); !ok {
		return fmt.Errorf("%s: there is %s", hint, strings.Join(kindNames(), ", "))
	}
	if f.output == "-" && f.kind.Name != "txt" && term.IsTerminal(os.Stdout.Fd()) {
		return fmt.Errorf("%s is not for the eye: type -o match.%[1]s, or > FILE behind the command", f.kind.Name)
	}
	refuse := func(bad bool, hint string, flags ...string) error {
		for _, name := range flags {
			if bad && f.set.Changed(name) {
				return fmt.Errorf("--%s means nothing for %s: %s", name, f.kind.Name, hint)
			}
		}
		return nil
	}
	return cmp.Or(
		refuse(f.kind.One, "it shows one round, that of --round", "from", "to", "highlights", "speed"),
		refuse(!f.kind.One, "type --from and --to", "round"),
		refuse(!f.kind.Cells, "it is for gif, png and svg", "cell"),
		refuse(f.kind.Name != "cast", "it is for casts", "cast"),
		refuse(!f.kind.Titled, "there is no place for it", "title"),
		refuse(f.kind.Name == "txt", "it has no colours", "palette"),
	)
}

// look reads how it is to look.
func (f *exportFlags) look() (film.Options, film.Format, error) {
	o := film.Options{Speed: f.view.speed, Title: f.title}
	format := film.Format{Cast: f.cast}
	var err error
	if o.W, o.H, err = parsePair("size", f.size, watch.MinW, watch.MinH, screen.MaxW, screen.MaxH); err != nil {
		return o, format, err
	}
	if format.Cell.W, format.Cell.H, err = parsePair("cell", f.cell, glyph.MinSide, glyph.MinSide, glyph.MaxSide, glyph.MaxSide); err != nil {
		return o, format, err
	}
	if f.cast != export.Cast2 && f.cast != export.Cast3 {
		return o, format, fmt.Errorf("--cast %d: there is 2 and 3", f.cast)
	}
	if f.set.Changed("follow") && f.follow < 0 {
		return o, format, fmt.Errorf("--follow %d: type the number of a unit, as inspecting it shows", f.follow)
	}
	i := slices.Index(zoomWords(), f.zoom)
	if i < 0 {
		return o, format, fmt.Errorf("--zoom %q: there is %s", f.zoom, strings.Join(zoomWords(), ", "))
	}
	f.keepInSight(&o, zooms[i].zoom)
	o.Palette, o.NoSpoilers = f.view.palette, f.view.noSpoilers
	if f.kind.Name == "txt" {
		o.Palette = "none" // letters carry everything
	}
	return o, format, f.view.checkLook()
}

// keepInSight makes the viewport follow the unit of --follow, on a near board where
// no zoom was chosen.
func (f *exportFlags) keepInSight(o *film.Options, zoom board.Zoom) {
	o.Place = where.Place{Unit: f.follow}.View()
	if f.follow < 0 || f.set.Changed("zoom") {
		o.Place.Zoom = zoom
	}
}

// parsePair reads "WxH" within bounds.
func parsePair(flag, text string, minW, minH, maxW, maxH int) (w, h int, err error) {
	a, b, _ := strings.Cut(text, "x")
	w, err1 := strconv.Atoi(a)
	h, err2 := strconv.Atoi(b)
	if err1 != nil || err2 != nil || w < minW || h < minH || w > maxW || h > maxH {
		return 0, 0, fmt.Errorf("--%s %q: type width and height, from %dx%d to %dx%d", flag, text, minW, minH, maxW, maxH)
	}
	return w, h, nil
}

// open reads a recording with all that can be known of it, except for what
// differs from one time to the next.
func (f *exportFlags) open(ctx context.Context, word string) (*record.Record, error) {
	rec, text, noted, err := f.view.open(ctx, word)
	if err != nil {
		return nil, err
	}
	if f.view.round >= 0 && !f.kind.One {
		return nil, fmt.Errorf("@%d means nothing for %s: type --from and --to", f.view.round, f.kind.Name)
	}
	if noted {
		return rec, nil
	}
	progressNote(os.Stderr, "plays the match again, to know more of it")
	defer clearProgress(os.Stderr)
	if match.Enrich(ctx, text, rec, ai.Find) {
		rec.Enrich(unmeasured(rec))
	}
	return rec, ctx.Err()
}

// unmeasured are the turns of a record without processor times.
func unmeasured(rec *record.Record) []*sim.Turn {
	var turns []*sim.Turn
	for k := 0; rec.Turn(k) != nil; k++ {
		t := *rec.Turn(k)
		for seat := range t.Seats {
			t.Seats[seat].CPU, t.Seats[seat].Total = 0, 0
		}
		turns = append(turns, &t)
	}
	return turns
}

// moments is how many --highlights shows.
const moments = 5

// rounds lists the rounds to show.
func (f *exportFlags) rounds(rec *record.Record) ([]int, error) {
	edge := rec.Edge()
	if f.kind.One {
		if f.view.round >= 0 {
			edge = f.view.round
		}
		return []int{edge}, nil
	}
	from, to := 0, edge
	if f.set.Changed("from") {
		from = f.from
	}
	if f.set.Changed("to") {
		to = f.to
	}
	if from < 0 || to > edge || from > to {
		return nil, fmt.Errorf("--from %d --to %d: there are rounds 0 to %d", from, to, edge)
	}
	if f.highlights {
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

// attended is a film that tells how far its writing is, and ends with ctx.
func attended(ctx context.Context, f *export.Film, total int) *export.Film {
	show, done := progressBar(os.Stderr, total, "screens"), 0
	whole := *f
	whole.Frames = func(yield func(export.Frame) bool) {
		for frame := range f.Frames {
			if ctx.Err() != nil || !yield(frame) {
				return
			}
			done++
			show(done)
		}
	}
	return &whole
}

// counted counts what is written.
type counted struct {
	w io.Writer
	n int64
}

func (c *counted) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}
