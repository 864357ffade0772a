// Package sim defines what all games share: positions, the official random generator, orders, and
// the interfaces between rules ([Game], [Board], [State]), players ([Player]) and viewers
// ([Frame]).
//
// To play a round, read a configuration with [Game].ReadSettings, create the board with
// [Game].NewBoard, ask each [Player] for orders, and call [Board].Step. Package
// [game-tui/sim/match] plays whole matches.
//
//	Settings + generator text + seed ─► Board ─► State 0
//	State k ─► four Players ─► orders ─► Board.Step ─► Turn k ─► State k+1
//
// A [State] or [Turn] is immutable and shared by all readers. [Game].Derive recovers events from
// recorded states, and [Game].BoardFrom continues a match from any state.
//
// Package sim imports only the standard library. In it and in the games the same seed always gives
// the same bytes: they use no clock, goroutine, map order or math/rand.
//
// # Words
//
// Code, messages and pages use one word for each thing:
//
// - A game is a set of rules: Harry Potter, Money Heist, The Purge.
// - A match is played by four players with settings and a seed.
// - A player decides orders. It is built in, or a program (a bot).
// - A seat is a player's place in a match, 0 to 3. Its units are what the rules call a clan.
// - A unit receives orders: a wizard, a ghost, a soldier, a citizen.
// - An outcome is what an order led to: it was executed, or a rule blocked it.
// - A round is one step of a match. State N is the state at the start of round N.
// - A turn holds what happened in a round: orders, outcomes, events and costs.
// - A record is a match in memory ([game-tui/sim/record]).
// - A recording is a .res file. The notes beside it hold what it cannot.
// - A rollout plays some rounds on from a state with other dice. A branch is a match that starts in the middle of another one.
// - A viewer is a person watching a match, each at their own round.
// - A view fills the screen below the pages: a match, a tournament, a list of matches. A page is an overlay, such as help.
// - A session is one SSH connection.
// - A plan defines the matches of a tournament. The tournament file holds the plan and the results.
// - A play-off eliminates one entry per round. A grouping divides entries into groups of four, filled up with Dummies; each group plays a match. A stand-in plays for an entry from some round on.
// - A final has four semifinal groups, whose winners meet. A heat is the part of it that is played at the same time.
// - A submission is a player's program as handed in, identified by its hashes.
package sim

// Seats is the number of players of every game.
const Seats = 4

// MaxNameLen is the longest name of a player in bytes, as in the kits. Recordings made elsewhere may
// have longer ones.
const MaxNameLen = 12

// MaxOrders is the number of order calls allowed per player and round. The official engines abort
// at the next one.
const MaxOrders = 1000
