package server

import (
	"net/netip"
	"sync"
)

// quota is how much of something may be taken: by all together, and by one address.
type quota struct {
	most, mostOf int // mostOf 0: an address may take all

	mu    sync.Mutex
	taken int
	of    map[netip.Prefix]int
}

// take takes n for an address, or nothing and says why there is not so much left.
func (q *quota) take(from netip.Prefix, n int) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.mostOf > 0 && q.of[from]+n > q.mostOf:
		return errWaiting
	case q.taken+n > q.most:
		return errBusy
	}
	if q.of == nil {
		q.of = map[netip.Prefix]int{}
	}
	q.taken += n
	q.of[from] += n
	return nil
}

// give gives back what an address has taken, which may be nothing.
func (q *quota) give(from netip.Prefix, n int) {
	if n == 0 {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.taken -= n
	if q.of[from] -= n; q.of[from] == 0 {
		delete(q.of, from)
	}
}

// now is how much is taken.
func (q *quota) now() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.taken
}
