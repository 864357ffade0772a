// Package league is what a tournament is made of, whoever plays it and on
// however many machines: its plan, the file that records it, the table that is
// read from that file, and the rule that says when enough has been played.
// Begin with a Plan, Create its Record, and play what an Engine gives out; ReadStandings
// reads what is recorded.
//
// A Plan names the players and the game. Its Schedule computes every task from
// the plan alone: a task is one match, a line-up on a seed in one of its seatings. The
// tasks of a line-up on a seed are a set and count together, all tasks of one seed are a
// block. The result of a task is a pure
// function of the plan and its number, so a task that was lost is played again
// and one that was played twice counts once.
//
// The Record is one readable file: the plan on its first line, then a line for
// each finished task, and for each Amendment of the plan, each with a checksum. It alone is the truth; Standings are
// computed from it and do not depend on the order of its lines.
package league
