package rating

import (
	"math"

	"game-tui/sim"
)

// A Verdict is the proven relation between two entries.
type Verdict int8

const (
	VerdictOpen Verdict = iota
	VerdictAhead
	VerdictBehind
	VerdictLevel
)

const (
	// levelWithin is the largest negligible difference: the better entry wins three of five
	// comparisons.
	levelWithin = 0.20
	// placesWithin is the largest negligible difference in places in a duel, as a fraction of 3.
	placesWithin = 0.10
	// Alpha bounds the probability that a tournament ever gives any wrong verdict.
	Alpha = 0.05

	bettors = 20
)

// Duels decides comparisons of two entries as early as possible. The value of a block is the mean
// of +1 (ahead), 0 and -1 (behind), or in a duel a third of the difference in places. Bets against
// a true hypothesis are fair at best, so a capital of 2·pairs/Alpha refutes a hypothesis. Blocks
// are processed in numerical order, which makes verdicts valid at any time.
type Duels struct {
	n        int
	perSeed  int
	firstTwo bool
	within   float64
	capital  float64
	pairs    []duelState
	waiting  map[int]*blockSum
	next     int
	open     int
}

type duelState struct {
	verdict   Verdict
	ahead     stakes // bets against "the first entry is not better"
	behind    stakes // bets against "the second entry is not better"
	notAhead  stakes // bets against "the first entry is better by within or more"
	notBehind stakes // bets against "the second entry is better by within or more"
}

type blockSum struct {
	matches int
	pairs   map[int]Pair
	places  float64
}

// NewDuels returns Duels for n entries. If duel is set, it compares only the first two.
func NewDuels(n, matchesPerSeed int, duel bool) *Duels {
	within := levelWithin
	if duel {
		n, within = 2, placesWithin
	}
	pairs := n * (n - 1) / 2
	return &Duels{
		n: n, perSeed: matchesPerSeed, firstTwo: duel, within: within, capital: 2 * float64(pairs) / Alpha,
		pairs: make([]duelState, n*n), waiting: map[int]*blockSum{}, open: pairs,
	}
}

func (d *Duels) Add(m *MatchScores) {
	b := d.waiting[m.Block]
	if b == nil {
		b = &blockSum{pairs: map[int]Pair{}}
		d.waiting[m.Block] = b
	}
	b.matches++
	ranked := m.ranked()
	for i, e := range m.Entries {
		if d.firstTwo && e < 2 {
			b.places += float64(2*e-1) * m.place(i)
		}
		for j, f := range m.Entries {
			if !d.firstTwo && e < f {
				p := b.pairs[e*d.n+f]
				p.add(ranked[i], ranked[j])
				b.pairs[e*d.n+f] = p
			}
		}
	}
	for b := d.waiting[d.next]; b != nil && b.matches == d.perSeed; b = d.waiting[d.next] {
		if d.firstTwo {
			d.bet(1, b.places/(sim.Seats-1))
		}
		for i, sum := range b.pairs {
			d.bet(i, float64(sum.Ahead-sum.Behind)/float64(sum.Matches()))
		}
		delete(d.waiting, d.next)
		d.next++
	}
}

func (d *Duels) bet(pair int, x float64) {
	p := &d.pairs[pair]
	if p.verdict != VerdictOpen {
		return
	}
	p.ahead.bet(x, 0)
	p.behind.bet(-x, 0)
	p.notAhead.bet(-x, -d.within)
	p.notBehind.bet(x, -d.within)
	switch {
	case p.ahead.capital() >= d.capital:
		p.verdict = VerdictAhead
	case p.behind.capital() >= d.capital:
		p.verdict = VerdictBehind
	case p.notAhead.capital() >= d.capital && p.notBehind.capital() >= d.capital:
		p.verdict = VerdictLevel
	default:
		return
	}
	d.open--
}

func (d *Duels) Verdict(a, b int) Verdict {
	if max(a, b) >= d.n {
		return VerdictOpen
	}
	switch v := d.pairs[min(a, b)*d.n+max(a, b)].verdict; {
	case a > b && v == VerdictAhead:
		return VerdictBehind
	case a > b && v == VerdictBehind:
		return VerdictAhead
	default:
		return v
	}
}

func (d *Duels) Open() int { return d.open }

// stakes holds the logarithms of several capitals. Each capital bets its own fixed fraction.
type stakes [bettors]float64

// bet bets on x, which is between -1 and 1, against the hypothesis that its mean is at most m.
func (s *stakes) bet(x, m float64) {
	for i := range s {
		fraction := (float64(i) + 0.5) / bettors
		s[i] += math.Log1p(fraction * (x - m) / (1 + m))
	}
}

func (s *stakes) capital() float64 {
	sum := 0.0
	for _, x := range s {
		sum += math.Exp(x)
	}
	return sum / bettors
}
