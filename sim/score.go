package sim

import "slices"

// Lead returns the first seat with the highest score and its lead, which is 0 in a tie.
func Lead(scores [Seats]int) (seat, margin int) {
	sorted := scores
	slices.Sort(sorted[:])
	best := sorted[Seats-1]
	return slices.Index(scores[:], best), best - sorted[Seats-2]
}

// Winners returns the seats with the highest score, ascending. See also record.Record.Winners.
func Winners(scores [Seats]int) []int {
	var list []int
	for seat := range scores {
		if Place(scores, seat) == 1 {
			list = append(list, seat)
		}
	}
	return list
}

// Place returns the place of a seat, from 1. Ties share a place: 1, 2, 2, 4.
func Place(scores [Seats]int, seat int) int {
	place := 1
	for _, n := range scores {
		if n > scores[seat] {
			place++
		}
	}
	return place
}

const MaxSources = 8

// Points holds the points by source (an index into Game.Sources) and seat. Losses are negative.
type Points [MaxSources][Seats]int

func (p *Points) Total(seat int) (n int) {
	for i := range p {
		n += p[i][seat]
	}
	return n
}

// An Account attributes the points of a match to sources.
type Account interface {
	// Add needs only Executed and events that states prove.
	Add(t *Turn, after State)
	Points() Points // of a whole match add up to the scores
}

// NewEventAccount returns an Account for games in which events give all points.
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

// A Measure is a number per seat that helps to predict the winner, beside the score.
type Measure struct {
	Name   string
	Value  func(s State, seat int) int // equal for read and played states
	Hidden bool                        // from people
}

const MaxMeasures = 8

// A Situation is one of units whose play coaching assesses. Situations may overlap.
type Situation struct {
	Name  string // unique, one or two words
	Group string // common topic, such as "fights", or its own name
	Text  string // its units: "wizards with a book within 8 steps"
	// Units appends the seat's units in this situation.
	Units func(dst []int32, s State, seat int) []int32
}
