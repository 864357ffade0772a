package moneyheist_test

import (
	"testing"

	mh "game-tui/sim/game/moneyheist"
	"game-tui/sim/simtest"
)

// TestUnusualConfigurationsKeepTheContracts also has players that break rules.
func TestUnusualConfigurationsKeepTheContracts(t *testing.T) {
	t.Parallel()
	for name, text := range map[string][]byte{
		"default":  defaultConfig,
		"small":    configB,
		"crowd":    config(map[string]int{"INITIAL_SOLDIERS_PER_CLAN": 60}),
		"no hints": config(map[string]int{"SIZE_HINTS_PER_BOX": 0, "NUM_ROUNDS": 20, "INITIAL_SOLDIERS_POISONS": 300}),
	} {
		if testing.Short() && name != "small" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			simtest.Conform(t, simtest.Subject{
				Game: mh.Game, Config: text, Players: simtest.Builtins(newPlayer, "Probe", "Demo"),
				Quick: true,
			})
		})
	}
}
