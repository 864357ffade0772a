package hub

import (
	"slices"
	"time"

	"game-tui/sim/league"
)

// warnUnplayable warns, once, that a task waits which no worker here can play.
func (d *Desk) warnUnplayable() {
	if len(d.loose) == 0 || d.unplayable {
		return
	}
	n := d.loose[0]
	for id, w := range d.workers {
		here := id == Local && d.Local || d.here(id, w)
		if here && d.can(id, n) {
			return
		}
	}
	d.unplayable = true
	d.Log("what is left waits for a worker that can play all of its players: nobody here can")
}

// pick chooses a task for a worker and notes that it has it.
func (d *Desk) pick(id string) (task league.Task, ok bool) {
	for i, n := range d.loose {
		if d.can(id, n) {
			d.loose = slices.Delete(d.loose, i, i+1)
			return d.give(n, id), true
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
		if d.can(id, t.N) {
			return d.give(t.N, id), true
		}
		d.loose = append(d.loose, t.N)
	}
	return d.second(id)
}

// second chooses a task that others have had for a while, when there is nothing else: neither
// the slowest is waited for, nor whoever keeps what it got.
func (d *Desk) second(id string) (task league.Task, ok bool) {
	best, oldest := -1, d.now().Add(-doubled)
	for n, i := range d.out {
		at := i.given
		if i.holders[id] != nil || at.After(oldest) || at.Equal(oldest) && best >= 0 && n > best || d.engine.Done(n) || !d.can(id, n) {
			continue
		}
		best, oldest = n, at
	}
	if best < 0 {
		return task, false
	}
	return d.give(best, id), true
}

// Missed takes a task back from a worker whose machine held up a match of it. Others may play it
// first.
func (d *Desk) Missed(id string, n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.missed(id, n)
}

func (d *Desk) missed(id string, n int) {
	if d.held(n, id) == nil {
		return
	}
	w := d.workers[id]
	if w.missed == nil {
		w.missed = map[int]time.Time{}
	}
	w.missed[n] = d.now()
	d.takeBack(n, id)
}

// avoids reports whether a worker has missed a task of late.
func (d *Desk) avoids(id string, n int) bool {
	at, missed := d.workers[id].missed[n]
	return missed && d.now().Sub(at) < d.stuck
}

// allMissed reports whether nothing is left but what this machine has missed, nobody else is
// here, and no check is due.
func (d *Desk) allMissed() bool {
	for id, w := range d.workers {
		if d.here(id, w) {
			return false
		}
	}
	return d.due == 0 && len(d.out) == 0 && len(d.loose) > 0 && !slices.ContainsFunc(d.loose, func(n int) bool { return !d.avoids(Local, n) })
}

// can reports whether a worker can play all players of a task.
func (d *Desk) can(id string, n int) bool {
	if d.avoids(id, n) {
		return false
	}
	cannot := d.workers[id].cannot
	if len(cannot) == 0 {
		return true
	}
	lineUp := d.taskOf(n).LineUp
	return !slices.ContainsFunc(lineUp[:], func(e int) bool { return cannot[e] })
}

// taskOf is a task with the seeds of its players.
func (d *Desk) taskOf(n int) (t league.Task) {
	if i := d.out[n]; i != nil {
		return i.task
	}
	d.engine.View(func(s *league.Standings) { t = s.Schedule.ToPlay(n) })
	return t
}

// give notes that a worker has a task.
func (d *Desk) give(n int, id string) league.Task {
	i := d.out[n]
	if i == nil {
		i = &issue{task: d.taskOf(n), holders: map[string]*holding{}}
		d.out[n] = i
	}
	i.given = d.now()
	i.holders[id] = &holding{moved: i.given}
	d.workers[id].holds++
	return i.task
}

func (d *Desk) held(n int, id string) *holding {
	if i := d.out[n]; i != nil {
		return i.holders[id]
	}
	return nil
}

// collect takes tasks back from workers that are silent or stuck.
func (d *Desk) collect() {
	now := d.now()
	for n, i := range d.out {
		for id, h := range i.holders {
			if id != Local && (now.Sub(d.workers[id].seen) >= silent || now.Sub(h.moved) >= d.stuck) {
				d.takeBack(n, id)
			}
		}
	}
}

// takeBack takes a task from a worker: others may play it where it has no result.
func (d *Desk) takeBack(n int, id string) {
	i := d.out[n]
	if i == nil {
		return
	}
	if i.holders[id] != nil {
		d.workers[id].holds--
		delete(i.holders, id)
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
