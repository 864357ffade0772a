package sim

// Measure is a number that a state tells of each seat and that says something of
// how the match will end: the strength of a team, what it owns. The win chance of
// package sim/chance is fitted on the measures of a game and the score.
type Measure struct {
	Name string // "wizards"
	// Of measures a seat, 0 … Seats-1, from the state alone: the same for a state of a
	// board and for one that was read. The values are whole numbers.
	Of func(s State, seat int) int
	// Inner says that the number means little to people: no reason is told by it.
	Inner bool
}

// MaxMeasures is how many measures a game gives at most.
const MaxMeasures = 8
