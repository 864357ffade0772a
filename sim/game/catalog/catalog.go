// Package catalog lists the games. To add a game, append it to the variable games.
package catalog

import (
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/sim/game/harrypotter"
	"game-tui/sim/game/moneyheist"
	"game-tui/sim/game/thepurge"
	"game-tui/sim/res"
)

// The default game comes first.
var games = []sim.Game{
	harrypotter.Game,
	moneyheist.Game,
	thepurge.Game,
}

func Default() sim.Game { return games[0] }

// Add registers a game for tests. It must be called before any other function.
func Add(g sim.Game) { games = append(games, g) }

// Games returns all games, the default game first.
func Games() []sim.Game { return slices.Clone(games) }

// Names returns the values of the --game flag, the default game first.
func Names() []string {
	names := make([]string, len(games))
	for i, g := range games {
		names[i] = g.Name()
	}
	return names
}

func Find(name string) (sim.Game, bool) {
	for _, g := range games {
		if g.Name() == name {
			return g, true
		}
	}
	return nil, false
}

// FindByVersion returns the game whose version line starts with name, such as "HarryPotter". It ignores
// the version number.
func FindByVersion(name string) (sim.Game, bool) {
	for _, g := range games {
		if first, _, _ := strings.Cut(g.Version(), " "); first == name {
			return g, true
		}
	}
	return nil, false
}

type Config struct {
	Game      sim.Game
	Settings  sim.Settings
	Text      string
	Generator string // text after the settings: "RANDOM", or "FIXED" and a board
}

// ReadConfig parses a configuration. Its first word selects the game.
func ReadConfig(text []byte) (*Config, error) {
	s := res.NewScanner(text)
	word := s.Word()
	g, ok := FindByVersion(string(word))
	if !ok {
		var versions []string
		for _, g := range games {
			versions = append(versions, strconv.Quote(g.Version()))
		}
		s.Fail("expected a configuration starting with %s", strings.Join(versions, " or "))
		return nil, s.Err()
	}
	settings, n, err := g.ReadSettings(text)
	if err != nil {
		return nil, err
	}
	return &Config{g, settings, string(text), string(text[n:])}, nil
}
