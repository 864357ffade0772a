package harrypotter

import (
	"math/bits"

	"game-tui/sim"
	"game-tui/sim/res"
)

func (game) ReadState(s sim.Settings, text []byte) (sim.State, int, error) {
	set := s.(*Settings)
	b := newBoard(set, 0)
	sc := res.NewScanner(text)
	readBoard(sc, b)
	sc.Expect("round")
	b.RoundsPlayed = sc.Int("round", 0, set.NumRounds)
	b.SeatScores = sc.SeatInts("score", maxPoints)
	b.ConversionPoints = sc.SeatInts("scr_acc", maxPoints)
	b.Strength = sc.SeatInts("strength", maxPoints)
	b.CPUUsed = sc.Status()
	if err := sc.Err(); err != nil {
		return nil, 0, err
	}
	return b.snapshot(), sc.Offset(), nil
}

// maxPoints is the highest score or strength accepted in files. No match comes near it.
const maxPoints = 1 << 59

// readBoard reads the part that states and FIXED configurations share, from the column labels to
// Voldemort's place.
func readBoard(sc *res.Scanner, b *Board) {
	sc.Grid(Rows, Cols, "W.0123", func(i int, row []byte) {
		for j, c := range row {
			if c == Wall {
				b.walls.Add(i, j)
				b.grid[gridIndex(i, j)] = Wall
			} else if clan := cellOwner(c); clan >= 0 {
				b.setOwner(gridIndex(i, j), int8(clan))
			}
		}
	})
	readUnits(sc, b)
	for range sc.TableHeader("books", 2, b.settings.NumIniBooks, b.settings.NumIniBooks) {
		p := sc.Pos(Rows, Cols)
		if sc.Err() != nil {
			return
		}
		if !b.isFree(p) {
			sc.Fail("the book's cell %v is not free", p)
		}
		b.bookCells.Add(p.Row, p.Col)
	}
	sc.Expect("spell_ingredients")
	sc.Int("number of ingredients", NumIngredients, NumIngredients)
	for i := range b.spell {
		b.spell[i] = int16(sc.Int("ingredient", 0, 1000))
	}
	sc.Expect("Voldemort")
	b.voldemort = sim.Pos{Row: sc.Int("Voldemort's row", 1, Rows-2), Col: sc.Int("Voldemort's column", 1, Cols-2)}
	if sc.Err() == nil {
		if err := b.checkVoldemort(); err != nil {
			sc.Fail("%v", err)
		}
	}
}

func readUnits(sc *res.Scanner, b *Board) {
	n := b.settings.unitCount()
	if n > maxUnits {
		sc.Fail("%d wizards per clan do not fit on the board", b.settings.NumIniWizardsPerClan)
	}
	b.units = make([]unit, sc.TableHeader("units", 7, n, n))
	for id := range b.units {
		readUnit(sc, b, id)
	}
}

func readUnit(sc *res.Scanner, b *Board, id int) {
	u := &b.units[id]
	owners := [2]int{0, sim.Seats - 1}
	nextMax, nextText := sim.Seats-1, "clan that the wizard will join"
	if id < sim.Seats {
		owners = [2]int{id, id}
		nextMax, nextText = b.settings.NumRounds, "round of the last attack on the ghost"
		sc.Expect("g")
	} else {
		sc.Expect("w")
	}
	sc.Int("the unit's id", id, id)
	u.player = int8(sc.Int("the unit's player", owners[0], owners[1]))
	p := sc.Pos(Rows, Cols)
	u.rounds = int32(sc.Int("the unit's round count", 0, res.MaxInt))
	u.next = int32(sc.Int(nextText, -1, nextMax))
	switch {
	case sc.Err() != nil:
		return
	case !b.isFree(p):
		sc.Fail("unit %d's cell %v is not free", id, p)
	case cellOwner(b.grid[gridIndex(p.Row, p.Col)]) != int(u.player):
		sc.Fail("unit %d is at %v, which its clan (%d) does not own", id, p, u.player)
	case id >= sim.Seats && (u.rounds > 0) != (u.next >= 0):
		sc.Fail("unit %d has inconsistent rounds (%d) and next (%d)", id, u.rounds, u.next)
	}
	b.putUnit(id, p)
	if id >= sim.Seats {
		b.wizardCounts[u.player]++
	}
}

var columnLabels = res.AppendColumnLabels(nil, Cols)

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
	dst = append(res.AppendInt(dst, int(s.voldemort.Row)), ' ')
	dst = res.AppendInt(dst, int(s.voldemort.Col))
	dst = append(dst, "\n\nround "...)
	dst = res.AppendInt(dst, s.RoundsPlayed)
	dst = append(dst, "\n\n"...)
	dst = res.AppendSeatInts(dst, "score", s.SeatScores)
	dst = res.AppendSeatInts(dst, "scr_acc", s.ConversionPoints)
	dst = res.AppendSeatInts(dst, "strength", s.Strength)
	return res.AppendStatus(dst, s.CPUUsed)
}

func (s *State) appendUnits(dst []byte) []byte {
	w := res.NewTable(dst, "units", "type\tid\tplayer\trow\tcolumn\trounds\tnext", len(s.units), 64)
	for id := range s.units {
		u := &s.units[id]
		kind := byte('w')
		if id < sim.Seats {
			kind = 'g'
		}
		w.WriteLetter(kind)
		w.WriteNumber(id)
		w.WriteLetter('0' + byte(u.player))
		w.WriteSmallNumber(uint8(u.row))
		w.WriteSmallNumber(uint8(u.col))
		w.WriteNumber(int(u.rounds))
		w.WriteNumber(int(u.next))
		w.EndLine()
	}
	return w.Text()
}

func (s *State) appendBooks(dst []byte) []byte {
	n := s.bookCells.Count()
	w := res.NewTable(dst, "books", "row\tcolumn", n, 6)
	for i, m := range s.bookCells {
		for ; m != 0; m &= m - 1 {
			w.WriteNumber(i)
			w.WriteNumber(bits.TrailingZeros64(m))
			w.EndLine()
		}
	}
	return w.Text()
}
