// Package ai lists the built-in players of each game. To add a player, extend Players in ai/<game>.
// To add a game, extend games.
package ai

import (
	"embed"
	"slices"
	"strings"

	"game-tui/ai/harrypotter"
	"game-tui/ai/moneyheist"
	"game-tui/ai/thepurge"
	"game-tui/sim"
)

type roster struct {
	game    string
	players []sim.Builtin // weakest first
	lineUp  [sim.Seats]string

	reference string
}

var games = []roster{
	{"harrypotter", harrypotter.Players, harrypotter.LineUp, "Seeker"},
	{"moneyheist", moneyheist.Players, moneyheist.LineUp, "Tokyo"},
	{"thepurge", thepurge.Players, thepurge.LineUp, "Nightwatch"},
}

// Register registers a game for tests. Call it before any other function.
func Register(game string, players []sim.Builtin, lineUp [sim.Seats]string) {
	games = append(games, roster{game: game, players: players, lineUp: lineUp})
}

func rosterFor(game string) *roster {
	for i := range games {
		if games[i].game == game {
			return &games[i]
		}
	}
	return &roster{}
}

func Players(game string) []sim.Builtin {
	list := slices.Clone(rosterFor(game).players)
	slices.SortFunc(list, func(a, b sim.Builtin) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// Ladder returns the players of a game, weakest first.
func Ladder(game string) []sim.Builtin { return slices.Clone(rosterFor(game).players) }

// StrongestFirst returns all players of a game except Null and Demo, strongest first.
func StrongestFirst(game string) (list []sim.Builtin) {
	for _, b := range slices.Backward(rosterFor(game).players) {
		if b.Name != "Null" && b.Name != "Demo" {
			list = append(list, b)
		}
	}
	return list
}

func Find(game, name string) (sim.Builtin, bool) {
	for _, b := range rosterFor(game).players {
		if b.Name == name {
			return b, true
		}
	}
	return sim.Builtin{}, false
}

func LineUp(game string) [sim.Seats]string { return rosterFor(game).lineUp }

// DummyStandIn returns a weaker stand-in for the Dummy player of the course's kits, which is
// distributed only as an object file.
func DummyStandIn(game string) (sim.Builtin, bool) { return Find(game, "Demo") }

//go:embed ratings
var ratings embed.FS

// Ratings returns a game's two tournament files: one with all players, and one with three copies of
// each of the three strongest. A missing file is nil.
func Ratings(game string) (allPlayers, strongPlayers []byte) {
	allPlayers, _ = ratings.ReadFile("ratings/" + game + ".jsonl")
	strongPlayers, _ = ratings.ReadFile("ratings/" + game + "-strong.jsonl")
	return allPlayers, strongPlayers
}

// Reference returns the player whose score defines pace 1. It does not change when players are
// added, unless the game was registered by Register.
func Reference(game string) (sim.Builtin, bool) {
	r := rosterFor(game)
	if r.reference == "" && len(r.players) > 0 {
		return r.players[len(r.players)-1], true
	}
	return Find(game, r.reference)
}
