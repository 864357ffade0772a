// Package fourth registers the model game and its players for tests that iterate over all games.
package fourth

import (
	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim/game/catalog"
	"game-tui/sim/simtest/model"
	"game-tui/sim/simtest/model/players"
)

func init() {
	g := model.Game
	catalog.Add(g)
	ai.Register(g.Name(), players.Players, players.LineUp)
	configs.Add(g.Name(), model.Config)
}
