package thepurge

import "game-tui/sim"

// Why an order was not executed.
const (
	FateTwice        = sim.FateGame + iota // the citizen already had an order
	FateKind                               // neither move nor build
	FateDead                               // killed before its turn
	FateDir                                // no direction
	FateEdge                               // the board ends
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

var fateTexts = [...]string{
	"the citizen already had an order",
	"neither a move nor a build",
	"killed before its turn",
	"no such direction",
	"the board ends there",
	"a building is there",
	"another player's barricade holds until night",
	"the own barricade there is occupied",
	"a citizen is there, and nobody attacks by day",
	"a citizen of the same player is there",
	"only builders build",
	"nobody builds by night",
	"barricades need an empty cell",
	"another player's barricade is there",
	"nobody builds from inside a barricade",
	"the player has all the barricades allowed",
}

// FateText words a fate of this game.
func (Game) FateText(f sim.Fate) string {
	if f < sim.FateGame || int(f-sim.FateGame) >= len(fateTexts) {
		return ""
	}
	return fateTexts[f-sim.FateGame]
}
