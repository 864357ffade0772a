package moneyheist

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"game-tui/sim"
	"game-tui/sim/res"
)

var columnLabels = res.AppendGridLabels(nil, Cols)

// AppendText writes the state block of a .res.
func (s *State) AppendText(dst []byte) []byte {
	dst = append(dst, "\n\n"...)
	dst = append(dst, columnLabels...)
	dst = s.appendGrid(dst)
	dst = s.appendUnits(dst)
	dst = s.appendMoney(dst)
	dst = s.appendHints(dst)
	dst = append(dst, "round "...)
	dst = res.AppendInt(dst, s.round)
	dst = append(dst, "\n\n"...)
	dst = append(res.AppendFour(dst, "score", s.score), '\n')
	var health, poison [sim.Seats]int
	for pl, p := range s.pots {
		health[pl], poison[pl] = p.health, p.poison
	}
	dst = append(res.AppendFour(dst, "health", health), '\n')
	dst = append(res.AppendFour(dst, "poison", poison), '\n')
	return append(res.AppendStatus(dst, s.status), '\n')
}

// appendGrid copies the text of walls and safes and puts the things on it. On
// a broken board, where two things share a cell, the kit's order of letters
// decides: walls, health, poison, doors, gold, money, units.
func (s *State) appendGrid(dst []byte) []byte {
	l := s.building
	from := len(dst)
	dst = append(dst, l.grid[:]...)
	k := 0
	for i := range Rows {
		row := dst[from+i*stride+labelSize:][:Cols]
		put(row, s.health[i]&^l.wall[i], charHealth)
		put(row, s.poison[i]&^(l.wall[i]|s.health[i]), charPoison)
		higher := l.wall[i] | s.health[i] | s.poison[i] | l.door[i] | l.gold[i]
		put(row, s.money[i]&^higher, charMoney)
		higher |= s.money[i]
		for m := s.unit[i]; m != 0; m &= m - 1 {
			if m&-m&higher == 0 {
				row[bits.TrailingZeros64(m)] = s.letter(s.ids[k])
			}
			k++
		}
	}
	return dst
}

func put(row []byte, m uint64, c byte) {
	for ; m != 0; m &= m - 1 {
		row[bits.TrailingZeros64(m)] = c
	}
}

func (s *State) letter(id uint16) byte {
	if id < sim.Seats {
		return charProfessor
	}
	return '0' + byte(s.units[id].player)
}

func (s *State) appendUnits(dst []byte) []byte {
	dst = append(dst, "\nunits\n"...)
	dst = res.AppendInt(dst, len(s.units))
	dst = append(dst, "\ntype\tid\tplayer\trow\tcolumn\thealth\tpoison\trounds\n"...)
	const line = 64 // eight words of at most eight bytes, of which two may have twelve
	p := room(dst, line*len(s.units)+line)
	for id := range s.units {
		u := &s.units[id]
		switch {
		case id < sim.Seats:
			p.professor(id, u)
		case id < len(heads) && uint32(u.amount) < 10:
			p.soldier(id, u)
		default:
			p.anySoldier(id, u)
		}
	}
	return p.buf[:p.n]
}

func (s *State) appendMoney(dst []byte) []byte {
	dst = append(dst, "\nmoney\n"...)
	dst = res.AppendInt(dst, len(s.amounts))
	dst = append(dst, "\nrow\tcolumn\tamount\n"...)
	p := room(dst, 36*len(s.amounts)+36)
	k := 0
	for i, m := range s.money {
		for ; m != 0; m &= m - 1 {
			p.number(i)
			p.number(bits.TrailingZeros64(m))
			p.number(int(s.amounts[k]))
			p.end()
			k++
		}
	}
	return p.buf[:p.n]
}

func (s *State) appendHints(dst []byte) []byte {
	dst = append(dst, "\nsafety_box_hints\n"...)
	dst = res.AppendInt(dst, len(s.building.doors))
	dst = append(dst, '\n')
	for box, door := range s.building.doors {
		h := s.safes.hints[box]
		dst = append(res.AppendInt(dst, len(h)), ' ')
		dst = append(res.AppendInt(dst, int(door.Row)), ' ')
		dst = append(res.AppendInt(dst, int(door.Col)), '\n')
		dst = append(dst, s.safes.text[box]...)
		dst = append(dst, "\n\n"...)
	}
	return dst
}

// numbers are 0 … 255 with the tab that follows them; a number is written with
// one store of eight bytes, of which the first length count.
var numbers = func() (t [256]struct {
	text   uint64
	length uint8
}) {
	for n := range t {
		var buf [8]byte
		text := append(res.AppendInt(buf[:0], n), '\t')
		t[n].text, t[n].length = binary.LittleEndian.Uint64(buf[:]), uint8(len(text))
	}
	return t
}()

// pen writes small numbers into memory that is known to be large enough.
type pen struct {
	buf []byte
	n   int
}

// room gives a pen that may write size bytes behind dst.
func room(dst []byte, size int) pen {
	n := len(dst)
	dst = slices.Grow(dst, size)
	return pen{dst[:cap(dst)], n}
}

// number writes a number and a tab, 12 bytes at most.
func (p *pen) number(n int) {
	if uint(n) < uint(len(numbers)) {
		t := &numbers[n]
		binary.LittleEndian.PutUint64(p.buf[p.n:], t.text)
		p.n += int(t.length)
		return
	}
	p.n = len(append(res.AppendInt(p.buf[:p.n], n), '\t'))
}

// end replaces the last tab by a line end.
func (p *pen) end() { p.buf[p.n-1] = '\n' }

func (p *pen) professor(id int, u *unit) {
	p.n += copy(p.buf[p.n:], "p\t")
	p.number(id)
	p.number(id)
	p.number(int(u.row))
	p.number(int(u.col))
	p.number(int(u.amount))
	p.none()
	p.number(int(u.rounds))
	p.end()
}

func (p *pen) anySoldier(id int, u *unit) {
	p.n += copy(p.buf[p.n:], "s\t")
	p.number(id)
	p.number(int(u.player))
	p.number(int(u.row))
	p.number(int(u.col))
	p.none()
	p.number(int(u.amount))
	p.none()
	p.end()
}

// heads are the starts of soldiers' lines, up to their player: one store each.
var heads = func() (t [1000]struct {
	text   uint64 // "s\tid\t0\t"
	length uint8
}) {
	for id := range t {
		var buf [8]byte
		text := append(append(res.AppendInt(append(buf[:0], "s\t"...), id), '\t', '0'), '\t')
		t[id].text, t[id].length = binary.LittleEndian.Uint64(buf[:]), uint8(len(text))
	}
	return t
}()

// tail is the end of the line of a soldier without poison.
var tail = binary.LittleEndian.Uint64([]byte("-1\t0\t-1\n"))

// soldier writes the line of a soldier with small numbers in four stores: most
// of the text of most matches is such lines.
func (p *pen) soldier(id int, u *unit) {
	buf := p.buf[p.n:][:32]
	h := &heads[id]
	k := uint(h.length)
	binary.LittleEndian.PutUint64(buf, h.text+uint64(u.player)<<(8*(k-2)))
	row, col := &numbers[uint8(u.row)], &numbers[uint8(u.col)]
	binary.LittleEndian.PutUint64(buf[k:], row.text)
	k += uint(row.length)
	binary.LittleEndian.PutUint64(buf[k:], col.text)
	k += uint(col.length)
	binary.LittleEndian.PutUint64(buf[k:], tail+uint64(u.amount)<<24)
	p.n += int(k) + 8
}

// none writes the -1 of a value that a unit does not have.
func (p *pen) none() { p.n += copy(p.buf[p.n:], "-1\t") }
