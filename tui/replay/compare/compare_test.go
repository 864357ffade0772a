package compare

import (
	"slices"
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/tui/tuitest"
)

func TestEqualMatchesDifferNowhere(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games {
		p, err := New(tuitest.ReadRecording(t, g.Name(), "demo-s1"), tuitest.ReadRecording(t, g.Name(), "demo-s1"))
		if err != nil {
			t.Fatal(err)
		}
		if k, ok := p.NextDifference(-1, p.Edge()); ok {
			t.Errorf("%s: they differ in round %d", g.Name(), k)
		}
		for k, r := range p.Rounds() {
			if !r.HasEqualStates() || r.UnitCount != 0 {
				t.Errorf("%s: round %d differs: %+v", g.Name(), k, r)
			}
		}
	}
}

func TestStatesDifferIfTheirTextsDo(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games {
		for _, names := range [][2]string{{"demo-s1", "demo-s2"}, {"demo-s30", "mixed-s30"}, {"null-s30", "rival-s2001"}} {
			p, err := New(tuitest.ReadRecording(t, g.Name(), names[0]), tuitest.ReadRecording(t, g.Name(), names[1]))
			if err != nil {
				t.Fatal(err)
			}
			for k, r := range p.Rounds() {
				if same := state(p.A, k) == state(p.B, k); same != (r.HasEqualStates() && r.UnitCount == 0) {
					t.Errorf("%s %v: round %d: the texts are the same: %v, but %+v", g.Name(), names, k, same, r)
				}
				if same := orders(p.A, k) == orders(p.B, k); !same && r.OrdersDiffer == [sim.Seats]bool{} && k == 0 {
					t.Errorf("%s %v: other orders in round %d are not told", g.Name(), names, k)
				}
			}
		}
	}
}

// state renders a state as text, without processor times.
func state(rec *record.Record, k int) string {
	text := string(rec.State(k).AppendText(nil))
	return text[:strings.LastIndex(text, "status")]
}

func orders(rec *record.Record, k int) string {
	var text []byte
	if t := rec.Turn(k); t != nil {
		for _, o := range t.Executed {
			text = res.AppendOrder(text, rec.Meta().Game.OrderFormat(), o)
		}
	}
	return string(text)
}

func TestDifferencesAreCounted(t *testing.T) {
	t.Parallel()
	a, b := &sim.Frame{Cells: make([]sim.Cell, 3)}, &sim.Frame{Cells: make([]sim.Cell, 3)}
	for i := range a.Cells {
		a.Cells[i].Unit, b.Cells[i].Unit = -1, -1
	}
	a.Units = []sim.Unit{{ID: 3, Seat: 1}, {ID: 7, Seat: 2}, {ID: -1, Seat: -1}}
	b.Units = []sim.Unit{{ID: 7, Seat: 2}, {ID: 9, Seat: 1}, {ID: -1, Seat: -1, OnBoard: true}}
	// Unit 3 is missing, unit 9 is new, and the neutral unit has entered the board.
	if n := countDifferentUnits(a.Units, b.Units); n != 3 {
		t.Errorf("%d units differ", n)
	}
	a.Cells[0].Unit, b.Cells[0].Unit = 1, 0 // unit 7 is on this cell in both frames
	a.Cells[1].Owner = 2
	b.Cells[2].Unit = 1
	for i, want := range []bool{true, false, false} {
		if SameCell(a, b, i) != want {
			t.Errorf("cell %d: same %v", i, !want)
		}
	}
}

// units is a state with only units.
type units struct {
	sim.State
	list []sim.Unit
}

func (u units) FillFrame(f *sim.Frame) { f.Units = u.list }

func TestOrdersOfAUnitInOneMatchDiffer(t *testing.T) {
	t.Parallel()
	a := units{list: []sim.Unit{{ID: 3, Seat: 1}}}
	b := units{list: []sim.Unit{{ID: 3, Seat: 1}, {ID: 9, Seat: 2}}}
	same, more := &sim.Turn{Executed: []sim.Order{{Unit: 3}}}, &sim.Turn{Executed: []sim.Order{{Unit: 3}, {Unit: 9}}}
	if got, want := ordersDiffer(a, same, b, more), [sim.Seats]bool{2: true}; got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestNextDifferenceStopsAtTheEnd(t *testing.T) {
	t.Parallel()
	p, err := New(tuitest.ReadRecording(t, "thepurge", "demo-s30"), tuitest.ReadRecording(t, "thepurge", "mixed-s30"))
	if err != nil {
		t.Fatal(err)
	}
	var on []int
	for k, ok := p.NextDifference(-1, p.Edge()); ok; k, ok = p.NextDifference(k, p.Edge()) {
		on = append(on, k)
	}
	if len(on) == 0 || !slices.IsSorted(on) || p.Rounds()[on[0]].HasEqualStates() && p.Rounds()[on[0]].OrdersDiffer == [sim.Seats]bool{} {
		t.Fatalf("differences begin in %v", on)
	}
	if _, ok := p.NextDifference(-1, on[0]-1); ok {
		t.Error("a difference beyond the end is told")
	}
	if _, ok := p.NextDifference(on[len(on)-1], p.Edge()); ok {
		t.Error("a difference after the last is told")
	}
}

func TestNewRejectsUnrelatedMatches(t *testing.T) {
	t.Parallel()
	hp, tp := tuitest.ReadRecording(t, "harrypotter", "demo-s1"), tuitest.ReadRecording(t, "thepurge", "demo-s1")
	for want, pair := range map[string][2]*record.Record{
		"choose two matches of the same game": {hp, tp},
		"the two matches are the same":        {hp, hp},
	} {
		if _, err := New(pair[0], pair[1]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestNewRoundsAreComparedAsMatchesGrow(t *testing.T) {
	t.Parallel()
	whole := tuitest.ReadRecording(t, "moneyheist", "demo-s1")
	a, b := record.New(*whole.Meta(), whole.State(0)), record.New(*whole.Meta(), whole.State(0))
	p, err := New(a, b)
	if err != nil {
		t.Fatal(err)
	}
	other := tuitest.ReadRecording(t, "moneyheist", "demo-s2")
	for k := range 3 {
		if n := len(p.Rounds()); n != k+1 {
			t.Fatalf("%d rounds of %d", n, k+1)
		}
		a.Append(whole.Turn(k), whole.State(k+1))
		if k == 2 {
			b.Append(other.Turn(k), other.State(k+1))
		} else {
			b.Append(whole.Turn(k), whole.State(k+1))
		}
	}
	r := p.Rounds()
	if k, ok := p.NextDifference(-1, 3); len(r) != 4 || !ok || k != 2 || r[2].OrdersDiffer == [sim.Seats]bool{} || !r[2].HasEqualStates() || r[3].HasEqualStates() {
		t.Errorf("first %d %v; %+v", k, ok, r)
	}
}

// closed is a state that must not be decoded.
type closed struct{ sim.State }

func (closed) FillFrame(*sim.Frame) { panic("a round that both share is compared") }

func TestSharedRoundsAreNotDecoded(t *testing.T) {
	t.Parallel()
	rec := tuitest.ReadRecording(t, "thepurge", "demo-s30")
	meta := *rec.Meta()
	a := record.New(meta, &closed{rec.State(0)})
	for k := range 20 {
		a.Append(rec.Turn(k), &closed{rec.State(k + 1)})
	}
	a.End(nil)
	meta.Note = "branch"
	b := a.WithMeta(meta)
	p, err := New(a, b)
	if err != nil {
		t.Fatal(err)
	}
	if k, ok := p.NextDifference(-1, p.Edge()); ok || len(p.Rounds()) != 21 {
		t.Errorf("of %d rounds the first that differs is %d", len(p.Rounds()), k)
	}
}
