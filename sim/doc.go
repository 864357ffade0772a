// Package sim is the game-neutral core of game-tui: positions, the official
// random generator, orders, and the contracts between a rule set (Game, Board,
// State), those who play it (Player) and those who show it (Frame).
//
// It imports the standard library only; everything else in the project may
// import it. In this package and in the games below it the same seed gives the
// same bytes: no clock, no goroutine, no map order, no math/rand.
//
// How a match flows:
//
//	Settings + generator text + seed ─► Board ─► State 0
//	State k ─► four Players ─► orders ─► Board.Step ─► Turn k ─► State k+1
//
// States and Turns are immutable once made and are shared by every reader. From
// recorded states and executed orders Game.Derive finds the events again, and
// Game.BoardFrom makes a board that goes on from any state.
//
// What the games share of their rules is here too: the loop that draws whose
// order is next (Turn.Execute), the fates that every game has, the four
// directions, and the words of sentences. Their texts are in sim/res, sets of cells
// and the drawing of walls in sim/grid.
package sim

// Seats is the number of players of every game.
const Seats = 4

// MaxName is the length of a player's name in bytes, as in the kits. Recordings
// made elsewhere may have longer ones.
const MaxName = 12

// MaxOrders is the number of order calls that a player may make in a round; the
// official engines abort at the next one.
const MaxOrders = 1000
