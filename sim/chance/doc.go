// Package chance finds who will win a match, when that changed and why. [New] begins the
// analysis of a match, whose chances by round are there at once ([Analysis.Line]); each call of
// [Analysis.Next] makes them surer, and finds turning points ([Analysis.Turnings]) and the pace of
// the players. A [WhatIf] is a branch: what would have been with other players, orders or dice.
//
// Chances come from two sources. The table of a game, which is fitted on matches of the built-in
// players (make fit), weighs what a state shows, and where it knows them who plays, and costs
// next to nothing. Short rollouts play the state on for a tenth of the match, with the players
// that it has, and ask the table about where that led; near the end they go to the end.
// Every chance has an error that includes the table's own: full games, which are kept
// (make fit-values), show what it is.
//
// Nothing here has a clock, a goroutine or a generator but sim's. An Analysis is
// driven by its owner, a piece of work at a time, and finds the same after the same
// number of pieces. Players are given as functions.
package chance
