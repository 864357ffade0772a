package harrypotter_test

import (
	"testing"

	"game-tui/configs"
	hp "game-tui/sim/harrypotter"
	"game-tui/sim/simtest"
)

// TestOfficialHashes plays the matches of which the official program's results
// are known.
func TestOfficialHashes(t *testing.T) {
	t.Parallel()
	simtest.Official(t, func(seed int32, names ...string) (*simtest.Match, error) {
		return simtest.New(hp.Game{}, configs.Default("harrypotter"), seed, newPlayer, names...)
	})
}
