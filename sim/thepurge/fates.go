package thepurge

import "game-tui/sim"

// What stops an order in this game, as fateTexts words it.
const (
	FateDead = sim.FateGame + iota
	FateBuilding
	FateBarricadeDay
	FateSheltered
	FateCitizenDay
	FateFriend
	FateNotBuilder
	FateNight
	FateTaken
	FateBarricade
	FateInside
	FateLimit
)

var fateTexts = sim.FateTexts{
	FateDead:         "killed before its turn",
	FateBuilding:     "a building is there",
	FateBarricadeDay: "another player's barricade holds until night",
	FateSheltered:    "the own barricade there is occupied",
	FateCitizenDay:   "a citizen is there, and nobody attacks by day",
	FateFriend:       "a citizen of the same player is there",
	FateNotBuilder:   "only builders build",
	FateNight:        "nobody builds by night",
	FateTaken:        "barricades need an empty cell",
	FateBarricade:    "another player's barricade is there",
	FateInside:       "nobody builds from inside a barricade",
	FateLimit:        "the player has all the barricades allowed",
}

// FateText puts a fate of the game into words.
func (Game) FateText(f sim.Fate) string { return fateTexts.Text(f) }
