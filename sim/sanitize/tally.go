package sanitize

import (
	"iter"
	"maps"
	"slices"
	"sync"
)

const maxKinds = 32

// A Tally counts log events by kind, so that all repeats of an event share a line and clients
// cannot flood the log. Any kinds beyond maxKinds are counted as one. The zero value is ready to
// use. It is safe for concurrent use.
type Tally struct {
	mu     sync.Mutex
	counts map[string]int
}

func (t *Tally) Add(kind string) (first bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.counts == nil {
		t.counts = map[string]int{}
	}
	if _, known := t.counts[kind]; !known && len(t.counts) >= maxKinds {
		kind = "other"
	}
	t.counts[kind]++
	return t.counts[kind] == 1
}

// Repeats yields the kinds that occurred more than once, in alphabetical order, with the number of
// repeats. It resets the Tally.
func (t *Tally) Repeats() iter.Seq2[string, int] {
	t.mu.Lock()
	counts := t.counts
	t.counts = nil
	t.mu.Unlock()
	return func(yield func(string, int) bool) {
		for _, kind := range slices.Sorted(maps.Keys(counts)) {
			if n := counts[kind] - 1; n > 0 && !yield(kind, n) {
				return
			}
		}
	}
}
