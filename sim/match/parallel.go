package match

import (
	"context"
	"runtime"
	"sync"

	"game-tui/sim"
)

// Bounds of concurrent calls of Parallel, including idle ones. Each match holds a record and its
// programs.
const (
	maxPerCore = 8
	maxIdle    = 64 // in addition to the number of cores
)

// maxUnderWay returns the bound for a number of cores.
func maxUnderWay(cores int) int { return min(maxPerCore*cores, cores+maxIdle) }

// Parallel calls do for each value of next until next returns false or ctx is cancelled. It keeps
// one call running per core. A call that reports itself idle, with the sim.IdleFunc of its context,
// lets another call start. Calls of next are serialized and happen only when a task can start; next
// may wait until its context is cancelled. The first error of do cancels all calls and is returned
// when they have ended.
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
	most  int    // most workers
	begin func() // starts a worker

	mu      sync.Mutex
	workers int
	running int // workers that are not idle
}

// worker runs tasks one after another.
type worker struct {
	*places
	idle bool // guarded by mu
}

// enter starts a worker if a core is free.
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

// leave removes a worker after a task if there are more running workers than cores, and reports
// whether it did.
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

// setIdle marks a worker as idle and starts another one, or marks it as busy again.
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

// Each calls do for 0 to n-1 on all cores, like Parallel.
func Each(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	next := -1
	return Parallel(ctx, min(runtime.GOMAXPROCS(0), n), func(context.Context) (int, bool) {
		next++
		return next, next < n
	}, do)
}
