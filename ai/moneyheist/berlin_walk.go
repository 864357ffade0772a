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
	poisonValue   float64 = 8
	poisonBonus   float64 = 15 // maximum bonus for a poison kit, if all our soldiers are unarmed; proportional to their share
	healthValue   float64 = 2
	clusterWeight float64 = 1.5 // weight of neighbouring items in the value of an item

	clusterReach       = 8 // maximum distance at which items count as neighbours
	professorHuntReach = 7 // maximum distance at which soldiers hunt a professor

	nearerRivalFactor float64 = 0.25 // factor on an item's value if an enemy is closer
	equalRivalFactor  float64 = 0.5  // factor on an item's value if an enemy is equally close
)

type route struct {
	steps uint8   // first steps of the shortest paths to the target, as bits
	rate  float64 // value of the target, divided by the rounds needed to reach it
}

type queuedOrder struct {
	key   float64 // sort key: the order with the lowest key comes first
	order sim.Order
}

func (b *berlin) planRoutes() {
	b.routes = append(b.routes[:0], make([]route, len(b.soldiers))...)
	unarmed := 0
	for i := range b.soldiers {
		if b.soldiers[i].poison == 0 {
			unarmed++
		}
	}
	poisonKit := poisonValue + poisonBonus*(float64(unarmed)/float64(max(len(b.soldiers), 1)))
	b.listTargets(int(16*poisonKit), int(16*healthValue), nil, func(mh.Unit) int { return int(16 * professorHitValue) })
	b.addNearbyBonuses()
	b.updateRivalDistances()
	b.offers.Reset()
	most := min(maxTargets, 1+maxOffers/max(len(b.soldiers), 1))
	for k := range b.soldiers {
		if !b.soldiers[k].busy {
			b.addOffers(k, most, professorHuntReach, &b.open, b.rateOf)
		}
	}
	b.assignTargets(func(k int, tgt *target) {
		from := b.soldiers[k].at
		b.routes[k] = route{
			steps: b.search.FirstStepsBetween(&b.free, from, tgt.at, &sim.Steps, nil),
			rate:  float64(tgt.worth) / 16 / float64(from.Distance(tgt.at)+1),
		}
	})
}

func (b *berlin) addNearbyBonuses() {
	bonuses := b.nearbyBonuses[:0]
	for i := range b.targets {
		near := 0.0
		for j := range b.targets {
			v, w := &b.targets[i], &b.targets[j]
			if d := v.at.Distance(w.at); i != j && !v.isEnemy && !w.isEnemy && d <= clusterReach {
				near += float64(w.worth) / float64(d+1)
			}
		}
		bonuses = append(bonuses, int(clusterWeight*near))
	}
	for i, x := range bonuses {
		b.targets[i].worth += x
	}
	b.nearbyBonuses = bonuses
}

const maxOffers = 160

func (b *berlin) rateOf(tgt *target, dist int) float64 {
	worth := float64(tgt.worth)
	if !tgt.isEnemy && tgt.rivalDistance < dist {
		worth *= nearerRivalFactor
	} else if !tgt.isEnemy && tgt.rivalDistance == dist {
		worth *= equalRivalFactor
	}
	return worth / float64(dist+1)
}

// planCharges lets unarmed soldiers that are not threatened load poison, as long as the clan has
// any.
func (b *berlin) planCharges() {
	pot := b.s.AvailablePoison(b.me)
	for k := range b.soldiers {
		v := &b.soldiers[k]
		if pot > 0 && !v.busy && v.poison == 0 && !paths.Has(&b.threatened, v.at) {
			v.busy = true
			b.queue = append(b.queue, queuedOrder{0, mh.Charge(v.id)})
			pot -= min(pot, b.settings.SoldierMaxPoisons)
		}
	}
}

// moveSoldiers moves the remaining soldiers: fleeing ones first, and armed ones that may meet an enemy
// last.
func (b *berlin) moveSoldiers() {
	for k := range b.soldiers {
		if v := &b.soldiers[k]; !v.busy {
			b.moveSoldier(v, &b.routes[k])
		}
	}
	slices.SortStableFunc(b.queue, func(x, y queuedOrder) int { return cmp.Compare(x.key, y.key) })
	for i := range b.queue {
		b.give(b.queue[i].order)
	}
}

func (b *berlin) moveSoldier(v *soldier, w *route) {
	best, maxValue := -1, b.fightValue(v, v.at)
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
		if value > maxValue {
			best, maxValue = d, value
		}
	}
	if best < 0 {
		return
	}
	v.busy = true
	to := v.at.Add(sim.Steps[best])
	b.taken.Add(to.Row, to.Col)
	key := valueAt(&b.forecast.armed, to) + valueAt(&b.forecast.unarmed, to)
	if v.poison == 0 {
		key = -1 - key
		if paths.Has(&b.threatened, v.at) {
			key -= sim.Seats * mh.Rows
		}
	}
	b.queue = append(b.queue, queuedOrder{key, mh.Move(v.id, sim.Dir(best))})
}

// Berlin's estimates for fights.
const (
	killValue         float64 = 10  // points for killing a soldier, excluding what it later earns for us
	joinChance        float64 = 0.7 // chance that a killed soldier joins us
	incomePerRound    float64 = 0.15
	lossFactor        float64 = 1.08 // cost of losing a soldier, relative to its future income
	professorHitValue float64 = 20   // points for an attack on a professor

	firstStrikeChance   float64 = 0.45 // chance of striking first when two armed soldiers are adjacent
	lateChance          float64 = 0.75 // chance that our late order is executed after an enemy's step onto the same cell
	sameCellDeathChance float64 = 0.8  // chance that an armed enemy on the same cell kills an unarmed soldier
	stayDeathChance     float64 = 0.55 // additional chance of being killed when staying next to an armed enemy
	attackShare         float64 = 0.7  // share of neighbouring armed enemies that attack in the next round
	maxNeighbors        float64 = 1.5  // cap on the expected number of neighbouring enemies
	neighborKills       float64 = 0.3  // expected kills per unarmed neighbour
	ambushKills         float64 = 0.4  // expected kills per enemy that steps next to us in the next round
	armedFightWeight    float64 = 0.4  // weight of fights relative to targets, for armed soldiers
)

// attackFirst orders attacks before everything else, because the side that strikes first survives.
func (b *berlin) attackFirst() {
	b.fight(b.attackValue)
	// A second soldier attacks armed enemies too, because the first may have died by then.
	for i := range b.attacks {
		if w := &b.attacks[i]; w.targetID >= sim.Seats && b.s.PoisonOf(w.targetID) > 0 {
			b.giveAttack(w)
		}
	}
}

// attackValue returns the value of an attack on u in sixteenths of a point.
func (b *berlin) attackValue(u mh.Unit) int {
	worth := b.killGain
	switch {
	case u.IsProfessor:
		worth = professorHitValue
		if u.Health <= b.settings.ProfessorHealthDecrease {
			worth += float64(b.settings.PointsForKillingProfessor)
		}
	case u.Poison > 0:
		worth += b.killGain + b.deathCost
	}
	return int(16 * min(worth, 1<<20))
}

// fightValue returns the expected points from fights in this and the next round if a soldier moves
// to a cell or stays there.
func (b *berlin) fightValue(v *soldier, to sim.Pos) float64 {
	f, stays := &b.forecast, v.at == to
	armedNeighbors := min(sumOfNeighbors(&f.armed, to), maxNeighbors)
	if v.poison == 0 {
		value := -attackShare * armedNeighbors * b.deathCost
		if !stays {
			value -= sameCellDeathChance * valueAt(&f.armed, to) * b.deathCost
		} else if paths.Has(&b.threatened, v.at) {
			value -= stayDeathChance * b.deathCost
		}
		return value
	}
	value := attackShare * armedNeighbors * (firstStrikeChance*b.killGain - (1-firstStrikeChance)*b.deathCost)
	if !stays { // our late order attacks any unit that has arrived on the cell
		late := lateChance
		value += valueAt(&f.armed, to)*(late*b.killGain-(1-late)*b.deathCost) + valueAt(&f.unarmed, to)*late*b.killGain
	}
	value += neighborKills * sumOfNeighbors(&f.unarmed, to) * b.killGain
	if armedNeighbors < 1 { // we can attack units that step next to us in the next round
		value += ambushKills * min(sumOfNeighbors(&f.arrivals, to), maxNeighbors) * (1 - armedNeighbors) * b.killGain
	}
	return armedFightWeight * value
}
