package thepurge

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

// AppendText writes the state block of a recording.
func (s *State) AppendText(dst []byte) []byte {
	dst = append(dst, s.grid...)
	dst = append(dst, s.citizens.text...)
	dst = append(dst, s.barricades.text...)
	dst = append(dst, "\nround "...)
	dst = res.AppendInt(dst, s.Played)
	if s.IsDay() {
		dst = append(dst, "\nday 1\n\n"...)
	} else {
		dst = append(dst, "\nday 0\n\n"...)
	}
	dst = res.AppendFour(dst, "score", s.Points)
	return res.AppendStatus(dst, s.Used)
}

// newGrid writes the text of an empty board: labels, and streets.
func newGrid(rows, cols int) []byte {
	grid := append(make([]byte, 0, gridAt(cols, sim.Pos{Row: rows})), "\n\n"...)
	grid = res.AppendGridLabels(grid, cols)
	return res.AppendGrid(grid, rows, cols, '.')
}

// appendCitizens writes the table of citizens.
func appendCitizens(dst []byte, list []Citizen) []byte {
	dst = append(dst, "\ncitizens\n"...)
	dst = res.AppendInt(dst, len(list))
	dst = append(dst, "\ntype\tid\tplayer\trow\tcolumn\tweapon\tlife\n"...)
	w := res.NewTable(dst, len(list), 64)
	for i := range list {
		c := &list[i]
		w.Letter(citizenLetters[c.Type])
		w.Number(int(c.ID))
		w.Letter('0' + byte(c.Player))
		w.Number(int(c.At.Row))
		w.Number(int(c.At.Col))
		w.Letter(weaponLetters[c.Weapon])
		w.Number(int(c.Life))
		w.EndLine()
	}
	return w.Text()
}

// appendBarricades writes the table of barricades.
func appendBarricades(dst []byte, list []Barricade) []byte {
	dst = append(dst, "\nbarricades\n"...)
	dst = res.AppendInt(dst, len(list))
	dst = append(dst, "\nplayer\trow\tcolumn\tresistance\n"...)
	w := res.NewTable(dst, len(list), 48)
	for i := range list {
		b := &list[i]
		w.Letter('0' + byte(b.Player))
		w.Number(int(b.At.Row))
		w.Number(int(b.At.Col))
		w.Number(int(b.Resistance))
		w.EndLine()
	}
	return w.Text()
}

// glyphOf is the character of a cell in a recording; thing is what it would be
// without citizen and barricade.
func glyphOf(thing byte, c *Citizen, barricade bool) byte {
	switch {
	case c != nil && barricade:
		return "cw"[c.Type]
	case c != nil:
		return "CW"[c.Type]
	case barricade:
		return 'b'
	}
	return thing
}
