package moneyheist

import (
	"game-tui/ai/paths"
	"game-tui/sim"
	mh "game-tui/sim/game/moneyheist"
)

// forecast holds the expected number of enemy soldiers per cell.
type forecast struct {
	armed, unarmed field // soldiers expected at the end of this round
	arrivals       field // soldiers expected to arrive in the next round, weighted by trust
	filled         []sim.Pos
	items, prey    paths.Search // searches from items and from our units
	ours           paths.Cells
}

// field holds a number per cell. Its border ensures that every cell has four neighbours.
type field [mh.Rows + 2][mh.Cols + 2]float64

func at(f *field, p sim.Pos) float64 { return f[p.Row+1][p.Col+1] }

func sumOfNeighbors(f *field, p sim.Pos) float64 {
	i, j := p.Row+1, p.Col+1
	return f[i-1][j] + f[i+1][j] + f[i][j-1] + f[i][j+1]
}

func (f *forecast) add(to *field, p sim.Pos, x float64) {
	to[p.Row+1][p.Col+1] += x
	f.filled = append(f.filled, p)
}

const (
	forecastReach = 5 // enemies are predicted up to this distance from our units
	huntReach     = 3 // maximum distance at which armed enemies hunt our soldiers
)

// Weights of an enemy's possible steps. Several can apply to one step.
const (
	stayWeight  = 0.5
	anyWeight   = 0.5 // weight of every possible step
	itemWeight  = 2.0 // weight of steps towards the nearest item
	firstWeight = 4.0 // extra weight of the first step towards an item, in the order of sim.UDLR
	huntWeight  = 4.0 // weight of an armed enemy's steps towards our units
)

func (b *berlin) predict() {
	f := &b.forecast
	for _, p := range f.filled {
		i, j := p.Row+1, p.Col+1
		f.armed[i][j], f.unarmed[i][j], f.arrivals[i][j] = 0, 0, 0
	}
	f.filled = f.filled[:0]
	f.ours = paths.Cells{}
	for i := range f.ours {
		b.items[i] = b.s.MoneyRow(i) | b.s.HealthRow(i) | b.s.PoisonRow(i)
		f.ours[i] = b.units[i] &^ b.others[i]
	}
	near := f.ours
	for range forecastReach {
		near = widen(&near)
	}
	f.items.Start(&b.free, &b.items)
	f.prey.Start(&b.free, &f.ours)
	b.learn()
	for clan := range sim.Seats {
		if clan == b.me {
			continue
		}
		trusted := b.reliability(clan)
		for _, id := range b.s.Soldiers(clan) {
			p, armed := b.s.PosOf(id), b.s.PoisonOf(id) > 0
			if armed {
				if k, ok := f.items.FirstStep(p, &sim.UDLRSteps, nil); ok {
					b.trust.guesses = append(b.trust.guesses, guess{id, int32(clan), p.Add(sim.UDLRSteps[k])})
				}
			}
			if near.Has(p.Row, p.Col) {
				b.predictSoldier(p, armed, trusted)
			}
		}
	}
}

// predictSoldier spreads a soldier over the cells that it may enter. It assumes that most soldiers
// go to the nearest item, like Greedy.
func (b *berlin) predictSoldier(p sim.Pos, armed bool, trusted float64) {
	f, to := &b.forecast, &b.forecast.unarmed
	toItems, toPrey := f.items.FirstSteps(p, &sim.UDLRSteps, nil), uint8(0)
	if armed {
		to = &f.armed
		if f.prey.DistanceTo(p, huntReach) != paths.Far {
			toPrey = f.prey.FirstSteps(p, &sim.UDLRSteps, nil)
		}
	}
	var weights [4]float64
	first, sum := -1, stayWeight
	for k, step := range sim.UDLRSteps {
		q := p.Add(step)
		if armed && paths.Has(&f.ours, q) { // the soldier attacks and stays on its cell
			f.add(to, p, 1)
			return
		}
		if !paths.Has(&b.open, q) {
			continue
		}
		w := anyWeight
		if toItems>>k&1 != 0 {
			w += itemWeight
			if first < 0 {
				first = k
				w += firstWeight
			}
		}
		if toPrey>>k&1 != 0 {
			w += huntWeight
		}
		weights[k] = w
		sum += w
	}
	f.add(to, p, stayWeight/sum)
	for k, step := range sim.UDLRSteps {
		if weights[k] > 0 {
			f.add(to, p.Add(step), weights[k]/sum)
		}
	}
	if first >= 0 {
		b.predictNextStep(p.Add(sim.UDLRSteps[first]), trusted*weights[first]/sum)
	}
}

// predictNextStep predicts a soldier's second step, unless its first one leads to an item.
func (b *berlin) predictNextStep(p sim.Pos, chance float64) {
	f := &b.forecast
	if b.items.Has(p.Row, p.Col) {
		return
	}
	if k, ok := f.items.FirstStep(p, &sim.UDLRSteps, nil); ok {
		f.add(&f.arrivals, p.Add(sim.UDLRSteps[k]), chance)
	}
}

// trust tracks how often predictions of each clan's armed soldiers were correct.
type trust struct {
	round   int // round of the latest predictions
	guesses []guess
	clans   [sim.Seats]struct{ right, all float64 } // weighted counts of correct predictions and of all predictions
}

type guess struct {
	id, clan int32
	to       sim.Pos
}

// Trust in a clan grows from 0 to 1 as its share of correct predictions grows from trustFrom to
// trustTo. Berlin does not lie in wait for clans with trust 0.
const trustFrom, trustTo float64 = 0.85, 0.95

// firstTrust is the trust in a clan before any prediction.
const firstTrust = 0.2

const decay = 0.7

// HistoryRounds implements sim.HistoryPlayer. Rounds further back have a total weight of at most
// 0.7^8, or about 6 %.
func (b *berlin) HistoryRounds() int { return 8 }

func (b *berlin) learn() {
	t := &b.trust
	if b.s.Round() != t.round+1 {
		t.guesses = t.guesses[:0]
	}
	t.round = b.s.Round()
	for i := range t.clans {
		t.clans[i].right *= decay
		t.clans[i].all *= decay
	}
	for _, g := range t.guesses {
		if u := b.s.Unit(g.id); u.Player == int(g.clan) {
			t.clans[g.clan].all++
			if u.Pos == g.to {
				t.clans[g.clan].right++
			}
		}
	}
	t.guesses = t.guesses[:0]
}

func (b *berlin) reliability(clan int) float64 {
	c := &b.trust.clans[clan]
	if c.all == 0 {
		return firstTrust
	}
	return min(max((c.right/c.all-trustFrom)/(trustTo-trustFrom), 0), 1)
}
