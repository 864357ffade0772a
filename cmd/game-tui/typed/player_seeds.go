package typed

import (
	"fmt"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/sim/res"
)

// PlayerSeeds is what --player-seeds says: the seeds of the players' own generators, seat by
// seat. Without it they are the kit's.
type PlayerSeeds struct{ Of *sim.PlayerSeeds }

// PlayerSeedsUsage is how help explains it.
const PlayerSeedsUsage = "the `seeds` of the players, as A,B,C,D: for a match of a tournament whose players' seeds come from a key"

// Set reads four seeds with commas between them.
func (p *PlayerSeeds) Set(text string) error {
	words := strings.Split(text, ",")
	if len(words) != sim.Seats {
		return fmt.Errorf("type the seeds of %d players, as in 1,2,3,4", sim.Seats)
	}
	var seeds sim.PlayerSeeds
	for seat, word := range words {
		n, err := strconv.ParseUint(word, 10, 31)
		if err != nil {
			return fmt.Errorf("%q is no seed, which is a whole number from 0 to %d", word, res.MaxInt)
		}
		seeds[seat] = int32(n)
	}
	p.Of = &seeds
	return nil
}

func (p PlayerSeeds) String() string {
	if p.Of == nil {
		return ""
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(*p.Of), " ", ","), "[]")
}

func (*PlayerSeeds) Type() string { return "string" }
