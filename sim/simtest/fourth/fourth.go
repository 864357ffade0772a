// Package fourth adds the model game to the lists of games, players and
// configurations. A test that goes over all games imports it, so that it does for a
// fourth game what it does for the three.
package fourth

import (
	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim/catalog"
	"game-tui/sim/simtest/model"
	"game-tui/sim/simtest/model/players"
)

func init() {
	g := model.Game
	catalog.Add(g)
	ai.Add(g.Name(), players.Players, players.LineUp)
	configs.Add(g.Name(), model.Config)
}
