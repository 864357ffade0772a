package sim

import "slices"

// Lead returns the first seat with the highest score and its lead over the second-best seat.
func Lead(scores [Seats]int) (seat, margin int) {
	sorted := scores
	slices.Sort(sorted[:])
	best := sorted[Seats-1]
	return slices.Index(scores[:], best), best - sorted[Seats-2]
}

func Winners(scores [Seats]int) []int {
	var list []int
	for seat := range scores {
		if Place(scores, seat) == 1 {
			list = append(list, seat)
		}
	}
	return list
}

// Place returns a seat's place, starting at 1. Tied seats share a place, as in 1, 2, 2, 4.
func Place(scores [Seats]int, seat int) int {
	place := 1
	for _, n := range scores {
		if n > scores[seat] {
			place++
		}
	}
	return place
}

const MaxPointSources = 8

// Points holds points by source (an index into Game.PointSources) and seat. Lost points are negative.
type Points [MaxPointSources][Seats]int

func (p *Points) Total(seat int) (n int) {
	for i := range p {
		n += p[i][seat]
	}
	return n
}

type Account interface {
	// Add adds the points of a turn. Of t, it needs only Executed and the events that states prove.
	Add(t *Turn, after State)
	Points() Points // points by source, which add up to the scores if no round is missing
}

// NewEventAccount returns an Account for games in which every point comes from an event.
func NewEventAccount(pointsOf func(e *Event) (source, points int)) Account {
	return &eventAccount{pointsOf: pointsOf}
}

type eventAccount struct {
	pointsOf func(e *Event) (source, points int)
	points   Points
}

func (p *eventAccount) Add(t *Turn, _ State) {
	for i := range t.Events {
		e := &t.Events[i]
		if source, n := p.pointsOf(e); n != 0 && uint8(e.Seat) < Seats {
			p.points[source][e.Seat] += n
		}
	}
}

func (p *eventAccount) Points() Points { return p.points }

// A Measure is a number per seat that helps to predict the winner.
type Measure struct {
	Name   string
	Value  func(s State, seat int) int // must not depend on whether the state was parsed or played
	Hidden bool
}

const MaxMeasures = 8

// A Situation selects units whose play the coach assesses. Situations may overlap.
type Situation struct {
	Name        string
	Group       string // topic shared by several situations, such as "fights"; otherwise equal to Name
	Text        string // description of the units, such as "wizards with a book within 8 steps"
	AppendUnits func(dst []int32, s State, seat int) []int32
}
