package match

import (
	"context"
	"sync"

	"game-tui/sim"
)

// An idleTracker reports a match as idle while it waits only for idle players. A nil idleTracker
// reports nothing.
type idleTracker struct {
	report func(idle bool)

	mu   sync.Mutex
	busy int // players thinking, plus the match itself unless it waits
	idle int // idle players
	last bool
}

func (m *Match) newIdleTracker(ctx context.Context) *idleTracker {
	report := sim.IdleFunc(ctx)
	for i := range m.seats {
		if report != nil && m.seats[i].starter != nil {
			return &idleTracker{report: report, busy: 1}
		}
	}
	return nil
}

func (d *idleTracker) ask(ctx context.Context, asked *sync.WaitGroup, player func(context.Context)) {
	if d == nil {
		asked.Go(func() { player(ctx) })
		return
	}
	d.add(1, 0)
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
		d.add(-1, 0)
	})
}

func (d *idleTracker) wait(asked *sync.WaitGroup) {
	if d == nil {
		asked.Wait()
		return
	}
	d.add(-1, 0)
	asked.Wait()
	d.add(1, 0)
}

func (d *idleTracker) add(busy, idle int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.count(busy, idle)
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
