package match

import (
	"context"
	"runtime"
	"sync"

	"game-tui/sim"
)

// Bounds of the calls that Parallel has under way, idle ones included: each match holds a record and its programs.
const (
	maxPerCore = 8
	maxIdle    = 64 // above the number of cores
)

// maxUnderWay returns how many calls Parallel has under way at most on a number of cores.
func maxUnderWay(cores int) int { return min(maxPerCore*cores, cores+maxIdle) }

// Parallel calls do for whatever next returns, until next reports false or ctx ends. It keeps one call for each
// core running. A call that reports itself as idle to the sim.IdleFunc of its context leaves its core to another
// call. A match does so while it only waits for its players. When an idle call is busy again it goes on at once, and
// new ones begin later.
//
// One goroutine at a time calls next, and only when the task can begin at once. next may wait, but not beyond its
// context. The first error of do ends the context of all calls, and Parallel returns it when these have come back.
func Parallel[T any](ctx context.Context, cores int, next func(context.Context) (T, bool), do func(context.Context, T) error) error {
	outer := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var taking sync.Mutex
	ended := false
	take := func() (t T, ok bool) {
		taking.Lock()
		defer taking.Unlock()
		if ended || ctx.Err() != nil {
			return t, false
		}
		t, ok = next(ctx)
		ended = !ok
		return t, ok
	}
	var workers sync.WaitGroup
	p := &places{cores: cores, most: maxUnderWay(cores)}
	p.begin = func() {
		workers.Go(func() {
			w := worker{places: p}
			ctx := sim.WithIdleFunc(ctx, w.setIdle)
			for t, ok := take(); ok; t, ok = take() {
				if err := do(ctx, t); err != nil {
					cancel(err)
				}
				w.setIdle(false)
				if p.leave() {
					return
				}
			}
		})
	}
	for range cores {
		p.enter()
	}
	workers.Wait()
	if err := outer.Err(); err != nil {
		return err
	}
	return context.Cause(ctx)
}

// places counts the workers of a Parallel.
type places struct {
	cores int
	most  int    // workers
	begin func() // begins another worker

	mu      sync.Mutex
	workers int
	running int // workers that are not idle
}

// worker calls do for one task after the other.
type worker struct {
	*places
	idle bool // guarded by mu
}

// enter begins a worker if there is a free core for one.
func (p *places) enter() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fill()
}

func (p *places) fill() {
	if p.running < p.cores && p.workers < p.most {
		p.running++
		p.workers++
		p.begin()
	}
}

// leave removes a worker that has finished a task if more workers run than there are cores. It reports whether it did.
func (p *places) leave() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running <= p.cores {
		return false
	}
	p.running--
	p.workers--
	return true
}

// setIdle notes that a worker is idle, and begins another one in its place, or that it is busy again.
func (w *worker) setIdle(idle bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case idle == w.idle:
	case idle:
		w.running--
		w.fill()
	default:
		w.running++
	}
	w.idle = idle
}

// Each calls do for 0 to n-1 on all cores, as Parallel does.
func Each(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	next := -1
	return Parallel(ctx, min(runtime.GOMAXPROCS(0), n), func(context.Context) (int, bool) {
		next++
		return next, next < n
	}, do)
}
