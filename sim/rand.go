package sim

// Rand is the linear congruential generator of the official engines, with modulus 2³¹. Each draw
// takes two steps.
type Rand struct{ s int64 }

// One step is s = (843314861·s + 453816693) mod 2³¹. These constants combine two steps.
const (
	twoStepFactor    = 540995817
	twoStepIncrement = 1623591814
	randMask         = 1<<31 - 1
	maxRange         = 1_000_000
)

// NewRand returns a generator seeded with |seed|. A seed of -2³¹ acts like 0.
func NewRand(seed int32) Rand {
	if seed < 0 {
		seed = -seed // -2³¹ stays negative, but its low 31 bits are 0.
	}
	return Rand{int64(seed) & randMask}
}

// State returns the internal state, which is at least 0 and less than 2³¹.
func (r *Rand) State() int64 { return r.s }

// Random draws an integer from [l, u]. If the interval is empty or has more than 1,000,000 values,
// it returns l without drawing.
func (r *Rand) Random(l, u int) int {
	if l > u {
		return l
	}
	n := int64(u) - int64(l) + 1
	if n > maxRange {
		return l
	}
	r.s = (twoStepFactor*r.s + twoStepIncrement) & randMask
	return l + int(n*r.s>>31)
}

// Permutation returns a random permutation of 0 to n-1. It reuses buf's memory. If n is negative or
// above 1,000,000, it returns an empty slice without drawing.
func (r *Rand) Permutation(n int, buf []int32) []int32 {
	buf = buf[:0]
	if n < 0 || n > maxRange {
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

// PlayerSeed returns the kit's seed for a player's own generator. It reveals the match's seed.
func PlayerSeed(seed int32, seat int) int32 { return seed + int32(seat) + 1 }

// PlayerSeeds holds secret seeds for the players' own generators. A nil pointer means the kit's
// seeds.
type PlayerSeeds [Seats]int32

func (p *PlayerSeeds) ForSeat(seed int32, seat int) int32 {
	if p == nil {
		return PlayerSeed(seed, seat)
	}
	return p[seat]
}
