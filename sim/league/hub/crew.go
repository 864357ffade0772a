package hub

import (
	"fmt"
	"strings"
	"time"
)

// Bounds of workers. Nobody knows what a new one is good for, and its name costs
// nothing, so that what it may hold grows with what it hands in.
const (
	MaxCores   = 512  // matches at a time that a worker may play
	maxKnown   = 4096 // workers
	firstTasks = 8    // that a new worker may hold, if it has as many cores as that takes
)

// worker is what is known of one.
type worker struct {
	seen    time.Time
	cannot  []bool // by entry; nil: it plays all
	refused string // why it plays no more
	told    bool   // what it cannot play was told

	holds  int  // tasks in its hands
	most   int  // tasks that its cores keep busy
	trust  int  // tasks that it may hold: one more for each that it hands in, half for each that it loses
	proven bool // it handed in a task, and has lost none since
}

// newWorker is one of so many cores, of which nothing is known.
func newWorker(cores int) *worker {
	most := 2 * cores // it asks when it has none left that nobody plays
	return &worker{most: most, trust: min(most, firstTasks)}
}

// mayHold reports whether a worker may have one more task.
func (w *worker) mayHold() bool { return w.holds < w.trust }

// earn notes that a worker handed in a task that it held.
func (w *worker) earn() {
	w.proven = true
	w.trust = min(w.trust+1, w.most)
}

// lose notes that a task was taken from a worker that did not get on with it.
func (w *worker) lose() {
	w.proven = false
	w.trust = max(w.trust/2, 1)
}

// standing says whether a worker has joined, and why it plays no more. One that was silent
// for long has lost its place, and joins again where there is none left.
func (d *Desk) standing(who string) (known bool, refused string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	w := d.workers[who]
	switch {
	case w == nil:
		return false, ""
	case w.refused != "":
		return true, w.refused
	}
	return d.here(who, w) || d.room(who) == "", ""
}

// Join lets a worker in that plays on so many cores, 1 to MaxCores; or says in a sentence
// why not.
func (d *Desk) Join(who string, cores int) (refused string) {
	if cores < 1 || cores > MaxCores {
		return fmt.Sprintf("the worker says that it plays %d matches at a time: 1 to %d can be (--cores there)", cores, MaxCores)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	w := d.workers[who]
	if w != nil && w.refused != "" {
		return w.refused
	}
	if w == nil || !d.here(who, w) {
		if refused := d.room(who); refused != "" {
			return refused
		}
	}
	if w == nil {
		if d.forget(); len(d.workers) >= maxKnown {
			return "there are as many workers as the tournament takes"
		}
		w = newWorker(cores)
		d.workers[who] = w
	}
	w.seen = d.now()
	return ""
}

// room says why there is none for one more worker. Each token has a place of its own, as far
// as there are places, so that nobody takes them all under many names.
func (d *Desk) room(who string) (refused string) {
	here, tokens := 0, map[string]bool{}
	for other, w := range d.workers {
		if d.here(other, w) {
			here++
			tokens[tokenOf(other)] = true
		}
	}
	free := d.places - here
	switch {
	case free <= 0:
		return "as many workers as this tournament takes play already (--max-workers there)"
	case tokens[tokenOf(who)] && free <= d.tokens-len(tokens):
		return fmt.Sprintf("the places that are left are kept for workers with other tokens than that of %s (--max-workers there)", tokenOf(who))
	}
	return ""
}

// tokenOf is the name of the token of a worker.
func tokenOf(who string) string {
	name, _, _ := strings.Cut(who, "/")
	return name
}

// here reports whether a worker was heard of in the last seconds and plays.
func (d *Desk) here(who string, w *worker) bool {
	return who != Local && w.refused == "" && d.now().Sub(w.seen) < silent
}

// forget makes room: workers that went long ago, and hold nothing.
func (d *Desk) forget() {
	for who, w := range d.workers {
		if who != Local && w.refused == "" && d.now().Sub(w.seen) > 10*silent {
			d.strip(who)
			delete(d.workers, who)
		}
	}
}

// strip takes all tasks from a worker.
func (d *Desk) strip(who string) {
	for n := range d.out {
		if d.held(n, who) != nil {
			d.drop(n, who)
		}
	}
}

// Ready notes what a worker cannot play, by entry. news says that it is the first time that
// the worker says so.
func (d *Desk) Ready(who string, list []Cannot) (news bool) {
	var cannot []bool
	for _, c := range list {
		if c.Entry >= 0 && c.Entry < len(d.plan.Player) {
			if cannot == nil {
				cannot = make([]bool, len(d.plan.Player))
			}
			cannot[c.Entry] = true
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	w := d.seen(who)
	if w == nil {
		return false
	}
	w.cannot = cannot
	d.warned = false
	news, w.told = !w.told, true
	return news
}

// Playing notes how far a worker is with what it holds. It cannot have begun more matches of
// a task than there are.
func (d *Desk) Playing(who string, begun map[int]int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.seen(who)
	for n, k := range begun {
		if h := d.held(n, who); h != nil && k > h.begun && k <= d.out[n].begins() {
			h.begun, h.moved = k, d.now()
		}
	}
}

// begins is how often an honest worker says that it has begun: its first player is made
// anew for each of its seats in each match.
func (i *issue) begins() int {
	seats := 0
	for _, e := range i.task.LineUp {
		if e == i.task.LineUp[0] {
			seats++
		}
	}
	return seats * len(i.task.Plays)
}

// seen notes that a worker is there. It is nil when it has been forgotten since it was
// admitted: it hears that it is to join again when it asks the next time.
func (d *Desk) seen(who string) *worker {
	w := d.workers[who]
	if w != nil {
		w.seen = d.now()
	}
	return w
}
