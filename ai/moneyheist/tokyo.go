package moneyheist

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"game-tui/sim"
	mh "game-tui/sim/moneyheist"
)

// Tokyo plans for the clan as a whole. Every soldier gets the job for which it
// is worth most, and no two get the same; soldiers with poison hunt those of
// others, since a soldier won collects for us to the end. The professor goes
// for the safe that it reaches before all others, and around trouble.
//
// The engine takes orders of all clans in turn, each clan's in its own order:
// who names its fights first strikes first.
type Tokyo struct {
	orders sim.Orders
	maze
	s        *mh.State
	set      *mh.Settings
	me       int
	wave     wave
	soldiers []soldier
	jobs     []job
	jobAt    [mh.Rows][mh.Cols]int16 // index into jobs, where items or enemies say that there is one
	items    field
	enemies  field // soldiers
	targets  field // items and enemies
	menaced  field // cells beside an armed enemy
	safe     field // open cells that are not menaced
	open     field // cells without walls and units
	offers   []offer
	blows    []blow
	gates    gates
}

// soldier is one of ours.
type soldier struct {
	id     int32
	at     sim.Pos
	poison int
	busy   bool
}

// job is something that one soldier can do: take an item, kill an enemy.
type job struct {
	at    sim.Pos
	worth int // in sixteenths of a point
	rival int // steps of the nearest enemy soldier
	enemy bool
	taken bool
}

// offer is a job seen from one soldier.
type offer struct {
	rate    int32 // worth for each round that it takes
	soldier int16
	job     int16
}

// blow is an attack that one of our soldiers could make.
type blow struct {
	worth   int
	soldier int
	d       mh.Dir
	target  int32
}

// NewTokyo makes a Tokyo.
func NewTokyo() sim.Player { return new(Tokyo) }

// Play gives the orders in the order of their haste.
func (t *Tokyo) Play(_ context.Context, q *sim.Query) sim.Reply {
	t.s, t.me = q.State.(*mh.State), q.Seat
	t.set = t.s.Settings()
	t.orders.Reset()
	t.survey(t.s)
	t.look()
	t.professor()
	t.fight()
	t.flee()
	t.charge()
	t.listJobs()
	t.offer()
	t.assign()
	return sim.ReplyOf(&t.orders)
}

// look lists our soldiers, and where the enemies' reach.
func (t *Tokyo) look() {
	t.soldiers = t.soldiers[:0]
	t.enemies, t.menaced = field{}, field{}
	for id := int32(sim.Seats); id < int32(t.s.Units()); id++ {
		switch u := t.s.Unit(id); {
		case u.Player == t.me:
			t.soldiers = append(t.soldiers, soldier{id: id, at: u.Pos, poison: u.Poison})
		case u.Poison > 0:
			t.menaced.around(u.Pos)
			fallthrough
		default:
			t.enemies.set(u.Pos)
		}
	}
	for r := range t.free {
		t.open[r] = t.free[r] &^ t.units[r]
		t.safe[r] = t.open[r] &^ t.menaced[r]
	}
}

// give gives an order while there may be more.
func (t *Tokyo) give(o sim.Order) {
	if t.orders.Calls() < sim.MaxOrders {
		t.orders.Give(o)
	}
}

func (t *Tokyo) move(id int32, d mh.Dir) { t.give(mh.Move(id, d)) }

// left is the number of rounds to play, this one included.
func (t *Tokyo) left() int { return t.set.NumRounds - t.s.Round() }

// life is what a soldier collects until the end, in sixteenths of a point.
func (t *Tokyo) life() int { return t.left() * 10 }

// flee moves soldiers away that cannot fight who threatens them.
func (t *Tokyo) flee() {
	for k := range t.soldiers {
		v := &t.soldiers[k]
		if v.busy || !t.menaced.has(v.at) {
			continue
		}
		for _, d := range mh.UDLR {
			if p := v.at.Plus(d.Delta()); p.In(mh.Rows, mh.Cols) && t.safe.has(p) {
				t.move(v.id, d)
				v.busy = true
				break
			}
		}
	}
}

// charge fills soldiers without poison as long as the pot lasts.
func (t *Tokyo) charge() {
	pot := t.s.AvailablePoison(t.me)
	for k := range t.soldiers {
		v := &t.soldiers[k]
		if pot <= 0 {
			return
		}
		if !v.busy && v.poison == 0 {
			t.give(mh.Charge(v.id))
			v.busy = true
			pot -= min(pot, t.set.SoldierMaxPoisons)
		}
	}
}

// fight makes soldiers strike who stands beside them, one for each enemy.
func (t *Tokyo) fight() {
	t.blows = t.blows[:0]
	for k, v := range t.soldiers {
		if v.poison == 0 {
			continue
		}
		for _, d := range mh.UDLR {
			u := t.s.Unit(t.s.UnitAt(v.at.Plus(d.Delta())))
			if u.ID >= 0 && u.Player != t.me {
				t.blows = append(t.blows, blow{t.blowWorth(u, v), k, d, u.ID})
			}
		}
	}
	slices.SortStableFunc(t.blows, func(a, b blow) int { return cmp.Compare(b.worth, a.worth) })
	for i, b := range t.blows {
		v := &t.soldiers[b.soldier]
		if v.busy || b.worth <= 0 || t.struck(t.blows[:i], b.target) {
			continue
		}
		v.busy = true
		t.move(v.id, b.d)
	}
}

// struck reports whether one of the soldiers already strikes the target, and
// that is enough.
func (t *Tokyo) struck(blows []blow, target int32) bool {
	for _, b := range blows {
		if b.target == target && target >= sim.Seats {
			return true
		}
	}
	return false
}

// blowWorth is what it is worth to strike u.
func (t *Tokyo) blowWorth(u mh.Unit, v soldier) int {
	if u.Professor {
		hits := (u.Health + t.set.ProfessorHealthDecrease - 1) / t.set.ProfessorHealthDecrease
		if hits > 2 && v.poison < 2 {
			return 0
		}
		return 16 * (t.set.PointsForKillingProfessor + 100) / (hits * hits)
	}
	worth := 16*t.set.PointsForKillingSoldier + t.life()
	if u.Poison > 0 {
		worth *= 2
	}
	return worth
}

// listJobs lists what there is to do on the board.
func (t *Tokyo) listJobs() {
	t.jobs = t.jobs[:0]
	for i := range mh.Rows {
		t.items[i+1] = t.s.MoneyRow(i) | t.s.HealthRow(i) | t.s.PoisonRow(i)
		for m := t.items[i+1]; m != 0; m &= m - 1 {
			p := sim.Pos{Row: i, Col: bits.TrailingZeros64(m)}
			t.addJob(job{at: p, worth: t.itemWorth(p), rival: mh.Rows * mh.Cols})
		}
		t.targets[i+1] = t.items[i+1] | t.enemies[i+1]
		for m := t.enemies[i+1]; m != 0; m &= m - 1 {
			p := sim.Pos{Row: i, Col: bits.TrailingZeros64(m)}
			t.addJob(job{at: p, worth: 16*t.set.PointsForKillingSoldier + t.life(), enemy: true})
		}
	}
	t.watchRivals()
}

func (t *Tokyo) addJob(j job) {
	t.jobAt[j.at.Row][j.at.Col] = int16(len(t.jobs))
	t.jobs = append(t.jobs, j)
}

// watchRivals finds how far the nearest enemy soldier is from each item.
func (t *Tokyo) watchRivals() {
	w := &t.wave
	w.start()
	w.front, w.seen, w.lo, w.hi = t.enemies, t.enemies, 1, mh.Rows
	for w.step(&t.free, &t.items) {
		for r := w.lo; r <= w.hi; r++ {
			for m := w.front[r] & t.items[r]; m != 0; m &= m - 1 {
				t.jobs[t.jobAt[r-1][bits.TrailingZeros64(m)]].rival = w.dist
			}
		}
	}
}

// itemWorth is what it is worth to take what lies at p.
func (t *Tokyo) itemWorth(p sim.Pos) int {
	c := t.s.Cell(p)
	switch {
	case c.PoisonKit:
		return 16*6 + t.life()/3
	case c.HealthKit:
		return 8
	}
	return 16 * c.Money
}

// offer searches from each free soldier for the jobs near it.
func (t *Tokyo) offer() {
	t.offers = t.offers[:0]
	for k := range t.soldiers {
		if t.soldiers[k].busy {
			continue
		}
		t.offerTo(k)
	}
}

// choices is how many jobs each soldier looks at.
const choices = 5

// reach is how far away an enemy may be for us to go after it.
const reach = 8

func (t *Tokyo) offerTo(k int) {
	v := &t.soldiers[k]
	w := &t.wave
	w.start()
	w.enter(v.at)
	found := 0
	wanted := &t.items
	if v.poison > 0 {
		wanted = &t.targets
	}
	for free := t.steps(v); found < choices && w.step(free, wanted); free = &t.free {
		if w.dist == reach {
			wanted = &t.items
		}
		if !w.met {
			continue
		}
		for r := w.lo; r <= w.hi; r++ {
			for m := w.front[r] & wanted[r]; m != 0; m &= m - 1 {
				job := t.jobAt[r-1][bits.TrailingZeros64(m)]
				if rate := t.rate(&t.jobs[job], v, w.dist); rate > 0 {
					t.offers = append(t.offers, offer{rate, int16(k), job})
					found++
				}
			}
		}
	}
}

// steps are the cells that a soldier may step onto now.
func (t *Tokyo) steps(v *soldier) *field {
	if v.poison > 0 {
		return &t.open
	}
	return &t.safe
}

// rate is what a job earns per round of the way to it.
func (t *Tokyo) rate(j *job, v *soldier, dist int) int32 {
	if dist > t.left() {
		return 0
	}
	worth := j.worth
	if j.enemy {
		worth = worth * 2 / (2 + dist)
	} else if j.rival < dist {
		worth /= 4
	} else if j.rival == dist {
		worth /= 2
	}
	return int32(worth * 64 / (dist + 1))
}

// assign gives the jobs to those who earn most with them.
func (t *Tokyo) assign() {
	slices.SortFunc(t.offers, func(a, b offer) int {
		return cmp.Or(cmp.Compare(b.rate, a.rate), cmp.Compare(a.soldier, b.soldier), cmp.Compare(a.job, b.job))
	})
	for _, o := range t.offers {
		v, j := &t.soldiers[o.soldier], &t.jobs[o.job]
		if v.busy || j.taken {
			continue
		}
		v.busy, j.taken = true, true
		t.walk(v, j.at)
	}
	// Whoever is left goes where it would go if it were alone.
	for _, o := range t.offers {
		if v := &t.soldiers[o.soldier]; !v.busy {
			v.busy = true
			t.walk(v, t.jobs[o.job].at)
		}
	}
}

// walk moves a soldier toward a cell.
func (t *Tokyo) walk(v *soldier, to sim.Pos) {
	if d, ok := t.toward(&t.wave, v.at, to, t.steps(v)); ok {
		t.move(v.id, d)
	}
}
