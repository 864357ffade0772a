package winchance

import (
	"math"
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/simtest"
)

// fake returns an analysis of 200 rounds with four rollouts per point and the given noise. The
// chance of seat 0 at point i is of(i).
func fake(noise float64, of func(i int) float64) *Analysis {
	a := &Analysis{table: &Table{Scales: []float64{1, 1}, Weights: []float64{0, 0, 0, 0, 1, 0}}, Match: NewMatch(fakeRecord(), func(string, string) (b sim.Builtin, ok bool) {
		return sim.Builtin{New: func() sim.Player { return nil }}, true
	})}
	for i := range maxPoints + 1 {
		p := point{round: 4 * i, gridIndex: i}
		for seat, mean := range [sim.Seats]float64{of(i), 0.9 - of(i), 0.05, 0.05} {
			p.short.seats[seat] = tally{4, 4 * mean, 4*mean*mean + 3*noise*noise}
		}
		a.points = append(a.points, p)
	}
	for k := range 201 {
		x := of(k / 4)
		a.estimates = append(a.estimates, [sim.Seats]float64{x, 0.9 - x, 0.05, 0.05})
	}
	return a
}

func text(list Reasons) string {
	text, _ := list.MarshalText()
	return string(text)
}

func jump(i int) float64 {
	if i < 25 {
		return 0.2
	}
	return 0.6
}

// TestCandidatesExceedNoise checks that a jump is a candidate; noise, slow changes and small
// changes are not.
func TestCandidatesExceedNoise(t *testing.T) {
	t.Parallel()
	found := fake(0.05, jump).findCandidates()
	if len(found) != 1 || found[0].Seat != 0 || found[0].OtherSeat != 1 || found[0].Round > 100 || found[0].EndRound < 100 ||
		found[0].ChanceAfter-found[0].ChanceBefore < 0.2 {
		t.Fatalf("got %+v, want one jump in round 100", found)
	}
	want := "Ann converts 3 wizards and reads 1 book in 4 rounds, score +600; Bob loses 3 wizards in 4 rounds"
	if text(found[0].Reasons) != want {
		t.Errorf("got %v, want %q", found[0].Reasons, want)
	}
	down := fake(0.05, func(i int) float64 { return 0.8 - jump(i) }).findCandidates()
	if len(down) != 1 || down[0].Seat+down[0].OtherSeat != 1 || strings.Contains(text(down[0].Reasons), "score +0") {
		t.Errorf("got %+v, want one fall without a change of score", down)
	}
	two := fake(0.02, func(i int) float64 { return []float64{0.1, 0.8, 0.8, 0.35}[min(max(i-24, 0), 3)] }).findCandidates()
	if len(two) == 0 || len(two) > 1 && two[1].Round < two[0].EndRound && two[0].Round < two[1].EndRound {
		t.Errorf("overlapping candidates: %+v", two)
	}
	for name, a := range map[string]*Analysis{
		"noise": fake(1.2, jump),
		"slow":  fake(0.01, func(i int) float64 { return 0.2 + 0.01*float64(i) }),
		"small": fake(0.001, func(i int) float64 { return 0.2 + jump(i)/5 }),
		"flat":  fake(0.01, func(int) float64 { return 0.3 }),
	} {
		if found := a.findCandidates(); len(found) > 0 {
			t.Errorf("%s: %+v", name, found[0].TurningPoint)
		}
	}
}

func TestMomentCoversTheWholeSwing(t *testing.T) {
	t.Parallel()
	a := fake(0.05, jump)
	for k := range a.estimates {
		x := [...]float64{0.2, 0.3, 0.4, 0.5, 0.55, 0.6}[min(max(k-98, 0), 5)]
		a.estimates[k] = [sim.Seats]float64{x, 0.9 - x, 0.05, 0.05}
	}
	a.estimates[97][0] = 0.21 // an earlier change in the opposite direction is ignored
	turning := TurningPoint{ChanceBefore: 0.2, ChanceAfter: 0.6, Estimate: true}
	if a.setRounds(&turning, a.pointChances(true), 25); turning.Round != 98 || turning.EndRound != 103 {
		t.Errorf("rounds %d to %d, want 98 to 103", turning.Round, turning.EndRound)
	}
	for k := range a.estimates { // the change lasts until the last known round
		a.estimates[k][0] = min(0.05*float64(k), 1)
	}
	a.estimates, a.points = a.estimates[:5], a.points[:2]
	if a.setRounds(&turning, a.pointChances(true), 1); turning.Round != 0 || turning.EndRound != 4 {
		t.Errorf("rounds %d to %d, want 0 to 4", turning.Round, turning.EndRound)
	}
}

// TestMomentLiesBetweenRollouts checks that a turning point with rollouts is placed where they
// change. It extends over rounds that change at least half as fast.
func TestMomentLiesBetweenRollouts(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	for _, c := range []struct {
		of           func(i int) float64
		round, until int
	}{
		{jump, 96, 100},
		{func(i int) float64 { return []float64{0.2, 0.25, 0.5, 0.65, 0.7}[min(max(i-23, 0), 4)] }, 96, 104},
		{func(i int) float64 { return []float64{0.2, 0.3, 0.4, 0.5, 0.6}[min(max(i-23, 0), 4)] }, 92, 108},
	} {
		a := fake(0.05, c.of)
		for k := range a.estimates {
			a.estimates[k] = [sim.Seats]float64{0.25, 0.25, 0.25, 0.25}
		}
		for _, down := range []bool{false, true} {
			turning := TurningPoint{ChanceAfter: 1}
			if down {
				turning = TurningPoint{Seat: 1, ChanceBefore: 1}
			}
			if a.setRounds(&turning, a.pointChances(true), 25); turning.Round != c.round || turning.EndRound != c.until {
				t.Errorf("round %d to %d, want %d to %d", turning.Round, turning.EndRound, c.round, c.until)
			}
		}
	}
}

func TestPanicEndsTheAnalysis(t *testing.T) {
	t.Parallel()
	p := &Piece{do: func() [sim.Seats]float64 { panic("there is no such unit") }}
	p.Do()
	a := fake(0.05, jump)
	const impossible = "the recorded states cannot be continued"
	if a.NoRolloutsReason() == impossible {
		t.Error("broken before any piece was put back")
	}
	a.Put([]*Piece{p})
	if a.NoRolloutsReason() != impossible || a.HasPacePieces() || a.Level != LevelDone {
		t.Errorf("reason for no rollouts %q, level %v; want it and done", a.NoRolloutsReason(), a.Level)
	}
}

func TestUnclearCauseIsEmpty(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from, usual, to, err float64
		want                 string
	}{
		{0.2, 0.2, 0.6, 0.05, "luck"},
		{0.2, 0.4, 0.6, 0.05, "orders and luck"},
		{0.2, 0.58, 0.6, 0.05, "the orders"},
		{0.2, 0.8, 0.5, 0.05, "the orders, despite bad luck"},
		{0.2, 0.05, 0.6, 0.05, "luck, despite the orders"},
		{0.2, 0.3, 0.6, 0.2, ""},
		{0.13, 0.38, 0.45, 0.09, ""}, // mostly due to the orders, but within the error
		{0.2, 0.34, 0.45, 0.05, "orders and luck"},
	} {
		up := TurningPoint{ChanceBefore: c.from, ChanceAfter: c.to, ExpectedChance: c.usual, Error: c.err, OrdersError: c.err, LuckError: c.err}
		down := up
		down.ChanceBefore, down.ChanceAfter, down.ExpectedChance = 1-c.from, 1-c.to, 1-c.usual
		for _, turning := range []TurningPoint{up, down} {
			if got := turning.Cause(); got != c.want {
				t.Errorf("from %v to %v, usually %v: got %q, want %q", turning.ChanceBefore, turning.ChanceAfter, turning.ExpectedChance, got, c.want)
			}
		}
	}
}

// checked returns a candidate with all its rollouts, whose chances are given by kind.
func checked(down bool, noise float64, chance func(kind int) float64) *candidate {
	t := &candidate{sign: 1, planned: splitRollouts}
	if down {
		t.sign = -1
	}
	for before := 0; before < t.planned; {
		before = t.planned
		for kind := range rolloutKinds {
			for run := t.rollouts[kind].n(); run < t.planned; run++ {
				x := chance(kind) + noise*float64(1-2*(run%2))
				t.add(kind, [sim.Seats]float64{x, 1 - x})
			}
		}
	}
	return t
}

func rising(size float64) func(int) float64 {
	return func(kind int) float64 { return 0.3 + size*float64(kind)/2 }
}

func TestUnconfirmedTurningIsNotShown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		size, noise float64
		down, want  bool
	}{
		{0.4, 0.1, false, true},
		{-0.25, 0.1, true, true},
		{-0.4, 0.1, false, false}, // change in the opposite direction
		{0.05, 0.01, false, false},
		{0.2, 0.5, false, false}, // can be explained by noise
		{0, 0.1, false, false},
	} {
		confirmed := checked(c.down, c.noise, rising(c.size))
		a := &Analysis{candidates: []*candidate{confirmed}}
		if told := a.TurningPoints(); (len(told) > 0) != c.want {
			t.Errorf("size %v, noise %v: shown %+v, want shown %v", c.size, c.noise, told, c.want)
		}
	}
	a := fake(0.05, jump)
	a.candidates = a.findCandidates()
	if told := a.TurningPoints(); len(a.candidates) == 0 || len(told) > 0 {
		t.Errorf("shown before the check: %+v", told)
	}
}

// TestUnclearCandidatesGetMoreRollouts checks that a candidate gets more rollouts, up to maxRollouts,
// while the change or its cause is unclear.
func TestUnclearCandidatesGetMoreRollouts(t *testing.T) {
	t.Parallel()
	orders := func(size float64) func(int) float64 {
		return func(kind int) float64 { return 0.3 + size*float64((kind+1)/2) }
	}
	for _, c := range []struct {
		chance func(kind int) float64
		noise  float64
		want   int
		cause  string
	}{
		{orders(0.5), 0.1, splitRollouts, "the orders"},
		{orders(-0.1), 0.1, splitRollouts, ""},
		{orders(0.2), 0.35, 3 * splitRollouts, ""}, // the error must also become small enough
		{orders(0.101), 0.3, maxRollouts, ""},
		{rising(0.3), 0.25, 2 * splitRollouts, "orders and luck"},
	} {
		turning := checked(false, c.noise, c.chance)
		if cause := turning.Cause(); turning.Rollouts != rolloutKinds*c.want || c.cause != "" && cause != c.cause {
			t.Errorf("chance %v, noise %v: %d rollouts, want %d of each kind; cause %q", c.chance(1), c.noise, turning.Rollouts, c.want, cause)
		}
	}
}

func TestLargestCandidateIsCheckedFirst(t *testing.T) {
	t.Parallel()
	a := fake(0.02, func(i int) float64 {
		switch {
		case i < 15:
			return 0.1
		case i < 35:
			return 0.35
		}
		return 0.85
	})
	a.candidates = a.findCandidates()
	for _, p := range []*Piece{a.nextCheck(), a.nextCheck()} {
		p.put([sim.Seats]float64{})
	}
	if first := a.candidates[0]; len(a.candidates) != 2 || first.Round < 100 || first.rollouts[startRollouts].n() != 2 {
		t.Errorf("%d candidates, the first in round %d; want 2, the first after round 100", len(a.candidates), first.Round)
	}
}

func TestEndIsNotSmoothed(t *testing.T) {
	t.Parallel()
	a := fake(0.01, func(i int) float64 {
		if i < 49 {
			return 0.18
		}
		return 0.9
	})
	points := a.pointChances(true)
	points[50].WinChance, points[50].Error = [sim.Seats]float64{1}, [sim.Seats]float64{}
	if from, to, _ := a.Match.smoothedChange(points, 49, 0); from != points[48].WinChance[0] || to != 1 {
		t.Errorf("%v to %v, want %v to 1", from, to, points[48].WinChance[0])
	}
	// Earlier points must not be smoothed with the end, either.
	if _, to, _ := a.Match.smoothedChange(points, 43, 0); math.Abs(to-0.18) > 1e-9 {
		t.Errorf("got %v, want 0.18", to)
	}
}

// TestReasonsPreferEvents checks that reasons are listed in this order: events, measures, score.
func TestReasonsPreferEvents(t *testing.T) {
	t.Parallel()
	a := fake(0.05, jump)
	for _, c := range []struct {
		t    TurningPoint
		want string
	}{
		{TurningPoint{Round: 97, EndRound: 100, Seat: 0, OtherSeat: 3, ChanceAfter: 1}, "Ann converts 3 wizards and reads 1 book in 3 rounds, score +600; Dee: wizards 9 → 5 in 3 rounds"},
		{TurningPoint{Round: 97, EndRound: 100, Seat: 0, OtherSeat: 2, ChanceAfter: 1}, "Ann converts 3 wizards and reads 1 book in 3 rounds, score +600"},
		{TurningPoint{Round: 98, EndRound: 99, Seat: 2, OtherSeat: 0, ChanceBefore: 1}, "Ann converts 1 wizard in 1 round, score +600"},
		{TurningPoint{Round: 20, EndRound: 23, KnownAt: 97, Seat: 0, OtherSeat: 2, ChanceAfter: 1}, "no event stands out"},
		{TurningPoint{Round: 90, EndRound: 93, KnownAt: 101, Seat: 0, OtherSeat: 2, ChanceAfter: 1}, "Ann then converts 1 wizard in round 97"},
		{TurningPoint{Round: 160, EndRound: 163, Seat: 0, OtherSeat: 2, ChanceAfter: 1}, "Ann leads by 600 with 37 rounds left"},
	} {
		if got := text(a.reasons(&c.t)); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

type fakeSettings struct{ sim.Settings }

func (fakeSettings) Rounds() int { return 200 }

type fakeGame struct{ sim.Game }

func (fakeGame) Name() string { return "" }

func (fakeGame) Legend() *sim.Legend {
	return &sim.Legend{Events: []sim.EventKind{{Name: "conversion", IsLoss: true, ActorText: "converts # wizard(s)", TargetText: "loses # wizard(s)"}, {Name: "book", Rank: 3, ActorText: "reads # book(s)"}}}
}

// Measures returns a measure in which seat 3 loses four wizards in round 98.
func (fakeGame) Measures() []sim.Measure {
	return []sim.Measure{{Name: "wizards", Value: func(s sim.State, seat int) int {
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

// fakeRecord returns a match in which seat 0 converts three wizards of seat 1 around round 98.
func fakeRecord() *record.Record {
	rec := record.New(record.Meta{Game: fakeGame{}, Settings: fakeSettings{}, Names: [sim.Seats]string{"Ann", "Bob", "Cid", "Dee"}}, fakeState{})
	for k := range 200 {
		t := &sim.Turn{Round: k}
		if k >= 97 && k < 100 {
			t.Events = []sim.Event{{Kind: 0, Seat: 0, Other: 1}}
		}
		if k == 99 {
			t.Events = append(t.Events, sim.Event{Kind: 1, Seat: 0, Other: -1})
		}
		rec.Append(t, fakeState{round: k + 1})
	}
	return rec
}
