package chance

// Level is how deep an analysis has gone; each is finer than the one before it.
type Level int

// The levels of an analysis, in their order.
const (
	Coarse Level = iota // 20 points, 4 rollouts each
	Fine                // 50 points
	Swings              // 16 around the three largest swings
	Split               // turning points split into orders and luck
	Paces               // the pace of each player, where the match is over
	Full                // 32 rollouts to the end of the match from every point
	Done                // nothing is left to do
)

// String describes what is done in a level.
func (l Level) String() string {
	return [...]string{"first look", "closer look", "where it turned", "why it turned", "pace", "games to the end", "done"}[l]
}

const (
	maxPoints = 50
	fewPoints = 20
	fullRuns  = 32
	splitRuns = 16 // of each kind, at first

	// From a point near the end a rollout goes to the end, and says only who won: there are so
	// many times as many, and in the last half of these rounds, where they are shorter, so many
	// times again. What endRuns agree on is decided.
	endTimes = 2
	endRuns  = 16
	// lastRounds are rounds at the end of which each is a point, at most.
	lastRounds = 10
)

// runs is how many rollouts a point gets in a level.
func (a *Analysis) runs(i int) (n int) {
	switch a.level {
	case Full:
		return fullRuns
	case Swings:
		n = 16
	default:
		n = 4
	}
	if a.points[i].end {
		n *= endTimes
		if a.match.rounds()-a.points[i].round <= a.match.short() {
			n *= endTimes
		}
	}
	return min(n, fullRuns)
}

// wanted reports whether a level is about a point. The end of the match is known.
func (a *Analysis) wanted(i int) bool {
	if a.points[i].round >= a.match.rounds() {
		return false
	}
	at, n := a.points[i].grid, a.match.gridPoints()
	switch a.level {
	case Coarse:
		return i == len(a.points)-1 || at == 0 || at > 0 && at*fewPoints/n != (at-1)*fewPoints/n
	case Swings:
		return at >= 0 && a.near[at]
	case Full:
		return a.points[i].short[0].n > 0 // which of them have short ones depends on the time there was
	}
	return true
}

// taken is how many rollouts of a point have been given away, of the level's kind.
func (a *Analysis) taken(i int) *int {
	if a.level == Full {
		return &a.points[i].fullTaken
	}
	return &a.points[i].taken
}

// fewest is the point that the level is about with the fewest rollouts, the newest
// first; -1 where all have as many as they get.
func (a *Analysis) fewest() int {
	best := -1
	for i := len(a.points) - 1; i >= 0; i-- {
		if a.wanted(i) && *a.taken(i) < a.runs(i) && (best < 0 || *a.taken(i) < *a.taken(best)) {
			best = i
		}
	}
	return best
}

// part is how much of its level is done, 0 … 1.
func (a *Analysis) part() float64 {
	done, of := 0, 0
	switch a.level {
	case Split:
		for _, t := range a.turns {
			for i := range t.looks {
				done, of = done+t.looks[i].seats[0].n, of+t.runs
			}
		}
	case Paces:
		return a.pacePart()
	default:
		for i := range a.points {
			if a.wanted(i) {
				done, of = done+min(*a.taken(i), a.runs(i)), of+a.runs(i)
			}
		}
	}
	return float64(done) / float64(max(of, 1))
}
