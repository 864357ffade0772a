package contest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/nats-io/nats.go"

	"game-tui/ai/process/sandbox"
	"game-tui/cmd/game-tui/internal/buildinfo"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/contest/roster"
	"game-tui/cmd/game-tui/internal/network"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/league"
	"game-tui/sim/league/hub"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
	"game-tui/sim/sanitize"
	"game-tui/tui/format"
)

// WorkersConfig configures how workers on other machines take part in a tournament.
type WorkersConfig struct {
	network.Access
	ListenAddr, NATSURL string       // address to listen on, or URL of a NATS server; if both are empty, there are no workers
	ReplayShare         cliarg.Share // share of the workers' results to play again here
	Cores               int          // cores of this machine to use
	MaxWorkers          int          // maximum number of workers at a time
}

type workers struct {
	*WorkersConfig
	node *network.Node
	conn *nats.Conn // connection to the NATS server; nil if there are no workers
}

// open connects to the NATS server or listens for workers, if configured.
func (m *workers) open(ctx context.Context, log func(string)) (err error) {
	enabled := m.ListenAddr != "" || m.NATSURL != ""
	switch {
	case m.Cores < 0 || m.Cores == 0 && !enabled:
		return errors.New("--cores must be at least 1; 0 (only workers play) needs --listen or --nats")
	case m.MaxWorkers < 1:
		return errors.New("--max-workers must be at least 1")
	case !enabled:
		return nil
	}
	if err := m.CheckTLSFlags(m.ListenAddr != "", "--listen", "--nats"); err != nil {
		return err
	}
	if m.NATSURL != "" {
		d, err := m.ServerAddress(ctx, m.NATSURL)
		if err != nil {
			return err
		}
		m.conn, err = d.Connect(ctx, "coordinator", log)
		return err
	}
	if err := m.CreateTokenFile("worker", log); err != nil {
		return err
	}
	const spare = 16 // extra connections, so that workers beyond the maximum are refused with a message
	o := network.NodeOptions{Addr: m.ListenAddr, Rights: hub.WorkerPermissions, MaxClients: m.MaxWorkers + spare, MaxClientsFlag: "--max-workers", Log: log,
		Rate: network.Rate{Messages: 10_000, BytesIn: 8 << 20, BytesOut: 100 << 20}} // Workers need two messages per match.
	if m.node, err = m.Access.Listen(o); err != nil {
		return fmt.Errorf("--listen %w", err)
	}
	if m.conn, err = m.node.Connect(); err != nil {
		return err
	}
	scheme := "nats"
	if m.CertFile != "" {
		scheme = "tls"
	}
	line := fmt.Sprintf("workers: game-tui worker %s://%s", scheme, publicAddress(m.node.Addr()))
	if m.TokenFile != "" {
		line += " --token-file FILE"
	} else {
		line += " (this machine only, no token; to require tokens, add --token-file FILE)"
	}
	log(line)
	return nil
}

// publicAddress returns the address for workers on other machines. If the server listens on all
// addresses, the host name replaces the IP address.
func publicAddress(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return addr.String()
	}
	name, _ := os.Hostname()
	return net.JoinHostPort(sanitize.ASCIIWord(cmp.Or(name, "HOST"), 100), strconv.Itoa(tcp.Port))
}

func (m *workers) close() {
	if m.conn != nil {
		m.conn.Close()
	}
	if m.node != nil {
		m.node.Close()
	}
}

// startDispatcher returns the dispatcher for the tournament's matches. Callers must call stop after the
// last match.
func (m *workers) startDispatcher(ctx context.Context, e *league.Engine, players *roster.PlannedPlayers, field *match.Field, log func(string)) (dispatcher *hub.Dispatcher, stop func(), err error) {
	if m.conn == nil {
		return newLocalDispatcher(e), func() {}, nil
	}
	settings, _, err := field.Game.ReadSettings([]byte(players.Plan.Config))
	if err != nil {
		return nil, nil, err
	}
	o := hub.DispatcherOptions{
		VerifyFraction: float64(m.ReplayShare), Play: func(ctx context.Context, t *schedule.Task) (league.Result, error) { return league.Play(ctx, field, t) },
		BrokenEntries: players.FindBroken(ctx), PlayLocally: m.Cores > 0, MaxWorkers: m.MaxWorkers, MaxRounds: settings.Rounds(), Log: log,
	}
	if m.node != nil {
		o.TokenCount = len(m.node.Tokens)
	}
	if roster.CountPrograms(players.Plan) > 0 {
		o.MaxMatchTime = sim.Seats * max(field.Spec.Limits.MatchWall, 0)
	}
	dispatcher = hub.NewDispatcher(e, o)
	c, err := hub.NewCoordinator(m.conn, dispatcher, players.Copies.Read)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	var checks sync.WaitGroup
	checks.Go(func() { dispatcher.RunChecks(ctx) })
	return dispatcher, func() {
		cancel()
		checks.Wait()
		c.Close(e.IsOver())
		if n := dispatcher.Counts(); n.IdenticalResults+n.DifferingResults > 0 {
			log(fmt.Sprintf("replayed %s from workers: %d identical, %d different", format.Count(n.IdenticalResults+n.DifferingResults, "result"), n.IdenticalResults, n.DifferingResults))
		}
	}, nil
}

// MaxCores is the maximum number of cores of a worker.
const MaxCores = hub.MaxCores

// A Worker plays matches of a tournament that runs on another machine. It does not run programs
// whose limits in the tournament exceed MaxLimits.
type Worker struct {
	network.Access
	Cores        int
	Name         string
	WaitForNext  bool
	Sandbox      sandbox.Mode
	MaxLimits    sim.Limits
	MaxFilesSize cliarg.Size // maximum total size of all players' files
	Stderr       io.Writer
}

// Work plays until the tournament is over. If WaitForNext is set, it then waits for the next one.
func (w *Worker) Work(ctx context.Context, url string) error {
	if w.Cores < 1 || w.Cores > hub.MaxCores {
		return fmt.Errorf("--cores must be between 1 and %d", hub.MaxCores)
	}
	if w.Name == "" {
		w.Name, _ = os.Hostname() // Without a host name, the worker's name is only a number.
		w.Name, _, _ = strings.Cut(w.Name, ".")
	}
	w.Name = strings.TrimPrefix(fmt.Sprintf("%.20s-%04x", sanitize.ToToken(w.Name), rand.IntN(1<<16)), "-")
	d, err := w.ServerAddress(ctx, url)
	if err != nil {
		return err
	}
	if err := w.Sandbox.Check(); err != nil {
		w.log("this worker runs only built-in players: " + err.Error())
	}
	play.RelaxGC()
	return hub.Work(ctx, hub.WorkerOptions{
		Server: d, WorkerName: w.Name, EngineVersion: buildinfo.Name(), Cores: w.Cores, Sandbox: sandbox.LayersInForce(w.Sandbox),
		WaitForNext: w.WaitForNext, Prepare: w.prepare, Log: w.log,
	})
}

func (w *Worker) log(text string) { progress.Print(w.Stderr, text) }

func (w *Worker) prepare(ctx context.Context, p *league.Plan, brokenPlayers []int, fetch league.FetchFunc) (*hub.Players, error) {
	game, ok := catalog.Find(p.Game)
	if !ok {
		return nil, fmt.Errorf("unknown game %s", sanitize.Truncate(p.Game, 40))
	}
	team := &hub.Players{Field: roster.EmptyField(game, p)}
	team.Field.Spec.Seed = p.Seed // CheckSpec needs a seed, although each match has its own.
	if err := play.CheckSpec(ctx, game, team.Field.Spec); err != nil {
		return nil, fmt.Errorf("the tournament's configuration: %w", err)
	}
	c := roster.New(game, p, w.Sandbox, roster.NewCopies(int64(w.MaxFilesSize)))
	if p.Limits.Sandbox == sandbox.Require.String() {
		c.Sandbox = sandbox.Require
	}
	c.Fetch = fetch
	if roster.CountPrograms(p) > 0 {
		for _, warning := range append(sandbox.Warnings(c.Sandbox), sandbox.RootWarning()) {
			if warning != "" {
				w.log(warning)
			}
		}
	}
	team.Close = c.Copies.Close
	for i := range p.Players {
		e, err := w.preparePlayer(ctx, c, i, slices.Contains(brokenPlayers, i))
		if ctx.Err() != nil {
			team.Close()
			return nil, ctx.Err()
		}
		if err != nil {
			team.Unplayable = append(team.Unplayable, hub.UnplayableEntry{Entry: i, Reason: sanitize.Truncate(err.Error(), 200)})
		}
		team.Field.Entries = append(team.Field.Entries, e)
	}
	return team, nil
}

// preparePlayer loads a player and checks that it starts on this machine. It does not check
// built-in players or those known to be broken.
func (w *Worker) preparePlayer(ctx context.Context, players *roster.PlannedPlayers, i int, isBroken bool) (match.Entry, error) {
	if players.Plan.Players[i].Program == nil {
		return players.Entry(ctx, i)
	}
	if err := w.checkLimits(players.Plan); err != nil {
		return match.Entry{}, err
	}
	e, err := players.Entry(ctx, i)
	switch {
	case errors.Is(err, roster.ErrTooLarge):
		return match.Entry{}, fmt.Errorf("the players' files exceed %s (--max-files)", w.MaxFilesSize)
	case err != nil || isBroken:
		return e, err
	}
	return e, players.CheckStart(ctx, i)
}

// checkLimits returns an error if the plan's limits for programs are missing or exceed those of
// this worker.
func (w *Worker) checkLimits(p *league.Plan) error {
	if l := p.Limits.MatchLimits(); l.Unlimited || min(l.CPU, l.Wall, l.MatchWall) == 0 || l.Memory == 0 {
		return errors.New("the tournament sets no limits for programs; workers require them")
	}
	for _, l := range roster.LimitsBeyond(p, w.MaxLimits) {
		return fmt.Errorf("the tournament sets %s, but this worker's maximum is %s; to raise it, start the worker with %[1]s", l.Option, l.Max)
	}
	return nil
}
