package coach

import (
	"game-tui/sim/match"
	"game-tui/sim/winchance"
)

// Lessons holds the current results of a study. It is immutable.
type Lessons struct {
	Matches    int              `json:"matches"`
	Outs       int              `json:"went_out"` // matches in which either player went out; they do not count
	Model      match.PlayerSpec `json:"by"`       // player whose orders were tried
	Done       bool             `json:"done"`
	Score      winchance.Mean   `json:"score"`       // of the player
	Wins       winchance.Mean   `json:"wins"`        // share of wins
	ModelScore winchance.Mean   `json:"score_of_by"` // of the model player in the same matches
	Claims     []Claim          `json:"claims"`
	// Suspect is the most promising unconfirmed part, or nil.
	Suspect  *Part      `json:"suspect,omitempty"`
	Harmless []Harmless `json:"costs_nothing_measurable"`
	Facts    []Fact     `json:"facts"` // clearest first
}

// A Claim is a part that costs the player points. Its figures come from fresh seeds.
type Claim struct {
	*Part
	Sure       bool           `json:"sure"`                   // otherwise only likely
	Additional bool           `json:"on_top_of_those_before"` // to the cost of earlier claims
	Points     winchance.Mean `json:"points"`                 // cost per match
	Wins       winchance.Mean `json:"wins"`                   // cost in share of wins
	Search     winchance.Mean `json:"points_in_search"`       // Points in the search, biased upwards
	Moments    []Moment       `json:"moments,omitempty"`
}

func (l *Lessons) update(s *Study) {
	score := s.unchanged[0].mean(func(m sample) float64 { return m.score })
	if score.N == 0 {
		return // only an earlier model player has results
	}
	l.Model, l.Score = s.model.Player, score
	l.Wins = s.unchanged[0].mean(func(m sample) float64 { return m.share })
	l.ModelScore = s.unchanged[1].mean(func(m sample) float64 { return m.score })
	l.Facts = s.clearFacts()
	l.Suspect = nil
	if len(s.trials) == 0 {
		return
	}
	parts, all := s.trials[:len(s.trials)-1], s.trials[len(s.trials)-1]
	if t := s.pick(parts, all, zConfirm); t != nil {
		l.Suspect = t.part
	}
}

func (a *arm) mean(of func(sample) float64) winchance.Mean {
	var list []float64
	for _, m := range a.samples {
		if m.ok {
			list = append(list, of(m))
		}
	}
	return winchance.MeanOf(list)
}
