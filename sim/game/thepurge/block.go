package thepurge

import (
	"bytes"
	"cmp"
	"slices"

	"game-tui/sim"
	"game-tui/sim/res"
)

// glyphs lists the characters of a grid. On a fixed board, citizens and barricades are read as
// streets, so that users can paste a recording's initial state.
const glyphs = ".BGZMFCWcwb"

// maxScore is the highest score accepted in files. No match comes near it.
const maxScore = 1e18 - 1

// ReadState implements sim.Game. It returns an error if the grid and the tables disagree.
func (game) ReadState(settings sim.Settings, text []byte) (sim.State, int, error) {
	s := settings.(*Settings)
	in := res.NewScanner(text)
	b := newBoard(s, 0)
	readGlyphs := make([]byte, 0, len(b.cells))
	in.Grid(s.BoardRows, s.BoardCols, glyphs, func(i int, row []byte) {
		readGlyphs = append(readGlyphs, row...)
		b.putThings(i, row)
	})
	b.readTables(in, func(*Citizen) {})
	b.checkGrid(in, readGlyphs)
	in.Expect("round")
	b.RoundsPlayed = in.Int("the round", 0, s.Rounds())
	in.Expect("day")
	if day := in.Int("day", 0, 1); (day == 1) != s.IsRoundDay(b.RoundsPlayed) {
		in.Fail("day is %d in round %d, but NUM_ROUNDS_PER_DAY is %d", day, b.RoundsPlayed, s.NumRoundsPerDay)
	}
	b.SeatScores = in.SeatInts("score", maxScore)
	b.CPUUsed = in.Status()
	if err := in.Err(); err != nil {
		return nil, 0, err
	}
	b.nextID = guessNextID(b.citizens)
	state := b.snapshot()
	if b.RoundsPlayed > 0 { // Only an initial state has known hidden values.
		state.returnsKnown = false
		state.barricadesBuilt = [sim.Seats]int32{-1, -1, -1, -1}
	}
	return state, in.Offset(), nil
}

// guessNextID returns the id of the first citizen born after the initial state. It is the largest id
// plus 1, or plus 2 on random boards. A fixed board with the same ids is mistaken for a random one.
func guessNextID(list []Citizen) int32 {
	n := len(list)
	if n == 0 {
		return 0
	}
	next := list[n-1].ID + 1
	if int(next) == n {
		next++
	}
	return next
}

func (b *Board) checkGrid(in *res.Scanner, readGlyphs []byte) {
	if in.Err() != nil {
		return
	}
	for i := range b.settings.BoardRows {
		row := b.grid[gridIndex(b.settings.BoardCols, sim.Pos{Row: i}):]
		in.MatchRow(i, readGlyphs[i*b.settings.BoardCols:][:b.settings.BoardCols], row)
	}
}

const maxCitizens = sim.Seats * (6 + 4)

// readTables reads the table of citizens, which may be in any order, and the table of barricades.
// Check may reject a citizen. The result is the offset between the two tables.
func (b *Board) readTables(in *res.Scanner, check func(c *Citizen)) (citizensEnd int) {
	var list []Citizen
	n := in.TableHeader("citizens", 7, 0, maxCitizens)
	for k := range n {
		c := readCitizen(in, b.settings, k+1, n)
		if in.Err() != nil {
			return 0
		}
		check(&c)
		b.checkPlace(in, &c, list)
		list = append(list, c)
	}
	citizensEnd = in.Offset()
	slices.SortFunc(list, func(x, y Citizen) int { return cmp.Compare(x.ID, y.ID) })
	for _, c := range list {
		b.putCitizen(c)
	}
	for range in.TableHeader("barricades", 4, 0, len(b.cells)) {
		w := Barricade{Player: int8(in.Int("the barricade's player", 0, sim.Seats-1))}
		w.At = sim.NewPos16(in.Pos(b.settings.Size()))
		w.Resistance = int32(in.Int("the barricade's resistance", 0, b.settings.BarricadeMaxResistance))
		if in.Err() != nil {
			return citizensEnd
		}
		b.addBarricade(in, w)
	}
	return citizensEnd
}

func readCitizen(in *res.Scanner, s *Settings, k, n int) Citizen {
	c := Citizen{}
	switch w := in.Word(); string(w) {
	case "b":
	case "w":
		c.Type = Warrior
	default:
		in.Fail("citizen %d of %d: expected the type b or w, found %.24q", k, n, w)
		return c
	}
	c.ID = int32(in.Int("the citizen's id", -maxValue, maxValue))
	if c.ID == -1 {
		in.Fail("a citizen has the reserved id -1")
	}
	c.Player = int8(in.Int("the citizen's player", 0, sim.Seats-1))
	c.At = sim.NewPos16(in.Pos(s.Size()))
	w := in.Word()
	i := bytes.Index([]byte(weaponLetters), w)
	if in.Err() == nil && (len(w) != 1 || i < 0 || (c.Type == Builder) != (WeaponType(i) == NoWeapon)) {
		in.Fail("citizen %d: expected weapon n for a builder, or h, g or b for a warrior; found %.24q", c.ID, w)
		return c
	}
	c.Weapon = WeaponType(i)
	c.Life = int32(in.Int("the "+citizenWords[c.Type]+"'s life", 1, s.CitizenIniLife(c.Type)))
	return c
}

// checkPlace rejects a citizen in an impossible place. List holds the citizens already read.
func (b *Board) checkPlace(in *res.Scanner, c *Citizen, list []Citizen) {
	for i := range list {
		switch {
		case list[i].ID == c.ID:
			in.Fail("two citizens have the id %d", c.ID)
		case list[i].At == c.At:
			in.Fail("citizens %d and %d are both at %v", list[i].ID, c.ID, c.Pos())
		}
	}
	if thing := b.at(c.Pos()).thing; thing != '.' {
		in.Fail("citizen %d is at %v, where the board has %q", c.ID, c.Pos(), string(thing))
	}
}

// addBarricade adds a barricade. As in the official program, a second barricade of the same player
// around a citizen replaces the first.
func (b *Board) addBarricade(in *res.Scanner, w Barricade) {
	c, owned := b.at(w.Pos()), &b.barricadesOwned[w.Player]
	inside := c.occupant > 0 && b.citizens[c.occupant-1].Player == w.Player
	if c.thing != '.' || c.occupant > 0 && !inside || c.owner >= 0 && (c.owner != w.Player || !inside) {
		in.Fail("player %d's barricade at %v is on an occupied cell", w.Player, w.Pos())
		return
	}
	b.putBarricade(w.Pos(), w.Player, w.Resistance)
	if *owned > b.settings.MaxNumBarricades {
		in.Fail("player %d has %d barricades, but MAX_NUM_BARRICADES is %d", w.Player, *owned, b.settings.MaxNumBarricades)
	}
}

func (s *State) AppendText(dst []byte) []byte {
	dst = append(dst, s.grid...)
	dst = append(dst, s.citizens.text...)
	dst = append(dst, s.barricades.text...)
	dst = append(dst, "\nround "...)
	dst = res.AppendInt(dst, s.RoundsPlayed)
	if s.IsDay() {
		dst = append(dst, "\nday 1\n\n"...)
	} else {
		dst = append(dst, "\nday 0\n\n"...)
	}
	dst = res.AppendSeatInts(dst, "score", s.SeatScores)
	return res.AppendStatus(dst, s.CPUUsed)
}

func appendCitizens(dst []byte, list []Citizen) []byte {
	w := res.NewTable(dst, "citizens", "type\tid\tplayer\trow\tcolumn\tweapon\tlife", len(list), 64)
	for i := range list {
		c := &list[i]
		w.WriteLetter(citizenLetters[c.Type])
		w.WriteNumber(int(c.ID))
		w.WriteLetter('0' + byte(c.Player))
		w.WriteSmallNumber(uint8(c.At.Row))
		w.WriteSmallNumber(uint8(c.At.Col))
		w.WriteLetter(weaponLetters[c.Weapon])
		w.WriteNumber(int(c.Life))
		w.EndLine()
	}
	return w.Text()
}

func appendBarricades(dst []byte, list []Barricade) []byte {
	w := res.NewTable(dst, "barricades", "player\trow\tcolumn\tresistance", len(list), 48)
	for i := range list {
		b := &list[i]
		w.WriteLetter('0' + byte(b.Player))
		w.WriteSmallNumber(uint8(b.At.Row))
		w.WriteSmallNumber(uint8(b.At.Col))
		w.WriteNumber(int(b.Resistance))
		w.EndLine()
	}
	return w.Text()
}

// glyphOf returns the character of a cell. Thing is its character if it had no citizen or
// barricade.
func glyphOf(thing byte, c *Citizen, hasBarricade bool) byte {
	switch {
	case c != nil && hasBarricade:
		return "cw"[c.Type]
	case c != nil:
		return "CW"[c.Type]
	case hasBarricade:
		return 'b'
	}
	return thing
}
