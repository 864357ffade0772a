package harrypotter

import "game-tui/sim"

// What stops an order in this game, as fateTexts words it.
const (
	FateDiagonal = sim.FateGame + iota
	FateWall
	FateGhostBlocked
	FateConverting
	FateOwnGhost
	FateMate
	FateTargetConverting
	FateProtected
	FateNoGhost
	FateLate
	FateResting
	FateOneSpell
	FateWrong
)

var fateTexts = sim.FateTexts{
	FateDiagonal:         "wizards do not move diagonally",
	FateWall:             "a wall is there",
	FateGhostBlocked:     "a unit is there, and ghosts do not attack",
	FateConverting:       "a converting wizard does not attack",
	FateOwnGhost:         "its own ghost is there",
	FateMate:             "a wizard of its own clan is there, and not converting",
	FateTargetConverting: "the wizard there is converting already",
	FateProtected:        "the ghost there was attacked a short time ago",
	FateNoGhost:          "only ghosts cast spells",
	FateLate:             "the match ends too soon for a spell",
	FateResting:          "the ghost has to rest",
	FateOneSpell:         "another spell was cast in this round",
	FateWrong:            "the solution is wrong",
}

// FateText puts a fate of the game into words.
func (Game) FateText(f sim.Fate) string { return fateTexts.Text(f) }
