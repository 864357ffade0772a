package sim

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

// Account tells where the points of a match come from. It is used by one goroutine,
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
