package hub

import (
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"time"

	"game-tui/sim"
	"game-tui/sim/clean"
)

// Bounds of workers.
const (
	MaxCores = 512  // matches at a time that a worker may play
	maxKnown = 4096 // workers
)

// worker is what is known of one, from the time it joins until it joins again: its session.
type worker struct {
	name     string // TOKEN/ONE, as it calls itself; not what it is told apart by
	seen     time.Time
	cannot   map[int]bool      // by entry
	reported bool              // the operator knows what it cannot play
	informed bool              // it knows that the tournament is over
	gaveUp   map[int]time.Time // tasks that its machine held up, and when
	leases   int               // tasks in its hands
	awaited  bool              // the log names it as awaited
	capacity int               // tasks that it may hold: two per core, even if its matches are idle
}

// admitted answers a worker that must join, or plays no more; nil for the others. A worker that was
// silent for long has lost its place, and joins again where there is none left.
func (d *Dispatcher) admitted(id string) *answer {
	d.mu.Lock()
	defer d.mu.Unlock()
	if refused := d.refused[tokenOf(id)]; refused != "" {
		return &answer{Refused: refused}
	}
	if w := d.sessions[id]; w == nil || !d.isConnected(id, w) && d.noRoom(id) != "" {
		return &answer{Again: true}
	}
	return nil
}

// Join begins a session of worker TOKEN/ONE, which plays on 1 to MaxCores cores. It returns the id of the session,
// TOKEN/SESSION, for all other methods, or an answer that says why it is denied. An earlier session of the
// worker ends; isNew reports whether there was none. When the tournament is over, id is empty and denied is zero.
func (d *Dispatcher) Join(name string, cores int) (id string, isNew bool, denied answer) {
	if cores < 1 || cores > MaxCores {
		return "", false, answer{Refused: fmt.Sprintf("the worker says that it plays %d matches at a time: 1 to %d can be (--cores there)", cores, MaxCores)}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if refused := d.refused[tokenOf(name)]; refused != "" {
		return "", false, answer{Refused: refused}
	}
	fresh := &worker{name: name, seen: d.now(), gaveUp: map[int]time.Time{}, capacity: 2 * cores} // it asks when it has none left that nobody plays
	isNew = true
	for id, w := range d.sessions {
		switch {
		case id == Local:
		case w.name == name:
			isNew, fresh.reported = false, w.reported
			d.logReturn(w)
			d.endSession(id)
		case d.now().Sub(w.seen) > 10*sessionTimeout: // it went long ago
			d.endSession(id)
		}
	}
	if d.finished() {
		return "", false, answer{}
	}
	if full := d.noRoom(name); full != "" {
		return "", false, answer{Full: full} // workers that have ended keep their places for a while
	}
	id = tokenOf(name) + "/" + rand.Text()
	d.sessions[id] = fresh
	return id, isNew, answer{}
}

// room says why there is none for one more worker. Each token has a place of its own, as far
// as there are places, so that nobody takes them all under many names.
func (d *Dispatcher) noRoom(name string) (refused string) {
	here, tokens := 0, map[string]bool{}
	for id, w := range d.sessions {
		if d.isConnected(id, w) {
			here++
			tokens[tokenOf(id)] = true
		}
	}
	free := d.MaxWorkers - here
	switch {
	case free <= 0:
		return "as many workers as this tournament takes play already (--max-workers there)"
	case tokens[tokenOf(name)] && free <= d.Tokens-len(tokens):
		return fmt.Sprintf("the places that are left are kept for workers with other tokens than that of %s (--max-workers there)", tokenOf(name))
	}
	return ""
}

// tokenOf is the name of the token of a worker or session.
func tokenOf(id string) string {
	token, _, _ := strings.Cut(id, "/")
	return token
}

// here reports whether a worker sent something in the last seconds.
func (d *Dispatcher) isConnected(id string, w *worker) bool {
	return id != Local && d.now().Sub(w.seen) < sessionTimeout
}

// leave ends a session: its tasks are others' to play.
func (d *Dispatcher) endSession(id string) {
	for n := range d.assigned {
		d.endLease(n, id)
	}
	delete(d.sessions, id)
}

// Ready notes what a worker cannot play, by entry; the operator learns it the first time.
func (d *Dispatcher) Ready(id string, list []Cannot) {
	d.mu.Lock()
	defer d.mu.Unlock()
	w := d.touch(id)
	if w == nil {
		return
	}
	w.cannot, d.waitLogged = map[int]bool{}, false
	for _, c := range list {
		w.cannot[c.Entry] = true
	}
	if !w.reported {
		w.reported = true
		for _, line := range sentences(d.plan, list) {
			d.Log("worker " + w.name + " " + line)
		}
	}
}

// Playing notes how far a worker is with what it holds. It cannot have begun the match of a
// task more than once.
func (d *Dispatcher) Playing(id string, p workerStatus) {
	d.mu.Lock()
	defer d.mu.Unlock()
	w := d.touch(id)
	if w == nil {
		return
	}
	w.informed = w.informed || p.Bye
	for n, k := range p.Begun {
		if h := d.leaseOf(n, id); h != nil && k > h.matches && k <= 1 {
			h.matches, h.progressed = k, d.now()
		}
	}
	for _, n := range p.Missed {
		d.giveUp(id, n)
	}
}

// uninformed counts the workers that are here and do not know yet that it is over.
func (d *Dispatcher) uninformed() (n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for id, w := range d.sessions {
		if d.isConnected(id, w) && !w.informed {
			n++
		}
	}
	return n
}

// seen notes that a worker is there. It is nil when it has been forgotten since it was
// admitted: it joins again when it asks the next time.
func (d *Dispatcher) touch(id string) *worker {
	w := d.sessions[id]
	if w != nil {
		d.logReturn(w)
		w.seen = d.now()
	}
	return w
}

// logWait logs once what the tournament waits for: silent workers, or a worker that can play the remaining tasks.
func (d *Dispatcher) logWait() {
	if d.waitLogged || d.finished() {
		return
	}
	anybody := false
	var away []*worker
	for id, w := range d.sessions {
		switch {
		case id == Local && !d.Local || w.informed:
		case id == Local || d.isConnected(id, w):
			anybody = true
			if len(d.unassigned) == 0 || d.canPlay(id, d.unassigned[0]) {
				return
			}
		case len(d.unassigned) == 0 || d.canPlay(id, d.unassigned[0]):
			away = append(away, w)
		}
	}
	switch {
	case len(away) > 0:
		d.Log("waiting for " + d.await(away))
	case anybody:
		d.Log("what is left waits for a worker that can play all of its players: nobody here can")
	default:
		return // no worker has joined yet
	}
	d.waitLogged = true
}

// await marks silent workers as awaited and returns their description.
func (d *Dispatcher) await(list []*worker) string {
	slices.SortFunc(list, func(a, b *worker) int { return strings.Compare(a.name, b.name) })
	last := list[0].seen
	var names []string
	for _, w := range list {
		w.awaited = true
		names = append(names, w.name)
		if w.seen.After(last) {
			last = w.seen
		}
	}
	const most = 5
	return fmt.Sprintf("%s %s, silent for %.0f s", sim.Plural(len(list), "worker"), clean.Names(names, most), d.now().Sub(last).Seconds())
}

// logReturn logs that an awaited worker is there again.
func (d *Dispatcher) logReturn(w *worker) {
	if w.awaited {
		w.awaited, d.waitLogged = false, false
		d.Log("worker " + w.name + " is back")
	}
}
