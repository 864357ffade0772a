package record

import (
	"sync"
	"sync/atomic"
)

// A Fold computes a value, such as an index, from the states of a growing record. Callers share the
// result. It is safe for concurrent use and must not be copied.
type Fold[T any] struct {
	record  *Record
	initial func() T
	add     func(value *T, k int) bool

	mu      sync.Mutex
	current atomic.Pointer[foldState[T]]
}

type foldState[T any] struct {
	value         T
	edge, version int
	done          bool
}

// NewFold returns a Fold. initial returns the initial value; it is called again after Record.Enrich.
// add adds state k and the turn before it without modifying earlier values, and reports whether it
// needs later states.
func NewFold[T any](rec *Record, initial func() T, add func(value *T, k int) bool) *Fold[T] {
	r := &Fold[T]{record: rec, initial: initial, add: add}
	r.current.Store(&foldState[T]{value: initial(), edge: -1})
	return r
}

func (r *Fold[T]) Record() *Record { return r.record }
func (r *Fold[T]) Current() *T     { return &r.current.Load().value }
func (r *Fold[T]) All() *T         { return r.UpTo(r.record.Edge()) }

// UpTo returns a value that covers the available states up to k, and possibly later ones.
func (r *Fold[T]) UpTo(k int) *T {
	version := r.record.Version()
	edge := min(k, r.record.Edge())
	if p := r.current.Load(); p.covers(edge, version) {
		return &p.value
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	p := *r.current.Load()
	if p.version < version {
		p = foldState[T]{value: r.initial(), edge: -1, version: version}
	}
	for !p.covers(edge, version) {
		p.done = !r.add(&p.value, p.edge+1)
		p.edge++
	}
	r.current.Store(&p)
	return &p.value
}

func (p *foldState[T]) covers(edge, version int) bool {
	return p.version >= version && (p.edge >= edge || p.done)
}
