package moneyheist

import (
	"os"
	"slices"
	"testing"

	"game-tui/ai/numbers"
	"game-tui/ai/paths"
	"game-tui/sim"
	mh "game-tui/sim/moneyheist"
	"game-tui/sim/record"
	"game-tui/sim/res"
)

// recording is a match that Berlin won on seat 1.
func recording(t *testing.T) *record.Record {
	file, err := os.Open("testdata/berlin-s2.res.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := res.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	rec, cut, err := res.Read(text, []sim.Game{mh.Game}, "berlin-s2")
	if err != nil || cut != nil {
		t.Fatal(err, cut)
	}
	return rec
}

// answer is what a new Berlin answers in a round on seat 1.
func answer(t *testing.T, s *mh.State) []sim.Order {
	p := newBerlin(numbers.Values(Champion.Numbers))
	r := p.Play(t.Context(), &sim.Query{Seat: 1, State: s, Settings: s.Settings()})
	return slices.Clone(r.Orders)
}

func TestBerlinStrikesBeforeAllElse(t *testing.T) {
	rec, strikes := recording(t), 0
	for k := range rec.Rounds() {
		s := rec.State(k).(*mh.State)
		other := false // an order that is no strike has come
		for _, o := range answer(t, s) {
			u := s.UnitAt(s.At(o.Unit).Plus(sim.Steps[max(o.Dir, 0)]))
			strike := o.Kind == 'm' && u >= 0 && s.Unit(u).Player != 1
			if strike && other {
				t.Fatalf("round %d: the strike of %d is not among the first orders", k, o.Unit)
			}
			other = other || !strike
			if strike {
				strikes++
			}
		}
	}
	if strikes == 0 {
		t.Error("there is no strike")
	}
}

// In round 20 an enemy is on its way past soldier 33, to be killed by it a round later.
func TestBerlinWaitsAndStepsSecond(t *testing.T) {
	rec := recording(t)
	const waits, comes = 33, 62
	of := func(k int) (place int, orders []sim.Order) {
		orders = answer(t, rec.State(k).(*mh.State))
		return slices.IndexFunc(orders, func(o sim.Order) bool { return o.Unit == waits }), orders
	}
	if place, orders := of(20); place >= 0 {
		t.Errorf("it does not wait, but does %+v", orders[place])
	}
	place, orders := of(21)
	if place < 0 || place < len(orders)-3 {
		t.Fatalf("its order is number %d of %d, want one of the last", place+1, len(orders))
	}
	s := rec.State(21).(*mh.State)
	if to := s.At(waits).Plus(sim.Steps[orders[place].Dir]); paths.Manhattan(to, s.At(comes)) != 1 {
		t.Errorf("it steps onto %v, where %d cannot come from %v", to, comes, s.At(comes))
	}
}
