package thepurge_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	ai "game-tui/ai/thepurge"
	"game-tui/configs"
	"game-tui/sim"
	tp "game-tui/sim/thepurge"
)

var game tp.Game

// newPlayer makes the players of these tests by the names of the kit.
func newPlayer(name string) sim.Player {
	switch name {
	case "Probe":
		return new(probe)
	case "Talker":
		return new(talker)
	}
	for _, b := range ai.Players {
		if b.Name == name {
			return b.New()
		}
	}
	panic("no player " + name)
}

// match is a match in the strict manner of the official program, for tests of
// the rules alone.
type match struct {
	board   sim.Board
	set     *tp.Settings
	players [sim.Seats]sim.Player
	rngs    [sim.Seats]sim.Rand
	names   [sim.Seats]string
	seed    int32
	last    *sim.Turn
	replies [sim.Seats]sim.Reply
	out     []byte
	ends    []int // of each state in out
}

func newMatch(config []byte, seed int32, names ...string) (*match, error) {
	s, n, err := game.ReadSettings(config)
	if err != nil {
		return nil, err
	}
	board, err := game.NewBoard(s, config[n:], seed)
	if err != nil {
		return nil, err
	}
	m := &match{board: board, set: s.(*tp.Settings), seed: seed}
	for i, name := range names {
		m.players[i] = newPlayer(name)
		m.names[i] = name
		m.rngs[i] = sim.NewRand(sim.PlayerSeed(seed, i))
	}
	return m, nil
}

var errOrders = errors.New("too many orders")

// round plays one round and appends it to the recording.
func (m *match) round() error {
	state := m.board.State()
	t := &sim.Turn{Round: m.board.Round()}
	n := 0
	for seat, p := range m.players {
		q := sim.Query{Seat: seat, State: state, Settings: m.set, Rand: &m.rngs[seat]}
		r := p.Play(context.Background(), &q)
		n += len(r.Orders)
		if r.Calls > sim.MaxOrders {
			return fmt.Errorf("player %d, round %d: %w", seat, t.Round, errOrders)
		}
		m.replies[seat] = r
	}
	all := make([]sim.Submitted, 0, n)
	for seat := range m.replies {
		first := len(all)
		for _, o := range m.replies[seat].Orders {
			all = append(all, sim.Submitted{Order: o})
		}
		t.Orders[seat] = all[first:len(all):len(all)]
	}
	err := m.board.Step(t)
	m.last = t
	m.out = append(m.out, "commands\n"...)
	m.out = fmt.Appendln(m.out, len(t.Done))
	for _, o := range t.Done {
		m.out = game.AppendOrder(m.out, o)
	}
	if err != nil {
		return err
	}
	m.state()
	return nil
}

func (m *match) state() {
	m.out = m.board.State().AppendText(m.out)
	m.ends = append(m.ends, len(m.out))
}

func (m *match) header() {
	m.out = fmt.Appendf(m.out, "Game\n\nSeed %d\n\n", m.seed)
	m.out = m.set.AppendText(m.out)
	m.out = append(m.out, "names         "...)
	for _, name := range m.names {
		m.out = append(append(m.out, ' '), name...)
	}
	m.out = append(m.out, '\n')
	m.state()
}

// play plays to the end and returns the whole recording, or the part before an error.
func (m *match) play() ([]byte, error) {
	m.header()
	for range m.set.Rounds() {
		if err := m.round(); err != nil {
			return m.out, err
		}
	}
	return m.out, nil
}

// mustPlay plays a match that has to succeed.
func mustPlay(t testing.TB, config []byte, seed int32, names ...string) *match {
	t.Helper()
	m, err := newMatch(config, seed, names...)
	if err == nil {
		_, err = m.play()
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func four(name string) []string { return []string{name, name, name, name} }

func sum(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text)) }

// config is the default configuration with some values changed.
func config(changes map[string]int) []byte {
	lines := bytes.Split(configs.Default("thepurge"), []byte("\n"))
	for i, line := range lines {
		if f := bytes.Fields(line); len(f) == 2 {
			if v, ok := changes[string(f[0])]; ok {
				lines[i] = fmt.Appendf(nil, "%s %d", f[0], v)
			}
		}
	}
	return bytes.Join(lines, []byte("\n"))
}

// violent is the small configuration with short delays of the Probe vectors.
func violent() []byte {
	values := strings.Fields("4 6 30 12 13 5 4 4 3 3 2 60 100 5 100 250 30 35 1 2 7 7 3 10 25 40 4 1 2 1 3 40 100 2")
	out := []byte("ThePurge 1.0\n")
	k := 0
	for _, line := range bytes.Split(configs.Default("thepurge"), []byte("\n"))[1:] {
		if f := bytes.Fields(line); len(f) == 2 {
			out = fmt.Appendf(out, "%s %s\n", f[0], values[k])
			k++
		}
	}
	return append(out, "RANDOM\n"...)
}

// shared reads a file of the reference data, which is not part of the project.
func shared(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "official", "thepurge", name))
	if err != nil {
		t.Skipf("reference data is not here: %v", err)
	}
	return text
}

// probe does what Demo never does: directions that do not exist, warriors that
// build, orders for citizens of others.
type probe struct{ orders sim.Orders }

func (p *probe) Play(_ context.Context, q *sim.Query) sim.Reply {
	s, rng := q.State.(*tp.State), q.Rand
	p.orders.Reset()
	ids := append(s.Builders(q.Seat), s.Warriors(q.Seat)...)
	for _, k := range rng.Permutation(len(ids), nil) {
		id := ids[k]
		x := rng.Random(0, 99)
		d := tp.Dir(rng.Random(0, 3))
		switch {
		case x < 25:
			p.orders.Give(tp.Build(id, d))
		case x < 92:
			p.orders.Give(tp.Move(id, d))
		case x < 95:
			p.orders.Give(tp.Move(id, 7))
		}
		if rng.Random(0, 9) == 0 {
			p.orders.Give(tp.Build(id, tp.Left))
		}
	}
	if rng.Random(0, 3) == 0 {
		p.orders.Give(tp.Move(int32(rng.Random(0, 60)), tp.Up))
	}
	return sim.ReplyOf(&p.orders)
}

// talker makes 1000 calls a round, and one more in round 3.
type talker struct{ orders sim.Orders }

func (p *talker) Play(_ context.Context, q *sim.Query) sim.Reply {
	p.orders.Reset()
	n := sim.MaxOrders
	if q.State.Round() == 3 {
		n++
	}
	for range n {
		p.orders.Give(tp.Move(0, tp.Up))
	}
	return sim.ReplyOf(&p.orders)
}
