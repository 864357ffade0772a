package match

import (
	"context"
	"runtime"
	"sync"

	"game-tui/sim"
)

const (
	maxPerCore = 8
	maxIdle    = 64 // maximum number of workers beyond one per core
)

func maxConcurrent(cores int) int { return min(maxPerCore*cores, cores+maxIdle) }

// Parallel calls do for each value of next until next returns false or ctx is cancelled. It keeps
// one call running per core. While a call reports itself as idle through sim.IdleFunc, another one
// may run.
//
// Calls to next are serialised and happen only when a task can start. The first error from do
// cancels all calls; Parallel returns it after they have ended.
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
	p := &workerPool{cores: cores, maxWorkers: maxConcurrent(cores)}
	p.startWorker = func() {
		workers.Go(func() {
			w := worker{workerPool: p}
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
	p.mu.Lock()
	for range cores {
		p.fill()
	}
	p.mu.Unlock()
	workers.Wait()
	if err := outer.Err(); err != nil {
		return err
	}
	return context.Cause(ctx)
}

type workerPool struct {
	cores       int
	maxWorkers  int
	startWorker func()

	mu      sync.Mutex
	workers int
	running int // workers that are not idle
}

type worker struct {
	*workerPool
	idle bool // guarded by workerPool.mu
}

// fill starts a worker if a core is unused and maxWorkers allows it. The caller must hold p.mu.
func (p *workerPool) fill() {
	if p.running < p.cores && p.workers < p.maxWorkers {
		p.running++
		p.workers++
		p.startWorker()
	}
}

// leave removes a worker if there are more running workers than cores, and reports whether it did.
func (p *workerPool) leave() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running <= p.cores {
		return false
	}
	p.running--
	p.workers--
	return true
}

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

func Each(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	next := -1
	return Parallel(ctx, min(runtime.GOMAXPROCS(0), n), func(context.Context) (int, bool) {
		next++
		return next, next < n
	}, do)
}

// An idleTracker reports a match as idle while all it does is wait for idle players.
type idleTracker struct {
	report func(idle bool)

	mu      sync.Mutex
	busy    int // busy players, plus one for the match itself unless it is waiting
	idle    int
	wasIdle bool
}

func newIdleTracker(ctx context.Context) *idleTracker {
	report := sim.IdleFunc(ctx)
	if report == nil {
		report = func(bool) {}
	}
	return &idleTracker{report: report, busy: 1}
}

func (d *idleTracker) ask(ctx context.Context, asked *sync.WaitGroup, player func(context.Context)) {
	d.add(1)
	asked.Go(func() {
		idle := false
		set := func(on bool) {
			d.mu.Lock()
			defer d.mu.Unlock()
			switch {
			case idle == on:
			case on:
				d.count(-1, 1)
			default:
				d.count(1, -1)
			}
			idle = on
		}
		player(sim.WithIdleFunc(ctx, set))
		set(false)
		d.add(-1)
	})
}

func (d *idleTracker) wait(asked *sync.WaitGroup) {
	d.add(-1)
	asked.Wait()
	d.add(1)
}

func (d *idleTracker) add(busy int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.count(busy, 0)
}

// count adjusts the counters. The caller must hold d.mu.
func (d *idleTracker) count(busy, idle int) {
	d.busy += busy
	d.idle += idle
	if on := d.busy == 0 && d.idle > 0; on != d.wasIdle {
		d.wasIdle = on
		d.report(on)
	}
}
