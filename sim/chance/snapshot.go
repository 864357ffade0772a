package chance

import (
	"math"
	"slices"

	"game-tui/sim"
)

// Snapshot is what an analysis knew at a time. It never changes and is shared by all
// who look at the match.
type Snapshot struct {
	Level    Level
	Part     float64 // of its level that is done, 0 … 1
	Pieces   int     // rollouts behind it
	Estimate bool    // only the table can tell: see Match.Estimate
	Default  bool    // the table was fitted on these rules
	Broken   bool    // the states of the record cannot be played on from
	Turnings []Turning
	Pace     *[sim.Seats]PaceOf // nil: not measured
	PacePart float64            // of the pace that is measured, 0 … 1
	NoPace   string             // why it cannot be; empty: it can

	rounds int
	table  [][sim.Seats]float64
	points []Chance
	line   []Chance
}

// Snapshot is what is known now.
func (a *Analysis) Snapshot() *Snapshot {
	return &Snapshot{
		Level: a.Level, Part: a.part(), Pieces: a.Pieces, Estimate: a.Match.Estimate(), Default: a.Default(), Broken: a.broken,
		Turnings: a.Turnings(), Pace: a.Pace(), PacePart: a.pacePart(), NoPace: a.noPace(),
		rounds: a.Match.rounds(), table: a.line[:len(a.line):len(a.line)], points: a.allPoints(), line: a.Line(),
	}
}

// Pace is the pace of each player, nil where it has not been measured.
func (a *Analysis) Pace() *[sim.Seats]PaceOf {
	if a.pace == nil || a.pace.done < pacePieces {
		return nil
	}
	var all [sim.Seats]PaceOf
	for seat := range all {
		all[seat] = a.pace.Of(seat)
	}
	return &all
}

// pacePart is how much of the pace is measured.
func (a *Analysis) pacePart() float64 {
	if a.pace == nil {
		return 0
	}
	return float64(a.pace.done) / pacePieces
}

// Edge is the last round of which the chance is known.
func (s *Snapshot) Edge() int { return len(s.line) - 1 }

// Line is the chance in every round up to a horizon, by nothing that lies
// behind it. The list is shared: read only.
func (s *Snapshot) Line(horizon int) []Chance {
	if horizon >= s.Edge() {
		return s.line
	}
	points := slices.Clone(s.points)
	points = slices.DeleteFunc(points, func(c Chance) bool { return c.Round > horizon })
	return lineOf(s.table[:max(horizon+1, 1)], points, s.rounds)
}

// Seen are the turning points that are known at a horizon.
func (s *Snapshot) Seen(horizon int) []Turning {
	return slices.DeleteFunc(slices.Clone(s.Turnings), func(t Turning) bool { return t.KnownAt > horizon })
}

// Summary are figures of a whole match. They cost next to nothing.
type Summary struct {
	Winners []int `json:"winners"`
	// Excitement is the length of the curve: how many whole wins changed hands. It is that
	// of the table's line, rollouts or not, and so compares one match with another.
	Excitement float64 `json:"excitement"`
	// Lowest is the lowest chance of the winner (of those who share the win, who had the
	// lowest), and when.
	Lowest      float64 `json:"lowest"`
	LowestRound int     `json:"lowest_round"`
	// Thrown is the highest chance of a seat that did not win, and when: what it threw away.
	Thrown      float64 `json:"thrown"`
	ThrownSeat  int     `json:"thrown_seat"` // -1: nobody
	ThrownRound int     `json:"thrown_round"`
}

// Summary tells the figures of what there is of the match: who leads counts as the winner.
func (a *Analysis) Summary() Summary {
	share := Shares(a.Match.Record.State(len(a.line) - 1).Scores())
	s, line := Summary{Lowest: 1, ThrownSeat: -1}, a.Line()
	for seat, won := range share {
		if won > 0 {
			s.Winners = append(s.Winners, seat)
		}
		for k := range line {
			switch chance := line[k].Win[seat]; {
			case won > 0 && chance < s.Lowest:
				s.Lowest, s.LowestRound = chance, k
			case won == 0 && chance > s.Thrown:
				s.Thrown, s.ThrownSeat, s.ThrownRound = chance, seat, k
			}
		}
	}
	// Along the points, not the rounds: what changes and comes back at once is no excitement.
	before := a.line[0]
	for i := range a.points {
		if a.points[i].grid < 0 {
			continue
		}
		now := a.line[a.points[i].round]
		for seat := range sim.Seats {
			s.Excitement += math.Abs(now[seat]-before[seat]) / 2
		}
		before = now
	}
	return s
}
