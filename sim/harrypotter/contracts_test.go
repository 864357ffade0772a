package harrypotter_test

import (
	"testing"

	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
	"game-tui/sim/simtest"
)

// TestContracts holds the game to the contracts of sim in odd configurations too,
// with players that break rules.
func TestContracts(t *testing.T) {
	t.Parallel()
	for _, l := range lineUps {
		if l.name == "dense" || simtest.Sample() && l.name != "quick" {
			continue // few seeds give a dense board
		}
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			s := simtest.Subject{Game: hp.Game{}, Config: config(l.changes), Partial: true, Quick: simtest.Sample()}
			for _, name := range []string{"Probe", "Demo"} {
				s.Players = append(s.Players, sim.Builtin{Name: name, New: func() sim.Player { return newPlayer(name) }})
			}
			simtest.Conform(t, s)
		})
	}
}
