// Package catalog is the list of the games. A game joins with one line in games.
package catalog

import (
	"strings"

	"game-tui/sim"
	"game-tui/sim/harrypotter"
	"game-tui/sim/moneyheist"
	"game-tui/sim/res"
	"game-tui/sim/thepurge"
)

// games is the list of all games, the default one first.
var games = []sim.Game{
	harrypotter.Game,
	moneyheist.Game,
	thepurge.Game,
}

// Default is the game that is meant where none is named.
func Default() sim.Game { return games[0] }

// Add puts a game behind the others. It is called before anything else is, by
// tests that have a game of their own.
func Add(g sim.Game) { games = append(games, g) }

// Games returns all games, the default one first.
func Games() []sim.Game { return append([]sim.Game(nil), games...) }

// Names returns the words of --game, the default one first.
func Names() []string {
	names := make([]string, len(games))
	for i, g := range games {
		names[i] = g.Name()
	}
	return names
}

// Find returns the game of that name.
func Find(name string) (sim.Game, bool) {
	for _, g := range games {
		if g.Name() == name {
			return g, true
		}
	}
	return nil, false
}

// ByVersion returns the game whose version line begins with that word:
// "HarryPotter". Whether the version is the right one is for the game to say.
func ByVersion(word string) (sim.Game, bool) {
	for _, g := range games {
		if first, _, _ := strings.Cut(g.Version(), " "); first == word {
			return g, true
		}
	}
	return nil, false
}

// Config is a configuration that was read.
type Config struct {
	Game      sim.Game
	Settings  sim.Settings
	Text      string // all of it
	Generator string // what follows the settings
}

// ReadConfig reads a configuration; its first word says of which game.
func ReadConfig(text []byte) (*Config, error) {
	s := res.NewScanner(text)
	word := s.Word()
	g, ok := ByVersion(string(word))
	if !ok {
		s.Fail("expected a configuration, which begins with %s", versions())
		return nil, s.Err()
	}
	settings, n, err := g.ReadSettings(text)
	if err != nil {
		return nil, err
	}
	return &Config{g, settings, string(text), string(text[n:])}, nil
}

// versions lists the first lines of configurations, for an error.
func versions() string {
	list := make([]string, len(games))
	for i, g := range games {
		list[i] = "\"" + g.Version() + "\""
	}
	return strings.Join(list, " or ")
}
