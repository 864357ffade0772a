package chance

import (
	"strings"
	"testing"

	"game-tui/sim"
)

// fake makes an analysis of a match of 200 rounds whose points say what is given, with
// so much noise in four rollouts each.
func fake(noise float64, of func(i int) float64) *Analysis {
	a := &Analysis{table: &Table{Scale: []float64{1, 1}, Weights: []float64{0, 0, 0, 0, 1, 0}}, match: Match{Game: fakeGame{}, Settings: fakeSettings{}, Record: fakeRecord{}, Names: [sim.Seats]string{"Ann", "Bob", "Cid", "Dee"}}}
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
	if len(down) != 1 || down[0].Seat+down[0].Other != 1 || strings.Contains(down[0].Reason, "score +0") {
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

// TestMomentGoesOn tells of a swing of five rounds from all of them.
func TestMomentGoesOn(t *testing.T) {
	t.Parallel()
	a := fake(0.05, jump)
	for k := range a.line {
		x := [...]float64{0.2, 0.3, 0.4, 0.5, 0.55, 0.6}[min(max(k-98, 0), 5)]
		a.line[k] = [sim.Seats]float64{x, 0.9 - x, 0.05, 0.05}
	}
	a.line[97][0] = 0.21 // what goes the other way before is not of it
	turning := Turning{From: 0.2, To: 0.6}
	if a.moment(&turning, a.Points(), 25); turning.Round != 98 || turning.Until != 103 {
		t.Errorf("round %d to %d", turning.Round, turning.Until)
	}
	for k := range a.line { // and to the end of what there is
		a.line[k][0] = min(0.05*float64(k), 1)
	}
	a.line, a.points = a.line[:5], a.points[:2]
	if a.moment(&turning, a.Points(), 1); turning.Round != 0 || turning.Until != 4 {
		t.Errorf("round %d to %d", turning.Round, turning.Until)
	}
}

// TestReason tells what the table weighs where no event says why, and of a seat
// that did nothing and to whom nothing was done nothing.
func TestReason(t *testing.T) {
	t.Parallel()
	a := fake(0.05, jump)
	for _, c := range []struct {
		t    Turning
		want string
	}{
		{Turning{Round: 97, Until: 100, Seat: 0, Other: 3, To: 1}, "Ann: 3 conversions and 1 book in 3 rounds, score +600; Dee: wizards 9 → 5 in 3 rounds, score +0"},
		{Turning{Round: 97, Until: 100, Seat: 0, Other: 2, To: 1}, "Ann: 3 conversions and 1 book in 3 rounds, score +600"},
		{Turning{Round: 98, Until: 99, Seat: 2, Other: 0, From: 1}, "Ann: 1 conversion in 1 round, score +600"},
		{Turning{Round: 20, Until: 23, Seat: 0, Other: 2, To: 1}, "no event stands out"},
		{Turning{Round: 160, Until: 163, Seat: 0, Other: 2, To: 1}, "Ann: leads by 600 with 37 rounds left"},
	} {
		if got := a.reason(&c.t); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

type fakeSettings struct{ sim.Settings }

func (fakeSettings) Rounds() int { return 200 }

type fakeGame struct{ sim.Game }

func (fakeGame) Legend() *sim.Legend {
	return &sim.Legend{Events: []sim.EventKind{{Name: "conversion"}, {Name: "book", Rank: 5}}}
}

// Measures has one: seat 3 loses four of its wizards in round 98, and its chance with them.
func (fakeGame) Measures() []sim.Measure {
	return []sim.Measure{{Name: "wizards", Of: func(s sim.State, seat int) int {
		if seat == 3 && s.Round() >= 99 {
			return 5
		}
		return 9
	}}}
}

func (s fakeState) Round() int { return s.round }

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
