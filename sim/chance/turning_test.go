package chance

import (
	"strings"
	"testing"

	"game-tui/sim"
)

// fake makes an analysis of a match of 200 rounds whose points say what is given, with
// so much noise in four rollouts each.
func fake(noise float64, of func(i int) float64) *Analysis {
	a := &Analysis{match: Match{Game: fakeGame{}, Settings: fakeSettings{}, Record: fakeRecord{}, Names: [sim.Seats]string{"Ann", "Bob", "Cid", "Dee"}}}
	for seat := range a.match.Players {
		a.match.Players[seat] = func() sim.Player { return nil }
	}
	for i := range maxPoints + 1 {
		p := point{round: 4 * i, n: 4}
		for seat, mean := range [sim.Seats]float64{of(i), 0.9 - of(i), 0.05, 0.05} {
			p.sum[seat] = 4 * mean
			p.squares[seat] = 4*mean*mean + 3*noise*noise
		}
		a.points = append(a.points, p)
	}
	for k := range 201 {
		x := of(k / 4)
		a.line = append(a.line, [sim.Seats]float64{x, 0.9 - x, 0.05, 0.05})
	}
	return a
}

func jump(i int) float64 {
	if i < 25 {
		return 0.2
	}
	return 0.6
}

// TestTurningRule finds a jump, and nothing where noise or slowness explain it.
func TestTurningRule(t *testing.T) {
	t.Parallel()
	found := fake(0.05, jump).find()
	if len(found) != 1 || found[0].Seat != 0 || found[0].Other != 1 || found[0].Round > 100 || found[0].Until < 100 ||
		found[0].To-found[0].From < 0.2 {
		t.Fatalf("%+v", found)
	}
	want := "Ann: 3 conversions and 1 book in 3 rounds, score +600; Bob: suffers 3 conversions in 3 rounds, score +0"
	if found[0].Reason != want {
		t.Errorf("%q, want %q", found[0].Reason, want)
	}
	down := fake(0.05, func(i int) float64 { return 0.8 - jump(i) }).find()
	if len(down) != 1 || down[0].Reason == want || !strings.HasPrefix(down[0].Reason, "Bob: ") {
		t.Errorf("%+v", down)
	}
	for name, a := range map[string]*Analysis{
		"noise": fake(0.45, jump),
		"slow":  fake(0.01, func(i int) float64 { return 0.2 + 0.01*float64(i) }),
		"small": fake(0.001, func(i int) float64 { return 0.2 + jump(i)/5 }),
		"flat":  fake(0.01, func(int) float64 { return 0.3 }),
	} {
		if found := a.find(); len(found) > 0 {
			t.Errorf("%s: %+v", name, found[0].Turning)
		}
	}
}

type fakeSettings struct{ sim.Settings }

func (fakeSettings) Rounds() int { return 200 }

type fakeGame struct{ sim.Game }

func (fakeGame) Legend() *sim.Legend {
	return &sim.Legend{Events: []sim.EventKind{{Name: "conversion"}, {Name: "book", Rank: 5}}}
}

type fakeState struct {
	sim.State
	round int
}

func (s fakeState) Scores() (v [sim.Seats]int) {
	if s.round >= 99 {
		v[0] = 600
	}
	return v
}

// fakeRecord is a match in which seat 0 converts three of seat 1 around round 98.
type fakeRecord struct{}

func (fakeRecord) State(k int) sim.State { return fakeState{round: k} }
func (fakeRecord) Edge() int             { return 200 }
func (fakeRecord) Turn(k int) *sim.Turn {
	t := &sim.Turn{Round: k}
	if k >= 97 && k < 100 {
		t.Events = []sim.Event{{Kind: 0, Seat: 0, Other: 1}}
	}
	if k == 99 {
		t.Events = append(t.Events, sim.Event{Kind: 1, Seat: 0, Other: -1})
	}
	return t
}
