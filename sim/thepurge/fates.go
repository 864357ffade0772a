package thepurge

import "game-tui/sim"

// Why an order was not executed.
const (
	FateDead         = sim.FateGame + iota // killed before its turn
	FateBuilding                           // a building stands there
	FateBarricadeDay                       // another's barricade, by day
	FateSheltered                          // own barricade with somebody inside
	FateCitizenDay                         // a citizen, by day
	FateFriend                             // an own citizen, by night
	FateNotBuilder                         // a warrior that should build
	FateNight                              // building by night
	FateTaken                              // building where something or somebody is
	FateBarricade                          // building on another's barricade
	FateInside                             // a builder inside a barricade
	FateLimit                              // as many barricades as allowed
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

// FateText words a fate of this game.
func (Game) FateText(f sim.Fate) string {
	return fateTexts.Text(f)
}
