package harrypotter_test

import (
	"testing"

	hp "game-tui/sim/game/harrypotter"
	"game-tui/sim/simtest"
)

// TestUnusualConfigurationsKeepTheContracts also has players that break rules.
func TestUnusualConfigurationsKeepTheContracts(t *testing.T) {
	t.Parallel()
	for _, l := range lineUps {
		if l.name == "dense" || testing.Short() && l.name != "quick" {
			continue // few seeds give a dense board
		}
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			simtest.Conform(t, simtest.Subject{
				Game: hp.Game, Config: config(l.changes), Players: simtest.Builtins(newPlayer, "Probe", "Demo"),
				Quick: true,
			})
		})
	}
}
