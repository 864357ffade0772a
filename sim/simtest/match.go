// Package simtest checks that games keep the contracts of package sim. Only tests import it.
//
// [Conform] tests a game, given a configuration and players. [Fuzz] gives any text to its readers.
// [NewMatch] plays the rules alone, and [OfficialResults] and [Recordings] return official results. A new game
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

// ErrTooManyOrders means that a player gave too many orders.
var ErrTooManyOrders = errors.New("too many orders")

// A Match is played like the official programs do: the first fault stops it.
type Match struct {
	Meta      record.Meta
	Board     sim.Board
	Players   [sim.Seats]sim.Player
	Rands     [sim.Seats]sim.Rand
	LastTurn  *sim.Turn // last round played
	Replies   [sim.Seats]sim.Reply
	Recording []byte // the recording
	StateEnds []int  // ends of the states in Out
	// OnRound is called after each round if it is not nil.
	OnRound func(before sim.State, t *sim.Turn, after sim.State)
}

// NewMatch returns the match of a configuration. Function player returns players by name.
func NewMatch(g sim.Game, config []byte, seed int32, player func(name string) sim.Player, names ...string) (*Match, error) {
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

// AppendHeader writes the header of the recording.
func (m *Match) AppendHeader() { m.Recording = res.AppendHeader(m.Recording, &m.Meta) }

// Start writes header and initial state.
func (m *Match) Start() {
	m.AppendHeader()
	m.appendState()
}

func (m *Match) appendState() {
	m.Recording = m.Board.State().AppendText(m.Recording)
	m.StateEnds = append(m.StateEnds, len(m.Recording))
}

// PlayRound plays and writes a round.
func (m *Match) PlayRound() error {
	before := m.Board.State()
	t := &sim.Turn{Round: m.Board.Round()}
	if err := m.askPlayers(before, t); err != nil {
		return err
	}
	err := m.Board.Step(t)
	m.LastTurn = t
	if err == nil || t.Executed != nil {
		m.Recording = res.AppendCommands(m.Recording, m.Meta.Game, t.Executed)
	}
	if err != nil {
		return err
	}
	m.appendState()
	if m.OnRound != nil {
		m.OnRound(before, t, m.Board.State())
	}
	return nil
}

// ask copies the orders of all players.
func (m *Match) askPlayers(state sim.State, t *sim.Turn) error {
	for seat, p := range m.Players {
		r := p.Play(context.Background(), &sim.Query{Seat: seat, State: state, Settings: m.Meta.Settings, Rand: &m.Rands[seat]})
		if r.Calls > sim.MaxOrders {
			return fmt.Errorf("player %d, round %d: %w", seat, t.Round, ErrTooManyOrders)
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
		if err := m.PlayRound(); err != nil {
			return m.Recording, err
		}
	}
	return m.Recording, nil
}

// WithSettings returns a configuration with other values.
func WithSettings(config []byte, values map[string]int) []byte {
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

// FourTimes returns a line-up of one player.
func FourTimes(name string) []string { return []string{name, name, name, name} }

// Hash returns the SHA-256 of a text in hexadecimal.
func Hash(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text)) }
