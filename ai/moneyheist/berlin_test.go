package moneyheist

import (
	"slices"
	"testing"

	"game-tui/sim"
	mh "game-tui/sim/game/moneyheist"
	"game-tui/sim/record"
	"game-tui/sim/simtest"
)

// recording returns a match that Berlin won in seat 1.
func recording(t *testing.T) *record.Record {
	return simtest.OpenRecording(t, "testdata/berlin-s2.res.gz", mh.Game)
}

// answer returns Berlin's orders in a round in seat 1. Berlin is shown the preceding rounds first.
func answer(t *testing.T, rec *record.Record, round int) (orders []sim.Order) {
	p := new(berlin)
	for k := max(round-p.HistoryRounds(), 0); k <= round; k++ {
		s := rec.State(k)
		orders = p.Play(t.Context(), &sim.Query{Seat: 1, State: s, Settings: rec.Meta().Settings}).Orders
	}
	return orders
}

func TestBerlinAttacksFirst(t *testing.T) {
	rec, attacks := recording(t), 0
	for k := 0; k < rec.Rounds(); k += 5 {
		s := rec.State(k).(*mh.State)
		other := false // an order other than an attack was given
		for _, o := range answer(t, rec, k) {
			u := s.UnitAt(s.PosOf(o.Unit).Add(sim.Steps[max(o.Dir, 0)]))
			attack := o.Kind == 'm' && u >= 0 && s.Unit(u).Player != 1
			if attack && other {
				t.Fatalf("round %d: got the attack of %d after another order", k, o.Unit)
			}
			other = other || !attack
			if attack {
				attacks++
			}
		}
	}
	if attacks == 0 {
		t.Error("got no attacks, want some")
	}
}

// In the recording, an enemy passes soldier 26 in round 51 and kills it one round later.
func TestBerlinWaitsAndStepsSecond(t *testing.T) {
	rec := recording(t)
	const waits, comes = 26, 60
	of := func(k int) (place int, orders []sim.Order) {
		orders = answer(t, rec, k)
		return slices.IndexFunc(orders, func(o sim.Order) bool { return o.Unit == waits }), orders
	}
	if place, orders := of(51); place >= 0 {
		t.Errorf("round 51: got order %+v, want none", orders[place])
	}
	place, orders := of(52)
	if place < 0 || place < len(orders)-3 {
		t.Fatalf("round 52: got order number %d of %d, want one of the last", place+1, len(orders))
	}
	s := rec.State(52).(*mh.State)
	if to := s.PosOf(waits).Add(sim.Steps[orders[place].Dir]); to.Distance(s.PosOf(comes)) != 1 {
		t.Errorf("got a step onto %v, want a neighbour of enemy %d at %v", to, comes, s.PosOf(comes))
	}
}
