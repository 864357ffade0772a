package board

import (
	"testing"

	"game-tui/sim"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// With a player in front the units of others are paler, its own and nobody's as ever.
func TestFrontIsBright(t *testing.T) {
	t.Parallel()
	legend := &sim.Legend{Grounds: []sim.Kind{{Name: "floor", Role: sim.RoleFloor}}, Items: []sim.Kind{{}},
		Units: []sim.Kind{{Name: "unit", Shape: "●", Letters: "u", Role: sim.RoleOwner}, {Name: "boss", Shape: "▼", Letters: "VV", Role: sim.RoleBoss}}}
	f := &sim.Frame{Rows: 2, Cols: 6, Cells: make([]sim.Cell, 12)}
	for i := range f.Cells {
		f.Cells[i] = sim.Cell{Owner: -1, Unit: -1}
	}
	for i := range 5 {
		u := sim.Unit{ID: int32(i), Seat: int8(i), Next: -1, On: true, At: sim.Pos{Col: i}, Timer: -1, Life: -1}
		if i == 4 {
			u.ID, u.Seat, u.Kind = -2, -1, 1
		}
		f.Units = append(f.Units, u)
		f.Cells[i].Unit = int16(i)
	}
	for _, name := range []string{"dark", "light", "colorblind"} {
		p := theme.For(name, theme.TrueColor)
		looks := NewLooks(legend, p)
		for _, zoom := range []Zoom{One, Shapes, Four} {
			draw := func(front int8) (colors [5]screen.Color) {
				g := &screen.Grid{}
				g.Resize(40, 8)
				s := &Scene{Frame: f, Looks: looks, Follow: sim.NoUnit, Front: front,
					Port: NewPort(g.Bounds(), 0, zoom, f.Rows, f.Cols, 0, 0)}
				Draw(g, s)
				for i := range colors {
					x, y, _ := s.Port.Place(sim.Pos{Col: i})
					for d := range 4 { // a shape may not begin at the left
						if c := g.At(x+d, y); colors[i] == 0 && c.R > ' ' {
							colors[i] = c.FG
						}
					}
				}
				return colors
			}
			all, front := draw(0), draw(2)
			for i := range all {
				if same := i == 1 || i == 4; same != (all[i] == front[i]) {
					t.Errorf("%s, %v: unit %d has %#x, with player 1 in front %#x", name, zoom, i, all[i], front[i])
				}
			}
		}
	}
}
