package winchance

import (
	"math"
	"slices"

	"game-tui/sim"
)

// A Snapshot holds the results of an analysis at a time. It is immutable.
type Snapshot struct {
	Level        Level
	Progress     float64 // of the level, 0 to 1
	Pieces       int     // rollouts done
	OnlyEstimate bool    // see Match.OnlyEstimate
	FitsSettings bool    // see Analysis.FitsSettings
	Broken       bool    // a rollout panicked
	Turnings     []Turning
	Pace         *[sim.Seats]PaceOf // nil if not measured
	PaceProgress float64            // 0 to 1
	NoPace       string             // why the pace cannot be measured, or ""
	// Incomplete means that rounds are missing, which excludes turning points.
	Incomplete bool
	Checked    int // possible turning points that have been checked
	Candidates int // all possible turning points

	rounds int
	table  [][sim.Seats]float64
	points []Chance
	curve  Curve
}

func (a *Analysis) Snapshot() *Snapshot {
	table, points := a.estimates[:len(a.estimates):len(a.estimates)], a.pointChances(false)
	looked, changes := a.CheckedTurnings()
	noPace := a.Match.noPace()
	if a.broken {
		noPace = a.NoRollouts()
	}
	return &Snapshot{
		Checked: looked, Candidates: changes,
		Level: a.Level, Progress: a.progress(), Pieces: a.Pieces, OnlyEstimate: a.Match.OnlyEstimate(), FitsSettings: a.FitsSettings(), Broken: a.broken,
		Turnings: a.Turnings(), Pace: a.Pace(), PaceProgress: a.paceProgress(), NoPace: noPace, Incomplete: a.Match.Record.Incomplete(),
		rounds: a.Match.rounds(), table: table, points: points, curve: curveOf(table, points, a.Match.rounds()),
	}
}

func (a *Analysis) Pace() *[sim.Seats]PaceOf {
	if a.pace == nil || a.pace.done < pacePieces {
		return nil
	}
	var all [sim.Seats]PaceOf
	for seat := range all {
		all[seat] = a.pace.Seat(seat)
	}
	return &all
}

func (a *Analysis) paceProgress() float64 {
	if a.pace == nil {
		return 0
	}
	return float64(a.pace.done) / pacePieces
}

func (s *Snapshot) Edge() int { return len(s.curve.Line) - 1 }

// Curve returns the curve up to a horizon, independent of later rounds. Callers must not modify it.
func (s *Snapshot) Curve(horizon int) Curve {
	if horizon >= s.Edge() {
		return s.curve
	}
	return curveOf(s.table[:max(horizon+1, 1)], s.points, s.rounds)
}

// TurningsUntil returns the turning points that are known at a horizon.
func (s *Snapshot) TurningsUntil(horizon int) []Turning {
	return slices.DeleteFunc(slices.Clone(s.Turnings), func(t Turning) bool { return t.KnownAt > horizon })
}

type Summary struct {
	Winners []int `json:"winners"`
	// Excitement is the length of the curve of estimates, in wins that changed hands.
	Excitement float64 `json:"excitement"`
	Extremes           // from rollouts if there are any
	// Estimate holds the extremes of the estimates if Extremes are from rollouts.
	Estimate *Extremes `json:"estimate,omitempty"`
}

func (a *Analysis) Summary() Summary {
	last := len(a.estimates) - 1
	scores, final := a.Match.Record.State(last).Scores(), a.Match.Record.IsFinal(last)
	s := Summary{Winners: a.Match.Record.Winners(), Extremes: a.Curve().Extremes(scores, final)}
	if s.Source != Estimate {
		estimate := curveOf(a.estimates, nil, a.Match.rounds()).Extremes(scores, final)
		s.Estimate = &estimate
	}
	// points instead of rounds, to ignore short fluctuations
	before := a.estimates[0]
	for i := range a.points {
		if a.points[i].grid < 0 {
			continue
		}
		now := a.estimates[a.points[i].round]
		for seat := range sim.Seats {
			s.Excitement += math.Abs(now[seat]-before[seat]) / 2
		}
		before = now
	}
	return s
}
