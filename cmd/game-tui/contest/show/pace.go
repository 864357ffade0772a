package show

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/match"
	"game-tui/tui/numbers"
)

// paces are what was measured of the matches that this machine plays. The tournament's lock guards them.
type paces struct {
	limits   sim.Limits
	programs []paceOf   // by entry
	begun    int        // matches
	took     league.Sum // microseconds of the matches that have ended
	own      league.Sum // microseconds that these spent beyond the longest wait for one program
}

// paceOf holds how long the matches of a player waited for it.
type paceOf struct {
	program bool
	waited  league.Sum // microseconds of the matches that have ended
}

// underWay is a task that is being played.
type underWay struct {
	league.Task
	began time.Time
	waits []*wait // for its programs
}

// wait measures how long a match waits for one of its programs.
type wait struct {
	entry  int
	waited time.Duration // for the answers before the current one
	asked  time.Time     // when it was asked; zero if it has answered
	left   int           // rounds in which it may still be asked, the current one included
	over   bool          // it will not be asked again
}

// until returns how long the match has waited for it, up to now.
func (w *wait) until(now time.Time) time.Duration {
	if w.asked.IsZero() {
		return w.waited
	}
	return w.waited + now.Sub(w.asked)
}

// longest returns the longest time that the match may still wait for it. It reports false if there is no bound.
func (w *wait) longest(l sim.Limits, now time.Time) (time.Duration, bool) {
	switch {
	case w.over:
		return 0, true
	case l.Off || l.Wall <= 0 || l.MatchWall <= 0:
		return 0, false
	}
	longest := l.MatchWall - w.until(now)
	if w.left > 0 {
		longest = min(longest, time.Duration(w.left)*l.Wall-(w.until(now)-w.waited))
	}
	return max(longest, 0), true
}

// timedPlayer is a program whose answers are timed.
type timedPlayer struct {
	sim.Starter
	of *Tournament
	*wait
}

func (p *timedPlayer) Start(ctx context.Context, in sim.Init) (string, *sim.Out) {
	name, out := p.Starter.Start(ctx, in)
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	p.over = out != nil
	return name, out
}

func (p *timedPlayer) Play(ctx context.Context, q *sim.Query) sim.Reply {
	p.of.mu.Lock()
	p.asked, p.left = p.of.now(), q.Settings.Rounds()-q.State.Round()
	p.of.mu.Unlock()
	r := p.Starter.Play(ctx, q)
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	p.waited, p.asked = p.until(p.of.now()), time.Time{}
	p.left--
	p.over = r.Out != nil || p.left == 0
	return r
}

func (p *timedPlayer) Close() {
	p.Starter.Close()
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	p.over = true
}

// Begin is called when a task begins. It returns the field to play it with, whose programs are timed.
func (l *Tournament) Begin(t league.Task, f *match.Field) *match.Field {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.paces == nil {
		l.paces = &paces{limits: f.Spec.Limits, programs: make([]paceOf, len(f.Entries))}
		for i := range f.Entries {
			l.paces.programs[i].program = f.Entries[i].Seat.IsProgram()
		}
	}
	l.paces.begun++
	u := &underWay{Task: t, began: l.now()}
	l.playing = append(l.playing, u)
	var entries []match.Entry // nil if no program plays
	for i, e := range t.LineUp {
		if !l.paces.programs[e].program || slices.Contains(t.LineUp[:i], e) {
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
			w := &wait{entry: e}
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

// End is called when a task has ended, or was given up without a result.
func (l *Tournament) End(t league.Task, played bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.IndexFunc(l.playing, func(u *underWay) bool { return u.N == t.N })
	if i < 0 {
		return
	}
	u, now := l.playing[i], l.now()
	l.playing = slices.Delete(l.playing, i, i+1)
	if !played {
		return
	}
	took, longest := now.Sub(u.began), time.Duration(0)
	for _, w := range u.waits {
		longest = max(longest, w.waited)
		l.paces.programs[w.entry].waited.Add(int(w.waited.Microseconds()))
	}
	l.paces.took.Add(int(took.Microseconds()))
	l.paces.own.Add(int((took - longest).Microseconds()))
}

// wait returns how long a match waits for a program, on average. Before the first match has ended it returns the
// longest wait up to now.
func (l *Tournament) wait(entry int, now time.Time) (longest time.Duration) {
	if waited := &l.paces.programs[entry].waited; waited.N > 0 {
		return micro(waited.Mean())
	}
	for _, u := range l.playing {
		for _, w := range u.waits {
			if w.entry == entry {
				longest = max(longest, w.until(now))
			}
		}
	}
	return longest
}

// Who is slow: in a match it is waited for so long, and for so many times as long as for half of the others.
const (
	slowMatch = 5 * time.Second
	slowTimes = 5
	mostNamed = 3
)

// slow names those who are slow; empty: nobody.
func (l *Tournament) slow(p *league.Plan) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.paces == nil || l.over != "" {
		return ""
	}
	var order []int
	pace, now := make([]time.Duration, len(p.Player)), l.now()
	for i := range p.Player {
		if p.Player[i].Program != nil {
			order = append(order, i)
			pace[i] = l.wait(i, now)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(pace[b], pace[a]) })
	var names []string
	for _, i := range order[:min(len(order), mostNamed)] {
		if pace[i] < slowMatch || len(order) > 1 && pace[i] < slowTimes*pace[order[len(order)/2]] {
			break
		}
		text := "%s (%s a match)"
		if l.paces.programs[i].waited.N == 0 {
			text = "%s (%s in its first match)"
		}
		names = append(names, fmt.Sprintf(text, clean.Line(p.Player[i].Name), numbers.Roughly(pace[i])))
	}
	if names == nil {
		return ""
	}
	return "slow: " + strings.Join(names, ", ")
}
