package show

import (
	"slices"
	"strings"
	"time"

	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/sanitize"
	"game-tui/tui/format"
)

const (
	sampleTasks     = 280         // future tasks from which the remaining time is estimated
	overtimeDivisor = 10          // a started seed may take 1/overtimeDivisor of the total time longer
	minWaiting      = time.Second // shorter matches do not count as waiting
)

type interval struct{ min, max time.Duration }

func (i interval) latest(j interval) interval {
	return interval{max(i.min, j.min), max(i.max, j.max)}
}

// estimateRest returns the matches per second and an estimate of the remaining time. Callers must
// hold the lock of the standings.
func (l *Monitor) estimateRest(s *league.Standings) (rate float64, rest format.Estimate) {
	now, t := l.now(), l.throughput.Load()
	done, all := s.Matches()
	rate, rest.Left = t.Rate(now, done, all)
	unknown := format.Estimate{Margin: -1}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.timings == nil || l.Workers != nil { // only the rate is known
		if !t.Until.IsZero() && !now.Before(t.Until) {
			return rate, unknown
		}
		return rate, rest
	}
	n := l.tasksToBegin(s, now)
	end, known := l.endOfRunning(now)
	if n == 0 && (!known || end.max > slowThreshold) {
		if rest, waiting := l.waitingFor(s.Plan, now); waiting {
			return rate, rest
		}
	}
	if n > 0 && known {
		var last interval
		last, known = l.endOfUnstarted(s, n, now)
		end = end.latest(last)
	}
	if !known {
		return rate, unknown
	}
	return rate, format.Estimate{Left: (end.min + end.max) / 2, Margin: (end.max - end.min) / 2}
}

// nextTask returns the next task to start, as far as this machine knows.
func (l *Monitor) nextTask() int { return l.throughput.Load().Before + l.timings.started }

// tasksToBegin returns how many tasks will still start.
func (l *Monitor) tasksToBegin(s *league.Standings, now time.Time) int {
	_, n := s.Matches()
	n = max(n-l.nextTask(), 0)
	switch {
	case l.throughput.Load().Until.IsZero():
		return n
	case l.timeUsedUp || n == 0 && !l.AddsSeeds || !l.mayBegin(s.SpanAt(l.nextTask()), now):
		return 0
	}
	return max(n, 1)
}

// MayBegin reports whether tasks may start. A new seed must be expected to end in time. Tasks of a
// started seed may end a little later.
func (l *Monitor) MayBegin(span league.Span) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	fits := l.mayBegin(span, l.now())
	l.timeUsedUp = l.timeUsedUp || !fits
	return fits
}

func (l *Monitor) mayBegin(span league.Span, now time.Time) bool {
	t := l.throughput.Load()
	left := t.Until.Sub(now)
	if !span.Whole {
		left += t.Until.Sub(t.Begin) / overtimeDivisor
	}
	return left > 0 && l.timeFor(span, now) <= left
}

// timeFor estimates how long tasks take if they start now. A program without a finished match
// counts with its longest wait up to now.
func (l *Monitor) timeFor(span league.Span, now time.Time) time.Duration {
	if l.timings == nil || l.Workers != nil {
		done, all := span.Standings.Matches()
		if rate, _ := l.throughput.Load().Rate(now, done, all); span.Whole && rate > 0 {
			return time.Duration(float64(span.N) / rate * float64(time.Second))
		}
		return 0
	}
	w := l.estimateWork(span, now)
	if !span.Whole {
		return w.longest
	}
	return max(w.longest, l.wallTime(w.total+l.remainingWork(now), now))
}

// work is the estimated time of tasks.
type work struct {
	total, longest time.Duration
	known          bool // all their programs have finished a match
}

func (l *Monitor) estimateWork(span league.Span, now time.Time) work {
	w := work{known: true}
	s := span.Standings
	for n := range span.N {
		n += span.First
		if s.Plan.Format.IsKnockout() { // later line-ups are unknown: assume the last known one
			n = min(n, s.Schedule.Tasks()-1)
		}
		t := s.Schedule.Task(n)
		mean, _, known := l.expectedTime(t.LineUp, now)
		w.total += mean
		w.longest = max(w.longest, mean)
		w.known = w.known && known
	}
	return w
}

// expectedTime estimates the time of a match and its error. known reports whether all its programs
// have finished a match.
func (l *Monitor) expectedTime(lineUp [sim.Seats]int, now time.Time) (mean, within time.Duration, known bool) {
	p, known := l.timings, l.timings.ownTime.N >= 2
	var slowest *league.Sum
	for _, e := range lineUp {
		of := &p.programs[e]
		if !of.program {
			continue
		}
		known = known && of.waited.N > 0
		if waited := l.meanWait(e, now); waited > mean {
			mean, slowest = waited, &of.waited
		}
	}
	if slowest != nil {
		within = spread(slowest)
	}
	return mean + microseconds(p.ownTime.Mean()), within + spread(&p.ownTime), known
}

// spread returns how far one of the measured times is likely to be from their mean.
func spread(times *league.Sum) time.Duration {
	if times.N < 2 {
		return microseconds(times.Mean())
	}
	return microseconds(2 * times.Deviation())
}

func microseconds(n float64) time.Duration { return time.Duration(n * float64(time.Microsecond)) }

// remainingWork returns the expected rest of the running matches, added up.
func (l *Monitor) remainingWork(now time.Time) (sum time.Duration) {
	for _, u := range l.running {
		mean, _, _ := l.expectedTime(u.LineUp, now)
		sum += max(mean-now.Sub(u.start), 0)
	}
	return sum
}

// wallTime returns how long matches with a total time take, if as many run at a time as before.
func (l *Monitor) wallTime(total time.Duration, now time.Time) time.Duration {
	played := microseconds(float64(l.timings.matchTime.Sum))
	for _, u := range l.running {
		played += now.Sub(u.start)
	}
	passed := max(now.Sub(l.throughput.Load().Begin), time.Millisecond)
	return time.Duration(float64(total) / max(float64(played)/float64(passed), 1))
}

// endOfUnstarted estimates when the last of n tasks ends that have not started. It reports false if
// that is unknown.
func (l *Monitor) endOfUnstarted(s *league.Standings, n int, now time.Time) (interval, bool) {
	t, span := l.throughput.Load(), s.SpanAt(l.nextTask())
	seed := l.timeFor(span, now)
	span.N = min(n, sampleTasks, max(s.Schedule.Tasks()-span.First, 1))
	w := l.estimateWork(span, now)
	all := l.wallTime(w.total/time.Duration(span.N)*time.Duration(n)+l.remainingWork(now), now)
	doubt := time.Duration(l.timings.matchTime.RelativeError() * float64(all))
	end := interval{max(all-doubt, 0), all + doubt + w.longest} // the longest may start last
	if !t.Until.IsZero() {
		left := t.Until.Sub(now)
		stop := interval{max(left-seed, 0), max(left, 0)} // the next seed may not fit any more
		if l.AddsSeeds {
			end = stop
		}
		end = interval{min(end.min, stop.min), min(end.max, stop.max)}
	}
	return end, w.known
}

// endOfRunning estimates when the last running match ends. It reports false if that is unknown.
func (l *Monitor) endOfRunning(now time.Time) (end interval, known bool) {
	for _, u := range l.running {
		one, known := l.endOfMatch(u, now)
		if !known {
			return end, false
		}
		end = end.latest(one)
	}
	return end, true
}

func (l *Monitor) endOfMatch(u *runningTask, now time.Time) (interval, bool) {
	longest, bound := l.longestMatch(u, now)
	mean, within, known := l.expectedTime(u.LineUp, now)
	left := mean - now.Sub(u.start)
	if known && (left+within > 0 || len(u.waits) == 0) {
		end := interval{max(left-within, 0), max(left+within, 0)}
		if bound {
			end = interval{min(end.min, longest), min(end.max, longest)}
		}
		return end, true
	}
	return interval{0, longest}, bound // no estimate, or the match already takes longer than expected
}

// longestMatch returns how long a match may still take. It reports false if there is no limit.
func (l *Monitor) longestMatch(u *runningTask, now time.Time) (sum time.Duration, bound bool) {
	for _, w := range u.waits {
		longest, bound := w.longestLeft(l.timings.limits, now)
		if !bound {
			return 0, false
		}
		sum += longest
	}
	return sum + microseconds(l.timings.ownTime.Mean()), len(u.waits) > 0
}

// waitingFor returns the players for which all running matches wait, and the longest time this may
// take. It reports false if any match has spent more than half of its time otherwise.
func (l *Monitor) waitingFor(p *league.Plan, now time.Time) (rest format.Estimate, waiting bool) {
	var names []string
	bound := true
	for _, u := range l.running {
		var slowest *waitTimer
		for _, w := range u.waits {
			if !w.over && (slowest == nil || w.total(now) > slowest.total(now)) {
				slowest = w
			}
		}
		if passed := now.Sub(u.start); slowest == nil || passed < minWaiting || 2*slowest.total(now) < passed {
			return format.Estimate{}, false
		}
		if name := sanitize.Line(p.Players[slowest.entry].Name); !slices.Contains(names, name) {
			names = append(names, name)
		}
		longest, ok := l.longestMatch(u, now)
		rest.Left, bound = max(rest.Left, longest), bound && ok
	}
	if !bound {
		rest.Left = 0
	}
	rest.WaitingFor = strings.Join(names, ", ")
	if len(names) > maxSlowNames {
		rest.WaitingFor = format.Count(len(names), "player")
	}
	return rest, len(names) > 0
}
