package match

import (
	"context"
	"runtime"
	"sync"

	"game-tui/sim"
)

const (
	maxWorkersPerCore = 8
	maxExtraWorkers   = 64 // maximum number of workers beyond one per core
)

func maxWorkers(cores int) int { return min(maxWorkersPerCore*cores, cores+maxExtraWorkers) }

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
	var mu sync.Mutex
	ended := false
	take := func() (t T, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		if ended || ctx.Err() != nil {
			return t, false
		}
		t, ok = next(ctx)
		ended = !ok
		return t, ok
	}
	var wg sync.WaitGroup
	p := &workerPool{cores: cores, maxWorkers: maxWorkers(cores)}
	p.startWorker = func() {
		wg.Go(func() {
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
		p.tryStartWorker()
	}
	p.mu.Unlock()
	wg.Wait()
	if err := outer.Err(); err != nil {
		return err
	}
	return context.Cause(ctx)
}

type workerPool struct {
	cores       int
	maxWorkers  int
	startWorker func()

	mu             sync.Mutex
	workers        int
	runningWorkers int // workers that are not idle
}

type worker struct {
	*workerPool
	idle bool // guarded by workerPool.mu
}

// tryStartWorker starts a worker if a core is unused and maxWorkers allows it. The caller must hold
// p.mu.
func (p *workerPool) tryStartWorker() {
	if p.runningWorkers < p.cores && p.workers < p.maxWorkers {
		p.runningWorkers++
		p.workers++
		p.startWorker()
	}
}

// leave removes a worker if there are more running workers than cores, and reports whether it did.
func (p *workerPool) leave() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.runningWorkers <= p.cores {
		return false
	}
	p.runningWorkers--
	p.workers--
	return true
}

func (w *worker) setIdle(idle bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case idle == w.idle:
	case idle:
		w.runningWorkers--
		w.tryStartWorker()
	default:
		w.runningWorkers++
	}
	w.idle = idle
}

func ParallelFor(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	next := -1
	return Parallel(ctx, min(runtime.GOMAXPROCS(0), n), func(context.Context) (int, bool) {
		next++
		return next, next < n
	}, do)
}

// An idleTracker reports a match as idle while all it does is wait for idle players.
type idleTracker struct {
	report func(idle bool)

	mu        sync.Mutex
	busyCount int // busy players, plus one for the match itself unless it is waiting
	idleCount int
	wasIdle   bool
}

func newIdleTracker(ctx context.Context) *idleTracker {
	report := sim.IdleFunc(ctx)
	if report == nil {
		report = func(bool) {}
	}
	return &idleTracker{report: report, busyCount: 1}
}

func (d *idleTracker) spawn(ctx context.Context, wg *sync.WaitGroup, fn func(context.Context)) {
	d.addBusy(1)
	wg.Go(func() {
		isIdle := false
		set := func(idle bool) {
			d.mu.Lock()
			defer d.mu.Unlock()
			switch {
			case isIdle == idle:
			case idle:
				d.adjust(-1, 1)
			default:
				d.adjust(1, -1)
			}
			isIdle = idle
		}
		fn(sim.WithIdleFunc(ctx, set))
		set(false)
		d.addBusy(-1)
	})
}

func (d *idleTracker) wait(wg *sync.WaitGroup) {
	d.addBusy(-1)
	wg.Wait()
	d.addBusy(1)
}

func (d *idleTracker) addBusy(delta int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.adjust(delta, 0)
}

// adjust adjusts the counters. The caller must hold d.mu.
func (d *idleTracker) adjust(busyDelta, idleDelta int) {
	d.busyCount += busyDelta
	d.idleCount += idleDelta
	if isIdle := d.busyCount == 0 && d.idleCount > 0; isIdle != d.wasIdle {
		d.wasIdle = isIdle
		d.report(isIdle)
	}
}
