package coach

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/stats"
	"game-tui/sim/winchance"
)

// A Fact is a figure in which the player clearly differs from its opponents. It may cost nothing.
type Fact struct {
	Source string         `json:"source,omitempty"` // source of points, or "" for an event
	Does   string         `json:"does,omitempty"`   // text of the event, as in sim.EventKind
	Own    winchance.Mean `json:"own"`              // points or number per match
	Others winchance.Mean `json:"rival"`
	z      float64
}

const maxFacts = 4

// facts holds the player's figures in a match and its opponents' mean: points by source, then
// events by kind.
type facts [][2]float64

func factsOf(rec *record.Record, seat int) facts {
	g := rec.Meta().Game
	points := stats.New(rec).Points(rec.Edge())
	list := make(facts, len(g.Sources()), len(g.Sources())+len(g.Legend().Events))
	count := func(f *[2]float64, who, n int) {
		if who == seat {
			f[0] += float64(n)
		} else if who >= 0 {
			f[1] += float64(n) / (sim.Seats - 1)
		}
	}
	for i := range list {
		for who, n := range points[i] {
			count(&list[i], who, n)
		}
	}
	events := make(facts, len(g.Legend().Events))
	for k := range rec.Edge() {
		for _, e := range rec.Turn(k).Events {
			count(&events[e.Kind], int(e.Seat), 1)
		}
	}
	return append(list, events...)
}

func (s *Study) clearFacts() []Fact {
	list := []Fact{}
	sources, events := s.Game.Sources(), s.Game.Legend().Events
	for i := range len(sources) + len(events) {
		var own, others, more []float64
		for _, match := range slices.Sorted(maps.Keys(s.facts)) {
			f := s.facts[match][i]
			own, others, more = append(own, f[0]), append(others, f[1]), append(more, f[0]-f[1])
		}
		fact := Fact{Own: winchance.MeanOf(own), Others: winchance.MeanOf(others), z: math.Abs(winchance.MeanOf(more).Z())}
		if i < len(sources) {
			fact.Source = sources[i]
		} else if fact.Does = events[i-len(sources)].ActorText; fact.Does == "" {
			continue
		}
		if fact.z > zClaim {
			list = append(list, fact)
		}
	}
	slices.SortStableFunc(list, func(a, b Fact) int { return cmp.Compare(b.z, a.z) })
	return list[:min(len(list), maxFacts)]
}
