package match

import (
	"context"
	"sync"

	"game-tui/sim"
)

// idling reports a match as idle while it only waits for players and all of these are idle. A nil *idling is ready to
// use, and reports nothing.
type idling struct {
	report func(idle bool)

	mu   sync.Mutex
	busy int  // the goroutine of the match, unless it waits, and each player that was asked and is not idle
	idle int  // players that were asked and are idle
	last bool // the last report
}

// newIdling returns an idling that reports to the idle function of a context. It returns nil if there is no such
// function, or no player that could be idle.
func (m *Match) newIdling(ctx context.Context) *idling {
	report := sim.IdleFunc(ctx)
	for i := range m.seats {
		if report != nil && m.seats[i].starter != nil {
			return &idling{report: report, busy: 1}
		}
	}
	return nil
}

// ask asks a player on a goroutine of its own.
func (d *idling) ask(ctx context.Context, asked *sync.WaitGroup, player func(context.Context)) {
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

// wait waits for the answers of all players that were asked.
func (d *idling) wait(asked *sync.WaitGroup) {
	if d == nil {
		asked.Wait()
		return
	}
	d.add(-1, 0)
	asked.Wait()
	d.add(1, 0)
}

func (d *idling) add(busy, idle int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.count(busy, idle)
}

// count is add for callers that hold the lock.
func (d *idling) count(busy, idle int) {
	d.busy += busy
	d.idle += idle
	if on := d.busy == 0 && d.idle > 0; on != d.last {
		d.last = on
		d.report(on)
	}
}
