package record

import (
	"sync"
	"sync/atomic"
)

// Reading is computed from a record, state by state, as it grows: the first caller reads on,
// for all others. What was read up to a state never changes; what is read after
// it may share its slices. It may be used by many goroutines, and must not be copied.
type Reading[T any] struct {
	record *Record
	begin  func() T
	next   func(read *T, k int) bool

	mu  sync.Mutex // of the one that reads on
	now atomic.Pointer[read[T]]
}

// read is what was read of states 0 to edge, in a version of the record.
type read[T any] struct {
	value         T
	edge, version int
	full          bool
}

// NewReading makes a reading of a record; nothing is read yet. begin is how it begins, and
// does so again when more has become known of the rounds. next takes in state k and the
// turn that led to it, and reports whether it takes in more; one goroutine at a time
// calls the two.
func NewReading[T any](rec *Record, begin func() T, next func(read *T, k int) bool) *Reading[T] {
	r := &Reading[T]{record: rec, begin: begin, next: next}
	r.now.Store(&read[T]{value: begin(), edge: -1})
	return r
}

// Record is what is read.
func (r *Reading[T]) Record() *Record { return r.record }

// Now is what was read until now. It is read only.
func (r *Reading[T]) Now() *T { return &r.now.Load().value }

// All reads whatever the record has, and returns what was read.
func (r *Reading[T]) All() *T { return r.To(r.record.Edge()) }

// To reads on to state k, or to the last one that there is, and returns what was read:
// as far, or farther.
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

// holds reports whether there is nothing to read up to state edge.
func (p *read[T]) holds(edge, version int) bool {
	return p.version >= version && (p.edge >= edge || p.full)
}
