package contest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/nats-io/nats.go"

	"game-tui/ai/process/sandbox"
	"game-tui/cmd/game-tui/contest/players"
	"game-tui/cmd/game-tui/contest/show"
	"game-tui/cmd/game-tui/network"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/progress"
	"game-tui/cmd/game-tui/typed"
	"game-tui/cmd/game-tui/version"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/league/hub"
	"game-tui/sim/match"
	"game-tui/tui/numbers"
)

// localPlay plays a tournament on the cores of this machine.
type localPlay struct {
	engine   *league.Engine
	desk     *hub.Desk
	field    *match.Field
	cores    int // matches at a time; 0 leaves all to workers
	progress io.Writer
	live     *show.Monitor
	// screen shows the dashboard until the user quits or over is closed. It is nil without a
	// terminal.
	screen func(ctx context.Context, over <-chan struct{}) error
}

// play returns when everything is played, ctx ends or results cannot be written. It closes the
// engine.
func (c *localPlay) play(ctx context.Context) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	var err error
	over := make(chan struct{})
	go func() {
		defer close(over)
		err = c.playMatches(inner)
		c.live.MarkEnded()
	}()
	if c.screen == nil {
		stop := progress.Report(inner, c.progress, c.live.ProgressLine)
		<-over
		stop()
		return cmp.Or(ctx.Err(), err)
	}
	shown := c.screen(ctx, over)
	select {
	case <-over:
	default:
		shown = cmp.Or(shown, play.ErrInterrupted) // the user has quit
	}
	cancel()
	<-over
	if errors.Is(err, context.Canceled) {
		err = nil // reported by shown
	}
	return cmp.Or(err, ctx.Err(), shown)
}

// playMatches plays the matches and closes the engine. A *match.MissedError lists matches that this
// machine was too busy to play; they have no results.
func (c *localPlay) playMatches(ctx context.Context) error {
	var misses match.Misses
	err := match.Parallel(ctx, c.cores, c.desk.Next, func(ctx context.Context, t league.Task) error {
		r, err := league.Play(ctx, c.live.Begin(t, c.field), &t)
		missed := misses.Note(t.Seed, err)
		if err != nil && !missed {
			return err
		}
		c.live.End(t, !missed)
		if missed {
			c.desk.Missed(hub.Local, t.N)
			return nil
		}
		_, err = c.desk.Submit(ctx, hub.Local, r, nil)
		return err
	})
	if c.cores == 0 {
		c.desk.Next(ctx) // returns at the end of the tournament
	}
	closed := c.engine.Close()
	if errors.Is(err, league.ErrEnded) {
		err = nil // reported by closed
	}
	return cmp.Or(closed, err, misses.Err())
}

// Workers configures which machines play with this one.
type Workers struct {
	network.Access
	Listen, NATS string      // address for workers, or URL of a NATS server; both empty means none
	Share        typed.Share // share of their results to play again here
	Cores        int         // cores of this machine to use
	Max          int         // workers at a time
}

// workers is the connection to the workers of a tournament.
type workers struct {
	*Workers
	node *network.Node
	conn *nats.Conn // nil without workers
}

// spareConnections lets workers beyond the maximum connect, to be told that there is no room.
const spareConnections = 16

// open connects to the workers, or listens for them.
func (m *workers) open(ctx context.Context, log func(string)) (err error) {
	on := m.Listen != "" || m.NATS != ""
	switch {
	case m.Cores < 0 || m.Cores == 0 && !on:
		return errors.New("--cores must be at least 1; 0 leaves all to workers, with --listen or --nats")
	case m.Max < 1:
		return errors.New("--max-workers must be at least 1")
	case !on:
		return nil
	}
	if err := m.CheckSide(m.Listen != "", "--listen", "--nats"); err != nil {
		return err
	}
	if m.NATS != "" {
		d, err := m.Dial(ctx, m.NATS)
		if err != nil {
			return err
		}
		m.conn, err = d.Connect(ctx, "coordinator", log)
		return err
	}
	if err := m.MakeTokens("worker", log); err != nil {
		return err
	}
	o := network.NodeOptions{Addr: m.Listen, Rights: hub.WorkerRights, Clients: m.Max + spareConnections, Flag: "--max-workers", Log: log,
		Rate: network.Rate{Messages: 10_000, In: 8 << 20, Out: 100 << 20}} // workers need two messages per match
	if m.node, err = m.Access.Listen(o); err != nil {
		return fmt.Errorf("--listen %w", err)
	}
	if m.conn, err = m.node.Connect(); err != nil {
		return err
	}
	m.node.CheckPlaces(m.Max)
	scheme := "nats"
	if m.Cert != "" {
		scheme = "tls"
	}
	line := fmt.Sprintf("workers: game-tui worker %s://%s", scheme, publicAddress(m.node.Addr()))
	if m.Tokens != "" {
		line += " --token-file FILE"
	} else {
		line += ", without a token from this machine (--token-file asks for one)"
	}
	log(line)
	return nil
}

// publicAddress returns the address for other machines to use: the host name if the server listens
// on all addresses.
func publicAddress(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return addr.String()
	}
	name, _ := os.Hostname()
	return net.JoinHostPort(clean.Word(cmp.Or(name, "HOST"), 100), strconv.Itoa(tcp.Port))
}

func (m *workers) close() {
	if m.conn != nil {
		m.conn.Close()
	}
	if m.node != nil {
		m.node.Close()
	}
}

// localDesk returns a desk without workers. It does not retry matches that the machine was too busy
// to play.
func localDesk(e *league.Engine) *hub.Desk {
	return hub.NewDesk(e, hub.DeskOptions{Local: true, Match: math.MaxInt64 / 2, Log: func(string) {}})
}

// desk returns the desk that distributes the matches. Callers must call done at the end.
func (m *workers) desk(ctx context.Context, e *league.Engine, team *players.Planned, field *match.Field, log func(string)) (desk *hub.Desk, done func(), err error) {
	if m.conn == nil {
		return localDesk(e), func() {}, nil
	}
	settings, _, err := field.Game.ReadSettings([]byte(team.Plan.Config))
	if err != nil {
		return nil, nil, err
	}
	o := hub.DeskOptions{
		Verify: float64(m.Share), Play: func(ctx context.Context, t *league.Task) (league.Result, error) { return league.Play(ctx, field, t) },
		Broken: team.FindBroken(ctx), Local: m.Cores > 0, Workers: m.Max, Rounds: settings.Rounds(), Log: log,
	}
	if m.node != nil {
		o.Tokens = m.node.Tokens()
	}
	if players.CountPrograms(team.Plan) > 0 {
		o.Match = sim.Seats * max(field.Spec.Limits.MatchWall, 0)
	}
	desk = hub.NewDesk(e, o)
	c, err := hub.NewCoordinator(m.conn, desk, team.Dir.Read)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	var checks sync.WaitGroup
	checks.Go(func() { desk.Check(ctx) })
	return desk, func() {
		cancel()
		checks.Wait()
		c.Close(e.Over())
		if n := desk.Counts(); n.Checked+n.Differing > 0 {
			log(fmt.Sprintf("%s of workers played again: %d the same, %d not", numbers.Count(n.Checked+n.Differing, "result"), n.Checked, n.Differing))
		}
	}, nil
}

// MaxCores is the maximum number of cores of a worker.
const MaxCores = hub.MaxCores

// A Worker plays matches of a tournament that runs on another machine. It refuses tournaments that
// give programs more than its own limits.
type Worker struct {
	network.Access
	Cores     int
	Name      string
	Stay      bool
	Sandbox   sandbox.Mode
	MaxLimits sim.Limits
	MaxFiles  typed.Size // size of all players' files
	Stderr    io.Writer
}

func (w *Worker) check() error {
	if w.Cores < 1 || w.Cores > hub.MaxCores {
		return fmt.Errorf("--cores must be 1 to %d", hub.MaxCores)
	}
	if w.Name == "" {
		w.Name, _ = os.Hostname() // on error the name is only a number
		w.Name, _, _ = strings.Cut(w.Name, ".")
	}
	w.Name = clean.Token(w.Name)
	w.Name = strings.TrimPrefix(fmt.Sprintf("%.20s-%04x", w.Name, rand.IntN(1<<16)), "-")
	return nil
}

// Work plays until the tournament is over.
func (w *Worker) Work(ctx context.Context, url string) error {
	if err := w.check(); err != nil {
		return err
	}
	d, err := w.Dial(ctx, url)
	if err != nil {
		return err
	}
	if err := w.Sandbox.Check(); err != nil {
		w.log("plays only built-in players: " + err.Error())
	}
	play.CollectGarbageLate()
	return hub.Work(ctx, hub.WorkerOptions{
		Dial: d, One: w.Name, Engine: version.Name(), Cores: w.Cores, Sandbox: sandbox.InForce(w.Sandbox),
		Stay: w.Stay, Prepare: w.prepare, Log: w.log,
	})
}

func (w *Worker) log(text string) { progress.Print(w.Stderr, text) }

// prepare loads the players of a plan from the coordinator.
func (w *Worker) prepare(ctx context.Context, p *league.Plan, broken []int, fetch league.Fetch) (*hub.Players, error) {
	game, ok := catalog.Find(p.Game)
	if !ok {
		return nil, fmt.Errorf("there is no game %s here", clean.Short(p.Game, 40))
	}
	team := &hub.Players{Field: players.Field(game, p)}
	team.Field.Spec.Seed = p.Seed // for the check below; each match has its own seed
	if err := play.CheckSpec(ctx, game, team.Field.Spec); err != nil {
		return nil, fmt.Errorf("the tournament's configuration: %w", err)
	}
	c := players.New(game, p, w.Sandbox, players.NewCopies(int64(w.MaxFiles)))
	if p.Limits.Sandbox == sandbox.Require.String() {
		c.Sandbox = sandbox.Require
	}
	c.Fetch = fetch
	if players.CountPrograms(p) > 0 {
		for _, warning := range append(sandbox.Warnings(c.Sandbox), sandbox.RootWarning()) {
			if warning != "" {
				w.log(warning)
			}
		}
	}
	team.Close = c.Close
	for i := range p.Player {
		e, err := w.preparePlayer(ctx, c, i, slices.Contains(broken, i))
		if ctx.Err() != nil {
			team.Close()
			return nil, ctx.Err()
		}
		if err != nil {
			team.Cannot = append(team.Cannot, hub.Cannot{Entry: i, Why: clean.Short(err.Error(), 200)})
		}
		team.Field.Entries = append(team.Field.Entries, e)
	}
	return team, nil
}

// preparePlayer loads a player and checks that it starts here. A broken player is not started: it
// starts nowhere.
func (w *Worker) preparePlayer(ctx context.Context, c *players.Planned, i int, broken bool) (match.Entry, error) {
	if c.Plan.Player[i].Program == nil {
		return c.Entry(ctx, i)
	}
	if err := w.checkLimits(c.Plan); err != nil {
		return match.Entry{}, err
	}
	e, err := c.Entry(ctx, i)
	switch {
	case errors.Is(err, players.ErrTooLarge):
		return match.Entry{}, fmt.Errorf("the players' files take more than %s (--max-files)", w.MaxFiles)
	case err != nil || broken:
		return e, err
	}
	return e, c.CheckStart(ctx, i)
}

// checkLimits returns an error if the plan gives programs more than this worker allows.
func (w *Worker) checkLimits(p *league.Plan) error {
	if l := p.Limits.Match(); l.Off || min(l.CPU, l.Wall, l.MatchWall) == 0 || l.Memory == 0 {
		return errors.New("the tournament gives programs no limits, which no worker plays")
	}
	for _, l := range players.LimitsBeyond(p, w.MaxLimits) {
		return fmt.Errorf("the tournament gives programs %s, this worker %s: start it with %[1]s to allow that", l.Option, l.Max)
	}
	return nil
}
