package model

import "game-tui/sim"

// What stops an order in this game, as fateTexts words it.
const (
	FateHome = sim.FateGame + iota
	FateSent
	FateTree
	FateOwn
	FateTaken
	FatePoor
)

var fateTexts = sim.FateTexts{
	FateHome:  "the picker is at home",
	FateSent:  "the picker was sent home before its turn",
	FateTree:  "a tree is there",
	FateOwn:   "a picker of the same team is there",
	FateTaken: "apples need an empty cell",
	FatePoor:  "the team has not so many apples",
}

// FateText puts a fate of the game into words.
func (Game) FateText(f sim.Fate) string { return fateTexts.Text(f) }
