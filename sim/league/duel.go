package league

import "math"

// Verdict is what has been proven of a pair of entries.
type Verdict int8

// The verdicts.
const (
	Open   Verdict = iota // not yet
	Ahead                 // the first is better
	Behind                // the second is better
	Level                 // they differ by less than levelWithin
)

const (
	// levelWithin is the difference that counts as none: of five comparisons
	// the better one wins three, that is 0.20 more than it loses.
	levelWithin = 0.20
	// Alpha bounds the chance that any verdict of a tournament is wrong, however
	// often one looks.
	Alpha = 0.05

	gamblers = 20
)

// Duels decides pairs as early as can be justified. For each pair and block x is
// the mean of +1 (ahead), 0 and -1 (behind) over their comparisons. Gamblers bet
// on it against each hypothesis with fair odds at best; a hypothesis under which
// they would have multiplied their stake by 2·pairs/Alpha is refuted. This is
// valid at every look, because blocks are taken in their own order and not in that of arrival.
type Duels struct {
	n       int
	perSeed int     // tasks of a block
	wins    float64 // the capital that refutes
	pairs   []duel  // a < b at [a*n+b]
	waiting map[int]*blockSum
	next    int // first block that is not taken in
	open    int
}

// duel is one pair.
type duel struct {
	verdict   Verdict
	ahead     stakes // against "the first is not better"
	behind    stakes // against "the second is not better"
	notAhead  stakes // against "the first is better by levelWithin or more"
	notBehind stakes // against "the second is better by levelWithin or more"
}

// blockSum gathers the comparisons of a block until it is complete.
type blockSum struct {
	tasks int
	pairs map[int]Pair
}

// NewDuels prepares the duels of a plan.
func NewDuels(p *Plan) *Duels {
	n := len(p.Player)
	pairs := n * (n - 1) / 2
	return &Duels{
		n: n, perSeed: p.tasksPerSeed(), wins: 2 * float64(pairs) / Alpha,
		pairs: make([]duel, n*n), waiting: map[int]*blockSum{}, open: pairs,
	}
}

// AddResult takes in what came of a task.
func (d *Duels) AddResult(t *Task, r *Result) {
	b := d.waiting[t.Block]
	if b == nil {
		b = &blockSum{pairs: map[int]Pair{}}
		d.waiting[t.Block] = b
	}
	b.tasks++
	for _, row := range r.Scores {
		for i, e := range t.LineUp {
			for j, f := range t.LineUp {
				if e < f {
					p := b.pairs[e*d.n+f]
					p.add(row[i], row[j])
					b.pairs[e*d.n+f] = p
				}
			}
		}
	}
	for b := d.waiting[d.next]; b != nil && b.tasks == d.perSeed; b = d.waiting[d.next] {
		d.take(b)
		delete(d.waiting, d.next)
		d.next++
	}
}

// take lets all pairs of a complete block bet.
func (d *Duels) take(b *blockSum) {
	for i, sum := range b.pairs {
		p := &d.pairs[i]
		if p.verdict != Open {
			continue
		}
		x := float64(sum.Ahead-sum.Behind) / float64(sum.Matches())
		p.ahead.bet(x, 0)
		p.behind.bet(-x, 0)
		p.notAhead.bet(-x, -levelWithin)
		p.notBehind.bet(x, -levelWithin)
		if p.verdict = p.judge(d.wins); p.verdict != Open {
			d.open--
		}
	}
}

// judge is what is proven where a stake has become so many times what it was.
func (p *duel) judge(wins float64) Verdict {
	switch {
	case p.ahead.capital() >= wins:
		return Ahead
	case p.behind.capital() >= wins:
		return Behind
	case p.notAhead.capital() >= wins && p.notBehind.capital() >= wins:
		return Level
	}
	return Open
}

// Verdict is what is proven of entry a against entry b.
func (d *Duels) Verdict(a, b int) Verdict {
	if a < b {
		return d.pairs[a*d.n+b].verdict
	}
	switch v := d.pairs[b*d.n+a].verdict; v {
	case Ahead:
		return Behind
	case Behind:
		return Ahead
	default:
		return v
	}
}

// Open is the number of pairs that are not decided.
func (d *Duels) Open() int { return d.open }

// stakes are the gamblers' capitals, each of whom bets a fixed fraction of what
// they have; as logarithms.
type stakes [gamblers]float64

// bet plays one round against the hypothesis that the mean of x is at most m,
// where x is in -1 … 1: at the odds of each gambler none can expect a gain if it is true.
func (s *stakes) bet(x, m float64) {
	for i := range s {
		fraction := (float64(i) + 0.5) / gamblers
		s[i] += math.Log1p(fraction * (x - m) / (1 + m))
	}
}

// capital is what the gamblers have together, of 1.
func (s *stakes) capital() float64 {
	sum := 0.0
	for _, x := range s {
		sum += math.Exp(x)
	}
	return sum / gamblers
}
