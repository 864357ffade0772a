package league

import (
	"math"

	"game-tui/sim"
)

// Verdict is what has been proven of a pair of entries.
type Verdict int8

// The verdicts.
const (
	Open   Verdict = iota // not yet
	Ahead                 // the first is better
	Behind                // the second is better
	Level                 // they differ by less than matters
)

const (
	// levelWithin is the difference that counts as none: of five comparisons
	// the better one wins three, that is 0.20 more than it loses.
	levelWithin = 0.20
	// placesWithin is the same of two that are compared: of ten rivals one more is beaten, that is 0.3 places.
	placesWithin = 0.10
	// Alpha bounds the chance that any verdict of a tournament is wrong, however
	// often one looks.
	Alpha = 0.05

	gamblers = 20
)

// Duels decides pairs as early as can be justified. For each pair and block x is
// the mean of +1 (ahead), 0 and -1 (behind) over their comparisons; of two that play against the same
// rivals, by how many places the first is better, of three. Gamblers bet
// on it against each hypothesis with fair odds at best; a hypothesis under which
// they would have multiplied their stake by 2·pairs/Alpha is refuted. This is
// valid at every look, because blocks are taken in their own order and not in that of arrival.
type Duels struct {
	n       int
	perSeed int     // tasks of a block
	compare bool    // places of the first two, and no pairs
	within  float64 // the difference that counts as none
	wins    float64 // the capital that refutes
	pairs   []duel  // a < b at [a*n+b]
	waiting map[int]*blockSum
	next    int // first block that is not taken in
	open    int
}

type duel struct {
	verdict   Verdict
	ahead     stakes // against "the first is not better"
	behind    stakes // against "the second is not better"
	notAhead  stakes // against "the first is better by levelWithin or more"
	notBehind stakes // against "the second is better by levelWithin or more"
}

// blockSum gathers the comparisons of a block until it is complete.
type blockSum struct {
	tasks  int
	pairs  map[int]Pair
	places float64 // by how many the first of two that are compared is better
}

// NewDuels prepares the duels of a plan.
func NewDuels(p *Plan) *Duels {
	n, within := len(p.Player), levelWithin
	if p.Design == Against {
		n, within = 2, placesWithin
	}
	pairs := n * (n - 1) / 2
	return &Duels{
		n: n, perSeed: p.tasksPerSeed(), compare: p.Design == Against, within: within, wins: 2 * float64(pairs) / Alpha,
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
	if d.compare {
		b.places += Place(r.Scores[0], r.outs(), 0) * float64(2*t.LineUp[0]-1)
	} else {
		b.add(t, outsLast(r.Scores[0], r.outs()), d.n)
	}
	for b := d.waiting[d.next]; b != nil && b.tasks == d.perSeed; b = d.waiting[d.next] {
		d.take(b)
		delete(d.waiting, d.next)
		d.next++
	}
}

// add takes in the comparisons of a match among n entries, whose scores are by place.
func (b *blockSum) add(t *Task, scores [sim.Seats]int, n int) {
	for i, e := range t.LineUp {
		for j, f := range t.LineUp {
			if e < f {
				p := b.pairs[e*n+f]
				p.add(scores[i], scores[j])
				b.pairs[e*n+f] = p
			}
		}
	}
}

// take lets all pairs of a complete block bet.
func (d *Duels) take(b *blockSum) {
	if d.compare {
		d.bet(1, b.places/rivals) // of entry 0 with entry 1
	}
	for i, sum := range b.pairs {
		d.bet(i, float64(sum.Ahead-sum.Behind)/float64(sum.Matches()))
	}
}

func (d *Duels) bet(pair int, x float64) {
	p := &d.pairs[pair]
	if p.verdict != Open {
		return
	}
	p.ahead.bet(x, 0)
	p.behind.bet(-x, 0)
	p.notAhead.bet(-x, -d.within)
	p.notBehind.bet(x, -d.within)
	if p.verdict = p.judge(d.wins); p.verdict != Open {
		d.open--
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

// Verdict is what is proven of entry a against entry b; nothing where they are not compared.
func (d *Duels) Verdict(a, b int) Verdict {
	if max(a, b) >= d.n {
		return Open
	}
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
