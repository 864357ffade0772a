// Package sim is the game-neutral core of game-tui: positions, the official
// random generator, orders, and the contracts between a rule set (Game, Board,
// State), those who play it (Player) and those who show it (Frame).
//
// To play a round: [Game].ReadSettings reads a configuration, [Game].NewBoard makes the
// board, a [Player] answers [Board].State, and [Board].Step plays the orders. Whole matches
// are played by package [game-tui/sim/match].
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
// [State] and [Turn] are immutable once made and are shared by every reader. From
// recorded states and executed orders [Game].Derive finds the events again, and
// [Game].BoardFrom makes a board that goes on from any state.
//
// What the games share of their rules is here too: what one says of itself in values
// ([Facts], [Base]), the loop that draws whose order is next ([Turn.Execute]), the four
// directions ([Dir]) and who is ahead ([Lead]). Their texts are in [game-tui/sim/res],
// sets of cells and the drawing of walls in [game-tui/sim/grid].
//
// # Words
//
// One word for each thing, in code, messages and pages:
//
//   - A game is a set of rules ([Game]): Harry Potter, Money Heist, The Purge.
//   - A match is four players, settings and a seed, played from round 0 to the end.
//   - A player decides orders ([Player]): built into the program, or a program.
//   - A seat is the place of a player in a match, 0 to 3. What the rules call a
//     clan is the units of a seat.
//   - A unit gets orders ([Unit]): a wizard, a ghost, a soldier, a citizen.
//   - An order is what a player wants a unit to do in a round ([Order]).
//   - A fate is what became of an order ([Fate]): executed, or the rule that
//     stopped it. For people it is worded by [FateText].
//   - A round is one step of a match. State N is the one at the start of round N.
//   - A turn is what happened in a round: orders, fates, events and costs, which
//     lead from state N to state N+1 ([Turn]).
//   - A record is a match in memory, states and turns, which grows while the match
//     is played ([game-tui/sim/record]).
//   - A recording is a .res file; what it cannot hold is in the notes beside it.
//   - A replay is a recording that is watched, or a match played again from its seed.
//   - A rollout is some rounds played on from a state with other dice, to see where
//     they lead; a branch is a match that begins in the middle of another one.
//   - A watcher is somebody who looks at a match, here or over SSH, at a round of
//     their own.
//   - A view is what a watcher looks at: a match, a tournament, a list of matches.
//     A page lies over it, and is closed again: help, the index, the turning points.
//   - A session is a watcher's connection over SSH, or a worker's to the machine that
//     keeps the record. A request is something of a watcher's that takes time.
//   - A plan says what a tournament plays; a standing is how one of its players stands.
//   - A play-off eliminates one of its entries a round. These rounds are of the play-off, not of
//     a match. A grouping puts entries into groups, which play a match each; Dummies fill up, and
//     who plays for an entry from a round on stands in for it.
//   - A grand final has groups: four semifinals, whose winners meet in the final. A heat is what
//     is played of it at the same time: a match of each semifinal, or one of the final.
//   - A submission is a player's program as it was handed in, known by its hashes.
package sim

// Seats is the number of players of every game.
const Seats = 4

// MaxName is the length of a player's name in bytes, as in the kits. Recordings
// made elsewhere may have longer ones.
const MaxName = 12

// MaxOrders is the number of order calls that a player may make in a round; the
// official engines abort at the next one.
const MaxOrders = 1000
