package sim

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
)

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

// KeyedSeeds are seeds for the players of a match that tell nothing of its seed, nor of each
// other's, to whoever does not have the key: an HMAC-SHA256 under the key of the match's seed, and
// of what else tells it from other matches.
func KeyedSeeds(key [32]byte, seed int32, which ...int) (p PlayerSeeds) {
	mac := hmac.New(sha256.New, key[:])
	text := binary.BigEndian.AppendUint32(nil, uint32(seed))
	for _, n := range which {
		text = binary.BigEndian.AppendUint64(text, uint64(n))
	}
	mac.Write(text)
	sum := mac.Sum(nil)
	for seat := range p {
		p[seat] = int32(binary.BigEndian.Uint32(sum[4*seat:]) >> 1)
	}
	return p
}
