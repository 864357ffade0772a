package moneyheist

import (
	"cmp"
	"slices"

	"game-tui/ai/paths"
	"game-tui/sim"
	mh "game-tui/sim/game/moneyheist"
)

// Values of items in points.
const (
	poisonValue float64 = 8   // value of a poison kit
	poisonNeed  float64 = 15  // bonus for a poison kit if all our soldiers are unarmed
	healthValue float64 = 2   // value of a health kit
	cluster     float64 = 1.5 // weight of the items near an item, by their value per step

	clusterReach = 8 // maximum distance of items that count as near
	huntSteps    = 7 // maximum distance at which soldiers hunt a professor

	rivalNearer float64 = 0.25 // factor on an item's value if an enemy is closer
	rivalEqual  float64 = 0.5  // factor on an item's value if an enemy is equally close
)

type way struct {
	steps uint8   // first steps of the shortest paths, as bits
	rate  float64 // points per round on the way
}

// walk is an order that can wait. Orders are sorted by key, lowest first.
type walk struct {
	key   float64
	order sim.Order
}

// planWays assigns items and professors to soldiers, best pairs first.
func (b *berlin) planWays() {
	b.ways = append(b.ways[:0], make([]way, len(b.soldiers))...)
	unarmed := 0
	for i := range b.soldiers {
		if b.soldiers[i].poison == 0 {
			unarmed++
		}
	}
	poisonKit := poisonValue + poisonNeed*(float64(unarmed)/float64(max(len(b.soldiers), 1)))
	b.listTargets(int(16*poisonKit), int(16*healthValue), nil, func(mh.Unit) int { return int(16 * professorHit) })
	b.addNeighbours()
	b.watchRivals()
	b.offers.Reset()
	most := min(maxTargets, 1+maxOffers/max(len(b.soldiers), 1))
	for k := range b.soldiers {
		if !b.soldiers[k].busy {
			b.offer(k, most, huntSteps, &b.open, b.rateOf)
		}
	}
	b.share(func(k int, j *target) {
		from := b.soldiers[k].at
		b.ways[k] = way{
			steps: b.search.Between(&b.free, from, j.at, &sim.Steps, nil),
			rate:  float64(j.worth) / 16 / float64(from.Distance(j.at)+1),
		}
	})
}

// addNeighbours adds to the value of each item a part of those near it.
func (b *berlin) addNeighbours() {
	more := b.more[:0]
	for i := range b.targets {
		near := 0.0
		for j := range b.targets {
			v, w := &b.targets[i], &b.targets[j]
			if d := v.at.Distance(w.at); i != j && !v.enemy && !w.enemy && d <= clusterReach {
				near += float64(w.worth) / float64(d+1)
			}
		}
		more = append(more, int(cluster*near))
	}
	for i, x := range more {
		b.targets[i].worth += x
	}
	b.more = more
}

// maxOffers limits the total number of offers, for speed.
const maxOffers = 160

func (b *berlin) rateOf(j *target, dist int) float64 {
	worth := float64(j.worth)
	if !j.enemy && j.rival < dist {
		worth *= rivalNearer
	} else if !j.enemy && j.rival == dist {
		worth *= rivalEqual
	}
	return worth / float64(dist+1)
}

// planCharges keeps soldiers without poison in place while the pot contains some.
func (b *berlin) planCharges() {
	pot := b.s.AvailablePoison(b.me)
	for k := range b.soldiers {
		v := &b.soldiers[k]
		if pot > 0 && !v.busy && v.poison == 0 && !paths.Has(&b.menaced, v.at) {
			v.busy = true
			b.walks = append(b.walks, walk{0, mh.Charge(v.id)})
			pot -= min(pot, b.set.SoldierMaxPoisons)
		}
	}
}

// moveAll moves the remaining soldiers. Fleeing soldiers move first, and soldiers that may meet an
// enemy last.
func (b *berlin) moveAll() {
	for k := range b.soldiers {
		if v := &b.soldiers[k]; !v.busy {
			b.choose(v, &b.ways[k])
		}
	}
	slices.SortStableFunc(b.walks, func(x, y walk) int { return cmp.Compare(x.key, y.key) })
	for i := range b.walks {
		b.give(b.walks[i].order)
	}
}

func (b *berlin) choose(v *soldier, w *way) {
	best, most := -1, b.fightValue(v, v.at)
	for d, step := range sim.Steps {
		to := v.at.Add(step)
		if !paths.Has(&b.open, to) || paths.Has(&b.taken, to) {
			continue
		}
		value := b.fightValue(v, to)
		if w.steps>>d&1 != 0 {
			value += w.rate
		} else {
			value -= w.rate
		}
		if value > most {
			best, most = d, value
		}
	}
	if best < 0 {
		return
	}
	v.busy = true
	to := v.at.Add(sim.Steps[best])
	b.taken.Add(to.Row, to.Col)
	key := at(&b.next.armed, to) + at(&b.next.unarmed, to)
	if v.poison == 0 {
		key = -1 - key
		if paths.Has(&b.menaced, v.at) {
			key -= sim.Seats * mh.Rows // sorts before all other keys
		}
	}
	b.walks = append(b.walks, walk{key, mh.Move(v.id, sim.Dir(best))})
}
