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

// lively finds the most eventful moments for all watchers of a match, and keeps those
// that were asked for last.
type lively struct {
	mu      sync.Mutex
	end     int
	version int // of the record
	last    *tour
}

// tour is that of the rounds up to end.
func (l *lively) tour(rec *record.Record, end int) *tour {
	l.mu.Lock()
	defer l.mu.Unlock()
	if version := rec.Version(); l.last == nil || l.end != end || l.version != version {
		list := highlight.Moments(rec, 1, end, moments)
		l.end, l.version, l.last = end, version, &tour{list, highlight.Rounds(list, 0, end)}
	}
	return l.last
}
