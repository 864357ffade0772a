package harrypotter

import (
	"math/bits"

	"game-tui/sim"
	"game-tui/sim/res"
)

var columnLabels = res.AppendGridLabels(nil, Cols)

// AppendText writes the state block of a .res.
func (s *State) AppendText(dst []byte) []byte {
	dst = append(dst, "\n\n"...)
	dst = append(dst, columnLabels...)
	dst = append(dst, s.grid[:]...)
	dst = s.appendUnits(dst)
	dst = s.appendBooks(dst)
	dst = append(dst, "\nspell_ingredients\n15\n"...)
	for _, x := range s.spell {
		dst = append(res.AppendInt(dst, int(x)), ' ')
	}
	dst = append(dst, "\n\nVoldemort\n"...)
	dst = append(res.AppendInt(dst, int(s.vold.Row)), ' ')
	dst = res.AppendInt(dst, int(s.vold.Col))
	dst = append(dst, "\n\nround "...)
	dst = res.AppendInt(dst, s.Played)
	dst = append(dst, "\n\n"...)
	dst = res.AppendFour(dst, "score", s.Points)
	dst = res.AppendFour(dst, "scr_acc", s.acc)
	dst = res.AppendFour(dst, "strength", s.strength)
	return res.AppendStatus(dst, s.Used)
}

func (s *State) appendUnits(dst []byte) []byte {
	dst = append(dst, "\nunits\n"...)
	dst = res.AppendInt(dst, len(s.units))
	dst = append(dst, "\ntype\tid\tplayer\trow\tcolumn\trounds\tnext\n"...)
	w := res.NewTable(dst, len(s.units), 64)
	for id := range s.units {
		u := &s.units[id]
		kind := byte('w')
		if id < sim.Seats {
			kind = 'g'
		}
		w.Letter(kind)
		w.Number(id)
		w.Letter('0' + byte(u.player))
		w.Number(int(u.row))
		w.Number(int(u.col))
		w.Number(int(u.rounds))
		w.Number(int(u.next))
		w.EndLine()
	}
	return w.Text()
}

func (s *State) appendBooks(dst []byte) []byte {
	n := s.bookRow.Count()
	dst = append(dst, "\nbooks\n"...)
	dst = res.AppendInt(dst, n)
	dst = append(dst, "\nrow\tcolumn\n"...)
	w := res.NewTable(dst, n, 6)
	for i, m := range s.bookRow {
		for ; m != 0; m &= m - 1 {
			w.Number(i)
			w.Number(bits.TrailingZeros64(m))
			w.EndLine()
		}
	}
	return w.Text()
}
