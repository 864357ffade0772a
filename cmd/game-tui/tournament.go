package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/typed"
	"game-tui/cmd/game-tui/version"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/match"
	"game-tui/tui/numbers"
)

// tournamentFlags are the flags of commands that play players against each other.
type tournamentFlags struct {
	play.Request
	seeds          typed.Seeds
	matches        int
	length         time.Duration
	against        process.Typed
	resume         string
	early, plain   bool
	many           manyFlags
	stdout, stderr io.Writer
}

func tournamentCommand() *cobra.Command {
	f := &tournamentFlags{}
	cmd := &cobra.Command{
		Use:   "tournament PLAYER...",
		Short: "Play players against each other until it is clear who is better",
		Long: `Play players against each other on all cores, and rate them: points, 95 % intervals,
and places that are shared where nothing is proven.

Players are named as everywhere. A folder is one player by a file player, main.py,
bot.py or main.sh in it; any other stands for the players in it, files and folders.
Up to eight play in all line-ups, more (or where that would leave
fewer than 20 seeds) in line-ups in which everybody meets everybody equally often;
each line-up in four seatings. Two players play two seats each, and only until it
is proven who is better: the same as NEW --against OLD.

Each result is safe in the record, a readable file, before it counts. What was
interrupted, by Ctrl-C or by a power cut, goes on with --resume.

In a terminal a dashboard shows how it goes; choose a player, or two, to watch their
matches meanwhile. Elsewhere, or with --plain, a line a minute tells how far it is.

"game-tui help tournament" says how to read the table.`,
		Example: `game-tui tournament Seeker Hunter Greedy Demo
game-tui tournament players/ --game thepurge --for 8h -o final.jsonl
game-tui tournament ./new/ --against ./old/
game-tui tournament --resume final.jsonl
game-tui tournament show final.jsonl`,
		Args: cobra.ArbitraryArgs,
		RunE: typing(func(cmd *cobra.Command, words []process.Typed) error {
			f.stdout, f.stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			defer f.many.close()
			if err := f.many.open(cmd.Context(), cmd.Flags(), f.say); err != nil {
				return err
			}
			if f.resume != "" {
				return f.goOn(cmd.Context(), words)
			}
			return f.begin(cmd.Context(), words)
		}),
	}
	set := cmd.Flags()
	addRequest(cmd, &f.Request)
	set.Var(typedValue{&f.against}, "against", "is PLAYER better than this `player`? Play until it is proven")
	addGame(set, &f.Request)
	set.StringVarP(&f.Seed, "seed", "s", "", "first `seed`; without it a fresh one is drawn and shown")
	set.Var(&f.seeds, "seeds", typed.SeedsUsage)
	set.IntVar(&f.matches, "matches", 0, "let each player play about that `many` matches (default 400)")
	set.DurationVar(&f.length, "for", 0, "play about as much as fits into that `time`, and end then")
	set.StringVarP(&f.Output, "output", "o", "", "the record: a new `file` (default GAME-DATE-TIME.jsonl)")
	set.StringVar(&f.resume, "resume", "", "go on with the tournament of that `file`")
	set.BoolVar(&f.early, "stop-early", false, "end when every pair is decided; two players always do, unless =false")
	f.many.add(set)
	set.BoolVar(&f.plain, "plain", false, "in a terminal, too: a line of progress in place of the dashboard")
	addLimits(set, &f.Request)
	cmd.ValidArgsFunction = completePlayers(&f.Game)
	completeFlags(cmd)
	_ = cmd.MarkFlagFilename("resume", "jsonl")
	cmd.AddCommand(showCommand(), verifyRecordCommand())
	return cmd
}

// begin plays a new tournament.
func (f *tournamentFlags) begin(ctx context.Context, words []process.Typed) error {
	if f.against.String() != "" {
		if len(words) != 1 {
			return fmt.Errorf("--against %s compares one player with it, %d named: type game-tui tournament NEW --against OLD", f.against, len(words))
		}
		words = append(words, f.against)
	}
	if err := f.checkSize(); err != nil {
		return err
	}
	game, plan, err := f.plan(ctx)
	if err != nil {
		return err
	}
	dir := files.NewCopies(files.CopyRoom)
	defer dir.Close()
	list, err := f.contenders(ctx, game, words, dir)
	if err == nil {
		err = enough(list, words)
	}
	if err != nil {
		return err
	}
	c, err := f.copies(game, plan, list, dir)
	if err != nil {
		return err
	}
	field, err := c.field(ctx, max(f.many.cores, 1))
	if err != nil {
		return err
	}
	f.warn(plan)
	speed, err := f.size(ctx, field, plan)
	if err != nil {
		return err
	}
	keys := secretSeeds(plan)
	if err := plan.Seal(); err != nil {
		return err
	}
	name, record, err := f.create(plan, keys)
	if err != nil {
		return err
	}
	fmt.Fprintf(f.stderr, "%s\nrecord: %s\n", speed.announce(plan, f), clean.Line(name))
	return f.play(ctx, name, c, field, record, league.NewBooks(plan))
}

// secretSeeds gives a plan a key for the seeds of its players where programs are ranked: a
// program that knew them could compute every die. Two players are compared, not ranked.
func secretSeeds(p *league.Plan) []league.Key {
	if len(p.Player) < 3 || programsOf(p) == 0 {
		return nil
	}
	return []league.Key{p.AddKey()}
}

// checkSize refuses sizes that mean nothing.
func (f *tournamentFlags) checkSize() error {
	switch {
	case f.matches < 0 || f.length < 0:
		return errors.New("--matches and --for must be above 0")
	case f.seeds.Count > 0 && f.matches > 0:
		return errors.New("--seeds and --matches exclude each other: type one of the two")
	}
	return nil
}

// plan makes the plan, but for its players, its size, and the design that depends on them.
func (f *tournamentFlags) plan(ctx context.Context) (sim.Game, *league.Plan, error) {
	config, spec, err := f.Spec(ctx)
	if err != nil {
		return nil, nil, err
	}
	if err := f.playable(config, spec); err != nil {
		return nil, nil, err
	}
	p := &league.Plan{Engine: version.Name(), Game: spec.Game, Config: spec.Config}
	if p.Seed, _, err = f.FirstSeed(&f.seeds); err != nil {
		return nil, nil, err
	}
	if !f.Ours {
		p.Source = strings.ToValidUTF8(f.Source, "?")
	}
	if l := spec.Limits; !l.Off {
		p.Limits = league.Limits{CPU: l.CPU, Wall: l.Wall, MatchWall: l.MatchWall, Memory: l.Memory}
	}
	if f.Sandbox == process.Require.String() {
		p.Limits.Sandbox = f.Sandbox
	}
	return config.Game, p, nil
}

// playable refuses a configuration with which no match can be made.
func (f *tournamentFlags) playable(config *catalog.Config, spec match.Spec) error {
	return f.Fault(play.Playable(context.Background(), config.Game, spec))
}

// warn says what does not keep programs in.
func (f *tournamentFlags) warn(p *league.Plan) {
	mode, err := process.ParseMode(f.Sandbox)
	if err != nil || programsOf(p) == 0 {
		return
	}
	for _, warning := range process.Warnings(mode) {
		fmt.Fprintln(f.stderr, "warning:", warning)
	}
}

// create begins the record, under a name of its own where none was typed.
func (f *tournamentFlags) create(p *league.Plan, keys []league.Key) (string, *league.Record, error) {
	name := f.Output
	if name == "-" {
		return "", nil, errors.New("-o -: a record is a file, to go on with after an interruption")
	}
	base := fmt.Sprintf("%s-%s", p.Game, time.Now().Format("20060102-1504"))
	for k := 1; ; k++ {
		if f.Output == "" {
			name = base + ".jsonl"
			if k > 1 {
				name = fmt.Sprintf("%s-%d.jsonl", base, k)
			}
		}
		record, err := league.Create(name, p, keys...)
		switch {
		case err == nil:
			return name, record, nil
		case !errors.Is(err, os.ErrExist):
			return "", nil, recordError(name, err)
		case f.Output != "":
			return "", nil, fmt.Errorf("%s: is there already: go on with it by --resume %s, or name another file", name, typed.Quoted(name))
		}
	}
}

// recordError explains an error of creating, opening or writing a record.
func recordError(name string, err error) error {
	if errors.Is(err, league.ErrInUse) {
		return fmt.Errorf("%s: %w; game-tui tournament show %s shows how it stands", name, err, typed.Quoted(name))
	}
	if text := err.Error(); strings.HasPrefix(text, name+":") {
		return recordHint(name, err) // it names file and line
	}
	if path, ok := errors.AsType[*os.PathError](err); ok {
		err = path.Err
	}
	return files.Unwritten(name, err)
}

// noteSums says where the lines of a record have no checksums.
func noteSums(w io.Writer, name string, p *league.Plan) {
	if !p.Sums() {
		fmt.Fprintf(w, "%s: an older game-tui began it, without checksums: damage is noticed only where a line makes no sense\n", clean.Line(name))
	}
}

// recordHint adds to what is wrong with the text of a record what to type.
func recordHint(name string, err error) error {
	switch {
	case errors.Is(err, league.ErrDamaged):
		return fmt.Errorf("%w; all other lines are good: game-tui tournament --resume %s goes on with them", err, typed.Quoted(name))
	case !errors.Is(err, league.ErrNoRecord):
		return err
	case strings.HasSuffix(name, ".res"), strings.HasSuffix(name, ".res.gz"):
		return fmt.Errorf("%w but a recording of a match: game-tui watch %s opens it", err, typed.Quoted(name))
	}
	return fmt.Errorf("%w: name a file that game-tui tournament PLAYER… -o FILE wrote", err)
}

// goOn goes on with a tournament.
func (f *tournamentFlags) goOn(ctx context.Context, words []process.Typed) error {
	for _, name := range []string{"against", "input", "game", "seed", "seeds", "matches", "output"} {
		if f.WasTyped(name) {
			return fmt.Errorf("--resume goes on with what the record says: leave out --%s", name)
		}
	}
	var books *league.Books
	record, err := league.Resume(f.resume, func(p *league.Plan) error {
		if p.Engine != version.Name() {
			return fmt.Errorf("begun by game-tui %s, this is %s: their results are not mixed; go on with that one, or begin a new tournament", p.Engine, version.Name())
		}
		books = league.NewBooks(p)
		return nil
	}, func(r *league.Result) error {
		books.Add(r)
		return nil
	})
	if _, ok := errors.AsType[*os.PathError](err); ok {
		return files.Error(err)
	}
	if err != nil {
		return recordError(f.resume, err)
	}
	dir := files.NewCopies(files.CopyRoom)
	defer dir.Close()
	c, err := f.copiesAgain(ctx, books.Plan, words, dir)
	if err != nil {
		return errors.Join(err, record.Close())
	}
	field, err := c.field(ctx, max(f.many.cores, 1))
	if err != nil {
		return errors.Join(fmt.Errorf("%w; %s", err, putBack), record.Close())
	}
	noteSums(f.stderr, f.resume, books.Plan)
	if n, first := record.Damaged(); n > 0 {
		fmt.Fprintf(f.stderr, "%s:%s; %s set aside in %s, and played again\n", clean.Line(f.resume), clean.Line(first.Error()), numbers.Count(n, "line"), clean.Line(f.resume+".dropped"))
	}
	b := books.Schedule
	fmt.Fprintf(f.stderr, "%s of %s matches are played\n", numbers.Grouped(b.Matches(books.Tasks)), numbers.Grouped(b.Matches(b.Tasks())))
	return f.play(ctx, f.resume, c, field, record, books)
}

// copiesAgain makes the players of a record. It may be somebody else's, so that
// programs that it names run in a sandbox, unless the flag is typed.
func (f *tournamentFlags) copiesAgain(ctx context.Context, p *league.Plan, words []process.Typed, dir *files.Copies) (*copies, error) {
	game, ok := catalog.Find(p.Game)
	if !ok {
		return nil, fmt.Errorf("%s: there is no game %q here", f.resume, p.Game)
	}
	if !f.WasTyped("sandbox") && programsOf(p) > 0 || p.Limits.Sandbox != "" {
		f.Sandbox = process.Require.String()
	}
	mode, err := process.ParseMode(f.Sandbox)
	if err != nil {
		return nil, err
	}
	if mode == process.Require && !f.WasTyped("sandbox") && p.Limits.Sandbox == "" && !heldIn(p) {
		return nil, fmt.Errorf("%s: names programs, and nothing keeps them in here: type --sandbox auto as well if the record is your own", f.resume)
	}
	if err := limitsAgain(&f.Request, f.resume, limitsToType(p), func() string { return f.resumeLine(f.resume, p) }); err != nil {
		return nil, err
	}
	c := newCopies(game, p, mode, dir)
	c.record = f.resume
	if err := f.typedAgain(ctx, c, words); err != nil {
		return nil, err
	}
	f.warn(p)
	return c, nil
}

// play plays what is left of a tournament and shows how it ended.
func (f *tournamentFlags) play(ctx context.Context, name string, players *copies, field *match.Field, record *league.Record, books *league.Books) error {
	play.CollectLate()
	books.Schedule.Know(record.Keys()...)
	early := f.stopsEarly(books.Plan)
	engine := league.NewEngine(record, books, early)
	desk, done, err := f.desk(ctx, engine, players, field)
	if err != nil {
		return errors.Join(err, engine.Close())
	}
	c := contest{engine: engine, desk: desk, field: field, cores: f.many.cores, progress: f.stderr}
	if f.length > 0 {
		c.until = time.Now().Add(f.length)
	}
	if !f.plain && toTerminal() {
		c.live = newTournamentView(name, c.engine, c.until)
		if t, ok := desk.(together); ok {
			c.live.workers = t.workers
		}
		c.screen = func(ctx context.Context, over <-chan struct{}) error {
			f.many.screen.Store(c.live)
			err := showDashboard(ctx, c.live, &again{name, players}, over)
			f.many.screen.Store(nil)
			for _, text := range c.live.kept() {
				f.say(text)
			}
			return err
		}
	}
	stop := players.watched(f.say)
	err = c.play(ctx)
	done()
	stop()
	if err != nil && ctx.Err() == nil && !errors.Is(err, play.ErrInterrupted) && !play.Missed(err) {
		if _, held := errors.AsType[*match.MachineError](err); !held {
			err = recordError(name, err)
		}
		return fmt.Errorf("%w; nothing that counted is lost: %s", err, f.resumeLine(name, books.Plan))
	}
	if books.Tasks > 0 {
		r := standingsOf(name, books)
		r.Summary(f.stdout)
		if err == nil && early {
			r.Saved(f.stderr)
		}
	}
	if books.Tasks < books.Schedule.Tasks() && !(early && books.Duels.Open() == 0) {
		fmt.Fprintln(f.stderr, "go on: "+f.resumeLine(name, books.Plan))
	}
	return err
}

// stopsEarly tells whether a tournament ends when all is proven.
func (f *tournamentFlags) stopsEarly(p *league.Plan) bool {
	return f.early || p.Design == league.Versus && !f.WasTyped("stop-early")
}

// resumeLine is what to type to go on.
func (f *tournamentFlags) resumeLine(name string, p *league.Plan) string {
	words := append([]string{"game-tui tournament --resume", typed.Quoted(name)}, f.Given(slices.Concat([]string{"stop-early", "sandbox"}, manyNames)...)...)
	if !f.WasTyped("sandbox") && !heldIn(p) {
		words = append(words, "--sandbox=auto")
	}
	for _, l := range limitsToType(p) {
		words = append(words, l.word())
	}
	for _, i := range toType(name, p) {
		words = append(words, typed.Quoted(wordOf(&p.Player[i])))
	}
	return strings.Join(words, " ")
}
