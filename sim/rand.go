package sim

// Rand is the generator of the official engines: a linear congruential
// generator modulo 2^31, of which every draw uses the second of two steps. The zero value is seeded with 0.
type Rand struct{ s int64 }

// One step of the generator is s = (843314861·s + 453816693) mod 2^31. The first
// of a draw's two results is never looked at, so a draw is one step of the
// generator that two of those make.
const (
	twoFactor = 540995817  // 843314861² mod 2^31
	twoAdd    = 1623591814 // (843314861 + 1) · 453816693 mod 2^31
	randMask  = 1<<31 - 1
	randLimit = 1_000_000 // the widest interval that draws
)

// NewRand returns a generator seeded with x, whose sign is dropped; -2^31 acts like 0.
func NewRand(x int32) Rand {
	if x < 0 {
		x = -x // -2^31 stays, and its low 31 bits are 0
	}
	return Rand{int64(x) & randMask}
}

// State returns the raw state, 0 ≤ s < 2^31: for tests and bisecting.
func (r *Rand) State() int64 { return r.s }

// Random draws an integer in [l, u]. An empty interval, or one wider than
// 1 000 000 values, gives l without a step; every other call takes two steps,
// an interval of one value too.
func (r *Rand) Random(l, u int) int {
	if l > u {
		return l
	}
	n := int64(u) - int64(l) + 1
	if n > randLimit {
		return l
	}
	r.s = (twoFactor*r.s + twoAdd) & randMask
	return l + int(n*r.s>>31)
}

// Permutation appends a permutation of 0 … n-1 to buf[:0] and returns it: n
// draws, the last one over a single value included. n below 0 or above
// 1 000 000 gives an empty list and no draw.
func (r *Rand) Permutation(n int, buf []int32) []int32 {
	buf = buf[:0]
	if n < 0 || n > randLimit {
		return buf
	}
	for i := range n {
		buf = append(buf, int32(i))
	}
	for i := range n {
		j := r.Random(i, n-1)
		buf[i], buf[j] = buf[j], buf[i]
	}
	return buf
}

// PlayerSeed is the seed that the kit gives to a seat's own generator: seed + seat + 1 in 32 bits
// with wrap-around. A player that knows its own seed knows that of the match, and so every
// die of the board.
func PlayerSeed(seed int32, seat int) int32 { return seed + int32(seat) + 1 }

// PlayerSeeds are the seeds of the seats' own generators, 0 to 2147483647, where they are
// not those of the kit. A nil pointer stands for the kit's.
type PlayerSeeds [Seats]int32

// Of is the seed of a seat's own generator in the match of a seed.
func (p *PlayerSeeds) Of(seed int32, seat int) int32 {
	if p == nil {
		return PlayerSeed(seed, seat)
	}
	return p[seat]
}
