// Package res reads and writes the files of the official programs byte for byte: recordings (.res)
// and configurations (.cnf).
//
// [Load] reads a file up to a size limit and [Read] parses a recording into a record. [Write]
// writes a record, and [Writer] writes a match while it is played. [Diff] compares recordings.
// Games use [Scanner], [Keys], [Table] and [GenerateBoard] for their own parts.
package res

import "game-tui/sim"

// A Scanner reads a text word by word. After the first error its methods return zero values; check
// Err at the end.
type Scanner struct {
	text    []byte
	pos     int   // position after the last word
	wordPos int   // position of the last word
	err     error // nil or a *sim.InputError
}

func NewScanner(text []byte) *Scanner { return &Scanner{text: text} }
func (s *Scanner) Offset() int        { return s.pos }

func (s *Scanner) Err() error { return s.err }

// Fail sets an error at the last word. Only the first error is kept.
func (s *Scanner) Fail(format string, args ...any) {
	if s.err == nil {
		s.err = sim.InputErrorf(s.wordPos, format, args...)
	}
}

// Word reads the next word. At the end of the text, it returns an empty one.
func (s *Scanner) Word() []byte {
	if s.err != nil {
		return nil
	}
	i := s.pos
	for i < len(s.text) && isSpace(s.text[i]) {
		i++
	}
	s.wordPos = i
	for i < len(s.text) && !isSpace(s.text[i]) {
		i++
	}
	s.pos = i
	return s.text[s.wordPos:i]
}

func (s *Scanner) Peek() []byte {
	pos, at := s.pos, s.wordPos
	w := s.Word()
	s.pos, s.wordPos = pos, at
	return w
}

// Expect reads the next word and sets an error if it is not want.
func (s *Scanner) Expect(want string) {
	if w := s.Word(); s.err == nil && string(w) != want {
		s.Fail("expected %q, found %s", want, quote(w))
	}
}

func (s *Scanner) Skip(n int, what string) {
	for range n {
		if len(s.Word()) == 0 {
			s.Fail("unexpected end of text: expected %s", what)
			return
		}
	}
}

// Int reads an integer in [lo, hi]. The parameter what names it in errors.
func (s *Scanner) Int(what string, lo, hi int) int {
	w := s.Word()
	if s.err != nil {
		return 0
	}
	n, ok := parseInt(w)
	switch {
	case len(w) == 0:
		s.Fail("unexpected end of text: expected %s", what)
	case !ok:
		s.Fail("%s: expected a whole number, found %s", what, quote(w))
	case n < lo || n > hi:
		s.Fail("%s is %d: %s", what, n, rangeText(lo, hi))
	default:
		return n
	}
	return 0
}

func (s *Scanner) Pos(rows, cols int) sim.Pos {
	return sim.Pos{Row: s.Int("row", 0, rows-1), Col: s.Int("column", 0, cols-1)}
}

// TableHeader reads the beginning of a table and returns its number of lines, which must be in [lo,
// hi]. On error, it returns 0.
func (s *Scanner) TableHeader(name string, columnCount, lo, hi int) int {
	s.Expect(name)
	n := s.Int("number of "+name, lo, hi)
	s.Skip(columnCount, "the heading of the "+name)
	if s.err != nil {
		return 0
	}
	return n
}

func KeyOffset(text []byte, key string) int {
	s := NewScanner(text)
	for w := s.Word(); len(w) > 0; w = s.Word() {
		if string(w) == key {
			return s.wordPos
		}
	}
	return 0
}

// MaxInt and MinInt are the limits of the kits' integers.
const (
	MaxInt = 1<<31 - 1
	MinInt = -1 << 31
)

func isSpace(c byte) bool { return c == ' ' || c-'\t' < 5 }
