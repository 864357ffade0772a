package coach

import (
	"math"

	"game-tui/sim/match"
)

// Lessons are what is known of a player. The value is a snapshot, and shares nothing that changes.
type Lessons struct {
	Matches int        // that were played
	By      match.Seat // who shows how it goes
	Done    bool       // nothing more will be found out
	Score   Mean       // of the player as it is
	Wins    Mean       // share of wins of the player as it is, 0 … 1
	Shown   Mean       // the score of who shows how it goes, in the same matches
	Claims  []Claim
	// Suspect is what stands out so far, and is not confirmed; nil: nothing.
	Suspect *Part
	// Harmless are parts in which the player orders mostly otherwise and that cost nothing measurable.
	Harmless []Harmless
	Facts    []Fact // the clearest first
}

// Claim is a part that costs the player something. Its figures come from seeds that had no part in
// finding it.
type Claim struct {
	Part   *Part
	Sure   bool // else it costs something perhaps
	On     bool // on top of the claims before it: what is said of it comes to what is said of them
	Points Mean // a match
	Wins   Mean // share of the wins, 0 … 1
	Search Mean // points a match, as it was found: too good, for it is the best of many
	// Moments are three at most in which it shows.
	Moments []Moment
}

// update takes in what was played.
func (l *Lessons) update(s *Study) {
	l.Score = s.nothing[0].mean(func(m sample) float64 { return m.score })
	l.Wins = s.nothing[0].mean(func(m sample) float64 { return m.share })
	l.Shown = s.nothing[1].mean(func(m sample) float64 { return m.score })
	l.Facts = s.told()
	l.Suspect = nil
	if len(s.tried) == 0 {
		return
	}
	parts, all := s.tried[:len(s.tried)-1], s.tried[len(s.tried)-1]
	if t := s.pick(parts, all, likely); t != nil {
		l.Suspect = t.part
	}
}

// mean is that of the matches of an arm.
func (a *arm) mean(of func(sample) float64) Mean {
	var list []float64
	for _, m := range a.got {
		if m.ok {
			list = append(list, of(m))
		}
	}
	return meanOf(list)
}

// Mean is a mean with its standard error, of N values.
type Mean struct {
	Mean, Error float64
	N           int
}

// Z is how many standard errors it is from 0; 0 where that is not known.
func (m Mean) Z() float64 {
	if m.Error <= 0 {
		return 0
	}
	return m.Mean / m.Error
}

// meanOf is the mean of values.
func meanOf(values []float64) (m Mean) {
	m.N = len(values)
	if m.N == 0 {
		return m
	}
	for _, v := range values {
		m.Mean += v / float64(m.N)
	}
	if m.N < 2 {
		return m
	}
	sum := 0.0
	for _, v := range values {
		sum += (v - m.Mean) * (v - m.Mean)
	}
	m.Error = math.Sqrt(sum / float64(m.N-1) / float64(m.N))
	return m
}
