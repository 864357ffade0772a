package coach

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"game-tui/sim"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/stats"
	"game-tui/sim/winchance"
)

// Lessons holds the current results of a study. It is immutable.
type Lessons struct {
	Matches       int              `json:"matches"`
	FailedMatches int              `json:"went_out"` // matches in which either player went out, which do not count
	Model         match.PlayerSpec `json:"by"`       // player whose orders were tried out
	Done          bool             `json:"done"`
	Score         winchance.Mean   `json:"score"`
	Wins          winchance.Mean   `json:"wins"`
	ModelScore    winchance.Mean   `json:"score_of_by"` // the model player's score, on other seeds
	Claims        []Claim          `json:"claims"`
	// Suspect is the most promising unconfirmed part, or nil.
	Suspect  *Part          `json:"suspect,omitempty"`
	Harmless []HarmlessPart `json:"costs_nothing_measurable"`
	Facts    []Fact         `json:"facts"` // most significant first
}

// A Claim is a part that costs the player points. Unless noted otherwise, its figures come from
// fresh seeds.
type Claim struct {
	*Part
	Sure         bool           `json:"sure"`                   // whether the claim is sure rather than just likely
	Additional   bool           `json:"on_top_of_those_before"` // whether the cost comes on top of earlier claims
	Points       winchance.Mean `json:"points"`
	Wins         winchance.Mean `json:"wins"`
	SearchPoints winchance.Mean `json:"points_in_search"` // like Points, but measured in the search and biased upwards
	Moments      []Moment       `json:"moments,omitempty"`
}

func (l *Lessons) update(s *Study) {
	score := s.unmixedArms[0].mean(func(m sample) float64 { return m.score })
	if score.N == 0 {
		return // no results for this model player yet
	}
	l.Model, l.Score = s.model.Player, score
	l.Wins = s.unmixedArms[0].mean(func(m sample) float64 { return m.share })
	l.ModelScore = s.unmixedArms[1].mean(func(m sample) float64 { return m.score })
	l.Facts = s.significantFacts()
	l.Suspect = nil
	if len(s.trials) == 0 {
		return
	}
	parts, fullTrial := s.trials[:len(s.trials)-1], s.trials[len(s.trials)-1]
	if t := s.pick(parts, fullTrial, zConfirm); t != nil {
		l.Suspect = t.part
	}
}

func (a *arm) mean(value func(sample) float64) winchance.Mean {
	var list []float64
	for _, m := range a.samples {
		if m.ok {
			list = append(list, value(m))
		}
	}
	return winchance.MeanOf(list)
}

// A Fact is a figure in which the player clearly differs from its opponents. The difference need
// not cost points.
type Fact struct {
	Source       string         `json:"source,omitempty"` // source of points, or "" for an event
	ActorText    string         `json:"does,omitempty"`   // ActorText of the event
	PlayerMean   winchance.Mean `json:"own"`
	OpponentMean winchance.Mean `json:"rival"`
	z            float64
}

const maxFacts = 4

// figures holds the figures of a match: points by source, then events by kind. Each entry pairs the
// player's figure with its opponents' mean.
type figures [][2]float64

func figuresOf(rec *record.Record, seat int) figures {
	g := rec.Meta().Game
	points := stats.New(rec).Points(rec.Edge())
	list := make(figures, len(g.PointSources()), len(g.PointSources())+len(g.Legend().Events))
	count := func(f *[2]float64, actor, n int) {
		if actor == seat {
			f[0] += float64(n)
		} else if actor >= 0 {
			f[1] += float64(n) / (sim.Seats - 1)
		}
	}
	for i := range list {
		for actor, n := range points[i] {
			count(&list[i], actor, n)
		}
	}
	events := make(figures, len(g.Legend().Events))
	for k := range rec.Edge() {
		for _, e := range rec.Turn(k).Events {
			count(&events[e.Kind], int(e.Seat), 1)
		}
	}
	return append(list, events...)
}

func (s *Study) significantFacts() []Fact {
	list := []Fact{}
	sources, events := s.Game.PointSources(), s.Game.Legend().Events
	for i := range len(sources) + len(events) {
		var own, others, differences []float64
		for _, matchIndex := range slices.Sorted(maps.Keys(s.figuresByMatch)) {
			f := s.figuresByMatch[matchIndex][i]
			own, others, differences = append(own, f[0]), append(others, f[1]), append(differences, f[0]-f[1])
		}
		fact := Fact{PlayerMean: winchance.MeanOf(own), OpponentMean: winchance.MeanOf(others), z: math.Abs(winchance.MeanOf(differences).Z())}
		if i < len(sources) {
			fact.Source = sources[i]
		} else if fact.ActorText = events[i-len(sources)].ActorText; fact.ActorText == "" {
			continue
		}
		if fact.z > zClaim {
			list = append(list, fact)
		}
	}
	slices.SortStableFunc(list, func(a, b Fact) int { return cmp.Compare(b.z, a.z) })
	return list[:min(len(list), maxFacts)]
}

// A HarmlessPart is a part in which most orders differ from the model player's, at no measurable
// cost.
type HarmlessPart struct {
	*Part
	DifferentShare float64        `json:"other_orders"`
	Points         winchance.Mean `json:"points"` // cost per match, from fresh seeds
}

const (
	maxHarmless       = 3
	minDifferentShare = 0.5 // minimum share of differing orders
)

func (s *Study) findHarmlessParts() {
	var list []*trial
	for _, t := range s.trials {
		if t.part.situations != nil && t.gain().N > 0 && t.gain().Z() < 1 && s.differentShare(t.part) >= minDifferentShare {
			list = append(list, s.newTrial(t.part, nil, 1000*(SeedCount/1000-1)))
		}
	}
	slices.SortStableFunc(list, func(a, b *trial) int { return cmp.Compare(s.differentShare(b.part), s.differentShare(a.part)) })
	list = list[:min(len(list), maxHarmless)]
	if len(list) == 0 || !s.playTrials(narrowMatches, list...) {
		return
	}
	for _, t := range list {
		if points := t.gain(); points.Z() < 1 {
			s.lessons.Harmless = append(slices.Clone(s.lessons.Harmless), HarmlessPart{t.part, s.differentShare(t.part), points})
		}
	}
}
