package chance

import (
	"context"
	"errors"
	"slices"

	"game-tui/sim"
	"game-tui/sim/record"
)

// Match is a match that is looked at.
type Match struct {
	record.Meta
	Record *record.Record // may grow meanwhile
	// Players make the players of the seats; nil: no player of this program has that
	// name, and how it would have played on is not known.
	Players [sim.Seats]func() sim.Player
	// Reference is the player that others' pace is measured against; nil: it is not
	// measured.
	Reference *sim.Builtin
}

// NewMatch is the match of a record. Who plays is known where find has a player of that name.
func NewMatch(rec *record.Record, find func(game, name string) (sim.Builtin, bool)) Match {
	m := Match{Meta: *rec.Meta(), Record: rec}
	for seat, name := range m.Names {
		if b, ok := find(m.Game.Name(), name); ok {
			m.Players[seat] = b.New
		}
	}
	return m
}

// ErrNoTable says that no table was fitted for a game.
var ErrNoTable = errors.New("no table of win chances was fitted for this game: make fit does it")

// Estimate reports whether chances come from the table alone: somebody plays who is no player of
// this program, or rounds are missing.
func (m *Match) Estimate() bool { return m.Record.Incomplete() || m.hasStrangers() }

// hasStrangers reports whether somebody plays who is no player of this program.
func (m *Match) hasStrangers() bool {
	for _, p := range m.Players {
		if p == nil {
			return true
		}
	}
	return false
}

// NameOf names a seat: by its player, and by its number where the same one plays twice.
func (m *Match) NameOf(seat int) string { return record.Apart(m.Names)[seat] }

func (m *Match) rounds() int { return m.Settings.Rounds() }

// short is how many rounds a short rollout plays.
func (m *Match) short() int { return max(m.rounds()/10, 1) }

// nearEnd reports whether rollouts from a round go to the end of the match: it is no farther than
// two short ones.
func (m *Match) nearEnd(round int) bool { return m.rounds()-round <= 2*m.short() }

// seedOf mixes numbers into the seed of a rollout.
func seedOf(numbers ...int) int32 {
	h := uint64(14695981039346656037)
	for _, n := range numbers {
		h = (h ^ uint64(uint32(n))) * 1099511628211
		h ^= h >> 29
	}
	return int32(h >> 33)
}

// players are the four at a board.
type players [sim.Seats]struct {
	player sim.Player // nil gives no orders
	rand   sim.Rand
	query  sim.Query
	orders sim.Orders
}

// newPlayers gives the seats fresh players. Who remembers is shown the rounds
// before; whoever is out in the state stays out.
func (m *Match) newPlayers(round int, make [sim.Seats]func() sim.Player, seed int32) *players {
	p := &players{}
	state := m.Record.State(round)
	status := state.Status()
	for seat := range p {
		s := &p[seat]
		s.rand = sim.NewRand(sim.PlayerSeed(seed, seat))
		s.query = sim.Query{Seat: seat, Settings: m.Settings, Rand: &s.rand}
		if make[seat] == nil || status[seat] == -1 {
			continue
		}
		s.player = make[seat]()
		if r, ok := s.player.(sim.Rememberer); ok {
			for k := max(round-r.Remembers(), 0); k < round; k++ {
				p.show(seat, m.Record.State(k))
			}
		}
	}
	return p
}

// show asks a player about a state and drops its answer.
func (p *players) show(seat int, s sim.State) {
	p[seat].query.State = s
	p.ask(seat)
}

// ask asks a player. One that panics is out: an analysis goes on.
func (p *players) ask(seat int) (r sim.Reply) {
	defer func() {
		if recover() != nil {
			p[seat].player, r = nil, sim.Reply{}
		}
	}()
	return p[seat].player.Play(context.Background(), &p[seat].query)
}

// turn asks everybody about a state.
func (p *players) turn(s sim.State) *sim.Turn {
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
		if r.Out != nil || max(r.Calls, q.orders.Calls()) > sim.MaxOrders {
			q.player = nil
			continue
		}
		for _, o := range q.orders.List() {
			o.Args = slices.Clone(o.Args)
			t.Orders[seat] = append(t.Orders[seat], sim.Submitted{Order: o})
		}
	}
	return t
}

// Bounds of what is played on. A recording may claim to be of any number of rounds, and
// nothing ends a rollout while it plays.
const (
	maxRollout = 10_000  // rounds of a rollout
	maxBranch  = 100_000 // rounds of a match that is played on and kept, as of sim/match
)

// play plays so many rounds, at most maxRollout, or up to the end of the match. A board that
// breaks ends it, as the official engines end a match. It ends before that with ctx.
func (p *players) play(ctx context.Context, b sim.Board, rounds, last int) {
	for range min(rounds, maxRollout) {
		if b.Round() >= last || ctx.Err() != nil {
			return
		}
		if b.Step(p.turn(b.State())) != nil {
			return
		}
	}
}

// judge is the chance of each seat on a board: the result where the match is over, else
// what the table says.
func (m *Match) judge(t *Table, b sim.Board) [sim.Seats]float64 {
	s := b.State()
	if s.Round() >= m.rounds() {
		return Shares(s.Scores())
	}
	return t.of(m, s)
}

// rollout plays on from a round with other dice, so many rounds, and judges.
func (m *Match) rollout(t *Table, round, rounds int, seed int32) [sim.Seats]float64 {
	return m.judge(t, m.playOn(m.board(round, seed), round, m.Players, rounds, seed))
}

// board is one of a round, with other dice.
func (m *Match) board(round int, seed int32) sim.Board {
	b, _ := m.Game.BoardFrom(m.Record.State(round), sim.NewRand(seed))
	return b
}

// playOn plays a board on for so many rounds, with fresh players who have seen the match up to a
// round.
func (m *Match) playOn(b sim.Board, round int, line [sim.Seats]func() sim.Player, rounds int, seed int32) sim.Board {
	m.newPlayers(round, line, seed).play(context.Background(), b, rounds, m.rounds())
	return b
}

// replay plays the orders of the record again from a round on, with other dice, up to
// another round.
func (m *Match) replay(from, to int, seed int32) sim.Board {
	b := m.board(from, seed)
	for k := from; k < to; k++ {
		if b.Step(record.OrdersOf(m.Record.State(k), m.Record.Turn(k))) != nil {
			break
		}
	}
	return b
}

// Forecast is what so many short rollouts from a round say that end with the table's chances, and the
// variance of it. Near the end, from where they go to it, it is what the table alone says.
func (t *Table) Forecast(m *Match, round, runs int) (mean, variance [sim.Seats]float64) {
	if m.nearEnd(round) {
		return t.of(m, m.Record.State(round)), variance
	}
	var all rollouts
	for run := range runs {
		all.add(m.rollout(t, round, m.short(), seedOf(int(m.Seed), round, run)))
	}
	for seat := range all.seats {
		mean[seat], variance[seat] = all.seats[seat].mean(), all.seats[seat].variance()
	}
	return mean, variance
}
