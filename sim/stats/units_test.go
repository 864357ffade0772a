package stats_test

import (
	"slices"
	"testing"

	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/record"
	"game-tui/sim/stats"
)

func TestLossesAgreeWithCounts(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		rec := played(t, g.Name(), 30, "Greedy", "Demo", "Greedy", "Null")
		b := stats.New(rec)
		for _, k := range []int{rec.Edge(), rec.Edge() / 2, 0} {
			var lost [sim.Seats][sim.Seats + 1]int
			for _, l := range b.Losses(k) {
				lost[l.Seat][l.Taker]++
				e := rec.Turn(l.Round - 1).Events[l.EventIndex]
				if u := unitAt(rec, l.Round-1, l.Unit); e.Target != l.Unit || u != nil && u.Kind != l.Kind {
					t.Errorf("%s: got %+v, want the unit of %+v, %+v", g.Name(), l, e, u)
				}
			}
			if want := b.At(k).LostUnits; lost != want || k == rec.Edge() && lost == [sim.Seats][sim.Seats + 1]int{} {
				t.Errorf("%s, round %d: %v, counted %v", g.Name(), k, lost, want)
			}
		}
	}
}

// unitAt returns the unit on the board with the given id, or nil.
func unitAt(rec *record.Record, k int, id int32) *sim.Unit {
	var f sim.Frame
	rec.State(k).FillFrame(&f)
	if i := slices.IndexFunc(f.Units, func(u sim.Unit) bool { return u.ID == id && u.OnBoard }); i >= 0 {
		return &f.Units[i]
	}
	return nil
}

func TestIdleStretchesAgreeWithTurns(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		rec := played(t, g.Name(), 30, "Greedy", "Demo", "Greedy", "Null")
		b := stats.New(rec)
		frames := make([]sim.Frame, rec.Edge()+1)
		for k := range frames {
			rec.State(k).FillFrame(&frames[k])
		}
		for _, k := range []int{rec.Edge(), rec.Edge() / 2, stats.MinIdleRounds - 1} {
			still := map[[2]int32]int{} // consecutive idle rounds, by unit and round
			var want, got [sim.Seats]int
			for i := range k {
				for _, u := range frames[i].Units {
					acts := slices.ContainsFunc(rec.Turn(i).Executed, func(o sim.Order) bool { return o.Unit == u.ID })
					stays := slices.ContainsFunc(frames[i+1].Units, func(v sim.Unit) bool { return v.ID == u.ID && v.OnBoard && v.Seat == u.Seat && v.At == u.At })
					if !u.OnBoard || u.Seat < 0 || acts || !stays {
						continue
					}
					n := still[[2]int32{u.ID, int32(i)}] + 1
					still[[2]int32{u.ID, int32(i + 1)}] = n
					switch {
					case n == stats.MinIdleRounds:
						want[u.Seat] += n
					case n > stats.MinIdleRounds:
						want[u.Seat]++
					}
				}
			}
			for seat := range sim.Seats {
				for _, s := range b.IdleStretches(seat, k) {
					got[seat] += s.Rounds()
					if u := unitAt(rec, s.StartRound, s.Unit); u == nil || u.At != s.At || int(u.Seat) != seat || u.Kind != s.Kind {
						t.Errorf("%s: got %+v, want the unit %+v", g.Name(), s, u)
					}
				}
			}
			if got != want || k == rec.Edge() && got[3] == 0 {
				t.Errorf("%s: until round %d units stand still for %v rounds, want %v", g.Name(), k, got, want)
			}
		}
	}
}
