package sim

// Lead returns the first seat with the highest score, and its lead over the next one, which is 0 in
// a tie.
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

// Winners returns the seats with the highest score, ascending. They have won if the state is final;
// see also record.Record.Winners.
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

// Place returns the place of a seat from 1 on. Ties share a place: 1, 2, 2, 4.
func Place(scores [Seats]int, seat int) int {
	place := 1
	for _, n := range scores {
		if n > scores[seat] {
			place++
		}
	}
	return place
}

// MaxSources is the most sources of points in a game.
const MaxSources = 8

// Points holds the points of each seat by source, with the index of Game.Sources. Losses are
// negative.
type Points [MaxSources][Seats]int

// Total returns a seat's points from all sources.
func (p *Points) Total(seat int) (n int) {
	for i := range p {
		n += p[i][seat]
	}
	return n
}

// An Account attributes the points of a match to sources. It is not safe for concurrent use.
type Account interface {
	// Add processes a turn and the state after it. It uses Done and the events that states prove.
	Add(t *Turn, after State)
	// Points returns the points so far. If the account started with the match, they add up to the
	// scores.
	Points() Points
}

// NewEventAccount returns an Account for games in which events give all points. Function of returns the
// source and points of an event, or 0 points.
func NewEventAccount(of func(e *Event) (source, points int)) Account { return &eventAccount{of: of} }

type eventAccount struct {
	of     func(e *Event) (source, points int)
	points Points
}

func (p *eventAccount) Add(t *Turn, _ State) {
	for i := range t.Events {
		e := &t.Events[i]
		if source, n := p.of(e); n != 0 && uint8(e.Seat) < Seats {
			p.points[source][e.Seat] += n
		}
	}
}

func (p *eventAccount) Points() Points { return p.points }

// A Measure is a number per seat that helps to predict the winner, such as the strength of a team.
// Win chances are fitted on measures and scores.
type Measure struct {
	Name string // "wizards"
	// Value computes the measure from the state alone. The result is the same for read and played
	// states.
	Value func(s State, seat int) int
	// Hidden means that the number is not shown to people.
	Hidden bool
}

// MaxMeasures is the most measures of a game.
const MaxMeasures = 8
