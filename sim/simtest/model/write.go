package model

import (
	"game-tui/sim/res"
)

// AppendText writes the state block of a recording: the grid, the tables of
// pickers and of apples, round, scores and status.
func (s *State) AppendText(dst []byte) []byte {
	dst = append(dst, "\n\n"...)
	dst = res.AppendGridLabels(dst, s.set.BoardCols)
	for i := range s.set.BoardRows {
		dst = res.AppendRowLabel(dst, i)
		for _, c := range s.cells[i*s.set.BoardCols:][:s.set.BoardCols] {
			letter := byte('.')
			if c.Tree {
				letter = 'T'
			}
			dst = append(dst, letter)
		}
		dst = append(dst, '\n')
	}
	dst = append(dst, "\npickers\n"...)
	dst = res.AppendInt(dst, len(s.pickers))
	dst = append(dst, "\nid\trow\tcolumn\thome\n"...)
	w := res.NewTable(dst, len(s.pickers), 4*12)
	for _, u := range s.pickers {
		appendRow(&w, int(u.ID), u.At.Row, u.At.Col, u.Home)
	}
	dst = append(w.Text(), "\napples\n"...)
	dst = res.AppendInt(dst, s.heaps())
	dst = append(dst, "\nrow\tcolumn\tapples\n"...)
	w = res.NewTable(dst, s.heaps(), 3*12)
	for i, c := range s.cells {
		if p := s.pos(i); c.Apples > 0 {
			appendRow(&w, p.Row, p.Col, c.Apples)
		}
	}
	dst = append(w.Text(), "\nround "...)
	dst = res.AppendInt(dst, s.Played)
	dst = append(dst, "\n\n"...)
	dst = res.AppendFour(dst, "score", s.Points)
	return res.AppendStatus(dst, s.Used)
}

func appendRow(w *res.Table, values ...int) {
	for _, n := range values {
		w.Number(n)
	}
	w.EndLine()
}
