// Package simtest contains test helpers. [OfficialMatch] plays a match without the engine,
// [OfficialResults] and [Recordings] return results of the official programs, and [Await] and
// [Receive] wait for goroutines.
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

// ErrTooManyOrders is returned if a player gave more orders than sim.MaxOrders.
var ErrTooManyOrders = errors.New("too many orders")

// An OfficialMatch plays a match like the official programs: the first failure stops it.
type OfficialMatch struct {
	Meta      record.Meta
	Board     sim.Board
	Players   [sim.Seats]sim.Player
	LastTurn  *sim.Turn
	Replies   [sim.Seats]sim.Reply
	Recording []byte
	OnRound   func(before sim.State, t *sim.Turn, after sim.State)

	dice [sim.Seats]sim.Rand
}

// NewOfficialMatch returns a match between the named players. It calls newPlayer to create them.
func NewOfficialMatch(g sim.Game, config []byte, seed int32, newPlayer func(name string) sim.Player, names ...string) (*OfficialMatch, error) {
	s, n, err := g.ReadSettings(config)
	if err != nil {
		return nil, err
	}
	board, err := g.NewBoard(s, config[n:], seed)
	if err != nil {
		return nil, err
	}
	m := &OfficialMatch{Meta: record.Meta{Game: g, Settings: s, Seed: seed}, Board: board}
	for i, name := range names {
		m.Players[i] = newPlayer(name)
		m.Meta.Names[i] = name
		m.dice[i] = sim.NewRand(sim.PlayerSeed(seed, i))
	}
	return m, nil
}

// Play plays the match and returns the recording. On error, the recording is incomplete.
func (m *OfficialMatch) Play() ([]byte, error) {
	m.Start()
	for range m.Meta.Settings.Rounds() {
		if err := m.PlayRound(); err != nil {
			return m.Recording, err
		}
	}
	return m.Recording, nil
}

func (m *OfficialMatch) Start() {
	m.Recording = res.AppendHeader(m.Recording, &m.Meta)
	m.Recording = m.Board.State().AppendText(m.Recording)
}

func (m *OfficialMatch) PlayRound() error {
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
	m.Recording = m.Board.State().AppendText(m.Recording)
	if m.OnRound != nil {
		m.OnRound(before, t, m.Board.State())
	}
	return nil
}

func (m *OfficialMatch) askPlayers(state sim.State, t *sim.Turn) error {
	for seat, p := range m.Players {
		r := p.Play(context.Background(), &sim.Query{Seat: seat, State: state, Settings: m.Meta.Settings, Rand: &m.dice[seat]})
		if r.Calls > sim.MaxOrders {
			return fmt.Errorf("player %d, round %d: %w", seat, t.Round, ErrTooManyOrders)
		}
		m.Replies[seat] = r
		for _, o := range r.Orders {
			o.Args = slices.Clone(o.Args)
			t.Orders[seat] = append(t.Orders[seat], sim.SubmittedOrder{Order: o})
		}
	}
	return nil
}

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

func FourTimes(name string) []string { return []string{name, name, name, name} }

func Hash(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text)) }
