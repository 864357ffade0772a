package chance

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
)

// Outcome is what comes of a round of a match with other dice: full games from it tell the
// chance that everything else estimates. They cost seconds, and are kept to judge the rest by.
type Outcome struct {
	Seed  int32 // of the match
	Names [sim.Seats]string
	Round int
	Games int                // that were played to their end
	Win   [sim.Seats]float64 // the share of wins, together 1
	Error [sim.Seats]float64 // its standard error
}

// PlayOut plays so many games from a round of a match to the end.
func PlayOut(ctx context.Context, m Match, round, games int) (o Outcome, err error) {
	w := WhatIf{Match: m, Round: round}
	v, err := w.NewWorth(games)
	if err != nil {
		return o, err
	}
	for v.Next(ctx) {
	}
	o = Outcome{Seed: m.Seed, Names: m.Names, Round: round, Games: games}
	for seat := range o.Win {
		value := v.Value(seat)
		o.Win[seat], o.Error[seat] = value.Was, value.WasError
	}
	return o, ctx.Err()
}

// Within reports whether a chance of a seat and what full games say of it agree: their
// difference is at most two standard errors, of both together.
func (o *Outcome) Within(c *Chance, seat int) bool {
	return math.Abs(o.Win[seat]-c.Win[seat]) <= 2*math.Hypot(o.Error[seat], c.Error[seat])
}

// AppendOutcomes writes outcomes as their file has them, under lines that say how they were made.
func AppendOutcomes(dst []byte, notes []string, list []Outcome) []byte {
	dst = append(dst, "# Who wins from rounds of matches: written by make fit-values, read by package sim/chance.\n"...)
	for _, note := range notes {
		dst = fmt.Appendf(dst, "# %s\n", note)
	}
	dst = append(dst, "# seed | players | round | games to the end | share of wins of each seat, and its standard error\n"...)
	for i := range list {
		o := &list[i]
		dst = fmt.Appendf(dst, "%d | %s | %d | %d", o.Seed, strings.Join(o.Names[:], " "), o.Round, o.Games)
		for seat := range o.Win {
			dst = fmt.Appendf(dst, " | %.4f %.4f", o.Win[seat], o.Error[seat])
		}
		dst = append(dst, '\n')
	}
	return dst
}

// ReadOutcomes reads what AppendOutcomes wrote.
func ReadOutcomes(text string) (list []Outcome, err error) {
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		o, err := readOutcome(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		list = append(list, o)
	}
	return list, nil
}

func readOutcome(line string) (o Outcome, err error) {
	cells := strings.Split(line, " | ")
	if len(cells) != 4+sim.Seats {
		return o, fmt.Errorf("expected %d cells, found %d", 4+sim.Seats, len(cells))
	}
	number := func(cell string, least, most int64) (n int64) {
		n, e := strconv.ParseInt(cell, 10, 32)
		if (e != nil || n < least || n > most) && err == nil {
			err = fmt.Errorf("expected a whole number from %d to %d, found %q", least, most, cell)
		}
		return n
	}
	o.Seed = int32(number(cells[0], math.MinInt32, math.MaxInt32))
	o.Round = int(number(cells[2], 0, maxBranch))
	o.Games = int(number(cells[3], 1, math.MaxInt32))
	names := strings.Split(cells[1], " ")
	if len(names) != sim.Seats && err == nil {
		err = fmt.Errorf("expected %d players, found %q", sim.Seats, cells[1])
	}
	copy(o.Names[:], names)
	for seat, cell := range cells[4:] {
		share, spread, _ := strings.Cut(cell, " ")
		for _, x := range []struct {
			text string
			to   *float64
		}{{share, &o.Win[seat]}, {spread, &o.Error[seat]}} {
			n, e := strconv.ParseFloat(x.text, 64)
			if (e != nil || !(n >= 0 && n <= 1)) && err == nil {
				err = fmt.Errorf("expected a share from 0 to 1 and its error, found %q", cell)
			}
			*x.to = n
		}
	}
	return o, err
}

// Bands compares what is said of rounds, with its bands of two standard errors, with what full
// games say.
type Bands struct {
	Calibration     // of all seats
	Points      int // rounds that were compared
	favourites  int // of them whose band holds the value of full games
	seats       int // the same of all seats
	brier       float64
	widths      []float64 // of favourites
}

// Add takes in what is said of a round of an outcome.
func (b *Bands) Add(o *Outcome, c *Chance) {
	favourite := c.Favourite()
	b.Points++
	for seat, win := range o.Win {
		if o.Within(c, seat) {
			b.seats++
			if seat == favourite {
				b.favourites++
			}
		}
		d := c.Win[seat] - win
		b.brier += d*d + win*(1-win)
	}
	b.widths = append(b.widths, 4*c.Error[favourite])
	b.Calibration.Add(int(o.Seed), c.Win, o.Win)
}

// Held is how often the band holds the value of full games, 0 … 1: of favourites and of all seats.
func (b *Bands) Held() (favourites, seats float64) {
	n := float64(max(b.Points, 1))
	return float64(b.favourites) / n, float64(b.seats) / n / sim.Seats
}

// Brier is the score that is to be expected of what is said, by what full games say.
func (b *Bands) Brier() float64 { return b.brier / float64(max(b.Points, 1)) }

// Width is the median width of the favourites' bands, from end to end.
func (b *Bands) Width() float64 {
	slices.Sort(b.widths)
	if len(b.widths) == 0 {
		return 0
	}
	return b.widths[len(b.widths)/2]
}
