package coach

import (
	"game-tui/sim/chance"
	"game-tui/sim/match"
)

// Lessons are what is known of a player. The value is a snapshot, and shares nothing that changes.
type Lessons struct {
	Matches int         `json:"matches"`     // that were played
	Outs    int         `json:"went_out"`    // matches in which the player, or who shows how it goes, went out: they tell nothing
	By      match.Seat  `json:"by"`          // who shows how it goes
	Done    bool        `json:"done"`        // nothing more will be found out
	Score   chance.Mean `json:"score"`       // of the player as it is
	Wins    chance.Mean `json:"wins"`        // share of wins of the player as it is, 0 … 1
	Shown   chance.Mean `json:"score_of_by"` // in the same matches
	Claims  []Claim     `json:"claims"`
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
	Sure   bool        `json:"sure"`                   // else it costs something perhaps
	On     bool        `json:"on_top_of_those_before"` // what is said of it comes to what is said of these
	Points chance.Mean `json:"points"`                 // a match
	Wins   chance.Mean `json:"wins"`                   // share of the wins, 0 … 1
	Search chance.Mean `json:"points_in_search"`       // a match: too good, for it is the best of many
	// Moments are three at most in which it shows.
	Moments []Moment `json:"moments,omitempty"`
}

// update takes in what was played.
func (l *Lessons) update(s *Study) {
	score := s.asIs[0].mean(func(m sample) float64 { return m.score })
	if score.N == 0 {
		return // what somebody else showed is all that is known
	}
	l.By, l.Score = s.by.Seat, score
	l.Wins = s.asIs[0].mean(func(m sample) float64 { return m.share })
	l.Shown = s.asIs[1].mean(func(m sample) float64 { return m.score })
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
func (a *arm) mean(of func(sample) float64) chance.Mean {
	var list []float64
	for _, m := range a.got {
		if m.ok {
			list = append(list, of(m))
		}
	}
	return chance.MeanOf(list)
}
