package simtest_test

import (
	"slices"
	"strings"
	"testing"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/simtest"
	_ "game-tui/sim/simtest/fourth"
)

// subject is a game of the catalog.
func subject(g sim.Game) simtest.Subject {
	return simtest.Subject{
		Game:    g,
		Config:  configs.Default(g.Name()),
		Players: ai.Players(g.Name()),
	}
}

// TestGames holds every game of the catalog, and the model game, to the contracts.
func TestGames(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			if testing.Short() {
				for _, fault := range simtest.Races(subject(g)) {
					t.Error(fault)
				}
				return
			}
			simtest.Conform(t, subject(g))
		})
	}
}

// TestWork holds every game to a bound on the work of a round. Nothing runs beside it.
func TestWork(t *testing.T) {
	simtest.NoRace(t)
	for _, g := range catalog.Games() {
		for _, fault := range simtest.Work(subject(g)) {
			t.Error(fault)
		}
	}
	kept := faulty(fault{step: func(b *board, t *sim.Turn) error {
		err := b.Board.Step(t)
		b.texts = b.State().AppendText(slices.Clone(b.texts))
		return err
	}})
	if found := simtest.Work(kept); len(found) != 1 || !strings.Contains(found[0], "a round takes more and more memory") {
		t.Errorf("a board that copies the texts of all rounds in each: %q", found)
	}
}

// FuzzGames gives any text to the readers of all games.
func FuzzGames(f *testing.F) {
	simtest.NoRace(f)
	var subjects []simtest.Subject
	for _, g := range catalog.Games() {
		subjects = append(subjects, subject(g))
	}
	simtest.Fuzz(f, subjects)
}
