package moneyheist

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

const letters = "drul" // by Dir

// dirLetter is the kit's letter of a direction.
func dirLetter(d int8) byte {
	if uint8(d) < uint8(len(letters)) {
		return letters[d]
	}
	return '_'
}

// AppendOrder writes one line of a commands block.
func (Game) AppendOrder(dst []byte, o sim.Order) []byte {
	dst = append(res.AppendInt(dst, int(o.Unit)), '\t')
	switch o.Kind {
	case 'c', 'h':
		return append(dst, o.Kind, '\t', '\n')
	case 'o':
		dst = append(dst, 'o', '\t', dirLetter(o.Dir), '\t')
		dst = append(res.AppendInt(dst, len(o.Args)), '\t')
		for _, n := range o.Args {
			dst = res.AppendInt(append(dst, ' '), int(n))
		}
		return append(dst, '\n')
	case 'm':
		return append(dst, 'm', '\t', dirLetter(o.Dir), '\t', '\n')
	}
	return append(dst, '_', '\t', dirLetter(o.Dir), '\t', '\n')
}

// ReadOrder reads one order. The kit takes the letters one by one, so that the
// blanks around them may be left out: "12mr".
func (Game) ReadOrder(text []byte) (sim.Order, int, error) {
	r := orderReader{text: text}
	o := sim.Order{Unit: r.number("unit of an order")}
	switch c := r.letter("an order"); c {
	case 'm':
		o.Kind, o.Dir = c, r.dir()
	case 'c', 'h':
		o.Kind = c
	case 'o':
		o.Kind, o.Dir = c, r.dir()
		o.Args = r.key()
	default:
		r.fail("expected an order m, o, c or h, found %q", c)
	}
	if r.err != nil {
		return sim.Order{}, 0, r.err
	}
	return o, r.pos, nil
}

// orderReader reads the parts of an order; its first error sticks.
type orderReader struct {
	text []byte
	pos  int
	err  error
}

func (r *orderReader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = sim.Errorf(r.pos, format, args...)
	}
}

// letter takes a single byte that is no white space.
func (r *orderReader) letter(what string) byte {
	for r.pos < len(r.text) && (r.text[r.pos] == ' ' || r.text[r.pos]-'\t' < 5) {
		r.pos++
	}
	if r.pos == len(r.text) {
		r.fail("the text ends where %s was expected", what)
		return 0
	}
	r.pos++
	return r.text[r.pos-1]
}

// number takes an integer of 32 bits, which ends at the first other byte.
func (r *orderReader) number(what string) int32 {
	c := r.letter(what)
	neg := c == '-'
	if c == '-' || c == '+' {
		c = 0
		if r.pos < len(r.text) {
			c = r.text[r.pos]
			r.pos++
		}
	}
	if c-'0' > 9 {
		r.fail("%s: expected a whole number", what)
		return 0
	}
	n := int64(c - '0')
	for ; r.pos < len(r.text) && r.text[r.pos]-'0' <= 9; r.pos++ {
		if n = n*10 + int64(r.text[r.pos]-'0'); n > 1<<31 {
			r.fail("%s: the number is too large", what)
			return 0
		}
	}
	if neg {
		n = -n
	}
	if n != int64(int32(n)) {
		r.fail("%s: the number is too large", what)
	}
	return int32(n)
}

// dir takes a direction; the kit stores -1 for a letter that it does not know.
func (r *orderReader) dir() int8 {
	c := r.letter("a direction")
	for d := range letters {
		if letters[d] == c {
			return int8(d)
		}
	}
	return -1
}

// key takes the solution of an open order; a length below 1 is an empty one.
func (r *orderReader) key() []int32 {
	n := int(r.number("length of a key"))
	// Every number but the last takes two bytes at least.
	if n > (len(r.text)-r.pos+1)/2+1 {
		r.fail("the text ends in a key of %d numbers", n)
	}
	if n <= 0 || r.err != nil {
		return nil
	}
	key := make([]int32, 0, n)
	for range n {
		key = append(key, r.number("a key"))
		if r.err != nil {
			return nil
		}
	}
	return key
}
