package moneyheist_test

import (
	"bytes"
	"context"
	"fmt"

	ai "game-tui/ai/moneyheist"
	"game-tui/configs"
	"game-tui/sim"
	mh "game-tui/sim/moneyheist"
)

// newPlayer makes the players of these tests by the names of the kit.
func newPlayer(name string) sim.Player {
	switch name {
	case "Null":
		return ai.NewNull()
	case "Demo":
		return ai.NewDemo()
	case "Probe":
		return new(probe)
	}
	panic("no player " + name)
}

// match is a match in the strict manner of the official program, for tests of
// the rules alone.
type match struct {
	board   sim.Board
	set     *mh.Settings
	players [sim.Seats]sim.Player
	rands   [sim.Seats]sim.Rand
	names   [sim.Seats]string
	seed    int32
	last    *sim.Turn
	replies [sim.Seats]sim.Reply
	out     []byte
	each    func(before *mh.State, t *sim.Turn, after *mh.State) // called behind every round
}

func newMatch(config []byte, seed int32, names ...string) (*match, error) {
	s, n, err := mh.Game{}.ReadSettings(config)
	if err != nil {
		return nil, err
	}
	board, err := mh.Game{}.NewBoard(s, config[n:], seed)
	if err != nil {
		return nil, err
	}
	m := &match{board: board, set: s.(*mh.Settings), seed: seed}
	for i, name := range names {
		m.players[i] = newPlayer(name)
		m.names[i] = name
		m.rands[i] = sim.NewRand(sim.PlayerSeed(seed, i))
	}
	return m, nil
}

// round plays one round and appends it to the .res.
func (m *match) round() error {
	state := m.board.State()
	t := &sim.Turn{Round: m.board.Round()}
	for seat, p := range m.players {
		q := sim.Query{Seat: seat, State: state, Settings: m.set, Rand: &m.rands[seat]}
		r := p.Play(context.Background(), &q)
		if r.Calls > sim.MaxOrders {
			return fmt.Errorf("player %d gave too many orders in round %d", seat, t.Round)
		}
		m.replies[seat] = r
		t.Orders[seat] = make([]sim.Submitted, len(r.Orders))
		for i, o := range r.Orders {
			o.Args = append([]int32(nil), o.Args...)
			t.Orders[seat][i].Order = o
		}
	}
	err := m.board.Step(t)
	m.last = t
	if t.Done != nil {
		m.out = appendCommands(m.out, t.Done)
	}
	if err != nil {
		return err
	}
	m.out = m.board.State().AppendText(m.out)
	if m.each != nil {
		m.each(state.(*mh.State), t, m.board.State().(*mh.State))
	}
	return nil
}

func appendCommands(dst []byte, done []sim.Order) []byte {
	dst = fmt.Appendf(dst, "commands\n%d\n", len(done))
	for _, o := range done {
		dst = mh.Game{}.AppendOrder(dst, o)
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
}

// play plays to the end and returns the whole .res, or the part before an error.
func (m *match) play() ([]byte, error) {
	m.header()
	m.out = m.board.State().AppendText(m.out)
	for range m.set.NumRounds {
		if err := m.round(); err != nil {
			return m.out, err
		}
	}
	return m.out, nil
}

// config is the default configuration with some values changed.
func config(changes map[string]int) []byte {
	lines := bytes.Split(configs.Default("moneyheist"), []byte("\n"))
	for i, line := range lines {
		if f := bytes.Fields(line); len(f) == 2 {
			if v, ok := changes[string(f[0])]; ok {
				lines[i] = fmt.Appendf(nil, "%s %d", f[0], v)
			}
		}
	}
	return bytes.Join(lines, []byte("\n"))
}

var defaultConfig = config(nil)

func four(name string) []string { return []string{name, name, name, name} }
