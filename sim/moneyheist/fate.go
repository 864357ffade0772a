package moneyheist

import "game-tui/sim"

// Fates of orders that are not executed.
const (
	FateKilled       = sim.FateGame + iota // the soldier was killed earlier in the round
	FateDead                               // the professor is dead
	FateKind                               // the game has no such order
	FateDirection                          // the game has no such direction
	FateEdge                               // off the board
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

var fateTexts = [...]string{
	FateKilled:       "it was killed before its turn",
	FateDead:         "the professor is dead",
	FateKind:         "there is no such order",
	FateDirection:    "there is no such direction",
	FateEdge:         "the board ends there",
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
	if f >= sim.FateGame && int(f) < len(fateTexts) {
		return fateTexts[f]
	}
	return ""
}
