package chance

import (
	"fmt"
	"math"

	"game-tui/sim"
)

// Brier is the error of a forecast: the sum over the seats of the squared difference
// between chance and share of the win, 0 … 2. Four equal chances give 0.75.
func Brier(chance, share [sim.Seats]float64) float64 {
	sum := 0.0
	for seat := range chance {
		d := chance[seat] - share[seat]
		sum += d * d
	}
	return sum
}

// Bin is how often what was forecast in a band of chances happened. The cases of a
// match depend on each other: Error is clustered by match.
type Bin struct {
	Cases, Matches int
	Said, Happened float64 // means, 0 … 1
	Error          float64 // standard error of their difference
}

// Calibration sorts forecasts into ten bins by what they said.
type Calibration struct {
	bins [10][]cell // one for each match, in the order in which they came
	at   [10]map[int]int
}

// cell is what a match adds to a bin.
type cell struct {
	n              int
	said, happened float64
}

// Add takes in a forecast of a round of a match.
func (c *Calibration) Add(match int, chance, share [sim.Seats]float64) {
	for seat := range chance {
		i := min(int(chance[seat]*10), 9)
		if c.at[i] == nil {
			c.at[i] = map[int]int{}
		}
		at, ok := c.at[i][match]
		if !ok {
			at = len(c.bins[i])
			c.at[i][match] = at
			c.bins[i] = append(c.bins[i], cell{})
		}
		m := &c.bins[i][at]
		m.n++
		m.said += chance[seat]
		m.happened += share[seat]
	}
}

// Bins returns the ten bins: 0 to 10 %, 10 to 20 %, …
func (c *Calibration) Bins() (bins [10]Bin) {
	for i, byMatch := range c.bins {
		b := &bins[i]
		b.Matches = len(byMatch)
		for _, m := range byMatch {
			b.Cases += m.n
			b.Said += m.said
			b.Happened += m.happened
		}
		if b.Cases == 0 {
			continue
		}
		n := float64(b.Cases)
		b.Said /= n
		b.Happened /= n
		sum := 0.0
		for _, m := range byMatch {
			d := m.happened - m.said - float64(m.n)*(b.Happened-b.Said)
			sum += d * d
		}
		k := float64(b.Matches)
		if k > 1 {
			sum *= k / (k - 1)
		}
		b.Error = math.Sqrt(sum) / n
	}
	return bins
}

// Enough reports whether a bin has cases enough to be judged.
func (b *Bin) Enough() bool { return b.Cases >= 150 && b.Matches >= 40 }

// Good reports whether what was said is what happened, within 8 points of 100 or 2.5
// standard errors, whichever is larger.
func (b *Bin) Good() bool { return b.Within(0.08, 2.5) }

// Within reports whether what was said is what happened, within a difference, 0 … 1, or so many
// standard errors, whichever is larger.
func (b *Bin) Within(least, errors float64) bool {
	return math.Abs(b.Happened-b.Said) <= max(least, errors*b.Error)
}

func (b *Bin) String() string {
	return fmt.Sprintf("said %4.1f %%, happened %4.1f %% ± %.1f (%d cases of %d matches)",
		100*b.Said, 100*b.Happened, 100*b.Error, b.Cases, b.Matches)
}

// JudgedRounds are the rounds of a match of n at which forecasts are judged: at 10,
// 25, 50, 75 and 90 of 100.
func JudgedRounds(n int) []int {
	return []int{n / 10, n / 4, n / 2, 3 * n / 4, 9 * n / 10}
}

// Score is the mean Brier score of the table on samples.
func (t *Table) Score(samples []Sample) float64 {
	sum := 0.0
	for i := range samples {
		sum += Brier(t.Chance(&samples[i]), samples[i].Share)
	}
	return sum / float64(max(1, len(samples)))
}

// Calibrate compares what the table says of samples with what happened.
func (t *Table) Calibrate(samples []Sample) [10]Bin {
	var c Calibration
	for i := range samples {
		c.Add(samples[i].Match, t.Chance(&samples[i]), samples[i].Share)
	}
	return c.Bins()
}
