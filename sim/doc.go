// Package sim defines what all games share: the contracts between rules ([Game], [Board], [State]),
// players ([Player]) and views ([Frame]), and the official random generator.
//
//	settings + generator + seed ─► Board ─► State 0
//	State k ─► four Players ─► orders ─► Board.Step ─► Turn k ─► State k+1
//
// Package sim/match plays whole matches. A [State] or [Turn] is immutable and safe for concurrent
// use. Equal settings, seeds and orders give identical recordings on every system.
//
// # Words
//
//   - game: a set of rules, such as Harry Potter
//   - match: a game of four players with settings and a seed
//   - player: decides orders; built in, or a program (a bot)
//   - seat: a player's place in a match, 0 to 3; the rules call its units a clan
//   - unit: receives orders, such as a wizard or a soldier
//   - outcome: what an order led to; executed, or the rule that blocked it
//   - state k: the state at the start of round k
//   - turn: orders, outcomes and events of a round
//   - record: a match in memory
//   - recording: a .res file; its notes are a second file with further data
//   - rollout: a few rounds played from a state with other dice
//   - branch: a match continued from the middle of another
//   - viewer: a person watching a match
//   - view: fills the screen; a page is an overlay on it
//   - session: one SSH connection
//   - plan: the matches of a tournament
//   - play-off: eliminates one entry per round
//   - final: semifinal groups whose winners meet; a heat is a set of its matches that run together
//   - submission: a player's program as handed in
package sim

// Seats is the number of players of every game.
const Seats = 4

// MaxNameLen is the maximum length of a name in bytes, as in the kits. Recordings from elsewhere
// may have longer names.
const MaxNameLen = 12

// MaxOrders is the maximum number of order calls a player may make per round.
const MaxOrders = 1000
