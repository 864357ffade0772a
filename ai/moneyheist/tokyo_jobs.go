package moneyheist

import (
	"cmp"
	"math/bits"
	"slices"

	"game-tui/sim"
	mh "game-tui/sim/moneyheist"
)

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
			t.addJob(job{at: p, worth: t.killWorth(p), enemy: true})
		}
	}
	for pl := range sim.Seats {
		if u := t.s.Unit(int32(pl)); pl != t.me && u.IsAlive() {
			t.enemies.set(u.Pos)
			t.targets.set(u.Pos)
			t.addJob(job{at: u.Pos, worth: t.blowWorth(u), enemy: true})
		}
	}
	t.watchRivals()
}

// killWorth is what it is worth to kill the soldier at p: its points, what it
// will collect for us, and more when it could hurt our professor soon.
func (t *Tokyo) killWorth(p sim.Pos) int {
	worth := 16*t.set.PointsForKillingSoldier + t.life()
	u := t.s.Unit(t.s.UnitAt(p))
	if prof := t.s.Unit(t.s.Professor(t.me)); u.Poison > 0 && prof.IsAlive() && distance(p, prof.Pos) <= escort {
		worth += 4 * t.set.GoldValue
	}
	return worth
}

// escort is how near to our professor we do not want armed enemies.
const escort = 5

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
	return int32(min(worth*64/(dist+1), 1<<30))
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
