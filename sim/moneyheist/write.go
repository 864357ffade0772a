package moneyheist

import (
	"encoding/binary"
	"fmt"
	"math/bits"

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
	dst = res.AppendInt(dst, s.Played)
	dst = append(dst, "\n\n"...)
	dst = res.AppendFour(dst, "score", s.Points)
	var health, poison [sim.Seats]int
	for pl, p := range s.pots {
		health[pl], poison[pl] = p.health, p.poison
	}
	dst = res.AppendFour(dst, "health", health)
	dst = res.AppendFour(dst, "poison", poison)
	return res.AppendStatus(dst, s.Used)
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
	w := res.NewTable(dst, len(s.units), 64)
	for id := range s.units {
		u := &s.units[id]
		if id >= sim.Seats && id < len(soldierHeads[0]) && uint32(u.amount) < 10 {
			appendSoldier(&w, id, u)
			continue
		}
		kind, health, poison, rounds := byte('s'), -1, int(u.amount), -1
		if id < sim.Seats {
			kind, health, poison, rounds = 'p', int(u.amount), -1, int(u.rounds)
		}
		w.Letter(kind)
		w.Number(id)
		w.Number(int(u.player))
		w.Number(int(u.row))
		w.Number(int(u.col))
		w.Number(health)
		w.Number(poison)
		w.Number(rounds)
		w.EndLine()
	}
	return w.Text()
}

// appendSoldier writes the line of a soldier with small numbers in four stores:
// most of the text of most matches is such lines (floors Match/moneyheist).
func appendSoldier(w *res.Table, id int, u *unit) {
	buf := w.Next(32)
	n := soldierHeads[u.player&3][id].Put(buf)
	n += res.Small(uint8(u.row)).Put(buf[n:])
	n += res.Small(uint8(u.col)).Put(buf[n:])
	binary.LittleEndian.PutUint64(buf[n:], soldierTail+uint64(u.amount)<<24)
	w.Skip(n + 8)
}

// soldierHeads are the starts of soldiers' lines, by player and id.
var soldierHeads = func() (t [sim.Seats][100]res.Fields) {
	for pl := range t {
		for id := range t[pl] {
			t[pl][id] = res.NewFields(fmt.Sprintf("s\t%d\t%d\t", id, pl))
		}
	}
	return t
}()

// soldierTail is the end of the line of a soldier without poison.
var soldierTail = binary.LittleEndian.Uint64([]byte("-1\t0\t-1\n"))

func (s *State) appendMoney(dst []byte) []byte {
	dst = append(dst, "\nmoney\n"...)
	dst = res.AppendInt(dst, len(s.amounts))
	dst = append(dst, "\nrow\tcolumn\tamount\n"...)
	w := res.NewTable(dst, len(s.amounts), 24)
	k := 0
	for i, m := range s.money {
		for ; m != 0; m &= m - 1 {
			w.Number(i)
			w.Number(bits.TrailingZeros64(m))
			w.Number(int(s.amounts[k]))
			w.EndLine()
			k++
		}
	}
	return w.Text()
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
