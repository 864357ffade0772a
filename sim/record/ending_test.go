package record

import (
	"errors"
	"slices"
	"testing"

	"game-tui/sim"
)

type scored struct {
	sim.State
	scores [sim.Seats]int
}

func (s scored) Scores() [sim.Seats]int { return s.scores }

func TestOnlyTheFinalStateHasWinners(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		turns int
		over  bool
		err   error
		want  []int
		cut   bool
	}{
		"being played": {2, false, nil, []int{}, false},
		"cut":          {2, true, errors.New("cut"), []int{}, true},
		"stopped":      {0, true, nil, []int{}, true},
		"played":       {3, true, nil, []int{1, 3}, false},
		"last state":   {3, false, nil, []int{1, 3}, false},
	} {
		r := New(Meta{Settings: settings(3)}, scored{})
		for k := range c.turns {
			r.Append(&sim.Turn{Round: k}, scored{scores: [sim.Seats]int{1, 7, 0, 7}})
		}
		if c.over {
			r.End(c.err)
		}
		if got := r.Winners(); got == nil || !slices.Equal(got, c.want) || r.EndedEarly() != c.cut {
			t.Errorf("%s: winners %v, cut %v; want %v, %v", name, got, r.EndedEarly(), c.want, c.cut)
		}
	}
}
