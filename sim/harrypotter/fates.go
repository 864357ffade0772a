package harrypotter

import "game-tui/sim"

// What stops an order in this game.
const (
	fateDiagonal = sim.FateGame + iota
	fateWall
	fateGhostBlocked
	fateConverting
	fateOwnGhost
	fateMate
	fateTargetConverting
	fateProtected
	fateNoGhost
	fateLate
	fateResting
	fateOneSpell
	fateWrong
)

var fateTexts = sim.FateTexts{
	fateDiagonal:         "wizards do not move diagonally",
	fateWall:             "a wall is there",
	fateGhostBlocked:     "a unit is there, and ghosts do not attack",
	fateConverting:       "a converting wizard does not attack",
	fateOwnGhost:         "its own ghost is there",
	fateMate:             "a wizard of its own clan is there, and not converting",
	fateTargetConverting: "the wizard there is converting already",
	fateProtected:        "the ghost there was attacked a short time ago",
	fateNoGhost:          "only ghosts cast spells",
	fateLate:             "the match ends too soon for a spell",
	fateResting:          "the ghost has to rest",
	fateOneSpell:         "another spell was cast in this round",
	fateWrong:            "the solution is wrong",
}

// FateText words a fate of the game.
func (Game) FateText(f sim.Fate) string {
	return fateTexts.Text(f)
}
