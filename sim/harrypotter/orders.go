package harrypotter

import (
	"slices"

	"game-tui/sim"
	"game-tui/sim/res"
)

// letters are the directions in the .res, by number; the diagonal ones lie
// around the s key.
const letters = "dcreuqlz"

// AppendOrder writes one line of a commands block.
func (Game) AppendOrder(dst []byte, o sim.Order) []byte {
	dst = append(res.AppendInt(dst, int(o.Unit)), '\t')
	switch o.Kind {
	case 'm':
		letter := byte('_')
		if uint8(o.Dir) < 8 {
			letter = letters[o.Dir]
		}
		return append(dst, 'm', '\t', letter, '\t', '\n')
	case 's':
		dst = append(dst, 's', '\t')
		dst = append(res.AppendInt(dst, len(o.Args)), '\t')
		for _, x := range o.Args {
			dst = res.AppendInt(append(dst, ' '), int(x))
		}
		return append(dst, '\n')
	}
	return append(dst, '_', '\t', '\n')
}

// ReadOrder reads one order from the start of text. As in the kits white space
// may stand, or lack, between a number and a letter.
func (Game) ReadOrder(text []byte) (sim.Order, int, error) {
	r := orderReader{text: text}
	o := sim.Order{Unit: r.int("unit"), Kind: r.char("kind")}
	switch {
	case r.err != nil:
	case o.Kind == 'm':
		o.Dir = int8(slices.Index([]byte(letters), r.char("direction")))
	case o.Kind == 's':
		n := int(r.int("length of the solution"))
		if n > (len(text)-r.pos)/2 { // each number has a digit and a blank before it
			r.fail("the text ends inside a solution of %d numbers", n)
			break
		}
		if n > 0 {
			o.Args = make([]int32, n)
		}
		for i := range o.Args {
			o.Args[i] = r.int("group")
		}
	default:
		r.pos--
		r.fail("kind of order: expected m or s, found %q", o.Kind)
	}
	if r.err != nil {
		return sim.Order{}, 0, r.err
	}
	return o, r.pos, nil
}

// orderReader reads numbers and letters as a C++ stream does; its first error sticks.
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

func (r *orderReader) skip() {
	for r.pos < len(r.text) && (r.text[r.pos] == ' ' || r.text[r.pos]-'\t' < 5) {
		r.pos++
	}
}

func (r *orderReader) char(what string) byte {
	r.skip()
	if r.pos == len(r.text) {
		r.fail("the text ends where the %s was expected", what)
		return 0
	}
	r.pos++
	return r.text[r.pos-1]
}

func (r *orderReader) int(what string) int32 {
	r.skip()
	i, neg := r.pos, false
	if i < len(r.text) && (r.text[i] == '-' || r.text[i] == '+') {
		neg = r.text[i] == '-'
		i++
	}
	n, digits := 0, i
	for ; i < len(r.text) && r.text[i]-'0' <= 9; i++ {
		n = min(n*10+int(r.text[i]-'0'), res.MaxInt+1)
	}
	if neg {
		n = -n
	}
	switch {
	case i == digits:
		r.fail("the %s was expected, as a whole number", what)
	case n > res.MaxInt:
		r.fail("the %s does not fit in 32 bits", what)
	}
	r.pos = i
	return int32(n)
}

// AppendOrderText words an order for people, without its unit.
func (Game) AppendOrderText(dst []byte, o sim.Order) []byte {
	switch {
	case o.Kind == 's':
		return append(dst, "casts the spell"...)
	case o.Kind != 'm':
		return append(dst, "gets an order of no known kind"...)
	case uint8(o.Dir) >= 8:
		return append(dst, "moves in no known direction"...)
	}
	return append(append(dst, "moves "...), dirNames[o.Dir]...)
}

var dirNames = [8]string{"down", "down right", "right", "up right", "up", "up left", "left", "down left"}
