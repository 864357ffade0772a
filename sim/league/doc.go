// Package league is the core of tournaments on one or many machines. Create a [Plan], [Create] its
// [File], play the tasks that an [Engine] returns, and submit their results. [ReadStandings] reads
// a tournament file. Package schedule computes the tasks of a plan, and package rating the ratings.
//
// Results depend only on plan and task number, so a lost task is played again and a repeated one
// counts once. A tournament file has a line for the plan and one for each result and [Amendment],
// with checksums. Standings do not depend on their order.
package league
