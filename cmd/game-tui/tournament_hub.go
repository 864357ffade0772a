package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/nats-io/nats.go"
	"github.com/spf13/pflag"

	"game-tui/cmd/game-tui/manual"
	"game-tui/cmd/game-tui/progress"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/league/hub"
	"game-tui/sim/match"
	"game-tui/tui/numbers"
)

// manyFlags are the flags of a tournament that many machines play.
type manyFlags struct {
	hubFlags
	listen, nats string
	verify       string
	cores        int
	workers      int

	share  float64 // of --verify
	node   *hub.Node
	conn   *nats.Conn
	screen atomic.Pointer[tournamentView] // the dashboard, while it takes the terminal
}

// spare are connections for workers that are told that there is no room.
const spare = 16

// maxWorkers is how many workers there may be where nobody says otherwise.
const maxWorkers = 64

// manyNames are the flags of a tournament that many machines play.
var manyNames = []string{"listen", "nats", "token-file", "tls-cert", "tls-key", "tls-ca", "insecure", "verify", "cores", "max-workers"}

func (f *manyFlags) add(set *pflag.FlagSet) {
	set.StringVar(&f.listen, "listen", "", "let workers play, too: the `address` on which they reach this program, such as 0.0.0.0:4222")
	set.StringVar(&f.nats, "nats", "", "let workers play, too, which connect to the NATS server of that `URL` like this program")
	f.addDial(set)
	f.addListen(set)
	tokens := set.Lookup("token-file")
	tokens.Usage = "`file` with lines NAME TOKEN: workers with these are let in; made where it is not there"
	set.StringVar(&f.verify, "verify", "1%", "play that `share` of the workers' results again here, and refuse tokens that differ; 0: none")
	addCores(set, &f.cores, "play on that `number` of cores of this machine; 0 leaves all to workers")
	set.IntVar(&f.workers, "max-workers", maxWorkers, "`number` of workers at a time, each of which may take 8 MiB of memory here")
	manual.Group(set, hubTitle, "listen", "nats", "verify", "cores", "max-workers")
}

// addCores adds a flag of a number of cores, all where it is not typed.
func addCores(set *pflag.FlagSet, cores *int, usage string) {
	set.IntVar(cores, "cores", runtime.GOMAXPROCS(0), usage)
	set.Lookup("cores").DefValue = "all"
}

// open reaches the workers before anything is played, or says why that cannot be.
func (f *manyFlags) open(ctx context.Context, set *pflag.FlagSet, tell func(string)) (err error) {
	on := f.listen != "" || f.nats != ""
	for _, name := range manyNames {
		if set.Changed(name) && name != "cores" && !on {
			return fmt.Errorf("--%s is for workers: let them come with --listen ADDRESS or --nats URL", name)
		}
	}
	switch {
	case f.listen != "" && f.nats != "":
		return errors.New("--listen and --nats exclude each other: the server is inside this program, or elsewhere")
	case f.cores < 0 || f.cores == 0 && !on:
		return errors.New("--cores must be at least 1; 0 leaves all to workers, with --listen or --nats")
	case f.workers < 1:
		return errors.New("--max-workers must be at least 1")
	case !on:
		return nil
	}
	if err := idleFlags(set, "--listen", "--nats", f.listen != ""); err != nil {
		return err
	}
	if f.share, err = typed.Share(f.verify); err != nil {
		return fmt.Errorf("--verify %q: %w", f.verify, err)
	}
	if f.nats != "" {
		d, err := f.dial(ctx, f.nats)
		if err != nil {
			return err
		}
		f.conn, err = d.Connect(ctx, "coordinator", tell)
		return err
	}
	if err := f.makeTokens("worker", tell); err != nil {
		return err
	}
	if f.node, err = f.hubFlags.node(ctx, f.listen, f.workers+spare, hub.WorkerRights); err != nil {
		return fmt.Errorf("--listen %w", err)
	}
	if f.conn, err = f.node.Connect(); err != nil {
		return err
	}
	scheme := "nats"
	if f.cert != "" {
		scheme = "tls"
	}
	line := fmt.Sprintf("workers: game-tui worker %s://%s", scheme, reachedAt(f.node.Addr()))
	if f.tokens != "" {
		line += " --token-file FILE"
	} else {
		line += ", without a token from this machine (--token-file asks for one)"
	}
	tell(line)
	return nil
}

// reachedAt is the address that others type: where all addresses of this machine are
// listened on, its name.
func reachedAt(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return addr.String()
	}
	name, err := os.Hostname()
	if err != nil || name == "" {
		name = "HOST"
	}
	return net.JoinHostPort(clean.Word(name, 100), strconv.Itoa(tcp.Port))
}

// close ends the connection and the server.
func (f *manyFlags) close() {
	if f.conn != nil {
		f.conn.Close()
	}
	if f.node != nil {
		f.node.Close()
	}
}

// desk gives out the tasks of a tournament: the engine alone, or workers play, too.
type desk interface {
	Next(ctx context.Context) (league.Task, bool)
	Submit(ctx context.Context, r league.Result) error
	// Missed takes back a task that this machine held up.
	Missed(n int)
}

// alone is the desk of a tournament that one machine plays.
type alone struct{ *league.Engine }

func (a alone) Next(context.Context) (league.Task, bool) { return a.Engine.Next() }
func (a alone) Submit(ctx context.Context, r league.Result) error {
	return a.Engine.Submit(ctx, r, nil)
}

// Missed leaves it to the next time that the tournament goes on.
func (a alone) Missed(int) {}

// together is the desk of a tournament that workers play, too.
type together struct{ *hub.Desk }

func (t together) Submit(ctx context.Context, r league.Result) error {
	_, err := t.Desk.Submit(ctx, hub.Local, r, nil)
	return err
}

// Missed leaves it to workers.
func (t together) Missed(n int) { t.Desk.Missed(hub.Local, n) }

// workers says how many play, too.
func (t together) workers() string { return numbers.Count(t.Counts().Workers, "worker") }

// desk makes the desk of a tournament. done is called when it is over.
func (f *tournamentFlags) desk(ctx context.Context, e *league.Engine, players *copies, field *match.Field) (t desk, done func(), err error) {
	if f.many.conn == nil {
		return alone{e}, func() {}, nil
	}
	var p *league.Plan
	e.View(func(b *league.Books) { p = b.Plan })
	o := hub.DeskOptions{
		Verify: f.many.share, Play: func(ctx context.Context, t *league.Task) (league.Result, error) { return league.Play(ctx, field, t) },
		Broken: players.broken(ctx), Local: f.many.cores > 0, Workers: f.many.workers, Tell: f.say,
	}
	if f.many.node != nil {
		o.Tokens = f.many.node.Tokens()
	}
	if programsOf(p) > 0 {
		o.Match = sim.Seats * max(field.Spec.Limits.MatchWall, 0)
	}
	settings, _, err := field.Game.ReadSettings([]byte(p.Config))
	if err != nil {
		return nil, nil, err
	}
	desk := hub.NewDesk(e, o)
	c, err := hub.NewCoordinator(f.many.conn, hub.CoordinatorOptions{
		Desk: desk, Rounds: settings.Rounds(), Tell: f.say, Read: players.dir.Read,
	})
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	var checks sync.WaitGroup
	checks.Go(func() { desk.Check(ctx) })
	return together{desk}, func() {
		cancel()
		checks.Wait()
		c.Close(e.Over())
		if n := desk.Counts(); n.Checked+n.Differing > 0 {
			f.say(fmt.Sprintf("%s of workers played again: %d the same, %d not", numbers.Count(n.Checked+n.Differing, "result"), n.Checked, n.Differing))
		}
	}, nil
}

// say tells the operator a line: in the dashboard while there is one, else over what is
// told of the progress.
func (f *tournamentFlags) say(text string) {
	if l := f.many.screen.Load(); l != nil {
		l.say(text)
		return
	}
	progress.Say(f.stderr, text)
}
