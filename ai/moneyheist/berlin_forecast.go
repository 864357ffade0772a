package moneyheist

import (
	"game-tui/ai/paths"
	"game-tui/sim"
	mh "game-tui/sim/game/moneyheist"
)

// forecast holds the expected number of enemy soldiers per cell.
type forecast struct {
	armed, unarmed         field // soldiers expected at the end of this round
	arrivals               field // soldiers expected to arrive in the next round, weighted by trust
	filledCells            []sim.Pos
	itemSearch, preySearch paths.Search // searches from items and from our units
	ourUnits               paths.Cells
}

// field holds a number per cell. Its border ensures that every cell has four neighbours.
type field [mh.Rows + 2][mh.Cols + 2]float64

func valueAt(f *field, p sim.Pos) float64 { return f[p.Row+1][p.Col+1] }

func sumOfNeighbors(f *field, p sim.Pos) float64 {
	i, j := p.Row+1, p.Col+1
	return f[i-1][j] + f[i+1][j] + f[i][j-1] + f[i][j+1]
}

func (f *forecast) add(dst *field, p sim.Pos, x float64) {
	dst[p.Row+1][p.Col+1] += x
	f.filledCells = append(f.filledCells, p)
}

const (
	forecastReach = 5 // enemies are predicted up to this distance from our units
	huntReach     = 3 // maximum distance at which armed enemies hunt our soldiers
)

// Weights of an enemy's possible steps. Several can apply to one step.
const (
	stayWeight      = 0.5
	stepWeight      = 0.5 // weight of every possible step
	itemWeight      = 2.0 // weight of steps towards the nearest item
	firstItemWeight = 4.0 // extra weight of the first step towards an item, in the order of sim.UDLR
	huntWeight      = 4.0 // weight of an armed enemy's steps towards our units
)

func (b *berlin) predict() {
	f := &b.forecast
	for _, p := range f.filledCells {
		i, j := p.Row+1, p.Col+1
		f.armed[i][j], f.unarmed[i][j], f.arrivals[i][j] = 0, 0, 0
	}
	f.filledCells = f.filledCells[:0]
	f.ourUnits = paths.Cells{}
	for i := range f.ourUnits {
		b.items[i] = b.s.MoneyRow(i) | b.s.HealthRow(i) | b.s.PoisonRow(i)
		f.ourUnits[i] = b.units[i] &^ b.enemyUnits[i]
	}
	near := f.ourUnits
	for range forecastReach {
		near = withNeighbors(&near)
	}
	f.itemSearch.Start(&b.free, &b.items)
	f.preySearch.Start(&b.free, &f.ourUnits)
	b.updateTrust()
	for clan := range sim.Seats {
		if clan == b.me {
			continue
		}
		clanTrust := b.trustIn(clan)
		for _, id := range b.s.Soldiers(clan) {
			p, armed := b.s.PosOf(id), b.s.PoisonOf(id) > 0
			if armed {
				if k, ok := f.itemSearch.FirstStep(p, &sim.UDLRSteps, nil); ok {
					b.trust.guesses = append(b.trust.guesses, guess{id, int32(clan), p.Add(sim.UDLRSteps[k])})
				}
			}
			if near.Has(p.Row, p.Col) {
				b.predictSoldier(p, armed, clanTrust)
			}
		}
	}
}

// predictSoldier spreads a soldier over the cells that it may enter. It assumes that most soldiers
// go to the nearest item, like Greedy.
func (b *berlin) predictSoldier(p sim.Pos, armed bool, clanTrust float64) {
	f, to := &b.forecast, &b.forecast.unarmed
	toItems, toPrey := f.itemSearch.FirstSteps(p, &sim.UDLRSteps, nil), uint8(0)
	if armed {
		to = &f.armed
		if f.preySearch.DistanceTo(p, huntReach) != paths.Unreachable {
			toPrey = f.preySearch.FirstSteps(p, &sim.UDLRSteps, nil)
		}
	}
	var weights [4]float64
	first, sum := -1, stayWeight
	for k, step := range sim.UDLRSteps {
		q := p.Add(step)
		if armed && paths.Has(&f.ourUnits, q) { // the soldier attacks and stays on its cell
			f.add(to, p, 1)
			return
		}
		if !paths.Has(&b.open, q) {
			continue
		}
		w := stepWeight
		if toItems>>k&1 != 0 {
			w += itemWeight
			if first < 0 {
				first = k
				w += firstItemWeight
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
		b.predictNextStep(p.Add(sim.UDLRSteps[first]), clanTrust*weights[first]/sum)
	}
}

// predictNextStep predicts a soldier's second step, unless its first one leads to an item.
func (b *berlin) predictNextStep(p sim.Pos, chance float64) {
	f := &b.forecast
	if b.items.Has(p.Row, p.Col) {
		return
	}
	if k, ok := f.itemSearch.FirstStep(p, &sim.UDLRSteps, nil); ok {
		f.add(&f.arrivals, p.Add(sim.UDLRSteps[k]), chance)
	}
}

// trust tracks how often predictions of each clan's armed soldiers were correct.
type trust struct {
	round   int // round of the latest predictions
	guesses []guess
	clans   [sim.Seats]struct{ correct, total float64 } // weighted counts of correct predictions and of all predictions
}

type guess struct {
	id, clan int32
	cell     sim.Pos
}

// Trust in a clan grows from 0 to 1 as its share of correct predictions grows from zeroTrustShare to
// fullTrustShare. Berlin does not lie in wait for clans with trust 0.
const zeroTrustShare, fullTrustShare float64 = 0.85, 0.95

// initialTrust is the trust in a clan before any prediction.
const initialTrust = 0.2

const trustDecay = 0.7

// HistoryRounds implements sim.HistoryPlayer. Rounds further back have a total weight of at most
// 0.7^8, or about 6 %.
func (b *berlin) HistoryRounds() int { return 8 }

func (b *berlin) updateTrust() {
	t := &b.trust
	if b.s.Round() != t.round+1 {
		t.guesses = t.guesses[:0]
	}
	t.round = b.s.Round()
	for i := range t.clans {
		t.clans[i].correct *= trustDecay
		t.clans[i].total *= trustDecay
	}
	for _, g := range t.guesses {
		if u := b.s.Unit(g.id); u.Player == int(g.clan) {
			t.clans[g.clan].total++
			if u.Pos == g.cell {
				t.clans[g.clan].correct++
			}
		}
	}
	t.guesses = t.guesses[:0]
}

func (b *berlin) trustIn(clan int) float64 {
	c := &b.trust.clans[clan]
	if c.total == 0 {
		return initialTrust
	}
	return min(max((c.correct/c.total-zeroTrustShare)/(fullTrustShare-zeroTrustShare), 0), 1)
}
