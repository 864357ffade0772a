package thepurge_test

import (
	"testing"

	"game-tui/configs"
	"game-tui/sim/simtest"
)

// TestUnusualConfigurationsKeepTheContracts also has players that break rules.
func TestUnusualConfigurationsKeepTheContracts(t *testing.T) {
	t.Parallel()
	for name, text := range map[string][]byte{
		"default": configs.Default("thepurge"),
		"violent": violent(),
		"tall":    config(map[string]int{"BOARD_ROWS": 17, "BOARD_COLS": 47, "NUM_ROUNDS_PER_DAY": 10, "NUM_ROUNDS_REGEN_BUILDER": 2, "LIFE_LOST_IN_ATTACK": 30}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			simtest.Conform(t, simtest.Subject{
				Game: game, Config: text, Players: simtest.Builtins(newPlayer, "Probe", "Demo"),
				Quick: true,
			})
		})
	}
}
