package res

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"game-tui/sim"
)

// AppendGrid appends the labelled rows of a grid filled with cell. Each row takes cols+4 bytes.
func AppendGrid(dst []byte, rows, cols int, cell byte) []byte {
	for i := range rows {
		dst = AppendRowLabel(dst, i)
		for range cols {
			dst = append(dst, cell)
		}
		dst = append(dst, '\n')
	}
	return dst
}

// Grid reads a grid with its labels and calls place for each row. Each cell must be one of the
// given letters.
func (s *Scanner) Grid(rows, cols int, letters string, place func(i int, row []byte)) {
	var known [256]bool
	for i := range len(letters) {
		known[letters[i]] = true
	}
	s.Skip(2, "the line of column labels")
	for i := range rows {
		label := s.Word()
		if _, ok := parseInt(label); !ok {
			s.Fail("expected row %d of the grid (BOARD_ROWS is %d), found %s", i, rows, quote(label))
		}
		row := s.Word()
		if s.err != nil {
			return
		}
		if len(row) != cols {
			s.Fail("grid row %d has %s; expected %d", i, sim.FormatCount(len(row), "cell"), cols)
			return
		}
		for j, c := range row {
			if !known[c] {
				s.Fail("cell (%d,%d) is %q: must be one of %s", i, j, c, letters)
				return
			}
		}
		place(i, row)
	}
	if _, more := parseInt(s.Peek()); more {
		s.Word()
		s.Fail("the grid has more rows than BOARD_ROWS (%d)", rows)
	}
}

// MatchRow sets an error if gridRow, row i of the grid, differs from tableRow, the row according to
// the tables.
func (s *Scanner) MatchRow(i int, gridRow, tableRow []byte) {
	for j := range gridRow {
		if gridRow[j] != tableRow[j] {
			s.Fail("the grid has %q at (%d,%d), but the tables have %q", gridRow[j], i, j, tableRow[j])
			return
		}
	}
}

func (s *Scanner) SeatInts(key string, hi int) (v [sim.Seats]int) {
	s.Expect(key)
	for seat := range v {
		v[seat] = s.Int(key, 0, hi)
	}
	return v
}

func (s *Scanner) Status() (v [sim.Seats]float64) {
	s.Expect("status")
	for seat := range v {
		w := s.Word()
		x, err := strconv.ParseFloat(string(w[:min(len(w), 32)]), 64)
		switch {
		case err != nil || math.IsNaN(x):
			s.Fail("status: expected a number, found %s", quote(w))
		case x != -1 && !(x >= 0 && x <= 1):
			s.Fail("a status is %v: must be -1 or between 0 and 1", x)
		}
		if s.err == nil {
			v[seat] = x
		}
	}
	return v
}

// GenerateBoard fills b: it calls fillRandom if the text after the settings starts with RANDOM, and
// fillFixed if it starts with FIXED. Like the kits, it ignores the rest. It returns b, or nil and
// an error.
func GenerateBoard(b sim.Board, text []byte, fillRandom func() error, fillFixed func(*Scanner) error) (sim.Board, error) {
	s := NewScanner(text)
	var err error
	switch word := s.Word(); string(word) {
	case "RANDOM":
		err = fillRandom()
	case "FIXED":
		err = fillFixed(s)
	default:
		s.Fail("the generator must be RANDOM or FIXED, found %s", quote(word))
		err = s.Err()
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

func AppendColumnLabels(dst []byte, cols int) []byte {
	dst = append(dst, "   "...)
	for j := range cols {
		dst = append(dst, '0'+byte(j/10%10))
	}
	dst = append(dst, "\n   "...)
	for j := range cols {
		dst = append(dst, '0'+byte(j%10))
	}
	return append(dst, '\n')
}

// AppendRowLabel appends the label of a row: two digits and a space.
func AppendRowLabel(dst []byte, i int) []byte {
	return append(dst, '0'+byte(i/10%10), '0'+byte(i%10), ' ')
}

// AppendInt appends n in decimal.
func AppendInt(dst []byte, n int) []byte {
	switch {
	case uint(n) < 10:
		return append(dst, '0'+byte(n))
	case uint(n) < 100:
		return append(dst, '0'+byte(n/10), '0'+byte(n%10))
	}
	return strconv.AppendInt(dst, int64(n), 10)
}

// AppendSeatInts appends "key\ta\tb\tc\td\n" and an empty line.
func AppendSeatInts(dst []byte, key string, v [sim.Seats]int) []byte {
	dst = append(dst, key...)
	for _, n := range v {
		dst = append(dst, '\t')
		dst = AppendInt(dst, n)
	}
	return append(dst, "\n\n"...)
}

// AppendStatus appends the status line, with 6 significant digits as in C++, and an empty line.
func AppendStatus(dst []byte, v [sim.Seats]float64) []byte {
	dst = append(dst, "status"...)
	for _, x := range v {
		dst = append(dst, '\t')
		if x == 0 {
			dst = append(dst, '0')
			continue
		}
		dst = strconv.AppendFloat(dst, x, 'g', 6, 64)
	}
	return append(dst, "\n\n"...)
}

func parseInt(w []byte) (int, bool) {
	if len(w) > 18 {
		return 0, false
	}
	n, err := strconv.Atoi(string(w))
	return n, err == nil
}

func quote(w []byte) string {
	if len(w) == 0 {
		return "the end of the text"
	}
	if len(w) > 24 {
		return strconv.Quote(string(w[:24])) + "…"
	}
	return strconv.Quote(string(w))
}

func rangeText(lo, hi int) string {
	switch {
	case lo == hi:
		return fmt.Sprintf("must be %d", lo)
	case hi >= MaxInt:
		return fmt.Sprintf("must be at least %d", lo)
	}
	return fmt.Sprintf("must be between %d and %d", lo, hi)
}

func AppendOrder(dst []byte, f *sim.OrderFormat, o sim.Order) []byte {
	k := f.Kind(o.Kind)
	if k == nil {
		k = &unknownKind
	}
	dst = append(AppendInt(dst, int(o.Unit)), '\t', k.Letter, '\t')
	if k.HasDir {
		letter := byte('_')
		if uint8(o.Dir) < uint8(len(f.DirLetters)) {
			letter = f.DirLetters[o.Dir]
		}
		dst = append(dst, letter, '\t')
	}
	if k.ArgsName != "" {
		dst = append(AppendInt(dst, len(o.Args)), '\t')
		for _, n := range o.Args {
			dst = AppendInt(append(dst, ' '), int(n))
		}
	}
	return append(dst, '\n')
}

var unknownKind = sim.OrderKind{Letter: '_', HasDir: true}

// ReadOrder parses an order and returns the number of bytes read. As in the kits, white space
// around a letter is optional ("12mr"), and a count below 1 means no numbers. An unknown direction
// becomes -1. Errors are of type *sim.InputError.
func ReadOrder(f *sim.OrderFormat, text []byte) (sim.Order, int, error) {
	s := NewScanner(text)
	o := sim.Order{Unit: s.number("the order's unit")}
	o.Kind = s.letter("the order's kind")
	if k := f.Kind(o.Kind); k == nil {
		var letters []string
		for i := range f.Kinds {
			letters = append(letters, string(f.Kinds[i].Letter))
		}
		s.Fail("the order's kind: expected one of %s; found %q", strings.Join(letters, ", "), o.Kind)
	} else {
		if k.HasDir {
			o.Dir = int8(strings.IndexByte(f.DirLetters, s.letter("the order's direction")))
		}
		if k.ArgsName != "" {
			o.Args = s.numbers(k.ArgsName)
		}
	}
	if err := s.Err(); err != nil {
		return sim.Order{}, 0, err
	}
	return o, s.Offset(), nil
}

func (s *Scanner) skipSpace(what string) bool {
	if s.err != nil {
		return false
	}
	for s.pos < len(s.text) && isSpace(s.text[s.pos]) {
		s.pos++
	}
	s.wordPos = s.pos
	if s.pos == len(s.text) {
		s.Fail("unexpected end of text: expected %s", what)
	}
	return s.err == nil
}

func (s *Scanner) letter(what string) byte {
	if !s.skipSpace(what) {
		return 0
	}
	s.pos++
	return s.text[s.wordPos]
}

// number reads a 32-bit integer, up to the first character that is not a digit.
func (s *Scanner) number(what string) int32 {
	if !s.skipSpace(what) {
		return 0
	}
	i := s.pos
	if s.text[i] == '-' || s.text[i] == '+' {
		i++
	}
	for i < len(s.text) && s.text[i]-'0' <= 9 {
		i++
	}
	n, ok := parseInt(s.text[s.wordPos:i])
	switch {
	case i-s.wordPos > 18 || ok && (n < MinInt || n > MaxInt):
		s.Fail("%s does not fit in 32 bits", what)
	case !ok:
		s.Fail("%s: expected a whole number", what)
	}
	s.pos = i
	return int32(n)
}

func (s *Scanner) numbers(what string) []int32 {
	n := int(s.number("the length of the " + what))
	if n > (len(s.text)-s.pos)/2 { // each number takes at least two bytes
		s.Fail("unexpected end of text in a %s of %d numbers", what, n)
	}
	if n <= 0 || s.err != nil {
		return nil
	}
	list := make([]int32, 0, n)
	for range n {
		if list = append(list, s.number(what)); s.err != nil {
			return nil
		}
	}
	return list
}
