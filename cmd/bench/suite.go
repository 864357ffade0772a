package main

import (
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"
)

// source measures figures.
type source interface {
	// measure hands out figures as they come and writes to progress what somebody
	// who waits would like to know.
	measure(report func(figure), progress io.Writer) error
	// String says what is done.
	String() string
}

// suite is a group of figures that are measured together, and their floors.
type suite struct {
	name   string // a word, or words with / between: the first is the group's
	source source
	speed  *reference // what its times depend on; nil: compute
	linux  bool       // runs nowhere else
	floors []floor
	also   []string // units to print beside them, without a floor
	all    bool     // print all others too
}

func (s suite) shows(g figure) bool {
	return (s.all || slices.Contains(s.also, g.unit)) && !slices.ContainsFunc(s.floors, func(f floor) bool { return f.is(g) })
}

// wanted reports whether one of the words is the name of the suite or of its group.
func (s suite) wanted(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return s.name == w || strings.HasPrefix(s.name, w+"/") })
}

func (s suite) runsHere() bool { return !s.linux || runtime.GOOS == "linux" }

// choose returns the suites that words with commas between name; of no words,
// all that run on this system.
func choose(all []suite, words string) ([]suite, error) {
	if words == "" {
		return slices.DeleteFunc(slices.Clone(all), func(s suite) bool { return !s.runsHere() }), nil
	}
	list := strings.Split(words, ",")
	for _, w := range list {
		if !slices.ContainsFunc(all, func(s suite) bool { return s.wanted([]string{w}) }) {
			return nil, fmt.Errorf("no suite is called %q: there are %s", w, names(all))
		}
	}
	chosen := slices.DeleteFunc(slices.Clone(all), func(s suite) bool { return !s.wanted(list) })
	for _, s := range chosen {
		if !s.runsHere() {
			return nil, fmt.Errorf("%s runs on Linux only", s.name)
		}
	}
	return chosen, nil
}

func names(all []suite) string {
	var list []string
	for _, s := range all {
		list = append(list, s.name)
	}
	return strings.Join(list, ", ")
}

// measurement is what came of a suite.
type measurement struct {
	figures []figure
	speed   speed // the zero value if no floor depends on it
	err     error
}

// measure measures the suite between two reference works, and once more if the
// machine was not steady meanwhile.
func (s suite) measure(progress io.Writer) measurement {
	if !slices.ContainsFunc(s.floors, floor.timed) {
		var m measurement
		m.err = s.source.measure(m.add, progress)
		return m
	}
	r := s.speed
	if r == nil {
		r = compute
	}
	return measureBetween(r.nominal, r.measure, func(report func(figure)) error { return s.source.measure(report, progress) }, progress)
}

// measureBetween runs what measures between two reference works, and both once
// more if those differ. It keeps the figures of the last run.
func measureBetween(nominal time.Duration, reference func() (time.Duration, error), run func(func(figure)) error, progress io.Writer) (m measurement) {
	for first := true; ; first = false {
		m = measurement{speed: speed{nominal: nominal}}
		if m.speed.before, m.err = reference(); m.err != nil {
			return m
		}
		if m.err = run(m.add); m.err != nil {
			return m
		}
		if m.speed.after, m.err = reference(); m.err != nil {
			return m
		}
		fmt.Fprintf(progress, "%s\n", m.speed)
		if m.speed.steady() || !first {
			return m
		}
		fmt.Fprintln(progress, "the speed of the machine changed: once more")
	}
}

// add keeps a figure. One that is no number, as it could not be read, is missing.
func (m *measurement) add(f figure) {
	if !math.IsNaN(f.value) && !math.IsInf(f.value, 0) {
		m.figures = append(m.figures, f)
	}
}
