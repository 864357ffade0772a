package thepurge

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

const (
	citizensHeader   = "\ncitizens\n"
	citizensColumns  = "\ntype\tid\tplayer\trow\tcolumn\tweapon\tlife\n"
	barricadesHeader = "\nbarricades\n"
	barricadeColumns = "\nplayer\trow\tcolumn\tresistance\n"
	maxBarricadeLine = len("0\t00\t00\t1000000000\n")
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

// appendCitizen writes a line of the table of citizens.
func appendCitizen(dst []byte, c *Citizen) []byte {
	dst = append(dst, citizenLetters[c.Type], '\t')
	dst = res.AppendInt(dst, int(c.ID))
	dst = append(dst, '\t', '0'+byte(c.Player), '\t')
	dst = res.AppendInt(dst, c.Pos().Row)
	dst = append(dst, '\t')
	dst = res.AppendInt(dst, c.Pos().Col)
	dst = append(dst, '\t', weaponLetters[c.Weapon], '\t')
	dst = res.AppendInt(dst, int(c.Life))
	return append(dst, '\n')
}

// appendBarricades writes the table of barricades.
func appendBarricades(dst []byte, list []Barricade) []byte {
	dst = append(dst, barricadesHeader...)
	dst = res.AppendInt(dst, len(list))
	dst = append(dst, barricadeColumns...)
	for i := range list {
		b := &list[i]
		dst = append(dst, '0'+byte(b.Player), '\t')
		dst = res.AppendInt(dst, b.Pos().Row)
		dst = append(dst, '\t')
		dst = res.AppendInt(dst, b.Pos().Col)
		dst = append(dst, '\t')
		dst = res.AppendInt(dst, int(b.Resistance))
		dst = append(dst, '\n')
	}
	return dst
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
