package show

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
	"game-tui/sim/sanitize"
	"game-tui/tui/format"
)

// overtimeDivisor lets a started seed take 1/overtimeDivisor of the total time longer.
const overtimeDivisor = 10

// A player is slow if matches wait slowThreshold for it, and slowFactor times as long as for the
// median player.
const (
	slowThreshold = 5 * time.Second
	slowFactor    = 5
	maxSlowNames  = 3
)

// A pace adds up how long matches wait for the answers of a program.
type pace struct {
	waited  time.Duration
	matches int // started
}

func (p *pace) mean() time.Duration { return p.waited / time.Duration(max(p.matches, 1)) }

type timedPlayer struct {
	sim.Starter
	monitor *Monitor
	pace    *pace
}

func (p *timedPlayer) Play(ctx context.Context, q *sim.Query) sim.Reply {
	asked := p.monitor.now()
	r := p.Starter.Play(ctx, q)
	p.monitor.mu.Lock()
	defer p.monitor.mu.Unlock()
	p.pace.waited += p.monitor.now().Sub(asked)
	return r
}

// Time returns a copy of a field whose programs are timed.
func (l *Monitor) Time(f *match.Field) *match.Field {
	timed := *f
	timed.Entries = slices.Clone(f.Entries)
	l.paces = make([]pace, len(f.Entries))
	for i, e := range f.Entries {
		if !e.Player.IsProgram() {
			continue
		}
		timed.Entries[i].New = func() sim.Player {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.paces[i].matches++
			return &timedPlayer{e.New().(sim.Starter), l, &l.paces[i]} // all programs are Starters
		}
	}
	return &timed
}

// Begin notes that a task starts.
func (l *Monitor) Begin(t schedule.Task) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.running = append(l.running, t)
}

// End notes that a task has ended or was given up.
func (l *Monitor) End(t schedule.Task) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.running = slices.DeleteFunc(l.running, func(u schedule.Task) bool { return u.N == t.N })
}

// MayBegin reports whether tasks may start. A new seed must be expected to end in time. Tasks of a
// started seed may end a little later.
func (l *Monitor) MayBegin(span league.Span) bool {
	now, t := l.now(), &l.speed
	left := t.Until.Sub(now)
	if !span.Whole {
		return left+t.Until.Sub(t.Begin)/overtimeDivisor > 0
	}
	done, all := span.Standings.Matches()
	l.mu.Lock()
	done += len(l.running) // they have begun together with those that are done
	l.mu.Unlock()
	rate, _ := t.Rate(now, done, all)
	return left > 0 && (rate == 0 || float64(span.N) <= rate*left.Seconds())
}

// slowPlayers names the slow players, or returns "".
func (l *Monitor) slowPlayers(p *league.Plan) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over != "" {
		return ""
	}
	var order []int
	for i := range l.paces {
		if p.Players[i].Program != nil {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(l.paces[b].mean(), l.paces[a].mean()) })
	var names []string
	for _, i := range order[:min(len(order), maxSlowNames)] {
		mean := l.paces[i].mean()
		if mean < slowThreshold || len(order) > 1 && mean < slowFactor*l.paces[order[len(order)/2]].mean() {
			break
		}
		names = append(names, fmt.Sprintf("%s (%s a match)", sanitize.Line(p.Players[i].Name), format.FormatDuration(mean)))
	}
	if names == nil {
		return ""
	}
	return "slow: " + strings.Join(names, ", ")
}
