package league

import (
	"cmp"
	"math"
	"slices"

	"game-tui/sim"
)

// A Tally adds up matches, in any order.
type Tally struct {
	Players []Player
	Matches int
	pairs   []Pair // a against b at [a*n+b]
	n       int
	choices choices
	dummies []bool // by entry: matches with it do not count for P(pass); may be nil
}

// A Player holds an entry's results.
type Player struct {
	Matches int
	Wins    int // sole wins
	Shared  int // shared wins
	Twelfth int // wins in twelfths: 12 alone, 6, 4 or 3 if shared by 2, 3 or 4
	Score   Sum
	Seats   [sim.Seats]SeatSum
	Outs    map[sim.Reason]int
	Place   float64  // sum of Place
	passes  []passes // by bundle of blocks
}

// SeatSum holds an entry's results in one seat.
type SeatSum struct {
	Matches int
	Twelfth int
	Score   int64
}

// WinPercent returns the percentage of matches won. Shared wins count partly.
func (p *Player) WinPercent() float64 { return winPercent(p.Twelfth, p.Matches) }

func (s *SeatSum) WinPercent() float64 { return winPercent(s.Twelfth, s.Matches) }

func winPercent(twelfths, matches int) float64 {
	return 100 * float64(twelfths) / 12 / float64(max(matches, 1))
}

// Sum accumulates numbers and their squares.
type Sum struct {
	N       int
	Sum     int64
	Squares float64 // exact below 2⁵³
	Min     int
	Max     int
}

// outsLast returns scores whose order has players that went out behind all others.
func outsLast(scores [sim.Seats]int, outs [sim.Seats]sim.Reason) [sim.Seats]int {
	for i := range scores {
		if outs[i] != "" {
			scores[i] -= 4 * maxScore
		}
	}
	return scores
}

// A Pair holds an entry's comparisons with another.
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

// Add adds a match of a block, given entries and scores by seat. Players with a reason in outs rank
// behind all others.
func (t *Tally) Add(block int, entries, scores [sim.Seats]int, outs [sim.Seats]sim.Reason) {
	t.Matches++
	best, sharing := slices.Max(scores[:]), 0
	for _, s := range scores {
		if s == best {
			sharing++
		}
	}
	order := outsLast(scores, outs)
	for seat, e := range entries {
		p := &t.Players[e]
		p.Place += Place(scores, outs, seat)
		if !t.withDummy(entries, seat) {
			p.pass(block, Passes(scores, outs, seat))
		}
		share := 0
		if scores[seat] == best {
			share = 12 / sharing
			if sharing == 1 {
				p.Wins++
			} else {
				p.Shared++
			}
		}
		p.Matches++
		p.Twelfth += share
		p.Score.Add(scores[seat])
		s := &p.Seats[seat]
		s.Matches++
		s.Twelfth += share
		s.Score += int64(scores[seat])
		if outs[seat] != "" {
			if p.Outs == nil {
				p.Outs = map[sim.Reason]int{}
			}
			p.Outs[outs[seat]]++
		}
		for other, f := range entries {
			if f != e {
				t.pairs[e*t.n+f].add(order[seat], order[other])
			}
		}
	}
	t.choices.add(block, entries, order)
}

func (t *Tally) AddResult(task *Task, r *Result) {
	var outs [sim.Seats]sim.Reason
	for place, reason := range r.outs() {
		outs[task.Seat(place)] = reason
	}
	t.Add(task.Block, task.Entries(), r.Seats(task), outs)
}

// Pair returns entry a's comparisons with entry b.
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

func (s *Sum) Add(n int) {
	if s.N == 0 {
		s.Min, s.Max = n, n
	}
	s.N++
	s.Sum += int64(n)
	s.Squares += float64(n) * float64(n)
	s.Min, s.Max = min(s.Min, n), max(s.Max, n)
}

func (s *Sum) Mean() float64 { return float64(s.Sum) / float64(max(s.N, 1)) }

// Deviation returns the standard deviation, or 0 for fewer than two numbers.
func (s *Sum) Deviation() float64 {
	if s.N < 2 {
		return 0
	}
	mean := s.Mean()
	return math.Sqrt(max(0, s.Squares-float64(s.N)*mean*mean) / float64(s.N-1))
}

// RelativeError returns the relative standard error of the mean, or 1 for fewer than two numbers. Numbers
// must not be negative.
func (s *Sum) RelativeError() float64 {
	if s.N < 2 {
		return 1
	}
	return 2 * s.Deviation() / max(s.Mean(), 1) / math.Sqrt(float64(s.N))
}

// choices holds rankings as series of choices: the first place is chosen from all four, the next
// from the rest. They are summed by group and bundle of blocks to save memory.
type choices struct {
	bundles [maxBundles]counts
	blocks  []bool // blocks with matches
	seeds   int    // number of such blocks
}

// maxBundles is the number of bundles of blocks. Resampling bundles instead of blocks gives the
// same intervals.
const maxBundles = 500

// group holds the entries that a place was chosen from, ascending, then -1.
type group [sim.Seats]int16

// counts holds how often each member of a group was chosen.
type counts map[group]*[sim.Seats]int32

func (c *choices) add(block int, entries, scores [sim.Seats]int) {
	order := [sim.Seats]int{0, 1, 2, 3}
	slices.SortFunc(order[:], func(a, b int) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(entries[a], entries[b]))
	})
	of := c.bundle(block)
	for from := 0; from < sim.Seats-1; {
		to := from + 1
		for to < sim.Seats && scores[order[to]] == scores[order[from]] {
			to++
		}
		g := group{-1, -1, -1, -1}
		for i, seat := range order[from:] {
			g[i] = int16(entries[seat])
		}
		slices.Sort(g[:sim.Seats-from])
		n := of[g]
		if n == nil {
			n = new([sim.Seats]int32)
			of[g] = n
		}
		for _, seat := range order[from:to] {
			n[slices.Index(g[:], int16(entries[seat]))]++
		}
		from = to
	}
}

func (c *choices) bundle(block int) counts {
	if block >= len(c.blocks) {
		c.blocks = append(c.blocks, make([]bool, block+1-len(c.blocks))...)
	}
	if !c.blocks[block] {
		c.blocks[block] = true
		c.seeds++
	}
	of := &c.bundles[block%maxBundles]
	if *of == nil {
		*of = counts{}
	}
	return *of
}

// A Sample is a snapshot for ratings, in a fixed order so that equal matches give equal results to
// the last bit.
type Sample struct {
	n             int
	seeds         int
	groups        []group
	total         [][sim.Seats]float64 // choices of each member, by group
	bundles       [][]bundled
	never, always []bool // by entry: never ahead or level, never behind or level
}

// bundled holds the choices from one group in a bundle.
type bundled struct {
	group int32
	n     [sim.Seats]int32
}

func (t *Tally) Sample() *Sample {
	s := &Sample{n: t.n, seeds: t.Seeds(), never: make([]bool, t.n), always: make([]bool, t.n)}
	for i := range t.n {
		var sum Pair
		for other := range t.n {
			p := t.Pair(i, other)
			sum.Ahead += p.Ahead
			sum.Level += p.Level
			sum.Behind += p.Behind
		}
		s.never[i], s.always[i] = sum.Ahead+sum.Level == 0, sum.Behind+sum.Level == 0
	}
	s.add(&t.choices)
	return s
}

// add sorts groups, and each bundle's choices by group.
func (s *Sample) add(c *choices) {
	index := map[group]int32{}
	for _, of := range c.bundles {
		for g := range of {
			if _, ok := index[g]; !ok {
				index[g] = 0
				s.groups = append(s.groups, g)
			}
		}
	}
	slices.SortFunc(s.groups, func(a, b group) int { return slices.Compare(a[:], b[:]) })
	for i, g := range s.groups {
		index[g] = int32(i)
	}
	s.total = make([][sim.Seats]float64, len(s.groups))
	for _, of := range c.bundles {
		var list []bundled
		for g, n := range of {
			list = append(list, bundled{index[g], *n})
			for i := range n {
				s.total[index[g]][i] += float64(n[i])
			}
		}
		if len(list) > 0 {
			slices.SortFunc(list, func(a, b bundled) int { return cmp.Compare(a.group, b.group) })
			s.bundles = append(s.bundles, list)
		}
	}
}
