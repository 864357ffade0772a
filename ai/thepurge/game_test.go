package thepurge

import (
	"context"
	"testing"
	"time"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/thepurge"
)

// match is a match between built-in players, for these tests.
type match struct {
	board    sim.Board
	settings sim.Settings
	players  [sim.Seats]sim.Player
	rands    [sim.Seats]sim.Rand
	spent    [sim.Seats]time.Duration
}

func defaults() []byte { return configs.Default("thepurge") }

func newMatch(tb testing.TB, config string, seed int32, names [sim.Seats]string) *match {
	tb.Helper()
	return matchOf(tb, configs.Default(config), seed, names)
}

func matchOf(tb testing.TB, text []byte, seed int32, names [sim.Seats]string) *match {
	tb.Helper()
	game := thepurge.Game
	s, n, err := game.ReadSettings(text)
	if err != nil {
		tb.Fatal(err)
	}
	b, err := game.NewBoard(s, text[n:], seed)
	if err != nil {
		tb.Fatal(err)
	}
	m := &match{board: b, settings: s}
	for i, name := range names {
		m.rands[i] = sim.NewRand(sim.PlayerSeed(seed, i))
		for _, p := range Players {
			if p.Name == name {
				m.players[i] = p.New()
			}
		}
		if m.players[i] == nil {
			tb.Fatalf("no player %q", name)
		}
	}
	return m
}

// turn asks all players for a round.
func (m *match) turn() *sim.Turn {
	state := m.board.State()
	t := &sim.Turn{Round: m.board.Round()}
	for i, p := range m.players {
		begin := time.Now()
		r := p.Play(context.Background(), &sim.Query{Seat: i, State: state, Settings: m.settings, Rand: &m.rands[i]})
		m.spent[i] += time.Since(begin)
		for _, o := range r.Orders {
			t.Orders[i] = append(t.Orders[i], sim.Submitted{Order: o})
		}
	}
	return t
}

func (m *match) play(tb testing.TB) [sim.Seats]int {
	tb.Helper()
	for range m.settings.Rounds() {
		if err := m.board.Step(m.turn()); err != nil {
			tb.Fatal(err)
		}
	}
	return m.board.State().Scores()
}

// duel plays a player against three others over seeds and seats; it returns how
// often it won alone, in how many matches, and its time for a decision.
func duel(tb testing.TB, config, name, others string, seeds int32) (wins, matches int, decision time.Duration) {
	tb.Helper()
	rounds := 0
	for seed := int32(1); seed <= seeds; seed++ {
		for seat := range sim.Seats {
			names := [sim.Seats]string{others, others, others, others}
			names[seat] = name
			m := newMatch(tb, config, seed, names)
			scores := m.play(tb)
			best := true
			for i, n := range scores {
				best = best && (i == seat || n < scores[seat])
			}
			if best {
				wins++
			}
			matches++
			rounds += m.settings.Rounds()
			decision += m.spent[seat]
		}
	}
	return wins, matches, decision / time.Duration(rounds)
}
