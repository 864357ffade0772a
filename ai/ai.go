// Package ai lists the players of this program: which ones each game has, and
// who plays when nobody is named. A player joins with one line in the Players of
// its package ai/<game>; a game joins with one line in games.
package ai

import (
	"embed"
	"slices"
	"strings"

	"game-tui/ai/harrypotter"
	"game-tui/ai/moneyheist"
	"game-tui/ai/numbers"
	"game-tui/ai/thepurge"
	"game-tui/sim"
)

// roster is what one game offers.
type roster struct {
	game    string
	players []sim.Builtin // from the weakest to the strongest
	lineUp  [sim.Seats]string

	// Of games of this program only.
	pace     string          // whom the pace of others is measured against
	champion *numbers.Player // who may be tuned
}

// games is the list of all games that have players, one line each.
var games = []roster{
	{"harrypotter", harrypotter.Players, harrypotter.LineUp, "Seeker", &harrypotter.Champion},
	{"moneyheist", moneyheist.Players, moneyheist.LineUp, "Tokyo", &moneyheist.Champion},
	{"thepurge", thepurge.Players, thepurge.LineUp, "Nightwatch", &thepurge.Champion},
}

// Add gives players to a game that has none. It is called before anything else
// is, by tests that have a game of their own.
func Add(game string, players []sim.Builtin, lineUp [sim.Seats]string) {
	games = append(games, roster{game: game, players: players, lineUp: lineUp})
}

func find(game string) *roster {
	for i := range games {
		if games[i].game == game {
			return &games[i]
		}
	}
	return &roster{}
}

// Players returns the players of a game sorted by name in byte order, as the
// kit's list shows them. It is empty for a game without players.
func Players(game string) []sim.Builtin {
	list := slices.Clone(find(game).players)
	slices.SortFunc(list, func(a, b sim.Builtin) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// Ladder returns the players of a game from the weakest to the strongest.
func Ladder(game string) []sim.Builtin { return slices.Clone(find(game).players) }

// Strongest returns the players of a game that play well, the strongest first.
func Strongest(game string) (list []sim.Builtin) {
	for _, b := range slices.Backward(find(game).players) {
		if b.Name != "Null" && b.Name != "Demo" {
			list = append(list, b)
		}
	}
	return list
}

// Find returns a game's player of exactly that name.
func Find(game, name string) (sim.Builtin, bool) {
	for _, b := range find(game).players {
		if b.Name == name {
			return b, true
		}
	}
	return sim.Builtin{}, false
}

// Duel is a pairing of the strength table: one player against three of another.
type Duel struct {
	One, Others string
	Wins        int // of 8 matches that One wins at least
}

// Duels returns the pairings of a game: Greedy, whom newcomers start from, against
// the kit's Demo, every stronger player against Greedy, and the champion against whom paces
// are measured by: who wins 3 of 8 matches against three is stronger than each of them.
func Duels(game string) []Duel {
	r := find(game)
	list := []Duel{{"Greedy", "Demo", 7}}
	for _, b := range r.players {
		if r.champion != nil && b.Name == r.champion.Name {
			list = append(list, Duel{b.Name, r.pace, 3})
		} else if b.Name != "Null" && b.Name != "Demo" && b.Name != "Greedy" {
			list = append(list, Duel{b.Name, "Greedy", 7})
		}
	}
	return list
}

// LineUp returns the names of the four who play a game when nobody is named;
// empty names for a game without players.
func LineUp(game string) [sim.Seats]string { return find(game).lineUp }

// Dummy returns the player of a game that stands in for the Dummy of the course's kits, which is an object file only. It
// is the default of all commands that need one, and weaker than that Dummy: only a match against the kit's Dummy shows
// that a player beats it. Mean scores of four equal players, of the Dummy by recordings of the official programs (8 scores), of others over 40 seeds:
//
//	              Demo   Dummy  Greedy
//	Harry Potter  4,166  7,478   7,591
//	Money Heist     142  1,464   2,680
//	The Purge        27    596   1,065
//
// Greedy is too strong for this in two games: players would fail that qualify against the Dummy.
func Dummy(game string) (sim.Builtin, bool) { return Find(game, "Demo") }

// ratings are records of tournaments, which make ratings writes.
//
//go:embed ratings
var ratings embed.FS

// Ratings returns the records, as package league writes them, by which the players of a game are rated: all
// holds a tournament of all players, strong one in which each of the three strongest of all plays three times. They are
// nil for a game that has none.
func Ratings(game string) (all, strong []byte) {
	all, _ = ratings.ReadFile("ratings/" + game + ".jsonl")
	strong, _ = ratings.ReadFile("ratings/" + game + "-strong.jsonl")
	return all, strong
}

// Reference returns the player of a game that the pace of others is measured against: always the same,
// whoever joins, so that paces stay comparable. In a game that names none it is the last of the list.
func Reference(game string) (sim.Builtin, bool) {
	r := find(game)
	if r.pace != "" {
		return Find(game, r.pace)
	}
	for i := len(r.players) - 1; i >= 0; i-- {
		if r.players[i].Name != "Null" && r.players[i].Name != "Demo" {
			return r.players[i], true
		}
	}
	return sim.Builtin{}, false
}

// Tunable returns the player of a game whose numbers are found by play, its champion.
func Tunable(game string) (*numbers.Player, bool) {
	p := find(game).champion
	return p, p != nil
}
