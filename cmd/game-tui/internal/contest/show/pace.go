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
	"game-tui/sim/match"
	"game-tui/sim/sanitize"
	"game-tui/tui/format"
)

// timings are measured on the matches of this machine. The monitor's lock guards them.
type timings struct {
	limits    sim.Limits
	programs  []programTiming // by entry
	started   int             // number of matches
	matchTime league.Sum      // microseconds of finished matches
	ownTime   league.Sum      // microseconds of finished matches, without the longest wait for a program
}

type programTiming struct {
	program bool
	waited  league.Sum // microseconds per finished match
}

type runningTask struct {
	league.Task
	start time.Time
	waits []*waitTimer // one per program
}

// A waitTimer measures how long a match waits for one of its programs.
type waitTimer struct {
	entry      int
	waited     time.Duration // for earlier answers
	asked      time.Time     // start of the current wait; zero while the program is idle
	roundsLeft int           // rounds in which it may still be asked, with the current one
	over       bool          // it will not be asked again
}

// total returns the wait up to now.
func (w *waitTimer) total(now time.Time) time.Duration {
	if w.asked.IsZero() {
		return w.waited
	}
	return w.waited + now.Sub(w.asked)
}

// longestLeft returns how long the match may still wait. It reports false if there is no limit.
func (w *waitTimer) longestLeft(l sim.Limits, now time.Time) (time.Duration, bool) {
	switch {
	case w.over:
		return 0, true
	case l.Unlimited || l.Wall <= 0 || l.MatchWall <= 0:
		return 0, false
	}
	longest := l.MatchWall - w.total(now)
	if w.roundsLeft > 0 {
		longest = min(longest, time.Duration(w.roundsLeft)*l.Wall-(w.total(now)-w.waited))
	}
	return max(longest, 0), true
}

type timedPlayer struct {
	sim.Starter
	monitor *Monitor
	*waitTimer
}

func (p *timedPlayer) Start(ctx context.Context, in sim.StartInfo) (string, *sim.Failure) {
	name, out := p.Starter.Start(ctx, in)
	p.monitor.mu.Lock()
	defer p.monitor.mu.Unlock()
	p.over = out != nil
	return name, out
}

func (p *timedPlayer) Play(ctx context.Context, q *sim.Query) sim.Reply {
	p.monitor.mu.Lock()
	p.asked, p.roundsLeft = p.monitor.now(), q.Settings.Rounds()-q.State.Round()
	p.monitor.mu.Unlock()
	r := p.Starter.Play(ctx, q)
	p.monitor.mu.Lock()
	defer p.monitor.mu.Unlock()
	p.waited, p.asked = p.total(p.monitor.now()), time.Time{}
	p.roundsLeft--
	p.over = r.Failure != nil || p.roundsLeft == 0
	return r
}

func (p *timedPlayer) Close() {
	p.Starter.Close()
	p.monitor.mu.Lock()
	defer p.monitor.mu.Unlock()
	p.over = true
}

// Begin notes that a task starts. It returns a copy of the field whose programs are timed.
func (l *Monitor) Begin(t league.Task, f *match.Field) *match.Field {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.timings == nil {
		l.timings = &timings{limits: f.Spec.Limits, programs: make([]programTiming, len(f.Entries))}
		for i := range f.Entries {
			l.timings.programs[i].program = f.Entries[i].Player.IsProgram()
		}
	}
	l.timings.started++
	u := &runningTask{Task: t, start: l.now()}
	l.running = append(l.running, u)
	var entries []match.Entry // nil without programs
	for i, e := range t.LineUp {
		if !l.timings.programs[e].program || slices.Contains(t.LineUp[:i], e) {
			continue
		}
		if entries == nil {
			entries = slices.Clone(f.Entries)
		}
		made := entries[e].New
		entries[e].New = func() sim.Player {
			player := made()
			s, ok := player.(sim.Starter)
			if !ok {
				return player
			}
			w := &waitTimer{entry: e}
			l.mu.Lock()
			defer l.mu.Unlock()
			u.waits = append(u.waits, w)
			return &timedPlayer{s, l, w}
		}
	}
	if entries == nil {
		return f
	}
	timed := *f
	timed.Entries = entries
	return &timed
}

// End notes that a task has ended or was given up.
func (l *Monitor) End(t league.Task, played bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.IndexFunc(l.running, func(u *runningTask) bool { return u.N == t.N })
	if i < 0 {
		return
	}
	u, now := l.running[i], l.now()
	l.running = slices.Delete(l.running, i, i+1)
	if !played {
		return
	}
	took, longest := now.Sub(u.start), time.Duration(0)
	for _, w := range u.waits {
		longest = max(longest, w.waited)
		l.timings.programs[w.entry].waited.Add(int(w.waited.Microseconds()))
	}
	l.timings.matchTime.Add(int(took.Microseconds()))
	l.timings.ownTime.Add(int((took - longest).Microseconds()))
}

// meanWait returns the mean wait for a program per match, or the longest wait so far if none of its
// matches has ended.
func (l *Monitor) meanWait(entry int, now time.Time) (longest time.Duration) {
	if waited := &l.timings.programs[entry].waited; waited.N > 0 {
		return microseconds(waited.Mean())
	}
	for _, u := range l.running {
		for _, w := range u.waits {
			if w.entry == entry {
				longest = max(longest, w.total(now))
			}
		}
	}
	return longest
}

// A player is slow if matches wait slowThreshold for it, and slowFactor times as long as for the
// median player.
const (
	slowThreshold = 5 * time.Second
	slowFactor    = 5
	maxSlowNames  = 3
)

// slowPlayers names the slow players, or returns "".
func (l *Monitor) slowPlayers(p *league.Plan) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.timings == nil || l.over != "" {
		return ""
	}
	var order []int
	pace, now := make([]time.Duration, len(p.Players)), l.now()
	for i := range p.Players {
		if p.Players[i].Program != nil {
			order = append(order, i)
			pace[i] = l.meanWait(i, now)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(pace[b], pace[a]) })
	var names []string
	for _, i := range order[:min(len(order), maxSlowNames)] {
		if pace[i] < slowThreshold || len(order) > 1 && pace[i] < slowFactor*pace[order[len(order)/2]] {
			break
		}
		text := "%s (%s a match)"
		if l.timings.programs[i].waited.N == 0 {
			text = "%s (%s in its first match)"
		}
		names = append(names, fmt.Sprintf(text, sanitize.Line(p.Players[i].Name), format.FormatDuration(pace[i])))
	}
	if names == nil {
		return ""
	}
	return "slow: " + strings.Join(names, ", ")
}
