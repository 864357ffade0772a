package moneyheist

import (
	"context"
	"math/bits"

	"game-tui/ai/offers"
	"game-tui/ai/paths"
	"game-tui/sim"
	mh "game-tui/sim/game/moneyheist"
)

// Tokyo assigns targets to soldiers. Armed soldiers hunt enemies, because a converted soldier
// collects for us until the end. Clans take turns, so attacks come first.
type Tokyo struct {
	board
	soldiers    []soldier
	targets     []target
	targetAt    [mh.Rows][mh.Cols]int16 // for each cell with a target, the index into targets
	items       paths.Cells
	targetCells paths.Cells // cells with items or enemies
	offers      offers.List

	attacks []attack
	doors   doors
	search  paths.Search
	orders  sim.Orders
	marks   []sim.Mark
}

type soldier struct {
	id     int32
	at     sim.Pos
	poison int
	busy   bool
}

func (t *Tokyo) Play(_ context.Context, q *sim.Query) sim.Reply {
	t.begin(q)
	t.playProfessor()
	t.fight(t.attackWorth)
	t.flee()
	t.charge()
	t.plan()
	reply := sim.NewReply(&t.orders)
	reply.Marks = t.marks
	return reply
}

func (t *Tokyo) begin(q *sim.Query) {
	t.update(q.State.(*mh.State), q.Seat)
	t.orders.Reset()
	t.marks = t.marks[:0]
	t.soldiers = t.soldiers[:0]
	for _, id := range t.s.Soldiers(t.me) {
		t.soldiers = append(t.soldiers, soldier{id: id, at: t.s.PosOf(id), poison: t.s.PoisonOf(id)})
	}
}

func (t *Tokyo) give(o sim.Order) {
	if t.orders.Calls() < sim.MaxOrders {
		t.orders.Give(o)
	}
}

type target struct {
	at            sim.Pos
	worth         int // value in sixteenths of a point
	rivalDistance int
	isEnemy       bool
	taken         bool
}

const (
	maxTargets       = 5 // approximate maximum number of targets per soldier
	soldierHuntReach = 8 // maximum distance at which soldiers hunt enemies
	escortReach      = 5 // maximum distance at which armed enemies threaten our professor
)

func (t *Tokyo) plan() {
	prof := t.s.Unit(int32(t.me))
	t.listTargets(16*6+t.roundsLeft()*10/3, 8, func(p sim.Pos) int { return t.killWorth(p, &prof) }, t.attackWorth)
	t.updateRivalDistances()
	t.offers.Reset()
	for k := range t.soldiers {
		if !t.soldiers[k].busy {
			t.addOffers(k, maxTargets, soldierHuntReach-1, t.allowedCells(&t.soldiers[k]), rateOf)
		}
	}
	t.assignTargets(func(k int, tgt *target) {
		v := &t.soldiers[k]
		v.busy = true
		// Only the first step must be free, because units further along may move.
		if steps := t.search.FirstStepsBetween(&t.free, v.at, tgt.at, &sim.Steps, t.allowedCells(v)); steps != 0 {
			t.give(mh.Move(v.id, sim.Dir(bits.TrailingZeros8(steps))))
		}
	})
}

// assignTargets sends soldiers to targets, best pairs first. Each soldier left without a target
// goes to its best one, even if another soldier goes there too.
func (t *Tokyo) assignTargets(send func(k int, tgt *target)) {
	for k, i, ok := t.offers.Next(); ok; k, i, ok = t.offers.Next() {
		if tgt := &t.targets[i]; !tgt.taken {
			tgt.taken = true
			t.offers.Exclude()
			send(k, tgt)
		}
	}
	t.offers.Rewind()
	for k, i, ok := t.offers.Next(); ok; k, i, ok = t.offers.Next() {
		t.offers.Exclude()
		send(k, &t.targets[i])
	}
}

// listTargets lists items, enemy professors and, unless soldierWorth is nil, enemy soldiers. Values are
// in sixteenths of a point.
func (t *Tokyo) listTargets(poisonKitWorth, healthKitWorth int, soldierWorth func(p sim.Pos) int, professorWorth func(u mh.Unit) int) {
	t.targets = t.targets[:0]
	var hunted paths.Cells
	if soldierWorth != nil {
		hunted = t.enemySoldiers
	}
	for i := range t.items {
		health, poison := t.s.HealthRow(i), t.s.PoisonRow(i)
		t.items[i] = t.s.MoneyRow(i) | health | poison
		t.targetCells[i] = t.items[i] | hunted[i]
		for m := t.items[i]; m != 0; m &= m - 1 {
			p := sim.Pos{Row: i, Col: bits.TrailingZeros64(m)}
			worth := 16 * t.s.MoneyAt(p)
			switch bit := m & -m; {
			case poison&bit != 0:
				worth = poisonKitWorth
			case health&bit != 0:
				worth = healthKitWorth
			}
			t.addTarget(target{at: p, worth: worth, rivalDistance: unreachable})
		}
		for m := hunted[i]; m != 0; m &= m - 1 {
			p := sim.Pos{Row: i, Col: bits.TrailingZeros64(m)}
			t.addTarget(target{at: p, worth: soldierWorth(p), isEnemy: true})
		}
	}
	for clan := range sim.Seats {
		if u := t.s.Unit(int32(clan)); clan != t.me && u.IsAlive() {
			t.targetCells.Add(u.Pos.Row, u.Pos.Col)
			t.addTarget(target{at: u.Pos, worth: professorWorth(u), isEnemy: true})
		}
	}
}

func (t *Tokyo) addTarget(tgt target) {
	t.targetAt[tgt.at.Row][tgt.at.Col] = int16(len(t.targets))
	t.targets = append(t.targets, tgt)
}

// killWorth returns the value of killing the soldier at p. Armed soldiers near our professor are
// worth more.
func (t *Tokyo) killWorth(p sim.Pos, professor *mh.Unit) int {
	worth := t.soldierWorth()
	if professor.IsAlive() && p.Distance(professor.Pos) <= escortReach && t.s.Unit(t.s.UnitAt(p)).Poison > 0 {
		worth += 4 * t.settings.GoldValue
	}
	return worth
}

func (t *Tokyo) updateRivalDistances() {
	left := 0
	for i := range t.items {
		left += bits.OnesCount64(t.items[i] &^ t.enemyUnits[i])
	}
	t.search.Start(&t.free, &t.enemyUnits)
	for left > 0 {
		met, ok := t.search.StepTo(&t.items)
		if !ok {
			return
		}
		if !met {
			continue
		}
		lo, front := t.search.Front()
		items := t.items[lo:][:len(front)]
		for i, cells := range front {
			for m := cells & items[i]; m != 0; m &= m - 1 {
				left--
				t.targets[t.targetAt[lo+i][bits.TrailingZeros64(m)]].rivalDistance = t.search.Distance()
			}
		}
	}
}

// addOffers adds up to about maxFound offers for soldier k, nearest targets first. Only armed
// soldiers are offered enemies, at most enemyReach steps away. The first step must lead onto an
// allowed cell. rate returns the value of a target per round needed to reach it.
func (t *Tokyo) addOffers(k, maxFound, enemyReach int, allowed *paths.Cells, rate func(tgt *target, dist int) float64) {
	v, s := &t.soldiers[k], &t.search
	s.StartAt(&t.free, v.at)
	found := 0
	for d := 1; d <= t.roundsLeft() && found < maxFound; d++ {
		wanted := &t.items
		if v.poison > 0 && d <= enemyReach {
			wanted = &t.targetCells
		}
		met, ok := s.StepTo(wanted)
		if !ok {
			return
		}
		if d == 1 {
			s.RestrictFront(allowed)
		}
		if !met {
			continue
		}
		lo, front := s.Front()
		for i, cells := range front {
			for m := cells & wanted[lo+i]; m != 0; m &= m - 1 {
				target := int(t.targetAt[lo+i][bits.TrailingZeros64(m)])
				if worth := rate(&t.targets[target], d); worth > 0 {
					t.offers.Add(k, target, worth)
					found++
				}
			}
		}
	}
}

func (t *Tokyo) allowedCells(v *soldier) *paths.Cells {
	if v.poison > 0 {
		return &t.open
	}
	return &t.safe
}

func rateOf(tgt *target, dist int) float64 {
	worth := tgt.worth
	if tgt.isEnemy {
		worth = worth * 2 / (2 + dist)
	} else if tgt.rivalDistance < dist {
		worth /= 4
	} else if tgt.rivalDistance == dist {
		worth /= 2
	}
	return float64(min(worth*64/(dist+1), 1<<30))
}
