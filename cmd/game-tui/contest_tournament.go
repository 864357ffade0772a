package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/progress"
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
	size           size
	against        process.Typed
	resume         string
	early, plain   bool
	many           manyFlags
	screen         atomic.Pointer[tournamentView] // the dashboard, while it takes the terminal
	stdout, stderr io.Writer
}

// reader makes the players that are typed.
func (f *tournamentFlags) reader() *playerReader { return &playerReader{&f.Request, f.stderr} }

// run plays a tournament, or goes on with one.
func (f *tournamentFlags) run(ctx context.Context, words []process.Typed) error {
	defer f.many.close()
	if err := f.many.open(ctx, f.WasTyped, f.say); err != nil {
		return err
	}
	if f.resume != "" {
		return f.goOn(ctx, words)
	}
	return f.begin(ctx, words)
}

// begin plays a new tournament.
func (f *tournamentFlags) begin(ctx context.Context, words []process.Typed) error {
	if f.against.String() != "" {
		if len(words) != 1 {
			return fmt.Errorf("--against %s compares one player with it, %d named: type game-tui tournament NEW --against OLD", f.against, len(words))
		}
		words = append(words, f.against)
	}
	if err := f.size.check(); err != nil {
		return err
	}
	game, plan, err := f.plan(ctx)
	if err != nil {
		return err
	}
	dir := files.NewCopies(files.CopyRoom)
	defer dir.Close()
	list, err := f.reader().contenders(ctx, game, words, dir)
	if err == nil {
		err = enough(list, words)
	}
	if err != nil {
		return err
	}
	c, err := f.reader().copies(game, plan, list, dir)
	if err != nil {
		return err
	}
	field, err := c.field(ctx, max(f.many.cores, 1))
	if err != nil {
		return err
	}
	f.reader().warn(plan)
	speed, err := f.size.measure(ctx, field, plan)
	if err != nil {
		return f.Fault(err)
	}
	keys := secretSeeds(plan)
	if err := plan.Seal(); err != nil {
		return err
	}
	name, record, err := f.create(plan, keys)
	if err != nil {
		return err
	}
	fmt.Fprintf(f.stderr, "%s\nrecord: %s\n", speed.announce(plan, f.stopsEarly(plan)), clean.Line(name))
	return f.play(ctx, name, c, field, record, league.NewBooks(plan))
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
	if p.Seed, _, err = f.FirstSeed(&f.size.seeds); err != nil {
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

// goOn goes on with a tournament.
func (f *tournamentFlags) goOn(ctx context.Context, words []process.Typed) error {
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
	if err := f.reader().typedAgain(ctx, c, words, func() string { return f.resumeLine(f.resume, p) }); err != nil {
		return nil, err
	}
	f.reader().warn(p)
	return c, nil
}

// play plays what is left of a tournament and shows how it ended.
func (f *tournamentFlags) play(ctx context.Context, name string, team *copies, field *match.Field, record *league.Record, books *league.Books) error {
	play.CollectLate()
	books.Schedule.Know(record.Keys()...)
	early := f.stopsEarly(books.Plan)
	engine := league.NewEngine(record, books, early)
	desk, done, err := f.many.desk(ctx, engine, team, field, f.say)
	if err != nil {
		return errors.Join(err, engine.Close())
	}
	c := contest{engine: engine, desk: desk, field: field, cores: f.many.cores, progress: f.stderr}
	if f.size.length > 0 {
		c.until = time.Now().Add(f.size.length)
	}
	if !f.plain && toTerminal() {
		c.live = newTournamentView(name, c.engine, c.until)
		if t, ok := desk.(together); ok {
			c.live.workers = t.workers
		}
		c.screen = func(ctx context.Context, over <-chan struct{}) error {
			f.screen.Store(c.live)
			err := showDashboard(ctx, c.live, newAgainOf(name, team), over)
			f.screen.Store(nil)
			for _, text := range c.live.kept() {
				f.say(text)
			}
			return err
		}
	}
	stop := team.watched(f.say)
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

// say tells the operator a line: in the dashboard while there is one, else over what is
// told of the progress.
func (f *tournamentFlags) say(text string) {
	if l := f.screen.Load(); l != nil {
		l.say(text)
		return
	}
	progress.Say(f.stderr, text)
}
