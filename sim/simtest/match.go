// Package simtest checks that games keep the contracts of package sim. Only tests import it.
//
// [Conform] tests a game, given a configuration and players. [Fuzz] gives any text to its readers.
// [New] plays the rules alone, and [Rows] and [Recordings] return official results. A new game
// starts as a copy of the model game in folder model; see CONTRIBUTING.md.
package simtest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/res"
)

// ErrOrders means that a player gave too many orders.
var ErrOrders = errors.New("too many orders")

// A Match is played like the official programs do: the first fault stops it.
type Match struct {
	Meta    record.Meta
	Board   sim.Board
	Players [sim.Seats]sim.Player
	Rands   [sim.Seats]sim.Rand
	Last    *sim.Turn // last round played
	Replies [sim.Seats]sim.Reply
	Out     []byte // the recording
	Ends    []int  // ends of the states in Out
	// Each is called after each round if it is not nil.
	Each func(before sim.State, t *sim.Turn, after sim.State)
}

// New returns the match of a configuration. Function player returns players by name.
func New(g sim.Game, config []byte, seed int32, player func(name string) sim.Player, names ...string) (*Match, error) {
	s, n, err := g.ReadSettings(config)
	if err != nil {
		return nil, err
	}
	board, err := g.NewBoard(s, config[n:], seed)
	if err != nil {
		return nil, err
	}
	m := &Match{Meta: record.Meta{Game: g, Settings: s, Seed: seed}, Board: board}
	for i, name := range names {
		m.Players[i] = player(name)
		m.Meta.Names[i] = name
		m.Rands[i] = sim.NewRand(sim.PlayerSeed(seed, i))
	}
	return m, nil
}

// Header writes the header of the recording.
func (m *Match) Header() { m.Out = res.AppendHeader(m.Out, &m.Meta) }

// Start writes header and initial state.
func (m *Match) Start() {
	m.Header()
	m.state()
}

func (m *Match) state() {
	m.Out = m.Board.State().AppendText(m.Out)
	m.Ends = append(m.Ends, len(m.Out))
}

// Round plays and writes a round.
func (m *Match) Round() error {
	before := m.Board.State()
	t := &sim.Turn{Round: m.Board.Round()}
	if err := m.ask(before, t); err != nil {
		return err
	}
	err := m.Board.Step(t)
	m.Last = t
	if err == nil || t.Executed != nil {
		m.Out = res.AppendCommands(m.Out, m.Meta.Game, t.Executed)
	}
	if err != nil {
		return err
	}
	m.state()
	if m.Each != nil {
		m.Each(before, t, m.Board.State())
	}
	return nil
}

// ask copies the orders of all players.
func (m *Match) ask(state sim.State, t *sim.Turn) error {
	for seat, p := range m.Players {
		r := p.Play(context.Background(), &sim.Query{Seat: seat, State: state, Settings: m.Meta.Settings, Rand: &m.Rands[seat]})
		if r.Calls > sim.MaxOrders {
			return fmt.Errorf("player %d, round %d: %w", seat, t.Round, ErrOrders)
		}
		m.Replies[seat] = r
		t.Orders[seat] = make([]sim.Submitted, len(r.Orders))
		for i, o := range r.Orders {
			o.Args = slices.Clone(o.Args)
			t.Orders[seat][i].Order = o
		}
	}
	return nil
}

// Play plays to the end and returns the recording, or its part before an error.
func (m *Match) Play() ([]byte, error) {
	m.Start()
	for range m.Meta.Settings.Rounds() {
		if err := m.Round(); err != nil {
			return m.Out, err
		}
	}
	return m.Out, nil
}

// Change returns a configuration with other values.
func Change(config []byte, values map[string]int) []byte {
	lines := bytes.Split(config, []byte("\n"))
	for i, line := range lines {
		if f := bytes.Fields(line); len(f) == 2 {
			if v, ok := values[string(f[0])]; ok {
				lines[i] = fmt.Appendf(nil, "%s %d", f[0], v)
			}
		}
	}
	return bytes.Join(lines, []byte("\n"))
}

// Four returns a line-up of one player.
func Four(name string) []string { return []string{name, name, name, name} }

// Sum returns the SHA-256 of a text in hexadecimal.
func Sum(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text)) }
