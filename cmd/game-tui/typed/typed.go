// Package typed reads words of a command line that mean something of this program's (seeds, sizes,
// shares), and writes words as they may be typed again.
package typed

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/res"
)

// Nearest is which of the words somebody has meant perhaps, in upper or lower case; -1: none.
func Nearest(word string, among []string) int {
	near, best := -1, 3 // more than two slips are no slip
	for i, candidate := range among {
		if d := distance(strings.ToLower(word), strings.ToLower(candidate)); d < best {
			near, best = i, d
		}
	}
	return near
}

// distance counts the slips between two words: letters changed, added, left out.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}

// Quoted makes one word for the shell.
func Quoted(word string) string { return clean.Quoted(word) }

// Size is a number of bytes, written with K, M or G for powers of 1024.
type Size int64

// Set reads a size of at least a byte.
func (s *Size) Set(text string) error {
	digits, shift := text, 0
	for i, unit := range units {
		if cut, ok := strings.CutSuffix(text, unit); ok {
			digits, shift = cut, 10*(i+1)
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n <= 0 || n > 1<<62>>shift {
		return errors.New("type a number of bytes, such as 512M")
	}
	*s = Size(n << shift)
	return nil
}

var units = [...]string{"K", "M", "G"}

func (s Size) String() string {
	n, unit := s, ""
	for i := 0; i < len(units) && n != 0 && n%1024 == 0; i++ {
		n, unit = n/1024, units[i]
	}
	return strconv.FormatInt(int64(n), 10) + unit
}

// Type is that of a flag.
func (Size) Type() string { return "string" }

// Share is a part of a whole, from 0 to 1.
type Share float64

// Set reads 1%, 0.01 or 0.
func (s *Share) Set(text string) error {
	digits, percent := strings.CutSuffix(text, "%")
	share, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
	if percent {
		share /= 100
	}
	if err != nil || !(share >= 0 && share <= 1) {
		return errors.New("expected a share such as 1% or 0.01")
	}
	*s = Share(share)
	return nil
}

func (s *Share) String() string { return strconv.FormatFloat(float64(*s)*100, 'g', 12, 64) + "%" }

func (*Share) Type() string { return "string" }

// Seeds is what --seeds says, of every command that has it: 1-12 is which seeds, 12 how
// many, from --seed on or from a fresh seed.
type Seeds struct {
	First     int32 // where which is set
	Count     int   // at least 1; 0: nothing was typed
	IsRange   bool
	AllowMore bool // +12 may be typed,
	IsMore    bool // and was: so many more
}

// SeedsUsage is how help explains it.
const SeedsUsage = "which `seeds` (1-12), or how many (12) from --seed on, or from a fresh one"

// Set reads "A-B" or a number.
func (s *Seeds) Set(text string) error {
	a, b, which := strings.Cut(text, "-")
	rest, more := strings.CutPrefix(a, "+")
	if more && !which && s.AllowMore {
		a = rest
	}
	x, err := strconv.ParseUint(a, 10, 31)
	if !which {
		*s = Seeds{Count: int(x), AllowMore: s.AllowMore, IsMore: more}
		if err != nil || x == 0 {
			return errSeeds
		}
		return nil
	}
	y, err2 := strconv.ParseUint(b, 10, 31)
	if err := errors.Join(err, err2); errors.Is(err, strconv.ErrRange) {
		return fmt.Errorf("seeds go from 0 to %d", res.MaxInt)
	} else if err != nil || y < x {
		return errSeeds
	}
	*s = Seeds{First: int32(x), Count: int(y-x) + 1, IsRange: true, AllowMore: s.AllowMore}
	return nil
}

func (s *Seeds) String() string {
	switch {
	case s.Count == 0:
		return ""
	case s.IsRange:
		return fmt.Sprintf("%d-%d", s.First, s.Last(s.First))
	case s.IsMore:
		return fmt.Sprintf("+%d", s.Count)
	}
	return strconv.Itoa(s.Count)
}

func (*Seeds) Type() string { return "string" }

// errSeeds says what may be typed.
var errSeeds = errors.New("type which seeds, as in 1-12, or how many, as in 12")

// Last is the last of the seeds that begin with first.
func (s *Seeds) Last(first int32) int64 { return int64(first) + int64(max(s.Count, 1)) - 1 }

// Seed is the text of --seed, which is not empty: an unset variable of a script is no fresh seed.
type Seed string

// Set takes any other text: strict matches read a seed as the official programs do.
func (s *Seed) Set(text string) error {
	if text == "" {
		return fmt.Errorf("type a whole number from 0 to %d, or leave the flag out", res.MaxInt)
	}
	*s = Seed(text)
	return nil
}

func (s *Seed) String() string { return string(*s) }

func (*Seed) Type() string { return "string" }

// Parse reads a whole number. A strict match reads any text, as the official programs do.
func (s Seed) Parse(strict bool) (int32, error) {
	if strict {
		if n := kitSeed(string(s)); n >= 0 {
			return n, nil
		}
	} else if n, err := strconv.ParseInt(string(s), 10, 32); err == nil && n >= 0 {
		return int32(n), nil
	}
	return 0, fmt.Errorf("--seed %q: a seed is a whole number from 0 to %d", string(s), res.MaxInt)
}

// kitSeed reads an integer as a C++ stream does: blanks, a sign, digits; the rest is ignored. A text without a number
// is 0, and a number that is too large is the largest one.
func kitSeed(text string) int32 {
	text = strings.TrimLeft(text, " \t\n\v\f\r")
	digits := strings.TrimLeft(text, "+-")
	if len(text)-len(digits) > 1 {
		return 0
	}
	n := 0
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			break
		}
		n = min(n*10+int(c-'0'), res.MaxInt)
	}
	if strings.HasPrefix(text, "-") {
		n = -n
	}
	return int32(n)
}

// PlayerSeeds is what --player-seeds says: the seeds of the players' own generators, seat by
// seat. Without it they are the kit's.
type PlayerSeeds struct{ Seeds *sim.PlayerSeeds }

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
	p.Seeds = &seeds
	return nil
}

func (p PlayerSeeds) String() string {
	if p.Seeds == nil {
		return ""
	}
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(*p.Seeds), " ", ","), "[]")
}

func (*PlayerSeeds) Type() string { return "string" }
