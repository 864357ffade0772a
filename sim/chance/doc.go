// Package chance tells who will win a match, when that changed and why: the win
// chance over the rounds of a record, its turning points, the pace of each player,
// and what would have been with other players, orders or dice.
//
// Two things tell a chance. The table of a game, which is fitted on matches of the built-in
// players (make fit), weighs what a state shows, and where it knows them who plays, and costs
// next to nothing. Short rollouts play the state on for a tenth of the match, with the players
// that it has, and ask the table about where that led; near the end they go to the end.
// What is said has an error that includes the table's own: full games, which are kept
// (make fit-values), tell what it is.
//
// Nothing here has a clock, a goroutine or a generator but sim's. An Analysis is
// driven by its owner, a piece of work at a time, and says the same after the same
// number of pieces. Players are given as functions.
package chance
