package match

import "game-tui/sim"

// slabs are what turns are made of: asking for each piece by itself was a tenth
// of a quick match.
type slabs struct {
	turns  slab[sim.Turn]
	orders slab[sim.Submitted]
	said   slab[string]
}

// slab is memory for values of a kind.
type slab[T any] []T

// slabSize is how many values are asked for at a time.
const slabSize = 64

// cut takes n zero values off the slab. Many at once get memory of their own: the
// record lives long, and the rest of a slab that is too short for them would be lost.
func (s *slab[T]) cut(n int) []T {
	if n > slabSize/4 {
		return make([]T, n)
	}
	if n > len(*s) {
		*s = make([]T, slabSize)
	}
	part := (*s)[:n:n]
	*s = (*s)[n:]
	return part
}
