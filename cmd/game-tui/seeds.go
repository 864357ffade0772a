package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"game-tui/sim/res"
)

// seedSet is what --seeds says, of every command that has it: 1-12 is which seeds, 12 how
// many, from --seed on or from a fresh seed.
type seedSet struct {
	first int32 // where which is set
	count int   // at least 1; 0: nothing was typed
	which bool
}

// seedsUsage is how help explains it.
const seedsUsage = "which `seeds` (1-12), or how many (12) from --seed on, or from a fresh one"

func (s *seedSet) Set(text string) (err error) {
	*s, err = parseSeeds(text)
	return err
}

func (s *seedSet) String() string {
	switch {
	case s.count == 0:
		return ""
	case s.which:
		return fmt.Sprintf("%d-%d", s.first, s.last(s.first))
	}
	return strconv.Itoa(s.count)
}

func (*seedSet) Type() string { return "string" }

// errSeeds says what may be typed.
var errSeeds = errors.New("type which seeds, as in 1-12, or how many, as in 12")

// parseSeeds reads "A-B" or a number.
func parseSeeds(text string) (seedSet, error) {
	a, b, which := strings.Cut(text, "-")
	x, err := strconv.ParseUint(a, 10, 31)
	if !which {
		if err != nil || x == 0 {
			return seedSet{}, errSeeds
		}
		return seedSet{count: int(x)}, nil
	}
	y, err2 := strconv.ParseUint(b, 10, 31)
	if err := errors.Join(err, err2); errors.Is(err, strconv.ErrRange) {
		return seedSet{}, fmt.Errorf("seeds go from 0 to %d", res.MaxInt)
	} else if err != nil || y < x {
		return seedSet{}, errSeeds
	}
	return seedSet{first: int32(x), count: int(y-x) + 1, which: true}, nil
}

// last is the last of the seeds that begin with first.
func (s *seedSet) last(first int32) int64 { return int64(first) + int64(max(s.count, 1)) - 1 }
