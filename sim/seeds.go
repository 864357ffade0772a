package sim

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
