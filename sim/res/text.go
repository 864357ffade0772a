package res

import (
	"fmt"
	"strconv"

	"game-tui/sim"
)

// AppendGridLabels writes the two lines of column labels, tens and units.
func AppendGridLabels(dst []byte, cols int) []byte {
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

// AppendRowLabel writes the label before a grid row: two digits and a blank.
func AppendRowLabel(dst []byte, i int) []byte {
	return append(dst, '0'+byte(i/10%10), '0'+byte(i%10), ' ')
}

// AppendInt writes n in decimal; most numbers of a .res have one or two digits.
func AppendInt(dst []byte, n int) []byte {
	switch {
	case uint(n) < 10:
		return append(dst, '0'+byte(n))
	case uint(n) < 100:
		return append(dst, '0'+byte(n/10), '0'+byte(n%10))
	}
	return strconv.AppendInt(dst, int64(n), 10)
}

// AppendFour writes "key\ta\tb\tc\td\n" and an empty line.
func AppendFour(dst []byte, key string, v [sim.Seats]int) []byte {
	dst = append(dst, key...)
	for _, n := range v {
		dst = append(dst, '\t')
		dst = AppendInt(dst, n)
	}
	return append(dst, "\n\n"...)
}

// AppendStatus writes the status line, the last of a block, and an empty line: doubles as
// C++ prints them, 6 significant digits.
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

// quote shows a word of an input in an error: bounded, control bytes escaped.
func quote(w []byte) string {
	if len(w) == 0 {
		return "the end of the text"
	}
	if len(w) > 24 {
		return strconv.Quote(string(w[:24])) + "…"
	}
	return strconv.Quote(string(w))
}

func interval(lo, hi int) string {
	switch {
	case lo == hi:
		return fmt.Sprintf("must be %d", lo)
	case hi >= MaxInt:
		return fmt.Sprintf("must be at least %d", lo)
	case lo <= MinInt:
		return fmt.Sprintf("must be at most %d", hi)
	}
	return fmt.Sprintf("must be between %d and %d", lo, hi)
}
