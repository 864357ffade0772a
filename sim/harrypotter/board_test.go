package harrypotter_test

import (
	"bytes"
	"strings"
	"testing"

	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
)

// TestInvariants looks at every state of matches in which all rules come up.
func TestInvariants(t *testing.T) {
	t.Parallel()
	for _, l := range lineUps {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			m := start(t, l.changes, l.seed, l.players)
			for range m.set.NumRounds {
				if err := m.Round(); err != nil {
					t.Fatal(err)
				}
				s := m.Board.State().(*hp.State)
				checkState(t, s)
				checkFates(t, m.Last)
				if m.Last.Round%10 == 0 {
					checkFrame(t, s)
				}
			}
		})
	}
}

// checkFates compares the fates of a round with its executed orders.
func checkFates(t *testing.T, turn *sim.Turn) {
	t.Helper()
	executed := 0
	for _, orders := range turn.Orders {
		for _, o := range orders {
			switch {
			case o.Fate == sim.FateExecuted:
				executed++
			case o.Fate == sim.FateForeign:
			case hp.Game{}.FateText(o.Fate) == "":
				t.Fatalf("round %d: %v has fate %d without words", turn.Round, o.Order, o.Fate)
			}
		}
	}
	if executed != len(turn.Done) {
		t.Fatalf("round %d: %d orders executed, %d listed", turn.Round, executed, len(turn.Done))
	}
}

// checkFrame compares a frame with its state, cell by cell.
func checkFrame(t *testing.T, s *hp.State) {
	t.Helper()
	var f sim.Frame
	s.Fill(&f)
	legend := hp.Game{}.Legend()
	for k, c := range f.Cells {
		p := sim.Pos{Row: k / f.Cols, Col: k % f.Cols}
		cell := s.Cell(p)
		v := s.Voldemort()
		near := p != v && max(p.Row-v.Row, v.Row-p.Row, p.Col-v.Col, v.Col-p.Col) == 1
		if (legend.Grounds[c.Ground].Name == "wall") != cell.Wall || int(c.Owner) != cell.Owner ||
			(legend.Items[c.Item].Name == "book") != cell.Book || c.Hatch != near {
			t.Fatalf("%v: frame %+v, cell %+v", p, c, cell)
		}
		switch {
		case cell.Unit >= 0:
			u, drawn := s.Unit(cell.Unit), f.Units[c.Unit]
			want := "wizard"
			next := -1
			if u.Ghost {
				want = "ghost"
			} else if u.Converting() {
				want, next = "converting wizard", u.Next
			}
			if drawn.ID != u.ID || drawn.At != p || int(drawn.Seat) != u.Player || int(drawn.Next) != next ||
				legend.Units[drawn.Kind].Name != want || u.Rounds > 0 && int(drawn.Timer) != u.Rounds || !drawn.On {
				t.Fatalf("%v: drawn %+v, unit %+v", p, drawn, u)
			}
		case p == v:
			if d := f.Units[c.Unit]; legend.Units[d.Kind].Name != "Voldemort" || d.Seat != -1 || d.At != p {
				t.Fatalf("%v: drawn %+v for Voldemort", p, d)
			}
		case c.Unit != -1:
			t.Fatalf("%v: a unit is drawn where none is", p)
		}
		for _, line := range s.Inspect(p, &testNames) {
			if line == "" || strings.Contains(line, "%!") {
				t.Fatalf("%v: line %q", p, line)
			}
		}
	}
	if len(f.Cells) != f.Rows*f.Cols || len(f.Units) != s.Units()+1 || len(f.Labels) != 2 {
		t.Fatalf("%d cells, %d units, %d labels", len(f.Cells), len(f.Units), len(f.Labels))
	}
	for pl, card := range f.Players {
		if card.Score != s.Scores()[pl] || card.Share <= 0 || card.Share > 1 || len(card.Stats) != 5 {
			t.Fatalf("card %d: %+v", pl, card)
		}
		for _, l := range card.Stats {
			if len([]rune(l.Short)) > 6 || l.Key == "" || l.Value == "" {
				t.Fatalf("card %d: %+v", pl, l)
			}
		}
	}
}

// TestLegend demands that kinds can be told apart by shape and by letters.
func TestLegend(t *testing.T) {
	t.Parallel()
	l := hp.Game{}.Legend()
	for _, kinds := range [][]sim.Kind{l.Grounds, l.Items[1:], l.Units} {
		shapes, letters := map[string]bool{}, map[string]bool{}
		for _, k := range kinds {
			if shapes[k.Shape] || letters[k.Letters] || len([]rune(k.Shape)) != 1 || k.Name == "" {
				t.Errorf("%+v", k)
			}
			shapes[k.Shape], letters[k.Letters] = true, true
		}
	}
	signs := map[byte]bool{}
	for _, k := range l.Events {
		if signs[k.ASCII] || len([]rune(k.Shape)) != 1 || k.Name == "" {
			t.Errorf("%+v", k)
		}
		signs[k.ASCII] = true
	}
}

// TestFillReuses fills one frame with many states.
func TestFillReuses(t *testing.T) {
	t.Parallel()
	a, b := initial(t, 1), halfway(t).Board.State()
	var f, fresh sim.Frame
	a.Fill(&f)
	b.Fill(&f)
	b.Fill(&fresh)
	for i := range f.Cells {
		if f.Cells[i] != fresh.Cells[i] {
			t.Fatalf("cell %d: %+v in a used frame, %+v in a fresh one", i, f.Cells[i], fresh.Cells[i])
		}
	}
}

// TestClone plays a copy and the original: neither must notice the other.
func TestClone(t *testing.T) {
	t.Parallel()
	m := halfway(t)
	first := m.Board.State().AppendText(nil)
	copied := m.Board.Clone()
	state := copied.State()
	turn := m.turn()
	again := *turn
	for seat := range again.Orders {
		again.Orders[seat] = append([]sim.Submitted(nil), turn.Orders[seat]...)
	}
	if err := copied.Step(turn); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(m.Board.State().AppendText(nil), first) || !bytes.Equal(state.AppendText(nil), first) {
		t.Fatal("playing the copy changes the original, or a snapshot")
	}
	if err := m.Board.Step(&again); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(m.Board.State().AppendText(nil), copied.State().AppendText(nil)) || m.Board.RandState() != copied.RandState() {
		t.Error("copy and original part")
	}
}

func TestSetStatus(t *testing.T) {
	t.Parallel()
	b := halfway(t).Board
	before := b.State()
	if b.State() != before {
		t.Error("two snapshots of one state")
	}
	b.SetStatus(1, 0.0123456789)
	b.SetStatus(3, -1)
	text := string(b.State().AppendText(nil))
	if !strings.HasSuffix(text, "status\t0\t0.0123457\t0\t-1\n\n") {
		t.Errorf("the state ends with %q", text[len(text)-40:])
	}
	if before.Status() != [sim.Seats]float64{} {
		t.Error("an old snapshot changed")
	}
	s, _, err := hp.Game{}.ReadState(halfway(t).set, []byte(text))
	if err != nil || s.Status() != [sim.Seats]float64{0, 0.0123457, 0, -1} {
		t.Errorf("read back: %v, %v", s.Status(), err)
	}
}

func TestOrderWords(t *testing.T) {
	t.Parallel()
	for want, o := range map[string]sim.Order{
		"moves up":                       hp.Move(4, hp.Up),
		"moves down left":                hp.Move(0, hp.LD),
		"moves in no known direction":    hp.Move(4, 8),
		"casts the spell":                hp.Spell(0, nil),
		"gets an order of no known kind": {Unit: 4, Kind: 'x'},
	} {
		if got := string(hp.Game{}.AppendOrderText(nil, o)); got != want {
			t.Errorf("%v: %q, want %q", o, got, want)
		}
	}
	if got := string(hp.Game{}.AppendOrder(nil, hp.Move(4, 9))); got != "4\tm\t_\t\n" {
		t.Errorf("a move in no direction is written as %q", got)
	}
}
