package moneyheist_test

import (
	"testing"

	"game-tui/configs"
	mh "game-tui/sim/moneyheist"
	"game-tui/sim/simtest"
)

// TestOfficialHashes plays the matches of which the official program's results
// are known.
func TestOfficialHashes(t *testing.T) {
	t.Parallel()
	simtest.Official(t, func(seed int32, names ...string) (*simtest.Match, error) {
		return simtest.New(mh.Game{}, configs.Default("moneyheist"), seed, newPlayer, names...)
	})
}
