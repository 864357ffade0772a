package rating

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"game-tui/sim"
	"game-tui/sim/league/playoff"
)

// A Tally accumulates the results of matches, in any order.
type Tally struct {
	Players []Player
	Matches int
	pairs   []Pair
	n       int
	choices choices
	IsDummy []bool // entries whose matches do not count for their opponents' P(pass); may be nil
}

type Player struct {
	WinCount
	Wins       int
	SharedWins int
	Score      Stats
	Seats      [sim.Seats]SeatSum
	Outs       map[sim.FailureReason]int
	PlaceSum   float64 // sum of the places that MeanPlace averages
	passes     []passCount
}

type SeatSum struct {
	WinCount
	Score int64
}

type WinCount struct {
	Matches     int
	WinTwelfths int // wins in twelfths: 12 for a sole win, 6, 4 or 3 for one shared by 2, 3 or 4
}

// WinPercent returns the percentage of wins. A shared win counts as a fraction.
func (c WinCount) WinPercent() float64 {
	return 100 * float64(c.WinTwelfths) / 12 / float64(max(c.Matches, 1))
}

type Pair struct {
	Ahead, Level, Behind int
}

func (p Pair) Matches() int { return p.Ahead + p.Level + p.Behind }

// Share returns the fraction of comparisons won, counting ties as half. It returns 0.5 without
// comparisons.
func (p Pair) Share() float64 {
	if p.Matches() == 0 {
		return 0.5
	}
	return (float64(p.Ahead) + float64(p.Level)/2) / float64(p.Matches())
}

func NewTally(n int) *Tally {
	return &Tally{Players: make([]Player, n), n: n, pairs: make([]Pair, n*n)}
}

// Add adds a match. In comparisons and ratings, players that went out rank behind all others.
func (t *Tally) Add(m *MatchScores) {
	t.Matches++
	best, sharing := slices.Max(m.Scores[:]), 0
	for _, s := range m.Scores {
		if s == best {
			sharing++
		}
	}
	r := playoff.Result{Scores: m.Scores}
	for seat, out := range m.Outs {
		r.Outs[seat] = out != ""
	}
	ranked := m.rankingScores()
	for seat, e := range m.Entries {
		share := 0
		if m.Scores[seat] == best {
			share = 12 / sharing
		}
		p := &t.Players[e]
		p.add(m, seat, share)
		withDummy := false
		for other, f := range m.Entries {
			withDummy = withDummy || t.IsDummy != nil && other != seat && t.IsDummy[f]
		}
		if !withDummy {
			p.addPass(m.Block, r.Passed(seat))
		}
		for other, f := range m.Entries {
			if f != e {
				t.pairs[e*t.n+f].add(ranked[seat], ranked[other])
			}
		}
	}
	t.choices.add(m.Block, m.Entries, ranked)
}

// add adds a match in which the player's share of the win is share twelfths.
func (p *Player) add(m *MatchScores, seat, share int) {
	switch share {
	case 0:
	case 12:
		p.Wins++
	default:
		p.SharedWins++
	}
	p.Matches++
	p.WinTwelfths += share
	p.PlaceSum += m.place(seat)
	p.Score.Add(m.Scores[seat])
	s := &p.Seats[seat]
	s.Matches++
	s.WinTwelfths += share
	s.Score += int64(m.Scores[seat])
	if out := m.Outs[seat]; out != "" {
		if p.Outs == nil {
			p.Outs = map[sim.FailureReason]int{}
		}
		p.Outs[out]++
	}
}

func (t *Tally) Pair(a, b int) Pair { return t.pairs[a*t.n+b] }

func (p *Pair) add(score, otherScore int) {
	switch cmp.Compare(score, otherScore) {
	case 1:
		p.Ahead++
	case -1:
		p.Behind++
	default:
		p.Level++
	}
}

// MeanPlace returns the mean place, 1 to 4.
func (p *Player) MeanPlace() float64 { return p.PlaceSum / float64(max(p.Matches, 1)) }

// MatchScores holds the result of a match by seat.
type MatchScores struct {
	Block   int
	Entries [sim.Seats]int
	Scores  [sim.Seats]int
	Outs    [sim.Seats]sim.FailureReason // why each player went out, or ""
}

// rankingScores returns the scores, lowered for players that went out so that these rank behind all
// others.
func (m *MatchScores) rankingScores() [sim.Seats]int {
	const penalty = 1 << 42 // exceeds the difference between any two scores
	scores := m.Scores
	for i, out := range m.Outs {
		if out != "" {
			scores[i] -= penalty
		}
	}
	return scores
}

// place returns the place of a seat, 1 to 4; ties share the mean of their places. A player that
// went out is behind all others, but its score still counts in their places.
func (m *MatchScores) place(seat int) float64 {
	scores := m.Scores
	if m.Outs[seat] != "" {
		scores = m.rankingScores()
	}
	place := 0.5
	for _, n := range scores {
		switch {
		case n > scores[seat]:
			place++
		case n == scores[seat]:
			place += 0.5
		}
	}
	return place
}

// Stats accumulates the sum, squares and range of numbers.
type Stats struct {
	N         int
	Sum       int64
	SquareSum float64
	Min       int
	Max       int
}

func (s *Stats) Add(n int) {
	if s.N == 0 {
		s.Min, s.Max = n, n
	}
	s.N++
	s.Sum += int64(n)
	s.SquareSum += float64(n) * float64(n)
	s.Min, s.Max = min(s.Min, n), max(s.Max, n)
}

func (s *Stats) Mean() float64 { return float64(s.Sum) / float64(max(s.N, 1)) }

// Deviation returns the standard deviation, or 0 for fewer than two numbers.
func (s *Stats) Deviation() float64 {
	if s.N < 2 {
		return 0
	}
	mean := s.Mean()
	return math.Sqrt(max(0, s.SquareSum-float64(s.N)*mean*mean) / float64(s.N-1))
}

type passCount struct{ passed, matches int }

func (p *Player) addPass(block int, passed bool) {
	at := block % maxBundles
	for len(p.passes) <= at {
		p.passes = append(p.passes, passCount{})
	}
	p.passes[at].matches++
	if passed {
		p.passes[at].passed++
	}
}

// PassRate is P(pass), the fraction of matches that a player passes, with its 95 % interval. It is NaN
// without matches.
type PassRate struct{ Share, Low, High float64 }

func (p PassRate) String() string {
	if math.IsNaN(p.Share) {
		return "–"
	}
	return fmt.Sprintf("%.0f %% (%.0f–%.0f)", 100*p.Share, 100*p.Low, 100*p.High)
}

// PassRate returns P(pass) in matches without Dummies, with a Wilson interval. The effective number of
// matches follows from the variation between seeds.
func (p *Player) PassRate() PassRate {
	passed, matches, seeds := 0, 0, 0
	for _, b := range p.passes {
		passed += b.passed
		matches += b.matches
		if b.matches > 0 {
			seeds++
		}
	}
	n := float64(matches)
	share := float64(passed) / n
	variance := 0.0
	for _, b := range p.passes {
		d := (float64(b.passed) - share*float64(b.matches)) / n
		variance += d * d * float64(seeds) / float64(seeds-1)
	}
	if variance > 0 && seeds >= MinSeeds {
		n = min(n, share*(1-share)/variance)
	} else {
		n = float64(seeds) // Also used if every seed has the same share.
	}
	const z = 1.96
	mid := (share + z*z/2/n) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/4/n/n)
	return PassRate{share, max(mid-half, 0), min(mid+half, 1)}
}

// A Standing is a player's row in a table.
type Standing struct {
	Entry          int `json:"-"`
	Rating         `json:"-"`
	Matches        int      `json:"matches"`
	Wins           int      `json:"wins"`
	SharedWins     int      `json:"shared_wins"`
	WinPercent     float64  `json:"win_percent"`
	MeanScore      float64  `json:"mean_score"`
	ScoreDeviation float64  `json:"score_deviation"`
	MinScore       int      `json:"min_score"`
	MaxScore       int      `json:"max_score"`
	Outs           int      `json:"outs"`
	MeanPlace      float64  `json:"mean_place"`
	PassRate       PassRate `json:"-"`
}

// Table returns the standings, best first. The ratings may be older than the tally.
func (t *Tally) Table(ratings []Rating) (list []Standing) {
	for i := range t.Players {
		p := &t.Players[i]
		s := Standing{Entry: i, Rating: ratings[i], Matches: p.Matches, Wins: p.Wins, SharedWins: p.SharedWins, WinPercent: p.WinPercent(),
			MeanScore: p.Score.Mean(), ScoreDeviation: p.Score.Deviation(), MinScore: p.Score.Min, MaxScore: p.Score.Max,
			MeanPlace: p.MeanPlace(), PassRate: p.PassRate()}
		for _, n := range p.Outs {
			s.Outs += n
		}
		list = append(list, s)
	}
	slices.SortStableFunc(list, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(b.Points, a.Points))
	})
	return list
}
