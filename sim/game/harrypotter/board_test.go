package harrypotter_test

import (
	"testing"

	"game-tui/sim"
	hp "game-tui/sim/game/harrypotter"
	"game-tui/sim/res"
)

func TestStatesKeepTheirInvariants(t *testing.T) {
	t.Parallel()
	for _, l := range lineUps {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			m := start(t, l.changes, l.seed, l.players)
			for range m.set.NumRounds {
				if err := m.PlayRound(); err != nil {
					t.Fatal(err)
				}
				s := m.Board.State().(*hp.State)
				checkState(t, s)
				if m.LastTurn.Round%10 == 0 {
					checkFrame(t, s)
				}
			}
		})
	}
}

// checkFrame compares a frame with its state, cell by cell.
func checkFrame(t *testing.T, s *hp.State) {
	t.Helper()
	var f sim.Frame
	s.FillFrame(&f)
	legend := hp.Game.Legend()
	for k, c := range f.Cells {
		p := sim.Pos{Row: k / f.Cols, Col: k % f.Cols}
		ground, id, v := s.GroundRow(p.Row)[p.Col], s.UnitAt(p), s.Voldemort()
		owner := -1
		if '0' <= ground && ground <= '3' {
			owner = int(ground - '0')
		}
		near := p != v && max(p.Row-v.Row, v.Row-p.Row, p.Col-v.Col, v.Col-p.Col) == 1
		if (legend.Grounds[c.Ground].Name == "wall") != (ground == hp.Wall) || int(c.Owner) != owner ||
			(legend.Items[c.Item].Name == "book") != (s.BookRow(p.Row)>>p.Col&1 != 0) || c.Dangerous != near {
			t.Fatalf("%v: frame %+v, ground %c", p, c, ground)
		}
		switch {
		case id >= 0:
			u, drawn := s.Unit(id), f.Units[c.Unit]
			want := "wizard"
			next := -1
			if u.IsGhost {
				want = "ghost"
			} else if u.IsConverting() {
				want, next = "converting wizard", u.Next
			}
			if drawn.ID != u.ID || drawn.At != p || int(drawn.Seat) != u.Player || int(drawn.NextSeat) != next ||
				legend.Units[drawn.Kind].Name != want || u.RoundsLeft > 0 && int(drawn.Timer) != u.RoundsLeft || !drawn.OnBoard {
				t.Fatalf("%v: drawn %+v, unit %+v", p, drawn, u)
			}
		case p == v:
			if d := f.Units[c.Unit]; legend.Units[d.Kind].Name != "Voldemort" || d.Seat != -1 || d.At != p {
				t.Fatalf("%v: drawn %+v for Voldemort", p, d)
			}
		case c.Unit != -1:
			t.Fatalf("%v: a unit is drawn where none is", p)
		}
	}
}

func TestOrderTexts(t *testing.T) {
	t.Parallel()
	for want, o := range map[string]sim.Order{
		"moves up":                      hp.Move(4, hp.Up),
		"moves down left":               hp.Move(0, hp.DownLeft),
		"moves in an unknown direction": hp.Move(4, 8),
		"casts the spell":               hp.CastSpell(0, nil),
		"gets an unknown order":         {Unit: 4, Kind: 'x'},
	} {
		if got := string(hp.Game.AppendOrderText(nil, o)); got != want {
			t.Errorf("%v: %q, want %q", o, got, want)
		}
	}
	if got := string(res.AppendOrder(nil, hp.Game.OrderFormat(), hp.Move(4, 9))); got != "4\tm\t_\t\n" {
		t.Errorf("a move in no direction is written as %q", got)
	}
}
