package harrypotter

import (
	"math/bits"

	"game-tui/sim/res"
)

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
	dst = res.AppendInt(dst, int(s.round))
	dst = append(dst, "\n\n"...)
	dst = append(res.AppendFour(dst, "score", s.score), '\n')
	dst = append(res.AppendFour(dst, "scr_acc", s.acc), '\n')
	dst = append(res.AppendFour(dst, "strength", s.strength), '\n')
	return append(res.AppendStatus(dst, s.status), '\n')
}

var columnLabels = res.AppendGridLabels(nil, Cols)

func (s *State) appendUnits(dst []byte) []byte {
	dst = append(dst, "\nunits\n"...)
	dst = res.AppendInt(dst, len(s.units))
	dst = append(dst, "\ntype\tid\tplayer\trow\tcolumn\trounds\tnext\n"...)
	for id := range s.units {
		u := &s.units[id]
		letter := byte('w')
		if id < len(s.score) {
			letter = 'g'
		}
		dst = append(dst, letter, '\t')
		dst = append(res.AppendInt(dst, id), '\t')
		dst = append(dst, '0'+byte(u.clan), '\t')
		dst = append(res.AppendInt(dst, int(u.row)), '\t')
		dst = append(res.AppendInt(dst, int(u.col)), '\t')
		dst = append(res.AppendInt(dst, int(u.rounds)), '\t')
		dst = append(res.AppendInt(dst, int(u.next)), '\n')
	}
	return dst
}

func (s *State) appendBooks(dst []byte) []byte {
	n := 0
	for i := range s.bookRow {
		n += bits.OnesCount64(s.bookRow[i])
	}
	dst = append(dst, "\nbooks\n"...)
	dst = res.AppendInt(dst, n)
	dst = append(dst, "\nrow\tcolumn\n"...)
	for i, m := range s.bookRow {
		for ; m != 0; m &= m - 1 {
			dst = append(res.AppendInt(dst, i), '\t')
			dst = append(res.AppendInt(dst, bits.TrailingZeros64(m)), '\n')
		}
	}
	return dst
}
