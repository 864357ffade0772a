package contest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"sync"

	"github.com/nats-io/nats.go"

	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/contest/roster"
	"game-tui/cmd/game-tui/internal/network"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/league/hub"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
	"game-tui/sim/sanitize"
	"game-tui/tui/format"
)

// Workers configures which machines play with this one.
type Workers struct {
	network.Access
	Listen, NATS string       // address for workers, or URL of a NATS server; both empty means none
	Share        cliarg.Share // share of their results to play again here
	Cores        int          // cores of this machine to use
	Max          int          // workers at a time
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

// desk returns the dispatcher that distributes the matches. Callers must call done at the end.
func (m *workers) dispatcher(ctx context.Context, e *league.Engine, team *roster.Planned, field *match.Field, log func(string)) (desk *hub.Dispatcher, done func(), err error) {
	if m.conn == nil {
		return localDispatcher(e), func() {}, nil
	}
	settings, _, err := field.Game.ReadSettings([]byte(team.Plan.Config))
	if err != nil {
		return nil, nil, err
	}
	o := hub.DispatcherOptions{
		Verify: float64(m.Share), Play: func(ctx context.Context, t *schedule.Task) (league.Result, error) { return league.Play(ctx, field, t) },
		Broken: team.FindBroken(ctx), Local: m.Cores > 0, MaxWorkers: m.Max, MaxRounds: settings.Rounds(), Log: log,
	}
	if m.node != nil {
		o.Tokens = len(m.node.Tokens)
	}
	if roster.CountPrograms(team.Plan) > 0 {
		o.MaxMatchTime = sim.Seats * max(field.Spec.Limits.MatchWall, 0)
	}
	desk = hub.NewDispatcher(e, o)
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
			log(fmt.Sprintf("%s of workers played again: %d the same, %d not", format.Count(n.Checked+n.Differing, "result"), n.Checked, n.Differing))
		}
	}, nil
}
