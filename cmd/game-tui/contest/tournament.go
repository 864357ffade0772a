// Package contest plays players against each other: a tournament, on this machine or with workers on
// others, and a ladder. What is played counts when it is in a record, which anybody can verify.
package contest

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
	"game-tui/cmd/game-tui/contest/players"
	"game-tui/cmd/game-tui/contest/show"
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/progress"
	"game-tui/cmd/game-tui/typed"
	"game-tui/cmd/game-tui/version"
	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/match"
	"game-tui/tui/numbers"
)

// Tournament says how players play against each other.
type Tournament struct {
	players.Reader // makes the players that are typed
	Size           Size
	Against        process.Typed
	Names          string // file of a naming
	Resume         string
	Early, Plain   bool
	Many           Many
	screen         atomic.Pointer[show.Tournament] // the dashboard, while it takes the terminal
	Stdout         io.Writer
}

// Run plays a tournament, or goes on with one.
func (f *Tournament) Run(ctx context.Context, words []process.Typed) error {
	defer f.Many.close()
	if err := f.Many.open(ctx, f.WasTyped, f.log); err != nil {
		return err
	}
	if f.Resume != "" {
		return f.goOn(ctx, words)
	}
	return f.begin(ctx, words)
}

// begin plays a new tournament.
func (f *Tournament) begin(ctx context.Context, words []process.Typed) error {
	if f.Against.String() != "" {
		if len(words) != 1 {
			return fmt.Errorf("--against %s compares one player with it, %d named: type game-tui tournament NEW --against OLD", f.Against, len(words))
		}
		words = append(words, f.Against)
	}
	if f.Size.Matches < 0 || f.Size.Length < 0 {
		return errors.New("--matches and --for must be above 0")
	}
	game, plan, err := f.plan(ctx)
	if err != nil {
		return err
	}
	if f.Names != "" {
		if f.Naming, err = players.ReadNaming(f.Names); err != nil {
			return err
		}
	}
	dir := players.NewCopies(players.CopyRoom)
	defer dir.Close()
	list, err := f.Contenders(ctx, game, words, dir)
	if err == nil {
		err = players.Enough(list, words)
	}
	if err != nil {
		return err
	}
	c := f.Copies(game, plan, list, dir)
	field, err := c.Field(ctx, max(f.Many.Cores, 1))
	if err != nil {
		return err
	}
	c.Warn(f.log)
	if f.Naming != nil {
		f.Naming.Report(f.Stderr, plan)
	}
	if err := c.OwnNames(ctx, field); err != nil {
		return err
	}
	speed, err := f.Size.measure(ctx, field, plan)
	if err != nil {
		return f.Fault(err)
	}
	key := secretSeeds(plan)
	if err := plan.Seal(); err != nil {
		return err
	}
	name, record, err := f.create(plan, key)
	if err != nil {
		return err
	}
	fmt.Fprintf(f.Stderr, "%s\nrecord: %s\n", speed.announce(plan, f.stopsEarly(plan)), clean.Line(name))
	return f.play(ctx, name, c, field, plan, record)
}

// plan makes the plan, but for its players, its size, and the design that depends on them.
func (f *Tournament) plan(ctx context.Context) (sim.Game, *league.Plan, error) {
	config, spec, err := f.Spec(ctx)
	if err != nil {
		return nil, nil, err
	}
	if err := play.Playable(ctx, config.Game, spec); err != nil { // with which no match can be made
		return nil, nil, f.Fault(err)
	}
	p := &league.Plan{Engine: version.Name(), Game: spec.Game, Config: spec.Config}
	if p.Seed, _, err = f.FirstSeed(&f.Size.Seeds); err != nil {
		return nil, nil, err
	}
	if !f.Ours {
		p.Source = strings.ToValidUTF8(f.Source, "?")
	}
	if !spec.Limits.Off {
		p.Limits.Limits = spec.Limits
	}
	if f.Sandbox == process.Require {
		p.Limits.Sandbox = f.Sandbox.String()
	}
	return config.Game, p, nil
}

// create begins the record, under a name of its own where none was typed.
func (f *Tournament) create(p *league.Plan, key *league.Key) (string, *league.Record, error) {
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
		record, err := league.Create(name, p, key)
		switch {
		case err == nil:
			return name, record, nil
		case !errors.Is(err, os.ErrExist):
			return "", nil, show.RecordError(name, err)
		case f.Output != "":
			return "", nil, fmt.Errorf("%s: is there already: go on with it by --resume %s, or name another file", name, typed.Quoted(name))
		}
	}
}

// goOn goes on with a tournament.
func (f *Tournament) goOn(ctx context.Context, words []process.Typed) error {
	var plan *league.Plan
	record, err := league.Resume(f.Resume, func(p *league.Plan) error {
		if p.Engine != version.Name() {
			return fmt.Errorf("begun by game-tui %s, this is %s: their results are not mixed; go on with that one, or begin a new tournament", p.Engine, version.Name())
		}
		plan = p
		return nil
	})
	if _, ok := errors.AsType[*os.PathError](err); ok {
		return files.Error(err)
	}
	if err != nil {
		return show.RecordError(f.Resume, err)
	}
	dir := players.NewCopies(players.CopyRoom)
	defer dir.Close()
	c, err := f.copiesAgain(ctx, plan, words, dir)
	if err != nil {
		return errors.Join(err, record.Close())
	}
	field, err := c.Field(ctx, max(f.Many.Cores, 1))
	if err != nil {
		return errors.Join(fmt.Errorf("%w; %s", err, players.PutBack), record.Close())
	}
	if n, first := record.Damaged(); n > 0 {
		fmt.Fprintf(f.Stderr, "%s:%s; %s set aside in %s, and played again\n", clean.Line(f.Resume), clean.Line(first.Error()), numbers.Count(n, "line"), clean.Line(f.Resume+".dropped"))
	}
	record.View(func(s *league.Standings) {
		played, planned := s.Matches()
		fmt.Fprintf(f.Stderr, "%s of %s matches are played\n", numbers.Grouped(played), numbers.Grouped(planned))
	})
	return f.play(ctx, f.Resume, c, field, plan, record)
}

// copiesAgain makes the players of a record. It may be somebody else's, so that
// programs that it names run in a sandbox, unless the flag is typed.
func (f *Tournament) copiesAgain(ctx context.Context, p *league.Plan, words []process.Typed, dir *players.Copies) (*players.Planned, error) {
	game, err := players.GameOf(f.Resume, p)
	if err != nil {
		return nil, err
	}
	if !f.WasTyped("sandbox") && players.ProgramsOf(p) > 0 || p.Limits.Sandbox != "" {
		f.Sandbox = process.Require
	}
	if f.Sandbox == process.Require && !f.WasTyped("sandbox") && p.Limits.Sandbox == "" && !players.HeldIn(p) {
		return nil, fmt.Errorf("%s: names programs, and nothing keeps them in here: type --sandbox auto as well if the record is your own", f.Resume)
	}
	if err := players.LimitsAgain(&f.Request, f.Resume, players.LimitsToType(p), func() string { return f.resumeLine(f.Resume, p) }); err != nil {
		return nil, err
	}
	c := players.New(game, p, f.Sandbox, dir)
	c.Record = f.Resume
	if err := f.TypedAgain(ctx, c, words, func() string { return f.resumeLine(f.Resume, p) }); err != nil {
		return nil, err
	}
	c.Warn(f.log)
	return c, nil
}

// play plays what is left of a tournament and shows how it ended.
func (f *Tournament) play(ctx context.Context, name string, team *players.Planned, field *match.Field, plan *league.Plan, record *league.Record) error {
	play.CollectLate()
	early := f.stopsEarly(plan)
	engine := league.NewEngine(record, early)
	desk, done, err := f.Many.desk(ctx, engine, team, field, f.log)
	if err != nil {
		return errors.Join(err, engine.Close())
	}
	c := playing{engine: engine, desk: desk, field: field, cores: f.Many.Cores, progress: f.Stderr}
	if f.Size.Length > 0 {
		c.until = time.Now().Add(f.Size.Length)
	}
	c.live = show.NewTournament(name, engine, c.until)
	if f.Many.conn != nil {
		c.live.Workers = func() string { return numbers.Count(desk.Counts().Workers, "worker") }
	}
	if !f.Plain && files.ToTerminal() {
		c.screen = func(ctx context.Context, over <-chan struct{}) error {
			f.screen.Store(c.live)
			err := show.Dashboard(ctx, c.live, &show.Again{Record: name, Players: team}, over)
			f.screen.Store(nil)
			for _, text := range c.live.Logged() {
				f.log(text)
			}
			return err
		}
	}
	err = c.play(ctx)
	done()
	if err != nil && ctx.Err() == nil && !errors.Is(err, play.ErrInterrupted) && !play.Missed(err) {
		if _, held := errors.AsType[*match.MachineError](err); !held {
			err = show.RecordError(name, err)
		}
		return fmt.Errorf("%w; nothing that counted is lost: %s", err, f.resumeLine(name, plan))
	}
	engine.View(func(s *league.Standings) {
		if s.Tasks > 0 {
			r := show.Standings(name, s)
			r.Summary(f.Stdout)
			if err == nil && early {
				r.Saved(f.Stderr)
			}
		}
	})
	if !engine.Over() {
		fmt.Fprintln(f.Stderr, "go on: "+f.resumeLine(name, plan))
	}
	return err
}

// stopsEarly reports whether a tournament ends when all is proven.
func (f *Tournament) stopsEarly(p *league.Plan) bool {
	return f.Early || p.Design == league.Versus && !f.WasTyped("stop-early")
}

// resumeLine is what to type to go on.
func (f *Tournament) resumeLine(name string, p *league.Plan) string {
	words := append([]string{"game-tui tournament --resume", typed.Quoted(name)}, f.Given(slices.Concat([]string{"stop-early", "sandbox"}, manyNames)...)...)
	if !f.WasTyped("sandbox") && !players.HeldIn(p) {
		words = append(words, "--sandbox=auto")
	}
	for _, l := range players.LimitsToType(p) {
		words = append(words, l.Word)
	}
	for _, i := range players.ToType(name, p) {
		words = append(words, typed.Quoted(players.WordOf(&p.Player[i])))
	}
	return strings.Join(words, " ")
}

// log shows the operator a line: in the dashboard while there is one, else over the progress.
func (f *Tournament) log(text string) {
	if l := f.screen.Load(); l != nil {
		l.Log(text)
		return
	}
	progress.Print(f.Stderr, text)
}
