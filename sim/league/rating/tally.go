package rating

import (
	"cmp"
	"slices"

	"game-tui/sim"
	"game-tui/sim/league/playoff"
)

// A Tally adds up matches, in any order.
type Tally struct {
	Players []Player
	Matches int
	pairs   []Pair // a against b at [a*n+b]
	n       int
	choices choices
	Dummies []bool // by entry: matches with it do not count for P(pass); may be nil
}

type Player struct {
	WinCount
	Wins   int // sole wins
	Shared int // shared wins
	Score  Sum
	Seats  [sim.Seats]SeatSum
	Outs   map[sim.Reason]int
	Place  float64  // sum of places, see Places
	passes []passes // by bundle of blocks
}

type SeatSum struct {
	WinCount
	Score int64
}

type WinCount struct {
	Matches int
	Twelfth int // wins in twelfths: 12 alone, 6, 4 or 3 if shared by 2, 3 or 4
}

// WinPercent counts shared wins partly.
func (c WinCount) WinPercent() float64 {
	return 100 * float64(c.Twelfth) / 12 / float64(max(c.Matches, 1))
}

type Pair struct {
	Ahead, Level, Behind int
}

func (p Pair) Matches() int { return p.Ahead + p.Level + p.Behind }

// Share returns the fraction of comparisons won, with half of the ties, or 0.5.
func (p Pair) Share() float64 {
	if p.Matches() == 0 {
		return 0.5
	}
	return (float64(p.Ahead) + float64(p.Level)/2) / float64(p.Matches())
}

func NewTally(n int) *Tally {
	return &Tally{Players: make([]Player, n), n: n, pairs: make([]Pair, n*n)}
}

// Add adds a match. Players that went out rank behind all others.
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
	ranked := m.ranked()
	for seat, e := range m.Entries {
		share := 0
		if m.Scores[seat] == best {
			share = 12 / sharing
		}
		p := &t.Players[e]
		p.add(m, seat, share)
		if !t.withDummy(m, seat) {
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

// add adds a match that the player won by share twelfths.
func (p *Player) add(m *MatchScores, seat, share int) {
	switch share {
	case 0:
	case 12:
		p.Wins++
	default:
		p.Shared++
	}
	p.Matches++
	p.Twelfth += share
	p.Place += m.place(seat)
	p.Score.Add(m.Scores[seat])
	s := &p.Seats[seat]
	s.Matches++
	s.Twelfth += share
	s.Score += int64(m.Scores[seat])
	if out := m.Outs[seat]; out != "" {
		if p.Outs == nil {
			p.Outs = map[sim.Reason]int{}
		}
		p.Outs[out]++
	}
}

func (t *Tally) Pair(a, b int) Pair { return t.pairs[a*t.n+b] }

func (p *Pair) add(mine, theirs int) {
	switch cmp.Compare(mine, theirs) {
	case 1:
		p.Ahead++
	case -1:
		p.Behind++
	default:
		p.Level++
	}
}

func (t *Tally) withDummy(m *MatchScores, seat int) bool {
	for other, e := range m.Entries {
		if t.Dummies != nil && other != seat && t.Dummies[e] {
			return true
		}
	}
	return false
}

// Places returns the mean place, 1 to 4.
func (p *Player) Places() float64 { return p.Place / float64(max(p.Matches, 1)) }
