package harrypotter_test

import (
	"bytes"
	"context"
	"fmt"

	"game-tui/ai/harrypotter"
	"game-tui/configs"
	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
)

// newPlayer makes the players of these tests by the names of the kit.
func newPlayer(name string) sim.Player {
	switch name {
	case "Null":
		return harrypotter.Null{}
	case "Demo":
		return new(harrypotter.Demo)
	case "Probe":
		return new(probe)
	}
	panic("no player " + name)
}

// match is a match in the strict manner of the official program, for tests of
// the rules alone.
type match struct {
	board   sim.Board
	set     *hp.Settings
	players [sim.Seats]sim.Player
	rngs    [sim.Seats]sim.Rand
	names   [sim.Seats]string
	seed    int32
	last    *sim.Turn
	replies [sim.Seats]sim.Reply
	out     []byte
}

func newMatch(config []byte, seed int32, names ...string) (*match, error) {
	s, n, err := hp.Game{}.ReadSettings(config)
	if err != nil {
		return nil, err
	}
	board, err := hp.Game{}.NewBoard(s, config[n:], seed)
	if err != nil {
		return nil, err
	}
	m := &match{board: board, set: s.(*hp.Settings), seed: seed}
	for i, name := range names {
		m.players[i] = newPlayer(name)
		m.names[i] = name
		m.rngs[i] = sim.NewRand(sim.PlayerSeed(seed, i))
	}
	return m, nil
}

// round plays one round and appends it to the .res.
func (m *match) round() error {
	state := m.board.State()
	t := &sim.Turn{Round: m.board.Round()}
	for seat, p := range m.players {
		q := sim.Query{Seat: seat, State: state, Settings: m.set, Rand: &m.rngs[seat]}
		r := p.Play(context.Background(), &q)
		if r.Calls > sim.MaxOrders {
			return fmt.Errorf("player %d gave too many orders in round %d", seat, t.Round)
		}
		m.replies[seat] = r
		t.Orders[seat] = make([]sim.Submitted, len(r.Orders))
		for i, o := range r.Orders {
			t.Orders[seat][i].Order = o
		}
	}
	err := m.board.Step(t)
	m.last = t
	m.out = appendCommands(m.out, t.Done)
	if err != nil {
		return err
	}
	m.out = m.board.State().AppendText(m.out)
	return nil
}

func appendCommands(dst []byte, done []sim.Order) []byte {
	dst = fmt.Appendf(dst, "commands\n%d\n", len(done))
	for _, o := range done {
		dst = hp.Game{}.AppendOrder(dst, o)
	}
	return dst
}

func (m *match) header() {
	m.out = fmt.Appendf(m.out, "Game\n\nSeed %d\n\n", m.seed)
	m.out = m.set.AppendText(m.out)
	m.out = append(m.out, "names         "...)
	for _, name := range m.names {
		m.out = append(append(m.out, ' '), name...)
	}
	m.out = append(m.out, '\n')
	m.out = m.board.State().AppendText(m.out)
}

// play plays to the end and returns the whole .res, or the part before an error.
func (m *match) play() ([]byte, error) {
	m.header()
	for range m.set.NumRounds {
		if err := m.round(); err != nil {
			return m.out, err
		}
	}
	return m.out, nil
}

// config is the default configuration with some values changed.
func config(changes map[string]int) []byte {
	text := configs.Default("harrypotter")
	lines := bytes.Split(text, []byte("\n"))
	for i, line := range lines {
		if f := bytes.Fields(line); len(f) == 2 {
			if v, ok := changes[string(f[0])]; ok {
				lines[i] = fmt.Appendf(nil, "%s %d", f[0], v)
			}
		}
	}
	return bytes.Join(lines, []byte("\n"))
}

// probe does what Demo never does: ghosts that move, diagonals, walls, spells
// right and wrong, orders for units of others.
type probe struct{ orders sim.Orders }

func (p *probe) Play(_ context.Context, q *sim.Query) sim.Reply {
	s, rng := q.State.(*hp.State), q.Rand
	p.orders.Reset()
	move := func(id int32, d int) { p.orders.Give(hp.Move(id, hp.Dir(d))) }
	for range 5 {
		id := rng.Random(0, s.Units()-1)
		move(int32(id), rng.Random(0, 7))
	}
	g := s.Ghost(q.Seat)
	switch {
	case s.Unit(g).Rounds > 0:
		move(g, rng.Random(0, 7))
	case s.Round()%7 == 0:
		p.orders.Give(hp.Spell(g, make([]int32, hp.NumIngredients)))
	default:
		p.orders.Give(hp.Spell(g, solve(s.Ingredients())))
	}
	for _, id := range s.Wizards(q.Seat) {
		move(id, rng.Random(0, 9))
	}
	return sim.ReplyOf(&p.orders)
}

// solve finds the first solution of a spell, trying triples in index order.
func solve(v [hp.NumIngredients]int) []int32 {
	target := 0
	group := make([]int32, len(v))
	for i, x := range v {
		target += x
		group[i] = -1
	}
	target /= 5
	var next func(g int32) bool
	next = func(g int32) bool {
		i := 0
		for i < len(v) && group[i] >= 0 {
			i++
		}
		if i == len(v) {
			return true
		}
		for j := i + 1; j < len(v); j++ {
			for k := j + 1; k < len(v); k++ {
				if group[j] >= 0 || group[k] >= 0 || v[i]+v[j]+v[k] != target {
					continue
				}
				group[i], group[j], group[k] = g, g, g
				if next(g + 1) {
					return true
				}
				group[i], group[j], group[k] = -1, -1, -1
			}
		}
		return false
	}
	next(0)
	return group
}
