package winchance

import (
	"slices"

	"game-tui/sim"
)

// A Source is the origin of win chances. Outputs name it, because estimates and rollouts differ.
type Source string

const (
	Estimate Source = "estimate" // from the table
	Rollouts Source = "rollouts"
)

// A Chance holds the win chances of a round with their standard errors.
type Chance struct {
	Round int                `json:"round"`
	Win   [sim.Seats]float64 `json:"win"`      // sum 1, or all 0 if the round is missing
	Error [sim.Seats]float64 `json:"error"`    // 0 for results and estimates
	Runs  int                `json:"rollouts"` // 0 for estimates and between points
}

// Known reports whether the chances are known.
func (c *Chance) Known() bool { return c.Win != [sim.Seats]float64{} }

func (c *Chance) Favourite() int { return slices.Index(c.Win[:], slices.Max(c.Win[:])) }

// A Curve holds the win chances of all rounds.
type Curve struct {
	Source Source
	Line   []Chance // callers must not modify it
}

func curveOf(table [][sim.Seats]float64, points []Chance, rounds int) Curve {
	c := Curve{Source: Estimate, Line: make([]Chance, len(table))}
	points = slices.DeleteFunc(slices.Clone(points), func(p Chance) bool { return p.Runs == 0 && p.Round < rounds || p.Round >= len(table) })
	if slices.ContainsFunc(points, func(p Chance) bool { return p.Runs > 0 }) {
		c.Source = Rollouts
	}
	next := 0
	for k := range c.Line {
		for next < len(points) && points[next].Round < k {
			next++
		}
		c.Line[k] = Chance{Round: k, Win: table[k]}
		switch {
		case next == len(points) || next == 0 && points[0].Round > k:
		case points[next].Round == k:
			c.Line[k] = points[next]
		default:
			c.Line[k].interpolate(table, &points[next-1], &points[next])
		}
	}
	return c
}

func (c *Chance) interpolate(table [][sim.Seats]float64, x, y *Chance) {
	w := float64(c.Round-x.Round) / float64(y.Round-x.Round)
	sum := 0.0
	for seat := range c.Win {
		moved := c.Win[seat] + (1-w)*(x.Win[seat]-table[x.Round][seat]) + w*(y.Win[seat]-table[y.Round][seat])
		c.Win[seat] = max(moved, 0)
		c.Error[seat] = (1-w)*x.Error[seat] + w*y.Error[seat]
		sum += c.Win[seat]
	}
	for seat := range c.Win {
		c.Win[seat] /= sum
	}
}

// Extremes are the most notable chances of a match.
type Extremes struct {
	Source Source `json:"source"`
	// Lowest is the lowest chance of any winner, or of the leader if there is no final state.
	Lowest      float64 `json:"lowest"`
	LowestRound int     `json:"lowest_round"`
	// Thrown is the highest chance of a seat that did not win, if at least leastThrown and the
	// state is final.
	Thrown      float64 `json:"thrown"`
	ThrownSeat  int     `json:"thrown_seat"` // or -1
	ThrownRound int     `json:"thrown_round"`
}

// leastThrown is the least chance that is not displayed as "<1 %".
const leastThrown = 0.01

// Extremes returns the extremes, given the last scores and whether they are final.
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

// A Drift is a change of a seat's chance between two rounds.
type Drift struct {
	Seat     int
	Round    int
	Until    int
	From, To float64
}

// LargestDrift returns the largest change between two rounds, excluding the result itself.
func (c Curve) LargestDrift(rounds int) (best Drift) {
	for seat := range sim.Seats {
		low, high := 0, 0 // rounds with extreme chances
		for k := range min(len(c.Line), rounds) {
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

func (d *Drift) size() float64 { return max(d.From-d.To, d.To-d.From) }
