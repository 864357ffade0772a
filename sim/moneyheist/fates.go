package moneyheist

import "game-tui/sim"

// Fates of orders that are not executed.
const (
	FateKilled       = sim.FateGame + iota // the soldier was killed earlier in the round
	FateDead                               // the professor is dead
	FateWall                               // a wall is there
	FateDoor                               // the door of a safe is there
	FateOwn                                // a unit of its own clan is there
	FateNoPoison                           // it has no poison for whom it attacks
	FateOccupied                           // a unit is there, and professors attack nobody
	FateNotProfessor                       // only professors do that
	FateNotSoldier                         // only soldiers do that
	FateNoDoor                             // no door is there
	FateKey                                // the key is wrong
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

// FateText words a fate of the game.
func (Game) FateText(f sim.Fate) string {
	return fateTexts.Text(f)
}
