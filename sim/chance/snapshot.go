package chance

import (
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
		Level: a.level, Part: a.part(), Pieces: a.pieces, Estimate: a.match.Estimate(), Default: a.Default(), Broken: a.broken,
		Turnings: a.Turnings(), Pace: a.Pace(), PacePart: a.pacePart(), NoPace: a.noPace(),
		rounds: a.match.rounds(), table: a.line[:len(a.line):len(a.line)], points: a.allPoints(), line: a.Line(),
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
