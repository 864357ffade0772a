package moneyheist

import "game-tui/sim"

// What stops an order in this game, as fateTexts words it.
const (
	FateKilled = sim.FateGame + iota
	FateDead
	FateWall
	FateDoor
	FateOwn
	FateNoPoison
	FateOccupied
	FateNotProfessor
	FateNotSoldier
	FateNoDoor
	FateKey
)

var fateTexts = sim.FateTexts{
	FateKilled:       "it was killed before its turn",
	FateDead:         "the professor is dead",
	FateWall:         "a wall is there",
	FateDoor:         "the door of a safe is there",
	FateOwn:          "a unit of its own clan is there",
	FateNoPoison:     "it has no poison to attack with",
	FateOccupied:     "a unit is there, and professors do not attack",
	FateNotProfessor: "only professors can do that",
	FateNotSoldier:   "only soldiers can do that",
	FateNoDoor:       "no door is there",
	FateKey:          "the key is wrong",
}

// FateText puts a fate of the game into words.
func (Game) FateText(f sim.Fate) string { return fateTexts.Text(f) }
