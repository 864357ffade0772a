package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"game-tui/sim"
)

// figure is one number that was measured.
type figure struct {
	name, unit string
	value      float64
}

// floor is what a figure must reach (least) or stay within.
type floor struct {
	name, unit string
	bound      float64
	least      bool
	still      bool // stays as it is written, whatever the unit
}

func atLeast(name, unit string, v float64) floor {
	return floor{name: name, unit: unit, bound: v, least: true}
}

func atMost(name, unit string, v float64) floor {
	return floor{name: name, unit: unit, bound: v}
}

// whateverSpeed is for a time that does not depend on the speed of the machine.
func (f floor) whateverSpeed() floor {
	f.still = true
	return f
}

// timed reports whether the floor is scaled by the speed of the machine: it is
// one of time, or of something a second. Rounds are those that a watcher lags.
func (f floor) timed() bool {
	unit, per, _ := strings.Cut(f.unit, "/")
	return !f.still && (per == "s" || slices.Contains([]string{"ns", "µs", "ms", "s", "rounds"}, unit))
}

// scaled is the floor on a machine that takes factor times as long.
func (f floor) scaled(factor float64) floor {
	switch {
	case !f.timed():
	case f.least:
		f.bound /= factor
	default:
		f.bound *= factor
	}
	return f
}

func (f floor) holds(v float64) bool {
	if f.least {
		return v >= f.bound
	}
	return v <= f.bound
}

// is reports whether the floor is that of a figure.
func (f floor) is(g figure) bool { return f.name == g.name && f.unit == g.unit }

func (f floor) String() string {
	if f.least {
		return ">= " + short(f.bound)
	}
	return "<= " + short(f.bound)
}

// steadyWithin is how much longer the slower of two reference works may take.
const steadyWithin = 1.3

// speed is how fast the machine was: what a reference work took before and
// after the measurement, and what it takes where floors hold as written.
type speed struct{ before, after, nominal time.Duration }

// measured reports whether there is a speed: no floor may depend on it, or the
// suite failed.
func (s speed) measured() bool { return s.after > 0 }

// factor is how many times as long as written this machine takes.
func (s speed) factor() float64 { return float64(s.before+s.after) / 2 / float64(s.nominal) }

// steady reports whether the speed stayed about the same.
func (s speed) steady() bool {
	return float64(max(s.before, s.after)) <= steadyWithin*float64(min(s.before, s.after))
}

// What is said of a figure.
const (
	ok       = "ok"
	below    = "BELOW"
	above    = "ABOVE"
	missing  = "MISSING"
	unsteady = "machine unsteady" // it misses its floor, which may be the machine's doing
	noFloor  = "-"
)

// verdict compares a figure with its floor.
func (f floor) verdict(v float64, s speed) string {
	switch {
	case f.scaled(s.factor()).holds(v):
		return ok
	case f.timed() && !s.steady():
		return unsteady
	case f.least:
		return below
	}
	return above
}

// row is a line of the table.
type row struct {
	figure
	floor   *floor // nil: it has none
	speed   speed
	verdict string
}

// judge compares the figures of a suite with its floors. A floor without a
// figure is a miss: a benchmark that vanished must not look like one that passed.
func judge(s suite, m measurement) []row {
	var rows []row
	for _, f := range s.floors {
		r := row{figure: figure{f.name, f.unit, math.NaN()}, floor: &f, speed: m.speed, verdict: missing}
		for _, g := range m.figures {
			if f.is(g) {
				r.figure, r.verdict = g, f.verdict(g.value, m.speed)
			}
		}
		rows = append(rows, r)
	}
	for _, g := range m.figures {
		if s.shows(g) {
			rows = append(rows, row{figure: g, verdict: noFloor})
		}
	}
	return rows
}

// summary counts rows by what is said of them.
type summary struct{ floors, missed, unsteady, failed int }

func (s *summary) add(rows []row) {
	for _, r := range rows {
		switch r.verdict {
		case noFloor:
			continue
		case unsteady:
			s.unsteady++
		case ok:
		default:
			s.missed++
		}
		s.floors++
	}
}

// err is nil if every suite was measured and every floor holds.
func (s summary) err() error {
	var faults []string
	if s.failed > 0 {
		faults = append(faults, sim.Count(s.failed, "suite")+" failed")
	}
	if s.missed > 0 {
		faults = append(faults, fmt.Sprintf("%d of %d figures miss their floor", s.missed, s.floors))
	}
	if s.unsteady > 0 {
		faults = append(faults, fmt.Sprintf("%d of %d figures may miss theirs only because the machine was unsteady: measure again when it is idle", s.unsteady, s.floors))
	}
	if faults == nil {
		return nil
	}
	return errors.New(strings.Join(faults, "; "))
}
