package winchance

import (
	"context"
	"math"
	"slices"

	"game-tui/sim"
	"game-tui/sim/record"
)

type players [sim.Seats]struct {
	player sim.Player // nil gives no orders
	rand   sim.Rand
	query  sim.Query
	orders sim.Orders
}

// newPlayers creates the players. Those that use earlier states see the previous rounds first.
// Players that are out stay out.
func (m *Match) newPlayers(round int, create [sim.Seats]func() sim.Player, seed int32) *players {
	p := &players{}
	state := m.Record.State(round)
	status := state.Status()
	for seat := range p {
		s := &p[seat]
		s.rand = sim.NewRand(sim.PlayerSeed(seed, seat))
		s.query = sim.Query{Seat: seat, Settings: m.Settings, Rand: &s.rand}
		if create[seat] == nil || status[seat] == -1 {
			continue
		}
		s.player = create[seat]()
		if r, ok := s.player.(sim.HistoryPlayer); ok {
			for k := max(round-r.HistoryRounds(), 0); k < round; k++ {
				p.observe(seat, m.Record.State(k))
			}
		}
	}
	return p
}

func (p *players) observe(seat int, s sim.State) {
	p[seat].query.State = s
	p.ask(seat)
}

func (p *players) ask(seat int) (r sim.Reply) {
	defer func() {
		if recover() != nil {
			p[seat].player, r = nil, sim.Reply{}
		}
	}()
	return p[seat].player.Play(context.Background(), &p[seat].query)
}

func (p *players) collectOrders(s sim.State) *sim.Turn {
	t := &sim.Turn{Round: s.Round()}
	for seat := range p {
		q := &p[seat]
		if q.player == nil {
			continue
		}
		q.query.State = s
		r := p.ask(seat)
		q.orders.Reset()
		for _, o := range r.Orders {
			q.orders.Give(o)
		}
		if r.Failure != nil || max(r.Calls, q.orders.Calls()) > sim.MaxOrders {
			q.player = nil
			continue
		}
		for _, o := range q.orders.List() {
			o.Args = slices.Clone(o.Args)
			t.Orders[seat] = append(t.Orders[seat], sim.SubmittedOrder{Order: o})
		}
	}
	return t
}

// Rollouts are limited because recordings may claim any number of rounds, and rollouts cannot be
// interrupted.
const (
	maxRolloutRounds = 10_000
	maxBranchRounds  = 100_000 // same as match.MaxRounds
)

// play plays the given number of rounds, at most maxRolloutRounds. It stops early at lastRound, if
// ctx is cancelled or if the board breaks.
func (p *players) play(ctx context.Context, b sim.Board, rounds, lastRound int) {
	for range min(rounds, maxRolloutRounds) {
		if b.Round() >= lastRound || ctx.Err() != nil || b.Step(p.collectOrders(b.State())) != nil {
			return
		}
	}
}

func (m *Match) runRollout(t *Table, round, rounds int, seed int32) [sim.Seats]float64 {
	return m.chances(t, m.playOn(m.boardAt(round, seed), round, m.Players, rounds, seed))
}

// chances returns each seat's share of the win if the match is over, and otherwise the estimate.
func (m *Match) chances(t *Table, b sim.Board) [sim.Seats]float64 {
	s := b.State()
	if s.Round() >= m.rounds() {
		return WinShares(s.Scores())
	}
	return t.stateChances(m, s)
}

func (m *Match) boardAt(round int, seed int32) sim.Board {
	b, _ := m.Game.BoardFrom(m.Record.State(round), sim.NewRand(seed))
	return b
}

func (m *Match) playOn(b sim.Board, round int, create [sim.Seats]func() sim.Player, rounds int, seed int32) sim.Board {
	m.newPlayers(round, create, seed).play(context.Background(), b, rounds, m.rounds())
	return b
}

func (m *Match) replay(startRound, endRound int, seed int32) sim.Board {
	b := m.boardAt(startRound, seed)
	for k := startRound; k < endRound; k++ {
		if b.Step(record.TurnToReplay(m.Record.State(k), m.Record.Turn(k))) != nil {
			break
		}
	}
	return b
}

// Forecast returns the mean of short rollouts from a round and the variance of that mean. Near the
// end it returns the estimate.
func (t *Table) Forecast(m *Match, round, n int) (mean, variance [sim.Seats]float64) {
	if m.isNearEnd(round) {
		return t.stateChances(m, m.Record.State(round)), variance
	}
	var all rollouts
	for run := range n {
		all.add(m.runRollout(t, round, m.shortRolloutRounds(), seedOf(int(m.Seed), round, run)))
	}
	for seat := range all.seats {
		mean[seat], variance[seat] = all.seats[seat].mean(), all.seats[seat].varianceOfMean()
	}
	return mean, variance
}

// A Mean is a mean value with its standard error.
type Mean struct {
	Mean  float64 `json:"mean"`
	Error float64 `json:"error"`
	N     int     `json:"n"`
}

// Z returns the mean divided by its standard error, or 0 if the error is unknown.
func (m Mean) Z() float64 {
	if m.Error <= 0 {
		return 0
	}
	return m.Mean / m.Error
}

// MeanOf returns the mean of values. Its error is 0 for fewer than two values.
func MeanOf(values []float64) (m Mean) {
	m.N = len(values)
	for _, v := range values {
		m.Mean += v / float64(m.N)
	}
	sum := 0.0
	for _, v := range values {
		sum += (v - m.Mean) * (v - m.Mean)
	}
	if m.N > 1 {
		m.Error = math.Sqrt(sum / float64(m.N-1) / float64(m.N))
	}
	return m
}

type tally struct {
	n            int
	sum, squares float64
}

func (t *tally) add(x float64) {
	t.n++
	t.sum += x
	t.squares += x * x
}

func (t *tally) mean() float64 { return t.sum / float64(max(t.n, 1)) }

func (t *tally) squaredDeviations() float64 { return max(t.squares-t.mean()*t.sum, 0) }

// varianceOfMean returns the variance of the mean.
func (t *tally) varianceOfMean() float64 {
	if t.n < 2 {
		return 0
	}
	return t.squaredDeviations() / float64(t.n-1) / float64(t.n)
}

type rollouts struct {
	seats [sim.Seats]tally
	taken int
}

func (r *rollouts) n() int { return r.seats[0].n }

func (r *rollouts) add(chance [sim.Seats]float64) {
	for seat := range chance {
		r.seats[seat].add(chance[seat])
	}
}
