package moneyheist_test

import (
	ai "game-tui/ai/moneyheist"
	"game-tui/configs"
	"game-tui/sim"
	mh "game-tui/sim/game/moneyheist"
	"game-tui/sim/simtest"
)

// newPlayer creates a player for tests by its name in the kit.
func newPlayer(name string) sim.Player {
	switch name {
	case "Null":
		return new(sim.Null)
	case "Demo":
		return new(ai.Demo)
	case "Probe":
		return new(probe)
	}
	panic("no player " + name)
}

var four, sum = simtest.FourTimes, simtest.Hash

// match is a match of this game with typed settings.
type match struct {
	*simtest.OfficialMatch
	set *mh.Settings
}

func newMatch(config []byte, seed int32, names ...string) (*match, error) {
	m, err := simtest.NewOfficialMatch(mh.Game, config, seed, newPlayer, names...)
	if err != nil {
		return nil, err
	}
	return &match{m, m.Meta.Settings.(*mh.Settings)}, nil
}

// config returns the default configuration with some values changed.
func config(changes map[string]int) []byte {
	return simtest.WithSettings(configs.Default("moneyheist"), changes)
}

var defaultConfig = config(nil)

// each adapts a function on this game's states for Match.Each.
func each(f func(before *mh.State, t *sim.Turn, after *mh.State)) func(before sim.State, t *sim.Turn, after sim.State) {
	return func(before sim.State, t *sim.Turn, after sim.State) { f(before.(*mh.State), t, after.(*mh.State)) }
}
