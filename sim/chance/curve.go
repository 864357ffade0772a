package chance

import (
	"game-tui/sim"
	"game-tui/sim/record"
)

// A Source is where win chances come from. Every chance that is shown is named after its source,
// since an estimate and rollouts of the same round differ.
type Source string

// The sources of win chances, as all outputs call them.
const (
	Estimate Source = "estimate" // the table's word on score and board
	Rollouts Source = "rollouts" // the match played on from its rounds with other dice
)

// A Curve holds the win chances of consecutive rounds from round 0 on, all from one source.
type Curve struct {
	Source Source
	Line   []Chance // callers must not modify it
}

// curveOf returns the line of a table moved by what rollouts say at the points in its rounds.
func curveOf(table [][sim.Seats]float64, points []Chance, rounds int) Curve {
	c := Curve{Source: Estimate, Line: lineOf(table, points, rounds)}
	for i := range points {
		if points[i].Runs > 0 && points[i].Round < len(table) {
			c.Source = Rollouts
		}
	}
	return c
}

// EstimateOf returns the estimate of all rounds of a record so far. It has no rounds if no table was
// fitted for the game.
func EstimateOf(rec *record.Record) (c Curve) {
	c.Source = Estimate
	o := NewOutlook(rec)
	for k := 0; o != nil && k <= rec.Edge(); k++ {
		c.Line = append(c.Line, o.At(k))
	}
	return c
}

// Extremes are the outstanding chances of a match, by one source.
type Extremes struct {
	Source Source `json:"source"`
	// Lowest is the lowest chance of the winner, or the lowest of all who share the win. In a match
	// without its final state it is that of the leader.
	Lowest      float64 `json:"lowest"`
	LowestRound int     `json:"lowest_round"`
	// Thrown is the highest chance of a seat that did not win: what it threw away. It needs the final
	// state. A chance below leastThrown is none.
	Thrown      float64 `json:"thrown"`
	ThrownSeat  int     `json:"thrown_seat"` // -1: nobody
	ThrownRound int     `json:"thrown_round"`
}

// leastThrown is the lowest chance that a seat can throw away: outputs show lower ones as "<1 %".
const leastThrown = 0.01

// Extremes returns the outstanding chances of a match with these scores. final means that they are
// those of its final state.
func (c Curve) Extremes(scores [sim.Seats]int, final bool) Extremes {
	e := Extremes{Source: c.Source, Lowest: 1, ThrownSeat: -1}
	for seat, best := range Shares(scores) {
		for k := range c.Line {
			switch win := c.Line[k].Win[seat]; {
			case !c.Line[k].Known():
			case best > 0 && win < e.Lowest:
				e.Lowest, e.LowestRound = win, k
			case final && best == 0 && win >= leastThrown && win > e.Thrown:
				e.Thrown, e.ThrownSeat, e.ThrownRound = win, seat, k
			}
		}
	}
	return e
}

// A Drift is a change of one seat's chance over any number of rounds.
type Drift struct {
	Seat     int
	Round    int // where it began
	Until    int // where it ended
	From, To float64
}

// Largest returns the largest change of a seat's chance between any two rounds, without the result
// in the last round, which is no change of a chance.
func (c Curve) Largest(rounds int) (best Drift) {
	for seat := range sim.Seats {
		low, high := 0, 0 // rounds of the lowest and the highest chance so far
		for k := range c.Line {
			if k >= rounds {
				break
			}
			if !c.Line[k].Known() {
				continue
			}
			win := c.Line[k].Win[seat]
			for _, from := range [2]int{low, high} {
				d := Drift{Seat: seat, Round: from, Until: k, From: c.Line[from].Win[seat], To: win}
				if d.size() > best.size() {
					best = d
				}
			}
			if win < c.Line[low].Win[seat] {
				low = k
			}
			if win > c.Line[high].Win[seat] {
				high = k
			}
		}
	}
	return best
}

// size is how far the chance moved, 0 to 1.
func (d *Drift) size() float64 { return max(d.From-d.To, d.To-d.From) }

// Least returns how large a change must be to be told as a turning point.
func (s Source) Least() float64 {
	if s == Estimate {
		return minEstimate
	}
	return minChange
}
