package hub

import (
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"time"

	"game-tui/sim"
	"game-tui/sim/sanitize"
)

const (
	MaxCores  = 512  // matches that a worker may play at a time
	maxKnown  = 4096 // connected workers
	maxListed = 5    // names or reasons in a line of the log
)

type worker struct {
	name     string // TOKEN/WORKER, chosen by the worker
	seen     time.Time
	cannot   map[int]bool      // entries that it cannot play
	reported bool              // cannot is logged
	informed bool              // it was told that the tournament is over
	gaveUp   map[int]time.Time // when it gave up tasks
	leases   int
	capacity int  // most leases: two per core
	awaited  bool // the log states that the tournament waits for it
}

// admitted returns nil, or the answer for a client that must join first. Silent workers lose their
// place if others need it.
func (d *Dispatcher) admitted(id string) *answer {
	d.mu.Lock()
	defer d.mu.Unlock()
	if w := d.sessions[id]; w == nil || !d.isConnected(id, w) && d.noRoom(id) != "" {
		return &answer{Again: true}
	}
	return nil
}

// Join begins a session of worker TOKEN/WORKER and ends its previous one; isNew reports whether
// there was none. It returns TOKEN/SESSION, the id for all other methods, or the reason why the
// worker cannot join. If the tournament is over, both are zero.
func (d *Dispatcher) Join(name string, cores int) (id string, isNew bool, denied answer) {
	if cores < 1 || cores > MaxCores {
		return "", false, answer{Refused: fmt.Sprintf("the worker has %d cores, expected 1 to %d (worker --cores)", cores, MaxCores)}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	w := &worker{name: name, seen: d.now(), gaveUp: map[int]time.Time{}, capacity: 2 * cores} // it asks for tasks while it plays
	isNew = true
	for id, old := range d.sessions {
		switch {
		case id == Local:
		case old.name == name:
			isNew, w.reported = false, old.reported
			d.logReturn(old)
			d.endSession(id)
		case d.now().Sub(old.seen) > 10*sessionTimeout:
			d.endSession(id)
		}
	}
	if d.engine.Over() {
		return "", false, answer{}
	}
	if full := d.noRoom(name); full != "" {
		return "", false, answer{Full: full} // until the session of a worker that has left times out
	}
	id = tokenOf(name) + "/" + rand.Text()
	d.sessions[id] = w
	return id, isNew, answer{}
}

// noRoom returns why another worker with a token cannot join, or "". Each token has a reserved
// place.
func (d *Dispatcher) noRoom(name string) string {
	connected, tokens := 0, map[string]bool{}
	for id, w := range d.sessions {
		if d.isConnected(id, w) {
			connected++
			tokens[tokenOf(id)] = true
		}
	}
	free := d.MaxWorkers - connected
	switch {
	case free <= 0:
		return "the tournament has as many workers as it allows (tournament --max-workers)"
	case tokens[tokenOf(name)] && free <= d.Tokens-len(tokens):
		return fmt.Sprintf("the remaining places are reserved for tokens other than %s (tournament --max-workers)", tokenOf(name))
	}
	return ""
}

func tokenOf(id string) string {
	token, _, _ := strings.Cut(id, "/")
	return token
}

// isConnected reports whether a worker, other than Local, has sent something recently.
func (d *Dispatcher) isConnected(id string, w *worker) bool {
	return id != Local && d.now().Sub(w.seen) < sessionTimeout
}

func (d *Dispatcher) endSession(id string) {
	for n := range d.leases {
		d.endLease(n, id)
	}
	delete(d.sessions, id)
}

// Ready sets which entries a worker cannot play, and logs them the first time.
func (d *Dispatcher) Ready(id string, list []Unplayable) {
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
		for _, line := range unplayableLines(d.plan, list) {
			d.Log("worker " + w.name + " " + line)
		}
	}
}

// UpdateStatus updates the progress of a worker's leases. Only the start of the match is progress.
func (d *Dispatcher) UpdateStatus(id string, p workerStatus) {
	d.mu.Lock()
	defer d.mu.Unlock()
	w := d.touch(id)
	if w == nil {
		return
	}
	w.informed = w.informed || p.Bye
	for n, matches := range p.Started {
		if l := d.leaseOf(n, id); l != nil && matches == 1 && !l.started {
			l.started, l.progressed = true, d.now()
		}
	}
	for _, n := range p.GaveUp {
		d.giveUp(id, n)
	}
}

// uninformed returns the number of connected workers that do not know that the tournament is over.
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

// touch returns the session of a worker that has sent something, or nil if the session has ended.
func (d *Dispatcher) touch(id string) *worker {
	w := d.sessions[id]
	if w != nil {
		d.logReturn(w)
		w.seen = d.now()
	}
	return w
}

// logWait logs once what the tournament waits for: silent workers, or a worker that can play the
// remaining tasks.
func (d *Dispatcher) logWait() {
	if d.waitLogged || d.engine.Over() {
		return
	}
	anybody := false
	var silent []*worker
	for id, w := range d.sessions {
		useful := len(d.unassigned) == 0 || d.canPlay(id, &d.unassigned[0])
		switch {
		case id == Local && !d.Local || w.informed:
		case id == Local || d.isConnected(id, w):
			anybody = true
			if useful {
				return
			}
		case useful:
			silent = append(silent, w)
		}
	}
	switch {
	case len(silent) > 0:
		d.Log("waiting for " + d.markAwaited(silent))
	case anybody:
		d.Log("no connected worker can play the remaining tasks")
	default:
		return // no worker has joined yet
	}
	d.waitLogged = true
}

// await marks silent workers as awaited and returns their description.
func (d *Dispatcher) markAwaited(list []*worker) string {
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
	return fmt.Sprintf("%s %s, silent for %.0f s", sim.Plural(len(list), "worker"), sanitize.JoinNames(names, maxListed), d.now().Sub(last).Seconds())
}

func (d *Dispatcher) logReturn(w *worker) {
	if w.awaited {
		w.awaited, d.waitLogged = false, false
		d.Log("worker " + w.name + " is back")
	}
}
