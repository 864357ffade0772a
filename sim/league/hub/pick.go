package hub

import (
	"maps"
	"slices"
	"time"

	"game-tui/sim/league"
)

// stranded tells, once, that a task waits which no worker here can play.
func (d *Desk) stranded() {
	if len(d.loose) == 0 || d.warned {
		return
	}
	n := d.loose[0]
	for who, w := range d.workers {
		here := who == Local && d.local || who != Local && w.refused == "" && d.now().Sub(w.seen) < silent
		if here && d.can(who, n) {
			return
		}
	}
	d.warned = true
	d.tell("what is left waits for a worker that can play all of its players: nobody here can")
}

// over reports whether all is played and checked.
func (d *Desk) over() bool {
	if d.refuted > 0 || !d.engine.Over() {
		return false
	}
	for n, c := range d.checks {
		if d.canServe(n, c) {
			return false
		}
	}
	return true
}

// pick chooses a task for a worker and notes that it has it.
func (d *Desk) pick(who string) (int, bool) {
	for _, n := range slices.Sorted(maps.Keys(d.checks)) {
		if d.checks[n].wants(who, d.local) && d.held(n, who) == nil && len(d.holders(n)) < 1 && d.can(who, n) {
			d.give(n, who)
			return n, true
		}
	}
	for i, n := range d.loose {
		if d.can(who, n) {
			d.loose = slices.Delete(d.loose, i, i+1)
			d.give(n, who)
			return n, true
		}
	}
	for len(d.loose) < maxLoose {
		t, ok := d.engine.Next()
		if !ok {
			break
		}
		if d.out[t.N] != nil || slices.Contains(d.loose, t.N) {
			continue // given before results were dropped
		}
		if d.can(who, t.N) {
			d.give(t.N, who)
			return t.N, true
		}
		d.loose = append(d.loose, t.N)
	}
	return d.second(who)
}

// second chooses a task that another worker has had for a while, when there is
// nothing else: the slowest is not waited for.
func (d *Desk) second(who string) (int, bool) {
	best, oldest := -1, d.now().Add(-doubled)
	earlier := func(n int, at time.Time) bool {
		return at.Before(oldest) || at.Equal(oldest) && (best < 0 || n < best)
	}
	for n, i := range d.out {
		if d.engine.Done(n) || len(i.holders) != 1 || d.held(n, who) != nil || !d.can(who, n) {
			continue
		}
		for _, h := range i.holders {
			if earlier(n, h.since) {
				best, oldest = n, h.since
			}
		}
	}
	if best < 0 {
		return 0, false
	}
	d.give(best, who)
	return best, true
}

// can reports whether a worker can play all players of a task.
func (d *Desk) can(who string, n int) bool {
	cannot := d.workers[who].cannot
	if len(cannot) == 0 {
		return true
	}
	lineUp := d.task(n).LineUp
	return !slices.ContainsFunc(lineUp[:], func(e int) bool { return cannot[e] != "" })
}

func (d *Desk) task(n int) (t league.Task) {
	if i := d.out[n]; i != nil {
		return i.task
	}
	d.engine.View(func(b *league.Books) { t = b.Schedule.Task(n) })
	return t
}

func (d *Desk) give(n int, who string) {
	i := d.out[n]
	if i == nil {
		i = &issue{d.task(n), map[string]*holding{}}
		d.out[n] = i
	}
	i.holders[who] = &holding{since: d.now(), moved: d.now()}
}

func (d *Desk) holders(n int) map[string]*holding {
	if i := d.out[n]; i != nil {
		return i.holders
	}
	return nil
}

func (d *Desk) held(n int, who string) *holding { return d.holders(n)[who] }

// collect takes tasks back from workers that are silent or stuck.
func (d *Desk) collect() {
	now := d.now()
	for n, i := range d.out {
		for who, h := range i.holders {
			if who == Local || now.Sub(d.workers[who].seen) < silent && now.Sub(h.moved) < d.stuck {
				continue
			}
			d.drop(n, who)
		}
	}
}

// drop takes a task from a worker.
func (d *Desk) drop(n int, who string) {
	i := d.out[n]
	if i == nil {
		return
	}
	delete(i.holders, who)
	if len(i.holders) > 0 {
		return
	}
	delete(d.out, n)
	if !d.engine.Done(n) {
		at, found := slices.BinarySearch(d.loose, n)
		if !found {
			d.loose = slices.Insert(d.loose, at, n)
		}
	}
	d.awake()
}

func (d *Desk) awake() {
	close(d.wake)
	d.wake = make(chan struct{})
}
