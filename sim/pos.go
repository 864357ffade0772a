package sim

import "strconv"

// Pos is a cell of a board: row and column from the top left, (0,0).
type Pos struct{ Row, Col int }

// Plus returns p shifted by d rows and columns.
func (p Pos) Plus(d Pos) Pos { return Pos{p.Row + d.Row, p.Col + d.Col} }

// In reports whether p is on a board of that size.
func (p Pos) In(rows, cols int) bool {
	return uint(p.Row) < uint(rows) && uint(p.Col) < uint(cols)
}

// String is the form of all texts on the screen: "(row,col)".
func (p Pos) String() string { return string(p.Append(nil)) }

// Append writes String to dst.
func (p Pos) Append(dst []byte) []byte {
	dst = append(dst, '(')
	dst = strconv.AppendInt(dst, int64(p.Row), 10)
	dst = append(dst, ',')
	dst = strconv.AppendInt(dst, int64(p.Col), 10)
	return append(dst, ')')
}
