// Package res reads and writes the texts of the official programs: recordings
// (.res) and configurations (.cnf), byte for byte.
//
// A recording: [Load] takes it from a file, packed or not and within bounds, [Read] makes
// a [record.Record] of it, and [ReadHeader] looks at its beginning only. [Write] writes a
// record, a [Writer] round by round while a match is played. [Diff] finds the first
// difference of two recordings and names it; [At] turns the offset of an error into a
// file and a line.
//
// For the games, which know the middle of these texts: a [Scanner] takes words,
// numbers and grids off a text and keeps the first error; [Keys] are the lines of a
// configuration, a [Table] writes the tables of units;
// [Generator] makes a random board or a fixed one.
package res

import (
	"math"
	"strconv"

	"game-tui/sim"
)

// Scanner takes words off a text. Its error sticks: after the first one every
// call gives zero values, so that readers check once, with Err.
type Scanner struct {
	text []byte
	pos  int // behind the last word
	at   int // start of the last word
	err  *sim.InputError
}

// NewScanner reads text from its start.
func NewScanner(text []byte) *Scanner { return &Scanner{text: text} }

// Offset is the byte behind the last word taken.
func (s *Scanner) Offset() int { return s.pos }

// Err is the first error, nil if there was none.
func (s *Scanner) Err() error {
	if s.err == nil {
		return nil
	}
	return s.err
}

// Fail records an error at the last word taken, unless there is one already.
func (s *Scanner) Fail(format string, args ...any) {
	if s.err == nil {
		s.err = sim.Errorf(s.at, format, args...)
	}
}

// Word takes the next word; it is empty at the end of the text.
func (s *Scanner) Word() []byte {
	if s.err != nil {
		return nil
	}
	i := s.pos
	for i < len(s.text) && space(s.text[i]) {
		i++
	}
	s.at = i
	for i < len(s.text) && !space(s.text[i]) {
		i++
	}
	s.pos = i
	return s.text[s.at:i]
}

// Peek returns the next word without taking it.
func (s *Scanner) Peek() []byte {
	pos, at := s.pos, s.at
	w := s.Word()
	s.pos, s.at = pos, at
	return w
}

// Expect takes one word, which must be want.
func (s *Scanner) Expect(want string) {
	if w := s.Word(); s.err == nil && string(w) != want {
		s.Fail("expected %q, found %s", want, quote(w))
	}
}

// Skip takes n words of any content.
func (s *Scanner) Skip(n int, what string) {
	for range n {
		if len(s.Word()) == 0 {
			s.Fail("the text ends where %s was expected", what)
			return
		}
	}
}

// Int takes an integer in [lo, hi]; what names it in the error.
func (s *Scanner) Int(what string, lo, hi int) int {
	w := s.Word()
	if s.err != nil {
		return 0
	}
	n, ok := parseInt(w)
	switch {
	case len(w) == 0:
		s.Fail("the text ends where %s was expected", what)
	case !ok:
		s.Fail("%s: expected a whole number, found %s", what, quote(w))
	case n < lo || n > hi:
		s.Fail("%s is %d: %s", what, n, interval(lo, hi))
	default:
		return n
	}
	return 0
}

// float takes a status value: a number as C++ prints one.
func (s *Scanner) float(what string) float64 {
	w := s.Word()
	if s.err != nil {
		return 0
	}
	f, err := strconv.ParseFloat(string(w[:min(len(w), 32)]), 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		s.Fail("%s: expected a number, found %s", what, quote(w))
	}
	return f
}

// KeyOffset is the byte where a key of a configuration stands, 0 where it is missing.
func KeyOffset(text []byte, key string) int {
	s := NewScanner(text)
	for w := s.Word(); len(w) > 0; w = s.Word() {
		if string(w) == key {
			return s.at
		}
	}
	return 0
}

// MaxInt is the largest value of the kits' 32-bit integers.
const MaxInt = 1<<31 - 1

// MinInt is the smallest value of the kits' 32-bit integers.
const MinInt = -1 << 31

func space(c byte) bool { return c == ' ' || c-'\t' < 5 }
