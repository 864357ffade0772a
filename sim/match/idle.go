package match

import (
	"context"
	"sync"

	"game-tui/sim"
)

// An idleTracker reports a match as idle while it waits only for idle players.
type idleTracker struct {
	report func(idle bool)

	mu   sync.Mutex
	busy int // players thinking, plus the match itself unless it waits
	idle int // idle players
	last bool
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

// count updates the counters. d.mu must be held.
func (d *idleTracker) count(busy, idle int) {
	d.busy += busy
	d.idle += idle
	if on := d.busy == 0 && d.idle > 0; on != d.last {
		d.last = on
		d.report(on)
	}
}
