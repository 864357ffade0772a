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
	soldiers []soldier
	targets  []target
	targetAt [mh.Rows][mh.Cols]int16 // for each cell with a target, the index into targets
	items    paths.Cells
	wanted   paths.Cells // cells with items or enemies
	offers   offers.List

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
	at    sim.Pos
	worth int // value in sixteenths of a point
	rival int
	enemy bool
	taken bool
}

const (
	maxTargets  = 5 // approximate maximum number of targets per soldier
	reach       = 8 // maximum distance at which soldiers hunt enemies
	escortReach = 5 // maximum distance at which armed enemies threaten our professor
)

func (t *Tokyo) plan() {
	prof := t.s.Unit(int32(t.me))
	t.listTargets(16*6+t.roundsLeft()*10/3, 8, func(p sim.Pos) int { return t.killWorth(p, &prof) }, t.attackWorth)
	t.watchRivals()
	t.offers.Reset()
	for k := range t.soldiers {
		if !t.soldiers[k].busy {
			t.offer(k, maxTargets, reach-1, t.allowedCells(&t.soldiers[k]), rateOf)
		}
	}
	t.share(func(k int, j *target) {
		v := &t.soldiers[k]
		v.busy = true
		// Only the first step must be free, because units further along may move.
		if steps := t.search.FirstStepsBetween(&t.free, v.at, j.at, &sim.Steps, t.allowedCells(v)); steps != 0 {
			t.give(mh.Move(v.id, sim.Dir(bits.TrailingZeros8(steps))))
		}
	})
}

// share sends soldiers to targets, best pairs first. Each soldier left without a target goes to its
// best one, even if another soldier goes there too.
func (t *Tokyo) share(send func(k int, j *target)) {
	for k, i, ok := t.offers.Next(); ok; k, i, ok = t.offers.Next() {
		if j := &t.targets[i]; !j.taken {
			j.taken = true
			t.offers.Exclude()
			send(k, j)
		}
	}
	t.offers.Rewind()
	for k, i, ok := t.offers.Next(); ok; k, i, ok = t.offers.Next() {
		t.offers.Exclude()
		send(k, &t.targets[i])
	}
}

// listTargets lists items, enemy professors and, unless soldier is nil, enemy soldiers. Values are
// in sixteenths of a point.
func (t *Tokyo) listTargets(poisonKit, healthKit int, soldier func(p sim.Pos) int, professor func(u mh.Unit) int) {
	t.targets = t.targets[:0]
	var hunted paths.Cells
	if soldier != nil {
		hunted = t.foes
	}
	for i := range t.items {
		health, poison := t.s.HealthRow(i), t.s.PoisonRow(i)
		t.items[i] = t.s.MoneyRow(i) | health | poison
		t.wanted[i] = t.items[i] | hunted[i]
		for m := t.items[i]; m != 0; m &= m - 1 {
			p := sim.Pos{Row: i, Col: bits.TrailingZeros64(m)}
			worth := 16 * t.s.MoneyAt(p)
			switch bit := m & -m; {
			case poison&bit != 0:
				worth = poisonKit
			case health&bit != 0:
				worth = healthKit
			}
			t.addTarget(target{at: p, worth: worth, rival: unreachable})
		}
		for m := hunted[i]; m != 0; m &= m - 1 {
			p := sim.Pos{Row: i, Col: bits.TrailingZeros64(m)}
			t.addTarget(target{at: p, worth: soldier(p), enemy: true})
		}
	}
	for pl := range sim.Seats {
		if u := t.s.Unit(int32(pl)); pl != t.me && u.IsAlive() {
			t.wanted.Add(u.Pos.Row, u.Pos.Col)
			t.addTarget(target{at: u.Pos, worth: professor(u), enemy: true})
		}
	}
}

func (t *Tokyo) addTarget(j target) {
	t.targetAt[j.at.Row][j.at.Col] = int16(len(t.targets))
	t.targets = append(t.targets, j)
}

// killWorth returns the value of killing the soldier at p. Armed soldiers near our professor are
// worth more.
func (t *Tokyo) killWorth(p sim.Pos, prof *mh.Unit) int {
	worth := t.soldierWorth()
	if prof.IsAlive() && p.Distance(prof.Pos) <= escortReach && t.s.Unit(t.s.UnitAt(p)).Poison > 0 {
		worth += 4 * t.set.GoldValue
	}
	return worth
}

func (t *Tokyo) watchRivals() {
	left := 0
	for i := range t.items {
		left += bits.OnesCount64(t.items[i] &^ t.others[i])
	}
	t.search.Start(&t.free, &t.others)
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
				t.targets[t.targetAt[lo+i][bits.TrailingZeros64(m)]].rival = t.search.Distance()
			}
		}
	}
}

// offer adds up to about maxFound offers for soldier k, nearest targets first. Only armed soldiers
// are offered enemies, at most near steps away. The first step must lead onto an allowed cell. rate
// returns the value of a target per round needed to reach it.
func (t *Tokyo) offer(k, maxFound, near int, allowed *paths.Cells, rate func(j *target, dist int) float64) {
	v, s := &t.soldiers[k], &t.search
	s.StartAt(&t.free, v.at)
	found := 0
	for d := 1; d <= t.roundsLeft() && found < maxFound; d++ {
		wanted := &t.items
		if v.poison > 0 && d <= near {
			wanted = &t.wanted
		}
		met, ok := s.StepTo(wanted)
		if !ok {
			return
		}
		if d == 1 {
			s.Hold(allowed)
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

func rateOf(j *target, dist int) float64 {
	worth := j.worth
	if j.enemy {
		worth = worth * 2 / (2 + dist)
	} else if j.rival < dist {
		worth /= 4
	} else if j.rival == dist {
		worth /= 2
	}
	return float64(min(worth*64/(dist+1), 1<<30))
}
