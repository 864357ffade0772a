// Package cliarg parses flag values such as seeds, sizes and shares, and formats them so that they
// can be typed again.
package cliarg

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/sim/lazy"
	"game-tui/sim/res"
	"game-tui/sim/sanitize"
)

// Nearest returns the index of the candidate that is most similar to word, ignoring case, or -1
// if none is similar.
func Nearest(word string, candidates []string) int {
	near, best := -1, 3 // words at a distance of 3 or more are not similar
	for i, candidate := range candidates {
		if d := editDistance(strings.ToLower(word), strings.ToLower(candidate)); d < best {
			near, best = i, d
		}
	}
	return near
}

func editDistance(a, b string) int {
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

// Quote quotes a word for the shell.
func Quote(word string) string { return sanitize.ShellQuote(word) }

// Size is a number of bytes, written with K, M or G for powers of 1024.
type Size int64

func (s *Size) Set(text string) error {
	digits, shift := text, 0
	for i, unit := range sizeUnits {
		if cut, ok := strings.CutSuffix(text, unit); ok {
			digits, shift = cut, 10*(i+1)
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n <= 0 || n > 1<<62>>shift {
		return errors.New("expected a size above 0, such as 512M")
	}
	*s = Size(n << shift)
	return nil
}

var sizeUnits = [...]string{"K", "M", "G"}

func (s Size) String() string {
	n, unit := s, ""
	for i := 0; i < len(sizeUnits) && n != 0 && n%1024 == 0; i++ {
		n, unit = n/1024, sizeUnits[i]
	}
	return strconv.FormatInt(int64(n), 10) + unit
}

func (Size) Type() string { return "string" }

// Share is a fraction from 0 to 1.
type Share float64

// Set parses a share such as 1%, 0.01 or 0.
func (s *Share) Set(text string) error {
	digits, percent := strings.CutSuffix(text, "%")
	share, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
	if percent {
		share /= 100
	}
	if err != nil || !(share >= 0 && share <= 1) {
		return errors.New("expected a share from 0 to 100%, such as 1% or 0.01")
	}
	*s = Share(share)
	return nil
}

func (s *Share) String() string { return strconv.FormatFloat(float64(*s)*100, 'g', 12, 64) + "%" }

func (*Share) Type() string { return "string" }

// Seeds is a range of seeds, such as 1-12, or a number of seeds, such as 12.
type Seeds struct {
	First           int32 // first seed of a range, if IsRange is set
	Count           int   // number of seeds, or 0 if not given
	IsRange         bool
	AllowAdditional bool // whether Set accepts a number of additional seeds, such as +12
	IsAdditional    bool // whether Count is a number of additional seeds
}

// SeedsUsage is the help text of a flag for seeds.
const SeedsUsage = "`seeds` (1-12) or a count (12) starting at --seed or a random seed"

func (s *Seeds) Set(text string) error {
	a, b, isRange := strings.Cut(text, "-")
	rest, isAdditional := strings.CutPrefix(a, "+")
	if isAdditional && !isRange && s.AllowAdditional {
		a = rest
	}
	x, err := parseSeed(a)
	y, err2 := parseSeed(b)
	switch {
	case err == nil && !isRange && x > 0:
		*s = Seeds{Count: int(x), AllowAdditional: s.AllowAdditional, IsAdditional: isAdditional}
	case err == nil && err2 == nil && y >= x:
		*s = Seeds{First: x, Count: int(y-x) + 1, IsRange: true, AllowAdditional: s.AllowAdditional}
	default:
		return errors.New("expected a range of seeds such as 1-12, or a number of seeds such as 12")
	}
	return nil
}

func (s *Seeds) String() string {
	switch {
	case s.Count == 0:
		return ""
	case s.IsRange:
		return fmt.Sprintf("%d-%d", s.First, s.Last(s.First))
	case s.IsAdditional:
		return fmt.Sprintf("+%d", s.Count)
	}
	return strconv.Itoa(s.Count)
}

func (*Seeds) Type() string { return "string" }

// Last returns the last seed of the range that starts at first.
func (s *Seeds) Last(first int32) int64 { return int64(first) + int64(max(s.Count, 1)) - 1 }

// ParseSeed parses a seed. If strict is set, non-empty text is parsed by parseKitSeed.
func ParseSeed(text string, strict bool) (int32, error) {
	n, err := parseSeed(text)
	if strict && text != "" {
		n, err = parseKitSeed(text), nil
	}
	if err != nil || n < 0 {
		return 0, fmt.Errorf("--seed %q: %w", text, errSeed)
	}
	return n, nil
}

var errSeed = fmt.Errorf("a seed is a whole number from 0 to %d", res.MaxInt)

func parseSeed(text string) (int32, error) {
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return 0, fmt.Errorf("%q: %w", text, errSeed)
	}
	return int32(n), nil
}

// kitNumberPattern matches an integer as read by a C++ stream.
var kitNumberPattern = lazy.Regexp(`^[ \t\n\v\f\r]*([+-]?[0-9]+)`)

// parseKitSeed returns the integer at the start of text, or 0, like the official programs. Values
// out of range are clamped.
func parseKitSeed(text string) int32 {
	number := kitNumberPattern().FindStringSubmatch(text)
	if number == nil {
		return 0
	}
	n, _ := strconv.ParseInt(number[1], 10, 32)
	return int32(n)
}

// PlayerSeeds holds the seeds of the players' random generators, by seat. If Seeds is nil, the
// seeds of the official programs are used.
type PlayerSeeds struct{ Seeds *sim.PlayerSeeds }

const PlayerSeedsUsage = "the players' `seeds`, as A,B,C,D, to replay a tournament match whose seeds come from a key"

func (p *PlayerSeeds) Set(text string) error {
	words := strings.Split(text, ",")
	if len(words) != sim.Seats {
		return fmt.Errorf("expected the seeds of %d players, as in 1,2,3,4", sim.Seats)
	}
	var seeds sim.PlayerSeeds
	var err error
	for seat, word := range words {
		if seeds[seat], err = parseSeed(word); err != nil {
			return err
		}
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
