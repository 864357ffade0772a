package harrypotter

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strconv"

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
	dst = res.AppendInt(dst, int(s.round))
	dst = append(dst, "\n\n"...)
	dst = append(res.AppendFour(dst, "score", s.score), '\n')
	dst = append(res.AppendFour(dst, "scr_acc", s.acc), '\n')
	dst = append(res.AppendFour(dst, "strength", s.strength), '\n')
	return append(res.AppendStatus(dst, s.status), '\n')
}

func (s *State) appendUnits(dst []byte) []byte {
	dst = append(dst, "\nunits\n"...)
	dst = res.AppendInt(dst, len(s.units))
	dst = append(dst, "\ntype\tid\tplayer\trow\tcolumn\trounds\tnext\n"...)
	w := newFields(dst, 7*len(s.units))
	for id := range s.units {
		u := &s.units[id]
		w.letter('w')
		if id < sim.Seats {
			w.buf[w.n-2] = 'g'
		}
		w.number(id)
		w.letter('0' + byte(u.player))
		w.number(int(u.row))
		w.number(int(u.col))
		w.number(int(u.rounds))
		w.number(int(u.next))
		w.endLine()
	}
	return w.buf[:w.n]
}

func (s *State) appendBooks(dst []byte) []byte {
	n := s.bookRow.Count()
	dst = append(dst, "\nbooks\n"...)
	dst = res.AppendInt(dst, n)
	dst = append(dst, "\nrow\tcolumn\n"...)
	w := newFields(dst, 2*n)
	for i, m := range s.bookRow {
		for ; m != 0; m &= m - 1 {
			w.number(i)
			w.number(bits.TrailingZeros64(m))
			w.endLine()
		}
	}
	return w.buf[:w.n]
}

// fields writes fields that end with a tab, into a buffer that is large enough from
// the start. Most bytes of a .res that change are written here.
type fields struct {
	buf []byte
	n   int
}

const maxField = 12 // "-2147483648" and a tab

func newFields(dst []byte, n int) fields {
	n = len(dst) + n*maxField
	return fields{slices.Grow(dst, n-len(dst))[:n], len(dst)}
}

func (w *fields) letter(c byte) {
	w.buf[w.n], w.buf[w.n+1] = c, '\t'
	w.n += 2
}

// digits has the text of each number from -1 to 99 with its tab, in the lower
// bytes, and the length of that in the highest.
var digits = func() (t [101]uint32) {
	for i := range t {
		text := append(strconv.AppendInt(nil, int64(i-1), 10), '\t')
		n := len(text)
		text = append(text, 0, 0)[:3]
		t[i] = uint32(text[0]) | uint32(text[1])<<8 | uint32(text[2])<<16 | uint32(n)<<24
	}
	return t
}()

func (w *fields) number(x int) {
	if uint(x+1) >= uint(len(digits)) {
		w.large(x)
		return
	}
	d := digits[x+1]
	binary.LittleEndian.PutUint32(w.buf[w.n:], d) // the length's byte is written over
	w.n += int(d >> 24)
}

func (w *fields) large(x int) {
	w.n = len(append(strconv.AppendInt(w.buf[:w.n], int64(x), 10), '\t'))
}

// endLine turns the tab behind the last field into a line end.
func (w *fields) endLine() { w.buf[w.n-1] = '\n' }
