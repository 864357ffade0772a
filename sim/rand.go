package sim

// Rand is the generator of the official engines: a linear congruential generator modulo 2³¹ that
// makes two steps per draw. The zero value has the seed 0.
type Rand struct{ s int64 }

// One step is s = (843314861·s + 453816693) mod 2³¹. The constants make two steps at once.
const (
	twoFactor = 540995817  // 843314861² mod 2³¹
	twoAdd    = 1623591814 // (843314861 + 1) · 453816693 mod 2³¹
	randMask  = 1<<31 - 1
	randLimit = 1_000_000 // widest interval that draws
)

// NewRand returns a generator with the seed |x|. -2³¹ acts like 0.
func NewRand(x int32) Rand {
	if x < 0 {
		x = -x // -2³¹ stays negative, and its low 31 bits are 0
	}
	return Rand{int64(x) & randMask}
}

// State returns the internal state, 0 ≤ s < 2³¹.
func (r *Rand) State() int64 { return r.s }

// Random draws an integer in [l, u]. If the interval is empty or has more than 1,000,000 values, it
// returns l without a draw.
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

// Permutation returns a random permutation of 0 to n-1 in the memory of buf. If n is below 0 or
// above 1,000,000, it is empty, without a draw.
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

// PlayerSeed returns the kit's seed for a seat's own generator. It reveals the seed of the match.
func PlayerSeed(seed int32, seat int) int32 { return seed + int32(seat) + 1 }

// PlayerSeeds are secret seeds of the seats' own generators. Nil means the kit's seeds.
type PlayerSeeds [Seats]int32

func (p *PlayerSeeds) ForSeat(seed int32, seat int) int32 {
	if p == nil {
		return PlayerSeed(seed, seat)
	}
	return p[seat]
}
