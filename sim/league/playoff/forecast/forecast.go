// Package forecast predicts from a tournament how its players would do in a play-off. [Read] reads
// the matches, [Matches.Simulate] simulates play-offs with a model fitted to them, and
// [Matches.Sum] returns the forecast.
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

// The first pieces use the matches as they are. Later ones use seeds resampled from them.
const (
	Pieces   = whole + resamples
	Each     = 200          // play-offs per piece
	Playoffs = whole * Each // play-offs with the matches as they are

	whole     = 10
	resamples = 50
)

// Survivals counts, for each player, the play-offs of a piece in which it survived 0, 1, 2 …
// rounds; the last count is for all.
type Survivals [][]int

func (m *Matches) Players() (entries []int) {
	for e := range m.Plan.Players {
		if e != m.Dummy {
			entries = append(entries, e)
		}
	}
	return entries
}

// Simulate simulates a piece. Each play-off ends when to players remain.
func (m *Matches) Simulate(piece, to int) Survivals {
	random := dice.Source(piece)
	seeds := m.bySeed
	if piece >= whole {
		seeds = make([][]row, len(m.bySeed))
		for i := range seeds {
			seeds[i] = m.bySeed[random.IntN(len(m.bySeed))]
		}
	}
	fit := fitRanks
	if m.UsesLogScores() {
		fit = fitScores
	}
	fitted, entries := fit(seeds, len(m.Plan.Players)), m.Players()
	worths := make(model, len(entries))
	for i, e := range entries {
		worths[i] = fitted[e]
	}
	rules := playoff.Rules{Entries: len(entries), To: to}
	ends := make(Survivals, len(entries))
	for i := range ends {
		ends[i] = make([]int, rules.Rounds()+1)
	}
	var results []playoff.Result
	for i := range Each {
		rules.Seed = int32(piece*Each + i)
		s := playoff.New(rules)
		for !s.Over() {
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

// Player is the forecast of a player. Shares and chances are between 0 and 1.
type Player struct {
	Entry    int
	Survived Figure     // mean share of rounds survived
	Range    [2]float64 // bounds of that share in four of five play-offs
	Curve    []Figure   // chance to be in after 1, 2, 3 … rounds
}

// A Figure is a value with its 95 % interval, which excludes the error of the model.
type Figure struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Sum returns the forecast of each player from all pieces.
func (m *Matches) Sum(pieces []Survivals) (list []Player) {
	for i, e := range m.Players() {
		rounds := len(pieces[0][i]) - 1
		p := Player{Entry: e, Survived: figureOf(pieces, i, func(end int) float64 { return float64(end) / float64(rounds) })}
		for r := range rounds {
			p.Curve = append(p.Curve, figureOf(pieces, i, func(end int) float64 { return float64(min(max(end-r, 0), 1)) }))
		}
		out := 0
		for end := range rounds + 1 {
			before := out
			for _, ends := range pieces[:whole] {
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

// figureOf returns the mean of a function of player i's ends. Its interval comes from resampled
// pieces.
func figureOf(pieces []Survivals, i int, value func(end int) float64) Figure {
	var means [Pieces]float64
	var same, other, square, spread float64
	for k, ends := range pieces {
		for end, n := range ends[i] {
			v := value(end)
			means[k] += v * float64(n) / Each
			if k < whole {
				same += v * float64(n)
				square += v * v * float64(n)
			}
		}
		if k >= whole {
			other += means[k]
		}
	}
	for _, m := range means[whole:] {
		spread += (m - other/resamples) * (m - other/resamples) / (resamples - 1)
	}
	mean := same / Playoffs
	luck := square/Playoffs - mean*mean // variance of one play-off
	off := 1.96 * math.Sqrt(max(spread-luck/Each, 0)+max(luck, 0)/Playoffs)
	return Figure{mean, max(mean-off, 0), min(mean+off, 1)}
}

const MinMatches = 100

type Matches struct {
	Plan   *league.Plan
	Dummy  int     // entry that fills up groups
	Total  int     // number of matches
	bySeed [][]row // matches of a seed are not independent
}

type row struct {
	entries [sim.Seats]int // by seat
	playoff.Result
}

// Read reads the matches of a tournament file. Dummy is the entry that fills up groups.
func Read(in *league.Reader, dummy int) (*Matches, error) {
	m := &Matches{Dummy: dummy}
	for r, err := range in.Results() {
		if err != nil {
			return nil, err
		}
		task := in.Schedule.Task(r.N)
		if more := task.Block + 1 - len(m.bySeed); more > 0 {
			m.bySeed = append(m.bySeed, make([][]row, more)...)
		}
		one := row{entries: task.Entries(), Result: playoff.Result{Scores: r.Seats(&task)}}
		for seat, place := range task.Places {
			one.Outs[seat] = r.Out(place) != nil
		}
		m.bySeed[task.Block] = append(m.bySeed[task.Block], one)
		m.Total++
	}
	m.Plan = in.Plan // with amendments
	m.bySeed = slices.DeleteFunc(m.bySeed, func(list []row) bool { return len(list) == 0 })
	return m, nil
}

// Check returns an error if there are too few matches.
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
		return fmt.Errorf("a forecast needs %d matches of each player, %s has played %d", MinMatches, sanitize.Line(m.Plan.Players[least].Name), n)
	}
	if n := len(m.bySeed); n < rating.MinSeeds {
		return fmt.Errorf("a forecast needs matches on %d seeds, these are on %d", rating.MinSeeds, n)
	}
	return nil
}
