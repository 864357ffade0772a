package sim

// Lead finds who is ahead: the first seat with the highest score, and by how much
// it leads the next one. 0 is a tie for the first place.
func Lead(scores [Seats]int) (seat, by int) {
	best, second := 0, 1
	if scores[1] > scores[0] {
		best, second = 1, 0
	}
	for i := 2; i < Seats; i++ {
		switch n := scores[i]; {
		case n > scores[best]:
			best, second = i, best
		case n > scores[second]:
			second = i
		}
	}
	return best, scores[best] - scores[second]
}

// Winners are the seats with the highest score, ascending. They have won if the scores are those of
// a final state: of a record, ask its own Winners.
func Winners(scores [Seats]int) []int {
	best, _ := Lead(scores)
	list := []int{best}
	for seat := best + 1; seat < Seats; seat++ {
		if scores[seat] == scores[best] {
			list = append(list, seat)
		}
	}
	return list
}

// Place returns the place of a seat from 1 on. Seats with the same score share a place, and the next
// one is as much further on: 1, 2, 2, 4.
func Place(scores [Seats]int, seat int) int {
	place := 1
	for _, n := range scores {
		if n > scores[seat] {
			place++
		}
	}
	return place
}

// MaxSources is how many sources of points a game has at most.
const MaxSources = 8

// Points are what each source of a game has given each seat; what a source took away
// is negative. The index is that of Game.Sources.
type Points [MaxSources][Seats]int

// Total is what all sources have given a seat.
func (p *Points) Total(seat int) (n int) {
	for i := range p {
		n += p[i][seat]
	}
	return n
}

// Account finds where the points of a match come from. It is used by one goroutine,
// and changes neither states nor turns.
type Account interface {
	// Add goes on by a turn and the state that it led to. Of the turn it needs what
	// every recording has: Done, and the events that states prove.
	Add(t *Turn, after State)
	// Points are those of the last state: what its sources give adds up to its score,
	// where the match began with the first state and went by the rules.
	Points() Points
}

// PaidBy is an account of a game where events give all points: of says from
// which source Event.Seat gets how many. An event that gives none has 0.
func PaidBy(of func(e *Event) (source, points int)) Account { return &paid{of: of} }

type paid struct {
	of     func(e *Event) (source, points int)
	points Points
}

func (p *paid) Add(t *Turn, _ State) {
	for i := range t.Events {
		e := &t.Events[i]
		if source, n := p.of(e); n != 0 && uint8(e.Seat) < Seats {
			p.points[source][e.Seat] += n
		}
	}
}

func (p *paid) Points() Points { return p.points }

// Measure is a number of each seat in a state that says something of
// how the match will end: the strength of a team, what it owns. The win chance of
// package sim/chance is fitted on the measures of a game and the score.
type Measure struct {
	Name string // "wizards"
	// Of measures a seat, 0 … Seats-1, from the state alone: the same for a state of a
	// board and for one that was read. The values are whole numbers.
	Of func(s State, seat int) int
	// Inner says that the number means little to people: it explains nothing to them.
	Inner bool
}

// MaxMeasures is how many measures a game gives at most.
const MaxMeasures = 8
