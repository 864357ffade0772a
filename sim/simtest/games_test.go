package simtest

import (
	"runtime"
	"slices"
	"testing"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	_ "game-tui/sim/simtest/fourth"
)

// subject returns a game of the catalog.
func subject(g sim.Game) Subject {
	return Subject{
		Game:    g,
		Config:  configs.Default(g.Name()),
		Players: ai.Players(g.Name()),
	}
}

func TestGamesKeepTheContracts(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			if !testing.Short() {
				Conform(t, subject(g))
				return
			}
			s := subject(g)
			s.Quick = true
			for _, fault := range faults(s, "clones") { // has goroutines
				t.Error(fault)
			}
		})
	}
}

func TestWorkOfARoundIsBounded(t *testing.T) {
	NoRace(t)
	for _, g := range catalog.Games() {
		if first, last := memoryPerRound(subject(g)); last > 2*first+4096 {
			t.Errorf("%s: a round allocates %d bytes at the start of a match and %d at its end", g.Name(), first, last)
		}
	}
	growing := mutate(fault{step: func(b *board, t *sim.Turn) error {
		err := b.Board.Step(t)
		b.texts = b.State().AppendText(slices.Clone(b.texts))
		return err
	}})
	if first, last := memoryPerRound(growing); last <= 2*first+4096 {
		t.Errorf("a board that copies all earlier states: got %d and %d bytes, want growth", first, last)
	}
}

// memoryPerRound returns the bytes that a round allocates in the first and last quarter of a match.
func memoryPerRound(s Subject) (first, last uint64) {
	s.Quick = true
	c := &checker{Subject: s}
	c.play()
	m := c.matches[0]
	b := c.newBoard(m)
	quarter := len(m.turns) / 4
	var bytes [4]uint64
	var before, after runtime.MemStats
	for k := range 4 * quarter {
		turn := m.newTurn(k)
		runtime.ReadMemStats(&before)
		_ = b.Step(turn)
		b.Clone()
		b.State()
		runtime.ReadMemStats(&after)
		bytes[k/quarter] += after.TotalAlloc - before.TotalAlloc
	}
	return bytes[0] / uint64(quarter), bytes[3] / uint64(quarter)
}

// FuzzGames reads any text as a state, a configuration and a fixed board: readers must not panic,
// and results must be consistent.
func FuzzGames(f *testing.F) {
	NoRace(f)
	var checkers []*checker
	for i, g := range catalog.Games() {
		s := subject(g)
		s.Quick = true
		c := &checker{Subject: s}
		if c.play(); len(c.faults) > 0 {
			f.Fatal(c.faults)
		}
		checkers = append(checkers, c)
		texts := c.matches[0].texts
		for _, text := range []string{texts[0], texts[len(texts)/2], string(s.Config), c.fixedConfig()} {
			f.Add(uint8(i), []byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, game uint8, text []byte) {
		c := checkers[int(game)%len(checkers)]
		c.faults, c.formats = nil, nil
		c.run("any text", func(c *checker) {
			c.tryState(c.settings, text)
			c.tryConfig(text, c.randomLineUp(), 2)
		})
		for _, fault := range c.faults {
			t.Error(fault)
		}
	})
}
