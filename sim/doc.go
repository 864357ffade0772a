// Package sim defines what all games share: the contracts between rules ([Game], [Board], [State]),
// players ([Player]) and viewers ([Frame]), and the official random generator.
//
// Read a configuration with [Game].ReadSettings and create the board with [Game].NewBoard. In each
// round, ask every [Player] for orders and call [Board].Step. Package sim/match plays whole
// matches.
//
//	settings + generator + seed ─► Board ─► State 0
//	State k ─► four Players ─► orders ─► Board.Step ─► Turn k ─► State k+1
//
// A [State] or [Turn] is immutable and safe for concurrent use. The same settings, seed and orders
// give the same bytes on every system.
//
// # Words
//
// Code, messages and pages use one word for each thing:
//
// - A game is a set of rules: Harry Potter, Money Heist, The Purge.
// - A match is played by four players with settings and a seed.
// - A player decides orders. It is built in, or a program (a bot).
// - A seat is a player's place in a match, 0 to 3. The rules call its units a clan.
// - A unit receives orders: a wizard, a soldier, a citizen.
// - An outcome is what an order led to: executed, or the rule that blocked it.
// - A round is one step of a match. State k is the state at the start of round k.
// - A turn holds what happened in a round: orders, outcomes, events and costs.
// - A record is a match in memory.
// - A recording is a .res file. The notes beside it hold what it cannot.
// - A rollout plays a few rounds from a state with other dice. A branch is a match continued from the middle of another.
// - A viewer is a person watching a match.
// - A view fills the screen. A page is an overlay on a view.
// - A session is one SSH connection.
// - A plan defines the matches of a tournament. The tournament file holds the plan and the results.
// - A play-off eliminates one entry per round. A grouping divides the entries into groups of four.
// - A final has semifinal groups whose winners meet. A heat is a part played at the same time.
// - A submission is a player's program as handed in.
package sim

// Seats is the number of players of every game.
const Seats = 4

// MaxNameLen is the longest name of a player in bytes, as in the kits. Recordings made elsewhere
// may have longer names.
const MaxNameLen = 12

// MaxOrders is the number of order calls allowed per player and round.
const MaxOrders = 1000
