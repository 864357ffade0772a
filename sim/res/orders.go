package res

import (
	"strings"

	"game-tui/sim"
)

func AppendOrder(dst []byte, f *sim.OrderForm, o sim.Order) []byte {
	k := f.Kind(o.Kind)
	if k == nil {
		k = &unknownKind
	}
	dst = append(AppendInt(dst, int(o.Unit)), '\t', k.Letter, '\t')
	if k.Dir {
		letter := byte('_')
		if uint8(o.Dir) < uint8(len(f.Dirs)) {
			letter = f.Dirs[o.Dir]
		}
		dst = append(dst, letter, '\t')
	}
	if k.Args != "" {
		dst = append(AppendInt(dst, len(o.Args)), '\t')
		for _, n := range o.Args {
			dst = AppendInt(append(dst, ' '), int(n))
		}
	}
	return append(dst, '\n')
}

var unknownKind = sim.OrderKind{Letter: '_', Dir: true}

// ReadOrder parses an order and returns the number of bytes used. As in the kits, white space around a letter is
// optional ("12mr"), and a count below 1 means no numbers. An unknown direction becomes -1. Errors are *InputError.
func ReadOrder(f *sim.OrderForm, text []byte) (sim.Order, int, error) {
	s := NewScanner(text)
	o := sim.Order{Unit: s.number("the unit of an order")}
	o.Kind = s.letter("the kind of an order")
	if k := f.Kind(o.Kind); k == nil {
		var letters []string
		for i := range f.Kinds {
			letters = append(letters, string(f.Kinds[i].Letter))
		}
		s.Fail("the kind of an order: expected one of %s, found %q", strings.Join(letters, ", "), o.Kind)
	} else {
		if k.Dir {
			o.Dir = int8(strings.IndexByte(f.Dirs, s.letter("the direction of an order")))
		}
		if k.Args != "" {
			o.Args = s.numbers(k.Args)
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
	s.at = s.pos
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
	return s.text[s.at]
}

// number reads a 32-bit integer, which any other character ends.
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
	n, ok := parseInt(s.text[s.at:i])
	switch {
	case i-s.at > 18 || ok && (n < MinInt || n > MaxInt):
		s.Fail("%s does not fit in 32 bits", what)
	case !ok:
		s.Fail("%s: expected a whole number", what)
	}
	s.pos = i
	return int32(n)
}

func (s *Scanner) numbers(what string) []int32 {
	n := int(s.number("the length of the " + what))
	if n > (len(s.text)-s.pos)/2 { // each number takes two bytes or more
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
