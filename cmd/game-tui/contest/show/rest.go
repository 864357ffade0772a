package show

import (
	"slices"
	"strings"
	"time"

	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/tui/numbers"
)

const (
	sampleTasks  = 280         // tasks to come from which the time for all of them is estimated
	overtimePart = 10          // a seed that has begun may take 1/overtimePart of --for longer
	waitLeast    = time.Second // a match counts as waiting only after this time
)

// interval holds the bounds of a time.
type interval struct{ least, most time.Duration }

// latest returns when both have ended.
func (i interval) latest(j interval) interval {
	return interval{max(i.least, j.least), max(i.most, j.most)}
}

// rest returns how many matches end a second, 0 before the first one, and an estimate of the time until the
// tournament ends. Callers hold the lock of the standings.
func (l *Tournament) rest(s *league.Standings) (rate float64, rest numbers.Rest) {
	now, t := l.now(), l.throughput.Load()
	done, all := s.Matches()
	rate, rest.Left = t.Rate(now, done, all)
	unknown := numbers.Rest{Within: -1}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.paces == nil || l.Workers != nil { // other machines play, and only the rate is known
		if !t.Until.IsZero() && !now.Before(t.Until) {
			return rate, unknown
		}
		return rate, rest
	}
	n := l.toBegin(s, now)
	end, known := l.underWayEnd(now)
	if n == 0 && (!known || end.most > slowMatch) {
		if rest, waiting := l.onlyWaiting(s.Plan, now); waiting {
			return rate, rest
		}
	}
	if n > 0 && known {
		var last interval
		last, known = l.toComeEnd(s, n, now)
		end = end.latest(last)
	}
	if !known {
		return rate, unknown
	}
	return rate, numbers.Rest{Left: (end.least + end.most) / 2, Within: (end.most - end.least) / 2}
}

// next returns the number of the task that begins next, as far as this machine knows.
func (l *Tournament) next() int { return l.throughput.Load().Before + l.paces.begun }

// toBegin returns how many tasks of the plan have not begun, or 0 if no more will begin.
func (l *Tournament) toBegin(s *league.Standings, now time.Time) int {
	_, n := s.Matches()
	n = max(n-l.next(), 0)
	switch {
	case l.throughput.Load().Until.IsZero():
		return n
	case l.full || n == 0 && !l.Grows || !l.fits(s.SpanAt(l.next()), now):
		return 0
	}
	return max(n, 1)
}

// Fits reports whether tasks may begin. A whole seed must end in time, as far as is known. A task of a seed that has
// begun may end a little later.
func (l *Tournament) Fits(span league.Span) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	fits := l.fits(span, l.now())
	l.full = l.full || !fits
	return fits
}

func (l *Tournament) fits(span league.Span, now time.Time) bool {
	t := l.throughput.Load()
	left := t.Until.Sub(now)
	if !span.Whole {
		left += t.Until.Sub(t.Begin) / overtimePart
	}
	return left > 0 && l.takes(span, now) <= left
}

// takes returns how long tasks take that begin now. A program that has not ended a match yet counts with the longest
// wait for it up to now.
func (l *Tournament) takes(span league.Span, now time.Time) time.Duration {
	if l.paces == nil || l.Workers != nil {
		done, all := span.Standings.Matches()
		if rate, _ := l.throughput.Load().Rate(now, done, all); span.Whole && rate > 0 {
			return time.Duration(float64(span.N) / rate * float64(time.Second))
		}
		return 0
	}
	w := l.workOf(span, now)
	if !span.Whole {
		return w.longest
	}
	return max(w.longest, l.elapsed(w.total+l.pending(now), now))
}

// work is an estimate of how long tasks take.
type work struct {
	total, longest time.Duration
	known          bool // all of their programs have ended a match
}

func (l *Tournament) workOf(span league.Span, now time.Time) work {
	w := work{known: true}
	s := span.Standings
	for n := range span.N {
		n += span.First
		if s.Plan.Design.Knockout() { // the line-ups of later tasks are unknown: assume the last known one
			n = min(n, s.Schedule.Tasks()-1)
		}
		t := s.Schedule.Task(n)
		mean, _, known := l.expected(t.LineUp, now)
		w.total += mean
		w.longest = max(w.longest, mean)
		w.known = w.known && known
	}
	return w
}

// expected estimates how long a match of a line-up takes, and how much more or less it may be. known reports whether
// all of its programs have ended a match.
func (l *Tournament) expected(lineUp [sim.Seats]int, now time.Time) (mean, within time.Duration, known bool) {
	p, known := l.paces, l.paces.own.N >= 2
	var slowest *league.Sum
	for _, e := range lineUp {
		of := &p.programs[e]
		if !of.program {
			continue
		}
		known = known && of.waited.N > 0
		if waited := l.wait(e, now); waited > mean {
			mean, slowest = waited, &of.waited
		}
	}
	if slowest != nil {
		within = spread(slowest)
	}
	return mean + micro(p.own.Mean()), within + spread(&p.own), known
}

// spread returns how far a single time may be from the mean of the times measured.
func spread(times *league.Sum) time.Duration {
	if times.N < 2 {
		return micro(times.Mean())
	}
	return micro(2 * times.Deviation())
}

func micro(n float64) time.Duration { return time.Duration(n * float64(time.Microsecond)) }

// pending returns the expected rest of all matches under way, added up.
func (l *Tournament) pending(now time.Time) (sum time.Duration) {
	for _, u := range l.playing {
		mean, _, _ := l.expected(u.LineUp, now)
		sum += max(mean-now.Sub(u.began), 0)
	}
	return sum
}

// elapsed returns how long matches take whose times add up to total. It assumes that as many are played at a time as
// before.
func (l *Tournament) elapsed(total time.Duration, now time.Time) time.Duration {
	played := micro(float64(l.paces.took.Sum))
	for _, u := range l.playing {
		played += now.Sub(u.began)
	}
	passed := max(now.Sub(l.throughput.Load().Begin), time.Millisecond)
	return time.Duration(float64(total) / max(float64(played)/float64(passed), 1))
}

// toComeEnd estimates when the last of n tasks ends that have not begun. It reports false if that is unknown.
func (l *Tournament) toComeEnd(s *league.Standings, n int, now time.Time) (interval, bool) {
	t, span := l.throughput.Load(), s.SpanAt(l.next())
	seed := l.takes(span, now)
	span.N = min(n, sampleTasks, max(s.Schedule.Tasks()-span.First, 1))
	w := l.workOf(span, now)
	all := l.elapsed(w.total/time.Duration(span.N)*time.Duration(n)+l.pending(now), now)
	doubt := time.Duration(l.paces.took.Doubt() * float64(all))
	end := interval{max(all-doubt, 0), all + doubt + w.longest} // the longest may begin last
	if !t.Until.IsZero() {
		left := t.Until.Sub(now)
		stop := interval{max(left-seed, 0), max(left, 0)} // the next seed may be the first one that does not fit
		if l.Grows {
			end = stop
		}
		end = interval{min(end.least, stop.least), min(end.most, stop.most)}
	}
	return end, w.known
}

// underWayEnd estimates when the last match under way ends. It reports false if that is unknown.
func (l *Tournament) underWayEnd(now time.Time) (end interval, known bool) {
	for _, u := range l.playing {
		one, known := l.matchEnd(u, now)
		if !known {
			return end, false
		}
		end = end.latest(one)
	}
	return end, true
}

func (l *Tournament) matchEnd(u *underWay, now time.Time) (interval, bool) {
	longest, bound := l.longest(u, now)
	mean, within, known := l.expected(u.LineUp, now)
	left := mean - now.Sub(u.began)
	if known && (left+within > 0 || len(u.waits) == 0) {
		end := interval{max(left-within, 0), max(left+within, 0)}
		if bound {
			end = interval{min(end.least, longest), min(end.most, longest)}
		}
		return end, true
	}
	return interval{0, longest}, bound // a program has ended no match yet, or this match already takes longer than expected
}

// longest returns the longest that a match may still take. It reports false if there is no bound.
func (l *Tournament) longest(u *underWay, now time.Time) (sum time.Duration, bound bool) {
	for _, w := range u.waits {
		longest, bound := w.longest(l.paces.limits, now)
		if !bound {
			return 0, false
		}
		sum += longest
	}
	return sum + micro(l.paces.own.Mean()), len(u.waits) > 0
}

// onlyWaiting returns the players for which all matches under way wait, and the longest that this may take. It reports
// false if a match does not wait: it has spent more than half of its time without waiting for one program.
func (l *Tournament) onlyWaiting(p *league.Plan, now time.Time) (rest numbers.Rest, waiting bool) {
	var names []string
	bound := true
	for _, u := range l.playing {
		var slowest *wait
		for _, w := range u.waits {
			if !w.over && (slowest == nil || w.until(now) > slowest.until(now)) {
				slowest = w
			}
		}
		if passed := now.Sub(u.began); slowest == nil || passed < waitLeast || 2*slowest.until(now) < passed {
			return numbers.Rest{}, false
		}
		if name := clean.Line(p.Player[slowest.entry].Name); !slices.Contains(names, name) {
			names = append(names, name)
		}
		longest, ok := l.longest(u, now)
		rest.Left, bound = max(rest.Left, longest), bound && ok
	}
	if !bound {
		rest.Left = 0
	}
	rest.WaitsFor = strings.Join(names, ", ")
	if len(names) > mostNamed {
		rest.WaitsFor = numbers.Count(len(names), "player")
	}
	return rest, len(names) > 0
}
