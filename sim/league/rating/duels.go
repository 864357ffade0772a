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
	// levelMargin is the largest negligible difference: the better entry wins three of five
	// comparisons.
	levelMargin = 0.20
	// placesMargin is the largest negligible difference in places in a duel, as a fraction of 3.
	placesMargin = 0.10
	// Alpha bounds the probability that a tournament ever gives any wrong verdict.
	Alpha = 0.05

	bettors = 20
)

// Duels decides comparisons of two entries as early as possible. The value of a block is the mean
// of +1 (ahead), 0 and -1 (behind), or in a duel a third of the difference in places. Bets against
// a true hypothesis are fair at best, so a capital of 2·pairs/Alpha refutes a hypothesis. Blocks
// are processed in numerical order, which makes verdicts valid at any time.
type Duels struct {
	n               int
	matchesPerSeed  int
	onlyFirstTwo    bool
	margin          float64
	requiredCapital float64
	pairs           []duelState
	waiting         map[int]*blockSum
	nextBlock       int
	openPairs       int
}

type duelState struct {
	verdict   Verdict
	ahead     stakes // bets against "the first entry is not better"
	behind    stakes // bets against "the second entry is not better"
	notAhead  stakes // bets against "the first entry is better by margin or more"
	notBehind stakes // bets against "the second entry is better by margin or more"
}

type blockSum struct {
	matches         int
	pairs           map[int]Pair
	placeDifference float64
}

// NewDuels returns Duels for n entries. If onlyFirstTwo is set, it ignores the others.
func NewDuels(n, matchesPerSeed int, onlyFirstTwo bool) *Duels {
	margin := levelMargin
	if onlyFirstTwo {
		n, margin = 2, placesMargin
	}
	pairs := n * (n - 1) / 2
	return &Duels{
		n: n, matchesPerSeed: matchesPerSeed, onlyFirstTwo: onlyFirstTwo, margin: margin, requiredCapital: 2 * float64(pairs) / Alpha,
		pairs: make([]duelState, n*n), waiting: map[int]*blockSum{}, openPairs: pairs,
	}
}

func (d *Duels) Add(m *MatchScores) {
	b := d.waiting[m.Block]
	if b == nil {
		b = &blockSum{pairs: map[int]Pair{}}
		d.waiting[m.Block] = b
	}
	b.matches++
	ranked := m.rankingScores()
	for i, e := range m.Entries {
		if d.onlyFirstTwo && e < 2 {
			b.placeDifference += float64(2*e-1) * m.place(i)
		}
		for j, f := range m.Entries {
			if !d.onlyFirstTwo && e < f {
				p := b.pairs[e*d.n+f]
				p.add(ranked[i], ranked[j])
				b.pairs[e*d.n+f] = p
			}
		}
	}
	for b := d.waiting[d.nextBlock]; b != nil && b.matches == d.matchesPerSeed; b = d.waiting[d.nextBlock] {
		if d.onlyFirstTwo {
			d.bet(1, b.placeDifference/(sim.Seats-1))
		}
		for i, sum := range b.pairs {
			d.bet(i, float64(sum.Ahead-sum.Behind)/float64(sum.Matches()))
		}
		delete(d.waiting, d.nextBlock)
		d.nextBlock++
	}
}

func (d *Duels) bet(pair int, x float64) {
	p := &d.pairs[pair]
	if p.verdict != VerdictOpen {
		return
	}
	p.ahead.bet(x, 0)
	p.behind.bet(-x, 0)
	p.notAhead.bet(-x, -d.margin)
	p.notBehind.bet(x, -d.margin)
	switch {
	case p.ahead.capital() >= d.requiredCapital:
		p.verdict = VerdictAhead
	case p.behind.capital() >= d.requiredCapital:
		p.verdict = VerdictBehind
	case p.notAhead.capital() >= d.requiredCapital && p.notBehind.capital() >= d.requiredCapital:
		p.verdict = VerdictLevel
	default:
		return
	}
	d.openPairs--
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

func (d *Duels) OpenPairs() int { return d.openPairs }

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
