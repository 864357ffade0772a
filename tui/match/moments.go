package match

import (
	"sync"

	"game-tui/sim/record"
	"game-tui/tui/highlight"
)

// tour is the most eventful moments of a match, which are played one after the other.
// It never changes.
type tour struct {
	moments []int // ascending
	rounds  []int // those around them
}

// moments is how many moments a tour has.
const moments = 10

// tours finds the most eventful moments for all watchers of a match, and keeps those that
// were asked for last.
type tours struct {
	mu      sync.Mutex
	end     int
	version int // of the record
	last    *tour
}

// to is the tour of the rounds up to end.
func (t *tours) to(rec *record.Record, end int) *tour {
	t.mu.Lock()
	defer t.mu.Unlock()
	if version := rec.Version(); t.last == nil || t.end != end || t.version != version {
		list := highlight.Moments(rec, 1, end, moments)
		t.end, t.version, t.last = end, version, &tour{list, highlight.Rounds(list, 0, end)}
	}
	return t.last
}
