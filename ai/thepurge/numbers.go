package thepurge

import (
	"game-tui/ai/numbers"
	"game-tui/sim"
)

// Champion is Veteran with its numbers.
var Champion = numbers.Player{Name: "Veteran", Numbers: veteranNumbers[:], New: func(values []float64) sim.Player {
	n := new(Veteran)
	copy(n.v[:], values)
	return n
}}

// Indices of the numbers, which the table explains.
const (
	builderStake = iota
	warriorStake
	attack
	brawl
	dusk
	haste
	chase
	stalk
	beam
	catch
	lost
	arm
	gunShare
	denyGun
	denyBazooka
	contested
	fear
	near0
	near1
	near2
	near3
	near4
	trap
	fade
	sight
	alert
	after0
	after1
	after2
	after3
	after4
	sureFrom
	tie
	calm
	numberCount
)

var veteranNumbers = [numberCount]numbers.Number{
	builderStake: {Name: "builder-stake", Value: 0.85, Low: 0, High: 1.2, Means: "how much a lost fight of a builder of ours counts beside one that it wins; the three others share what we lose"},
	warriorStake: {Name: "warrior-stake", Value: 0.7, Low: 0, High: 1.2, Means: "the same of a warrior of ours"},
	attack:       {Name: "attack", Value: 1, Low: 0.2, High: 4, Means: "how much an attack counts beside all else that a citizen can do"},
	brawl:        {Name: "brawl", Value: 10, Low: 0, High: 20, Means: "how far a builder goes to fight somebody, in steps"},
	dusk:         {Name: "dusk", Value: 4, Low: 0, High: 25, Means: "how long before the night builders get near those whom they will fight, in rounds"},
	haste:        {Name: "haste", Value: 2.5, Low: 1, High: 6, Means: "how many rounds a step takes, or a blow, on the way to prey outside of barricades"},
	chase:        {Name: "chase", Value: 6, Low: 0, High: 12, Means: "how far prey of a warrior may be for its flight to be thought through, in steps, and for how many rounds"},
	stalk:        {Name: "stalk", Value: 10, Low: 0, High: 20, Means: "the same of anybody's prey whose clan is well foretold"},
	beam:         {Name: "beam", Value: 12, Low: 1, High: 40, Means: "how many places of hunter and prey are thought on from, each round"},
	catch:        {Name: "catch", Value: 1, Low: 0.2, High: 3, Means: "how much prey that can be caught counts beside all else"},
	lost:         {Name: "lost", Value: 14, Low: 2, High: 60, Means: "how many rounds it takes to catch prey of which nothing is found, beside its distance"},
	arm:          {Name: "arm", Value: 1.6, Low: 0.1, High: 6, Means: "what a bazooka is worth to somebody with a hammer, in warriors killed"},
	gunShare:     {Name: "gun-share", Value: 0.5, Low: 0, High: 1, Means: "what part of that a gun is worth, or a bazooka to somebody with a gun"},
	denyGun:      {Name: "deny-gun", Value: 3, Low: 0, High: 50, Means: "what a gun is worth to somebody who cannot use it, in points"},
	denyBazooka:  {Name: "deny-bazooka", Value: 20, Low: 0, High: 200, Means: "what a bazooka is worth to somebody who cannot use it, in points"},
	contested:    {Name: "contested", Value: 0.4, Low: 0, High: 1, Means: "what part a thing is worth that an enemy is nearer to"},
	fear:         {Name: "fear", Value: 0.4, Low: 0, High: 2, Means: "how much of what enemies near a cell can take is feared"},
	near0:        {Name: "near-0", Value: 1, Low: 0, High: 3, Means: "what part of it an enemy takes who stands on the cell"},
	near1:        {Name: "near-1", Value: 1, Low: 0, High: 3, Means: "the same of one who is a step away"},
	near2:        {Name: "near-2", Value: 0.45, Low: 0, High: 3, Means: "two steps"},
	near3:        {Name: "near-3", Value: 0.15, Low: 0, High: 2, Means: "three steps"},
	near4:        {Name: "near-4", Value: 0.05, Low: 0, High: 2, Means: "four steps"},
	trap:         {Name: "trap", Value: 0.3, Low: 0, High: 3, Means: "what part of a hit it costs to be where enemies can catch somebody at once"},
	fade:         {Name: "fade", Value: 0.4, Low: 0, High: 1, Means: "what part of it remains for each round that they need longer"},
	sight:        {Name: "sight", Value: 7, Low: 1, High: 12, Means: "for how many rounds a flight of ours is thought through"},
	alert:        {Name: "alert", Value: 4, Low: 0, High: 12, Means: "how near an enemy must be for that, in rows and columns"},
	after0:       {Name: "after-0", Value: 1, Low: 0, High: 3, Means: "what part of a hit an enemy takes later who is expected on the cell, where its clan is well foretold"},
	after1:       {Name: "after-1", Value: 0.4, Low: 0, High: 3, Means: "the same of one who is a step away then"},
	after2:       {Name: "after-2", Value: 0.25, Low: 0, High: 3, Means: "two steps"},
	after3:       {Name: "after-3", Value: 0.08, Low: 0, High: 2, Means: "three steps"},
	after4:       {Name: "after-4", Value: 0.03, Low: 0, High: 2, Means: "four steps"},
	sureFrom:     {Name: "sure-from", Value: 0.8, Low: 0, High: 1, Means: "what part of the guesses about a clan has to come true for it to count as foretold"},
	tie:          {Name: "tie", Value: 0.6, Low: 0, High: 1, Means: "what part a thing is worth that an enemy is as near to"},
	calm:         {Name: "calm", Value: 0.1, Low: 0, High: 1, Means: "how urgent orders are for what they bring at any time, beside what they bring only if they come first"},
}
