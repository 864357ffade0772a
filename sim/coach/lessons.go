package coach

import (
	"math"

	"game-tui/sim/match"
)

// Lessons are what is known of a player. The value is a snapshot, and shares nothing that changes.
type Lessons struct {
	Matches int        `json:"matches"`     // that were played
	Outs    int        `json:"went_out"`    // matches in which the player, or who shows how it goes, went out: they tell nothing
	By      match.Seat `json:"by"`          // who shows how it goes
	Done    bool       `json:"done"`        // nothing more will be found out
	Score   Mean       `json:"score"`       // of the player as it is
	Wins    Mean       `json:"wins"`        // share of wins of the player as it is, 0 … 1
	Shown   Mean       `json:"score_of_by"` // in the same matches
	Claims  []Claim    `json:"claims"`
	// Suspect is what stands out so far, and is not confirmed; nil: nothing.
	Suspect *Part `json:"suspect,omitempty"`
	// Harmless are parts in which the player orders mostly otherwise and that cost nothing measurable.
	Harmless []Harmless `json:"costs_nothing_measurable"`
	Facts    []Fact     `json:"facts"` // the clearest first
}

// Claim is a part that costs the player something. Its figures come from seeds that had no part in
// finding it.
type Claim struct {
	*Part
	Sure   bool `json:"sure"`                   // else it costs something perhaps
	On     bool `json:"on_top_of_those_before"` // what is said of it comes to what is said of these
	Points Mean `json:"points"`                 // a match
	Wins   Mean `json:"wins"`                   // share of the wins, 0 … 1
	Search Mean `json:"points_in_search"`       // a match: too good, for it is the best of many
	// Moments are three at most in which it shows.
	Moments []Moment `json:"moments,omitempty"`
}

// update takes in what was played.
func (l *Lessons) update(s *Study) {
	score := s.nothing[0].mean(func(m sample) float64 { return m.score })
	if score.N == 0 {
		return // what somebody else showed is all that is known
	}
	l.By, l.Score = s.by.Seat, score
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
	Mean  float64 `json:"mean"`
	Error float64 `json:"error"`
	N     int     `json:"n"`
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
