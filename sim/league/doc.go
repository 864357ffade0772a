// Package league is the core of tournaments, on one or many machines: the plan, the tournament
// file, standings, and the rule that decides when to stop.
//
// Create a [Plan], [Create] its [ProgramFile], play the tasks that an [Engine] returns, and submit their
// results. [ReadStandings] reads a tournament file.
//
// A plan names game and players. Its [Schedule] computes each task from the plan alone: a match of
// a line-up with a seed and a seating. The tasks of a line-up and seed form a set and count
// together; all tasks of a seed form a block. Results depend only on plan and task number, so a
// lost task is played again and a repeated one counts once.
//
// The tournament file has a line for the plan, and one for each result and [Amendment], each with a
// checksum. Standings are computed from it and do not depend on the order of lines.
package league
