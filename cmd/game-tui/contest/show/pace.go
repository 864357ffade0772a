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

// paces are what was measured of the matches that this machine plays.
type paces struct {
	programs []paceOf   // by entry
	took     league.Sum // milliseconds of the matches that have ended
}

// paceOf is how long a program was waited for.
type paceOf struct {
	program bool
	waited  time.Duration
	ended   int // matches
}

// match is how long it is waited for in a match; in its first one, until now.
func (p *paceOf) match() time.Duration { return p.waited / time.Duration(max(p.ended, 1)) }

// timedPlayer is a program whose answers are timed.
type timedPlayer struct {
	sim.Starter
	of   *Tournament
	pace *paceOf
}

func (p *timedPlayer) Play(ctx context.Context, q *sim.Query) sim.Reply {
	began := time.Now()
	r := p.Starter.Play(ctx, q)
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	p.pace.waited += time.Since(began)
	return r
}

func (p *timedPlayer) Close() {
	p.Starter.Close()
	p.of.mu.Lock()
	defer p.of.mu.Unlock()
	p.pace.ended++
}

// Timed is a field whose programs are timed, so that it can be said how long the rest takes and who is slow.
func (l *Tournament) Timed(f *match.Field) *match.Field {
	timed := *f
	timed.Entries = slices.Clone(f.Entries)
	l.paces = &paces{programs: make([]paceOf, len(f.Entries))}
	for i := range timed.Entries {
		made, pace := timed.Entries[i].New, &l.paces.programs[i]
		timed.Entries[i].New = func() sim.Player {
			player := made()
			s, ok := player.(sim.Starter)
			if !ok {
				return player
			}
			l.mu.Lock()
			defer l.mu.Unlock()
			pace.program = true
			return &timedPlayer{s, l, pace}
		}
	}
	return &timed
}

// rest is how long it takes until the end, of what the rate alone says, and within how much that is right: 0
// where nothing says so, below 0 where nobody knows, since a program has ended no match yet.
func (l *Tournament) rest(p *league.Plan, left time.Duration) (time.Duration, time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.paces == nil || l.Workers != nil || !l.throughput.Load().Until.IsZero() {
		return left, 0
	}
	for i, pace := range l.paces.programs {
		if p.Player[i].Program != nil && pace.ended == 0 {
			return left, -1
		}
	}
	if l.paces.took.N < 2 {
		return left, -1
	}
	within := time.Duration(l.paces.took.Doubt() * float64(left))
	for i := range l.playing {
		for _, e := range l.playing[i].LineUp {
			left = max(left, l.paces.programs[e].match()-time.Since(l.playing[i].began))
		}
	}
	return left, within
}

// Who is slow: in a match it is waited for so long, and for so many times as long as for half of the others.
const (
	slowMatch = 5 * time.Second
	slowTimes = 5
	mostSlow  = 3 // are named
)

// slow names those who are slow; empty: nobody.
func (l *Tournament) slow(p *league.Plan) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.paces == nil || l.over != "" {
		return ""
	}
	var order []int
	for i := range l.paces.programs {
		if l.paces.programs[i].program {
			order = append(order, i)
		}
	}
	pace := func(i int) time.Duration { return l.paces.programs[i].match() }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(pace(b), pace(a)) })
	var names []string
	for _, i := range order[:min(len(order), mostSlow)] {
		if pace(i) < slowMatch || len(order) > 1 && pace(i) < slowTimes*pace(order[len(order)/2]) {
			break
		}
		text := "%s (%s a match)"
		if l.paces.programs[i].ended == 0 {
			text = "%s (%s in its first match)"
		}
		names = append(names, fmt.Sprintf(text, clean.Line(p.Player[i].Name), numbers.Roughly(pace(i))))
	}
	if names == nil {
		return ""
	}
	return "slow: " + strings.Join(names, ", ")
}
