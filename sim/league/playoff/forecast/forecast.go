// Package forecast predicts the results of a play-off from the matches of a tournament. [Read]
// reads these matches, [Matches.Simulate] simulates play-offs with a model fitted to them, and
// [Matches.Combine] returns the forecast.
package forecast

import (
	"fmt"
	"math"
	"slices"

	"game-tui/sim"
	"game-tui/sim/dice"
	"game-tui/sim/league"
	"game-tui/sim/league/playoff"
	"game-tui/sim/league/rating"
	"game-tui/sim/sanitize"
)

// A forecast is computed in pieces. The first few fit the model to all matches. The others fit it
// to resampled seeds, to estimate the error.
const (
	Pieces           = fullPieces + resamples
	PlayoffsPerPiece = 200
	Playoffs         = fullPieces * PlayoffsPerPiece // number of play-offs simulated without resampling

	fullPieces = 10
	resamples  = 50
)

// Survivals holds, for each player, the number of simulated play-offs in which it survived 0, 1, 2
// … and all rounds.
type Survivals [][]int

func (m *Matches) Entries() (entries []int) {
	for e := range m.Plan.Players {
		if e != m.Dummy {
			entries = append(entries, e)
		}
	}
	return entries
}

// Simulate simulates PlayoffsPerPiece play-offs, one piece of a forecast. The parameter survivors
// is the number of players left at the end.
func (m *Matches) Simulate(piece, survivors int) Survivals {
	random := dice.Source(piece)
	seeds := m.bySeed
	if piece >= fullPieces {
		seeds = make([][]playedMatch, len(m.bySeed))
		for i := range seeds {
			seeds[i] = m.bySeed[random.IntN(len(m.bySeed))]
		}
	}
	fit := fitRanks
	if m.UsesLogScores() {
		fit = fitScores
	}
	fitted, entries := fit(seeds, len(m.Plan.Players)), m.Entries()
	worths := make(model, len(entries))
	for i, e := range entries {
		worths[i] = fitted[e]
	}
	rules := playoff.Rules{Entries: len(entries), Survivors: survivors}
	ends := make(Survivals, len(entries))
	for i := range ends {
		ends[i] = make([]int, rules.Rounds()+1)
	}
	var results []playoff.Result
	for i := range PlayoffsPerPiece {
		rules.Seed = int32(piece*PlayoffsPerPiece + i)
		s := playoff.New(rules)
		for !s.IsOver() {
			results = results[:0]
			for _, match := range s.Current {
				results = append(results, worths.play(match.Seats, fitted[m.Dummy], &random))
			}
			s.Advance(results)
		}
		for survived, out := range s.Eliminated {
			ends[out.Entry][survived]++
		}
		for _, e := range s.Remaining {
			ends[e][rules.Rounds()]++
		}
	}
	return ends
}

func (m model) play(seats [sim.Seats]int, dummy []performance, random *dice.Source) (r playoff.Result) {
	for seat, e := range seats {
		list := dummy
		if e != playoff.Dummy {
			list = m[e]
		}
		w := &list[random.IntN(len(list))]
		r.Scores[seat], r.Outs[seat] = w.score, w.out
	}
	return r
}

// Player is the forecast for a player. Fractions and probabilities are between 0 and 1.
type Player struct {
	Entry         int
	SurvivedShare Estimate
	Range         [2]float64 // fractions of rounds that bound the middle 80 % of play-offs
	Curve         []Estimate // probability of surviving 1, 2, 3 … rounds
}

// An Estimate is a value with its 95 % interval, which does not include model error.
type Estimate struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Combine combines all pieces into a forecast for each player.
func (m *Matches) Combine(pieces []Survivals) (list []Player) {
	for i, e := range m.Entries() {
		rounds := len(pieces[0][i]) - 1
		p := Player{Entry: e, SurvivedShare: estimateOf(pieces, i, func(end int) float64 { return float64(end) / float64(rounds) })}
		for r := range rounds {
			p.Curve = append(p.Curve, estimateOf(pieces, i, func(end int) float64 { return float64(min(max(end-r, 0), 1)) }))
		}
		out := 0
		for end := range rounds + 1 {
			before := out
			for _, ends := range pieces[:fullPieces] {
				out += ends[i][end]
			}
			for k, tenth := range [2]int{1, 9} {
				if bound := tenth * Playoffs / 10; before < bound && out >= bound {
					p.Range[k] = float64(end) / float64(rounds)
				}
			}
		}
		list = append(list, p)
	}
	return list
}

// estimateOf returns the mean of value over the numbers of rounds that player i survived. The
// interval comes from the resampled pieces.
func estimateOf(pieces []Survivals, i int, value func(end int) float64) Estimate {
	var means [Pieces]float64
	var fullSum, resampledSum, square, spread float64
	for k, ends := range pieces {
		for end, n := range ends[i] {
			v := value(end)
			means[k] += v * float64(n) / PlayoffsPerPiece
			if k < fullPieces {
				fullSum += v * float64(n)
				square += v * v * float64(n)
			}
		}
		if k >= fullPieces {
			resampledSum += means[k]
		}
	}
	for _, m := range means[fullPieces:] {
		spread += (m - resampledSum/resamples) * (m - resampledSum/resamples) / (resamples - 1)
	}
	mean := fullSum / Playoffs
	variance := square/Playoffs - mean*mean
	margin := 1.96 * math.Sqrt(max(spread-variance/PlayoffsPerPiece, 0)+max(variance, 0)/Playoffs)
	return Estimate{mean, max(mean-margin, 0), min(mean+margin, 1)}
}

const MinMatches = 100

type Matches struct {
	Plan   *league.Plan
	Dummy  int
	Count  int
	bySeed [][]playedMatch // matches grouped by seed, because matches of one seed are correlated
}

type playedMatch struct {
	entries [sim.Seats]int
	playoff.Result
}

// Read reads the matches of a tournament file. dummy is the entry that fills incomplete groups.
func Read(in *league.Reader, dummy int) (*Matches, error) {
	m := &Matches{Dummy: dummy}
	for r, err := range in.Results() {
		if err != nil {
			return nil, err
		}
		task := in.Schedule.Task(r.N)
		if more := task.Block + 1 - len(m.bySeed); more > 0 {
			m.bySeed = append(m.bySeed, make([][]playedMatch, more)...)
		}
		played := playedMatch{entries: task.Entries(), Result: playoff.Result{Scores: r.SeatScores(&task)}}
		for seat, place := range task.Places {
			played.Outs[seat] = r.Failure(place) != nil
		}
		m.bySeed[task.Block] = append(m.bySeed[task.Block], played)
		m.Count++
	}
	m.Plan = in.Plan
	m.bySeed = slices.DeleteFunc(m.bySeed, func(list []playedMatch) bool { return len(list) == 0 })
	return m, nil
}

// Check returns an error if there are too few matches or seeds.
func (m *Matches) Check() error {
	played := make([]int, len(m.Plan.Players))
	for _, list := range m.bySeed {
		for i := range list {
			for _, e := range list[i].entries {
				played[e]++
			}
		}
	}
	least := 0
	for e, n := range played {
		if n < played[least] {
			least = e
		}
	}
	if n := played[least]; n < MinMatches {
		return fmt.Errorf("a forecast needs %d matches per player, but %s has played %d", MinMatches, sanitize.Line(m.Plan.Players[least].Name), n)
	}
	if n := len(m.bySeed); n < rating.MinSeeds {
		return fmt.Errorf("a forecast needs matches on %d seeds, but there are only %d", rating.MinSeeds, n)
	}
	return nil
}

// model holds the possible performances of each entry, all equally likely. The highest score wins.
type model [][]performance

type performance struct {
	score int
	out   bool
}

const scoreScale = 1e6

func scaledScore(x float64) int { return int(math.Round(x * scoreScale)) }

// UsesLogScores reports whether more than half of the scores are positive. Scores are then compared
// by their logarithms.
func (m *Matches) UsesLogScores() bool {
	nonPositive, total := 0, 0
	for _, list := range m.bySeed {
		for i := range list {
			for seat, n := range list[i].Scores {
				if !list[i].Outs[seat] && list[i].entries[seat] != m.Dummy {
					total++
					if n <= 0 {
						nonPositive++
					}
				}
			}
		}
	}
	return 2*nonPositive < total
}

// fitScores models the logarithm of a score as the sum of the player's strength, the match's level,
// and a residual. Players that went out do not affect levels.
func fitScores(seeds [][]playedMatch, n int) model {
	f := &scoreFit{rows: slices.Concat(seeds...), strengths: make([]float64, n), weights: slices.Repeat([]float64{1}, n)}
	f.logs, f.levels, f.totalWeights = make([][sim.Seats]float64, len(f.rows)), make([]float64, len(f.rows)), make([]float64, len(f.rows))
	for i := range f.rows {
		for seat, s := range f.rows[i].Scores {
			f.logs[i][seat] = math.Log(float64(max(s, 1)))
		}
	}
	var fitted model
	for range reweightings {
		for i := 0; i < maxSteps && f.improve() > 1e-6; i++ {
		}
		fitted = f.performances()
	}
	return fitted
}

// scoreFit fits logarithms of scores by least squares. Players with less variation have more
// weight.
type scoreFit struct {
	rows                 []playedMatch
	logs                 [][sim.Seats]float64
	strengths, weights   []float64
	levels, totalWeights []float64
}

const (
	reweightings = 4
	maxSteps     = 200
)

// improve recomputes each match's level from its players' strengths, and then each player's
// strength from the levels. It returns the largest change in strength.
func (f *scoreFit) improve() (change float64) {
	sum, count := make([]float64, len(f.strengths)), make([]float64, len(f.strengths))
	for i := range f.rows {
		residualSum, weightSum := 0.0, 1e-9
		for seat, e := range f.rows[i].entries {
			if !f.rows[i].Outs[seat] {
				residualSum += f.weights[e] * (f.logs[i][seat] - f.strengths[e])
				weightSum += f.weights[e]
			}
		}
		f.levels[i], f.totalWeights[i] = residualSum/weightSum, weightSum
		for seat, e := range f.rows[i].entries {
			if !f.rows[i].Outs[seat] {
				sum[e] += f.logs[i][seat] - f.levels[i]
				count[e]++
			}
		}
	}
	for e := range f.strengths {
		next := sum[e] / max(count[e], 1)
		change = max(change, math.Abs(next-f.strengths[e]))
		f.strengths[e] = next
	}
	return change
}

// performances returns strengths plus residuals, and updates the weights. It scales residuals up,
// because fitted levels absorb part of them.
func (f *scoreFit) performances() model {
	fitted := make(model, len(f.strengths))
	squares, count := make([]float64, len(f.strengths)), make([]float64, len(f.strengths))
	for i := range f.rows {
		for seat, e := range f.rows[i].entries {
			rest, part, out := f.logs[i][seat]-f.levels[i]-f.strengths[e], f.weights[e]/f.totalWeights[i], f.rows[i].Outs[seat]
			switch {
			case out:
				rest /= math.Sqrt(1 + part)
			case part < 0.99: // A player that finished alone determines the level, so its residual carries no information.
				rest /= math.Sqrt(1 - part)
				squares[e] += rest * rest
				count[e]++
			}
			fitted[e] = append(fitted[e], performance{scaledScore(f.strengths[e] + rest), out})
		}
	}
	for e := range squares {
		squares[e] /= max(count[e], 1)
		if len(fitted[e]) == 0 {
			fitted[e] = []performance{{out: true}}
		}
	}
	// Bound the variances from below, so that no player dominates the fit.
	least := slices.Sorted(slices.Values(squares))[len(squares)/2] / 10
	for e := range squares {
		f.weights[e] = 1 / max(squares[e], least, 1e-9)
	}
	return fitted
}

// fitRanks fits the Plackett–Luce model to ranks; players that went out rank last. Strengths with
// added Gumbel noise produce rankings of this model.
func fitRanks(seeds [][]playedMatch, n int) model {
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
			fitted[e] = append(fitted[e], performance{score: scaledScore(points*math.Ln10/400 + gumbel)})
		}
	}
	return fitted
}

func (r *playedMatch) countBelow() (counts [sim.Seats]int) {
	for seat := range counts {
		for other := range counts {
			if r.Compare(other, seat) < 0 {
				counts[seat]++
			}
		}
	}
	return counts
}
