package main

import (
	"fmt"
	"math"
	"testing"

	"game-tui/sim"
)

// A bin compares forecasts of similar chances with what happened. Cases of a match depend on each
// other, so the error is clustered by match.
type bin struct {
	cases, matches     int
	forecast, happened float64 // means, 0 to 1
	error              float64 // standard error of their difference
}

// A calibration sorts forecasts into ten bins: 0 to 10 %, 10 to 20 %, …
type calibration struct{ cells [10][]cell }

// A cell holds the sums of a match in a bin. The forecasts of a match come one after the other.
type cell struct {
	match                 int
	n, forecast, happened float64
}

func (c *calibration) add(match int, chance, share [sim.Seats]float64) {
	for seat := range chance {
		list := &c.cells[min(int(chance[seat]*10), 9)]
		if n := len(*list); n == 0 || (*list)[n-1].match != match {
			*list = append(*list, cell{match: match})
		}
		m := &(*list)[len(*list)-1]
		m.n++
		m.forecast += chance[seat]
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
			sum.n, sum.forecast, sum.happened = sum.n+m.n, sum.forecast+m.forecast, sum.happened+m.happened
		}
		b := bin{cases: int(sum.n), matches: len(list), forecast: sum.forecast / sum.n, happened: sum.happened / sum.n}
		squares := 0.0
		for _, m := range list {
			d := m.happened - m.forecast - m.n*(b.happened-b.forecast)
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

// within reports whether the forecast is off by at most least (0 to 1) or some standard errors.
func (b bin) within(least, errors float64) bool {
	return math.Abs(b.happened-b.forecast) <= max(least, errors*b.error)
}

func (b bin) String() string {
	return fmt.Sprintf("said %4.1f %%, happened %4.1f %% ± %.1f (%d cases of %d matches)",
		100*b.forecast, 100*b.happened, 100*b.error, b.cases, b.matches)
}

func TestCalibrationTellsWrongForecastsFromRight(t *testing.T) {
	t.Parallel()
	var right, wrong calibration
	dice := sim.NewRand(3)
	for i := range 400 {
		p := [sim.Seats]float64{.55, .15, .15, .15}
		won := [sim.Seats]float64{}
		if x := dice.Random(1, 100); x <= 55 {
			won[0] = 1
		} else {
			won[1+x%3] = 1
		}
		right.add(i, p, won)
		wrong.add(i, [sim.Seats]float64{.15, .55, .15, .15}, won)
	}
	a, b := right.bins(), wrong.bins()
	for _, i := range []int{1, 5} {
		if !a[i].within(0.08, 2.5) {
			t.Errorf("right forecast: got %v, want agreement", a[i])
		}
	}
	if b[5].within(0.08, 2.5) {
		t.Errorf("wrong forecast: got %v, want a difference", b[5])
	}
	if a[5].cases != 400 || a[9].cases != 0 {
		t.Errorf("cases at 50 and 90 %%: got %d and %d, want 400 and 0", a[5].cases, a[9].cases)
	}
}
