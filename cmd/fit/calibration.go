package main

import (
	"fmt"
	"math"

	"game-tui/sim"
)

// bin is how often what was forecast in a band of chances happened. The cases of a
// match depend on each other: the error is clustered by match.
type bin struct {
	cases, matches int
	said, happened float64 // means, 0 … 1
	error          float64 // standard error of their difference
}

// calibration sorts forecasts into ten bins by what they said: 0 to 10 %, 10 to 20 %, …
type calibration struct{ cells [10][]cell }

// cell is what a match adds to a bin. The forecasts of a match come one after the other.
type cell struct {
	match          int
	n              float64
	said, happened float64
}

// add takes in a forecast of a round of a match.
func (c *calibration) add(match int, chance, share [sim.Seats]float64) {
	for seat := range chance {
		list := &c.cells[min(int(chance[seat]*10), 9)]
		if n := len(*list); n == 0 || (*list)[n-1].match != match {
			*list = append(*list, cell{match: match})
		}
		m := &(*list)[len(*list)-1]
		m.n++
		m.said += chance[seat]
		m.happened += share[seat]
	}
}

func (c *calibration) bins() (bins [10]bin) {
	for i, list := range c.cells {
		if len(list) == 0 {
			continue
		}
		var sum cell
		for _, m := range list {
			sum.n, sum.said, sum.happened = sum.n+m.n, sum.said+m.said, sum.happened+m.happened
		}
		b := bin{cases: int(sum.n), matches: len(list), said: sum.said / sum.n, happened: sum.happened / sum.n}
		squares := 0.0
		for _, m := range list {
			d := m.happened - m.said - m.n*(b.happened-b.said)
			squares += d * d
		}
		if k := float64(b.matches); k > 1 {
			squares *= k / (k - 1)
		}
		b.error = math.Sqrt(squares) / sum.n
		bins[i] = b
	}
	return bins
}

// within reports whether what was said is what happened, within a difference, 0 … 1, or so many
// standard errors, whichever is larger.
func (b bin) within(least, errors float64) bool {
	return math.Abs(b.happened-b.said) <= max(least, errors*b.error)
}

func (b bin) String() string {
	return fmt.Sprintf("said %4.1f %%, happened %4.1f %% ± %.1f (%d cases of %d matches)",
		100*b.said, 100*b.happened, 100*b.error, b.cases, b.matches)
}
