package hub

import (
	"crypto/rand"
	"fmt"
	"strings"
	"time"
)

const (
	MaxCores          = 512 // maximum number of matches that a worker plays concurrently
	defaultMaxWorkers = 4096
	maxListed         = 5
)

type worker struct {
	name             string // TOKEN/WORKER; the worker chooses the second part
	lastSeen         time.Time
	unplayable       map[int]bool // entries that the worker cannot play
	unplayableLogged bool         // whether unplayable has been logged
	gaveUpAt         map[int]time.Time
	leaseCount       int
	maxLeases        int // maximum number of leases
}

// checkAdmission returns nil if the client may continue, or an answer that requires it to join first. A
// worker that was silent too long must join again if no place is free.
func (d *Dispatcher) checkAdmission(id string) *replyStatus {
	d.mu.Lock()
	defer d.mu.Unlock()
	if w := d.sessions[id]; w == nil || !d.isConnected(id, w) && d.fullReason(id) != "" {
		return &replyStatus{Rejoin: true}
	}
	return nil
}

// Join begins a session of worker TOKEN/WORKER and ends its previous one; isNew reports whether
// there was none. It returns TOKEN/SESSION, the id for all other methods, or the reason why the
// worker cannot join. If the tournament is over, id and refusal are zero.
func (d *Dispatcher) Join(name string, cores int) (id string, isNew bool, refusal replyStatus) {
	if cores < 1 || cores > MaxCores {
		return "", false, replyStatus{RefusalReason: fmt.Sprintf("the worker has %d cores; expected 1 to %d (worker --cores)", cores, MaxCores)}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	// Two leases per core, so that the next task arrives while one is played.
	w := &worker{name: name, lastSeen: d.now(), gaveUpAt: map[int]time.Time{}, maxLeases: 2 * cores}
	isNew = true
	for id, old := range d.sessions {
		switch {
		case id == LocalSession:
		case old.name == name:
			isNew, w.unplayableLogged = false, old.unplayableLogged
			d.endSession(id)
		case d.now().Sub(old.lastSeen) > 10*sessionTimeout:
			d.endSession(id)
		}
	}
	if d.engine.IsOver() {
		return "", false, replyStatus{}
	}
	if full := d.fullReason(name); full != "" {
		return "", false, replyStatus{FullReason: full} // A place becomes free when a disconnected worker's session times out.
	}
	id = tokenOf(name) + "/" + rand.Text()
	d.sessions[id] = w
	return id, isNew, replyStatus{}
}

// fullReason returns why no more workers with the token in name can join, or "". Each token has a
// reserved place.
func (d *Dispatcher) fullReason(name string) string {
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
		return "the tournament has reached its maximum number of workers; see tournament --max-workers"
	case tokens[tokenOf(name)] && free <= d.TokenCount-len(tokens):
		return fmt.Sprintf("the remaining places are reserved for tokens other than %s; see tournament --max-workers", tokenOf(name))
	}
	return ""
}

func tokenOf(id string) string {
	token, _, _ := strings.Cut(id, "/")
	return token
}

// isConnected reports whether a worker other than LocalSession has recently sent a message.
func (d *Dispatcher) isConnected(id string, w *worker) bool {
	return id != LocalSession && d.now().Sub(w.lastSeen) < sessionTimeout
}

func (d *Dispatcher) endSession(id string) {
	for n := range d.leases {
		d.endLease(n, id)
	}
	delete(d.sessions, id)
}

// SetUnplayable sets the entries that a worker cannot play, and logs them the first time.
func (d *Dispatcher) SetUnplayable(id string, list []UnplayableEntry) {
	d.mu.Lock()
	defer d.mu.Unlock()
	w := d.touch(id)
	if w == nil {
		return
	}
	w.unplayable, d.stallLogged = map[int]bool{}, false
	for _, c := range list {
		w.unplayable[c.Entry] = true
	}
	if !w.unplayableLogged {
		w.unplayableLogged = true
		for _, line := range unplayableLines(d.plan, list) {
			d.Log("worker " + w.name + " " + line)
		}
	}
}

// touch updates the time of a session's latest message. It returns nil if the session has ended.
func (d *Dispatcher) touch(id string) *worker {
	w := d.sessions[id]
	if w != nil {
		w.lastSeen = d.now()
	}
	return w
}

// logStall logs once if no connected worker can play the first unassigned task.
func (d *Dispatcher) logStall() {
	if d.stallLogged || len(d.unassigned) == 0 {
		return
	}
	for id, w := range d.sessions {
		if (id == LocalSession && d.PlayLocally || d.isConnected(id, w)) && d.canPlay(id, &d.unassigned[0]) {
			return
		}
	}
	d.stallLogged = true
	d.Log("no connected worker can play the remaining tasks")
}
