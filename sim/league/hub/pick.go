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
		here := who == Local && d.local || d.here(who, w)
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
		if d.checks[n].wants(who, d.local) && d.can(who, n) && (d.out[n] == nil || d.mayCopy(n, who, 1)) {
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

// second chooses a task that others have had for a while, when there is
// nothing else: the slowest is not waited for.
func (d *Desk) second(who string) (int, bool) {
	best, oldest := -1, time.Time{}
	for n, i := range d.out {
		if d.engine.Done(n) || !d.can(who, n) || !d.mayCopy(n, who, 2) {
			continue
		}
		if at := i.given(); best < 0 || at.Before(oldest) || at.Equal(oldest) && n < best {
			best, oldest = n, at
		}
	}
	if best < 0 {
		return 0, false
	}
	d.give(best, who)
	return best, true
}

// mayCopy reports whether a task that others hold may be given to one more, where that
// many at most are to play it. Holders that have shown nothing yet, or lost what they
// held, do not count, however many they are: nobody keeps a task from the others.
func (d *Desk) mayCopy(n int, who string, most int) bool {
	i := d.out[n]
	if i.holders[who] != nil || i.given().After(d.now().Add(-doubled)) {
		return false
	}
	for h := range i.holders {
		if d.workers[h].proven {
			most--
		}
	}
	return most > 0
}

// given is when somebody got the task last.
func (i *issue) given() (last time.Time) {
	for _, h := range i.holders {
		if h.since.After(last) {
			last = h.since
		}
	}
	return last
}

// can reports whether a worker can play all players of a task.
func (d *Desk) can(who string, n int) bool {
	cannot := d.workers[who].cannot
	if len(cannot) == 0 {
		return true
	}
	lineUp := d.task(n).LineUp
	return !slices.ContainsFunc(lineUp[:], func(e int) bool { return cannot[e] })
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
	d.workers[who].holds++
}

func (d *Desk) held(n int, who string) *holding {
	if i := d.out[n]; i != nil {
		return i.holders[who]
	}
	return nil
}

// collect takes tasks back from workers that are silent or stuck.
func (d *Desk) collect() {
	now := d.now()
	for n, i := range d.out {
		for who, h := range i.holders {
			w := d.workers[who]
			if who == Local || now.Sub(w.seen) < silent && now.Sub(h.moved) < d.stuck {
				continue
			}
			w.lose()
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
	if i.holders[who] != nil {
		d.workers[who].holds--
		delete(i.holders, who)
	}
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
