package record

import (
	"sync"
	"sync/atomic"
)

// A Reading is a value computed state by state from a growing record. The first caller that needs
// more states computes them for all. Computed values never change, though later ones may share
// their slices. It is safe for concurrent use and must not be copied.
type Reading[T any] struct {
	record *Record
	begin  func() T
	next   func(read *T, k int) bool

	mu  sync.Mutex // held while computing
	now atomic.Pointer[read[T]]
}

// read is the value for states 0 to edge in a version of the record.
type read[T any] struct {
	value         T
	edge, version int
	full          bool
}

// NewReading returns a Reading that has computed nothing yet. Begin returns the initial value, and
// is called again when the record's version changes. Next adds state k and the turn before it and
// reports whether to go on. They are never called concurrently.
func NewReading[T any](rec *Record, begin func() T, next func(read *T, k int) bool) *Reading[T] {
	r := &Reading[T]{record: rec, begin: begin, next: next}
	r.now.Store(&read[T]{value: begin(), edge: -1})
	return r
}

// Record returns the record.
func (r *Reading[T]) Record() *Record { return r.record }

// Now returns the value computed so far. Callers must not modify it.
func (r *Reading[T]) Now() *T { return &r.now.Load().value }

// All returns the value for all states of the record.
func (r *Reading[T]) All() *T { return r.To(r.record.Edge()) }

// To returns the value for states up to k, or further.
func (r *Reading[T]) To(k int) *T {
	version := r.record.Version()
	edge := min(k, r.record.Edge())
	if p := r.now.Load(); p.holds(edge, version) {
		return &p.value
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	p := *r.now.Load()
	if p.version < version {
		p = read[T]{value: r.begin(), edge: -1, version: version}
	}
	for !p.holds(edge, version) {
		p.full = !r.next(&p.value, p.edge+1)
		p.edge++
	}
	r.now.Store(&p)
	return &p.value
}

func (p *read[T]) holds(edge, version int) bool {
	return p.version >= version && (p.edge >= edge || p.full)
}
