package simtest_test

import (
	"testing"

	"game-tui/sim/simtest"
	"game-tui/sim/simtest/model"
	"game-tui/sim/simtest/model/players"
)

func orchard() simtest.Subject {
	return simtest.Subject{Game: model.Game, Config: []byte(model.Config), Players: players.Players, Quick: simtest.Sample()}
}

// TestModel holds the model game to the contracts.
func TestModel(t *testing.T) {
	t.Parallel()
	simtest.Conform(t, orchard())
}
