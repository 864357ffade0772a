package forecast

import (
	"math"
	"slices"

	"game-tui/sim"
	"game-tui/sim/league/rating"
)

// model holds the possible performances of each entry, all equally likely. The highest score wins.
type model [][]performance

type performance struct {
	score int // in millionths
	out   bool
}

const unit = 1e6

func inUnits(x float64) int { return int(math.Round(x * unit)) }

// UsesLogScores reports whether scores can be compared by their logarithms, because at least half are
// positive.
func (m *Matches) UsesLogScores() bool {
	low, all := 0, 0
	for _, list := range m.bySeed {
		for i := range list {
			for seat, n := range list[i].Scores {
				if !list[i].Outs[seat] && list[i].entries[seat] != m.Dummy {
					all++
					if n <= 0 {
						low++
					}
				}
			}
		}
	}
	return 2*low < all
}

// fitScores models the logarithm of a score as the sum of the player's strength, the match's level,
// and a residual. Outs do not count for levels.
func fitScores(seeds [][]row, n int) model {
	f := &scoreFit{rows: slices.Concat(seeds...), strength: make([]float64, n), weight: slices.Repeat([]float64{1}, n)}
	f.logs, f.level, f.totalWeight = make([][sim.Seats]float64, len(f.rows)), make([]float64, len(f.rows)), make([]float64, len(f.rows))
	for i := range f.rows {
		for seat, s := range f.rows[i].Scores {
			f.logs[i][seat] = math.Log(float64(max(s, 1)))
		}
	}
	var fitted model
	for range weighings {
		for i := 0; i < maxSteps && f.improve() > 1e-6; i++ {
		}
		fitted = f.performances()
	}
	return fitted
}

// scoreFit fits logarithms of scores by least squares. Players with less variation weigh more.
type scoreFit struct {
	rows               []row
	logs               [][sim.Seats]float64
	strength, weight   []float64 // by player
	level, totalWeight []float64 // of each match
}

const (
	weighings = 4   // updates of the weights
	maxSteps  = 200 // improvements before each update
)

// improve sets the level of each match to the weighted mean of its players' logs minus strengths,
// then the strength of each player to the mean of its logs minus levels. It returns the largest
// change.
func (f *scoreFit) improve() (change float64) {
	sum, count := make([]float64, len(f.strength)), make([]float64, len(f.strength))
	for i := range f.rows {
		left, known := 0.0, 1e-9
		for seat, e := range f.rows[i].entries {
			if !f.rows[i].Outs[seat] {
				left += f.weight[e] * (f.logs[i][seat] - f.strength[e])
				known += f.weight[e]
			}
		}
		f.level[i], f.totalWeight[i] = left/known, known
		for seat, e := range f.rows[i].entries {
			if !f.rows[i].Outs[seat] {
				sum[e] += f.logs[i][seat] - f.level[i]
				count[e]++
			}
		}
	}
	for e := range f.strength {
		next := sum[e] / max(count[e], 1)
		change = max(change, math.Abs(next-f.strength[e]))
		f.strength[e] = next
	}
	return change
}

// performances returns strengths plus residuals, and updates the weights. It scales residuals up,
// because levels have absorbed part of them.
func (f *scoreFit) performances() model {
	fitted := make(model, len(f.strength))
	squares, count := make([]float64, len(f.strength)), make([]float64, len(f.strength))
	for i := range f.rows {
		for seat, e := range f.rows[i].entries {
			rest, part, out := f.logs[i][seat]-f.level[i]-f.strength[e], f.weight[e]/f.totalWeight[i], f.rows[i].Outs[seat]
			switch {
			case out:
				rest /= math.Sqrt(1 + part)
			case part < 0.99: // otherwise it finished alone, and the level follows from it
				rest /= math.Sqrt(1 - part)
				squares[e] += rest * rest
				count[e]++
			}
			fitted[e] = append(fitted[e], performance{inUnits(f.strength[e] + rest), out})
		}
	}
	for e := range squares {
		squares[e] /= max(count[e], 1)
		if len(fitted[e]) == 0 {
			fitted[e] = []performance{{out: true}} // no match on these seeds
		}
	}
	least := slices.Sorted(slices.Values(squares))[len(squares)/2] / 10 // so that no player dominates
	for e := range squares {
		f.weight[e] = 1 / max(squares[e], least, 1e-9)
	}
	return fitted
}

// fitRanks uses ranks only, outs last, with the Plackett–Luce model of ratings: adding Gumbel noise
// to strengths gives such rankings.
func fitRanks(seeds [][]row, n int) model {
	tally := rating.NewTally(n)
	for block, list := range seeds {
		for i := range list {
			tally.Add(&rating.MatchScores{Block: block, Entries: list[i].entries, Scores: list[i].countBelow()})
		}
	}
	fitted := make(model, n)
	for e, points := range tally.Points() {
		const draws = 2000
		for i := range draws {
			gumbel := -math.Log(-math.Log((float64(i) + 0.5) / draws))
			fitted[e] = append(fitted[e], performance{score: inUnits(points*math.Ln10/400 + gumbel)})
		}
	}
	return fitted
}

func (r *row) countBelow() (counts [sim.Seats]int) {
	for seat := range counts {
		for other := range counts {
			if r.Compare(other, seat) < 0 {
				counts[seat]++
			}
		}
	}
	return counts
}
