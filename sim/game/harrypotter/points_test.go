package harrypotter_test

import (
	"testing"

	"game-tui/sim"
	hp "game-tui/sim/game/harrypotter"
)

// TestPointsOfSpellCells checks that a spell gains at most the number of cells in its event, and
// loses each cell that another clan takes.
func TestPointsOfSpellCells(t *testing.T) {
	t.Parallel()
	m := start(t, nil, 30, four("Probe"))
	account := hp.Game.NewAccount(m.Board.State())
	cast, lost := 0, 0
	for range 200 {
		before := account.Points()
		if err := m.PlayRound(); err != nil {
			t.Fatal(err)
		}
		turn := m.LastTurn
		account.Add(turn, m.Board.State())
		now := account.Points()
		taken := [sim.Seats]int{}
		for _, e := range turn.Events {
			if e.Kind == hp.EventSpell {
				cast++
				taken[e.Seat] = int(e.A)
			}
		}
		for clan, n := range taken {
			gain := now[1][clan] - before[1][clan]
			if gain > n || n > 0 && gain < n*3/4 {
				t.Fatalf("round %d: clan %d has %d cells of spells more, its spell took %d", turn.Round, clan, gain, n)
			}
			if gain < 0 {
				lost++
			}
		}
	}
	if cast < 3 || lost < 100 {
		t.Errorf("%d spells, %d rounds in which cells of them were lost", cast, lost)
	}
}
