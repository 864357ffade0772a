package ui

import (
	"sync"
)

// Watchers are those who watch a source: a part of it. The zero value is none.
type Watchers struct {
	mu  sync.Mutex
	all map[chan struct{}]struct{}
}

// Watch returns a channel that gets a value when there is more to be seen, and stop ends
// that. It holds one value at most.
func (w *Watchers) Watch() (grown <-chan struct{}, stop func()) {
	ch := make(chan struct{}, 1)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all == nil {
		w.all = map[chan struct{}]struct{}{}
	}
	w.all[ch] = struct{}{}
	return ch, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.all, ch)
	}
}

// Grown tells all that there is more to be seen, and waits for none of them.
func (w *Watchers) Grown() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for ch := range w.all {
		select {
		case ch <- struct{}{}:
		default:
		}
	}
}
