package simtest_test

import (
	"path/filepath"
	"testing"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim/catalog"
	"game-tui/sim/simtest"
)

// TestGames holds every game of the catalog to the contracts.
func TestGames(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			simtest.Conform(t, simtest.Subject{
				Game:    g,
				Config:  configs.Default(g.Name()),
				Players: ai.Players(g.Name()),
				Dir:     filepath.Join("..", g.Name()),
			})
		})
	}
}
