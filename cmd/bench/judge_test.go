package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"time"
)

// TestScaledFloors wants what depends on the speed of the machine scaled, and
// nothing else.
func TestScaledFloors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		floor floor
		want  float64 // on a machine that takes twice as long
	}{
		{atLeast("a", "matches/s", 400), 200},
		{atMost("a", "ms/step", 1), 2},
		{atMost("a", "ns/op", 5000), 10000},
		{atMost("a", "ms", 100), 200},
		{atMost("a", "µs", 3), 6},
		{atMost("a", "rounds", 2), 4},
		{atMost("a", "s", 10), 20},
		{atMost("a", "s", 10).whateverSpeed(), 10},
		{atMost("a", "bytes/round", 16000), 16000},
		{atMost("a", "MB/match", 20), 20},
		{atMost("a", "KB", 4), 4},
		{atLeast("a", "wins", 36), 36},
		{atMost("a", "", 0), 0},
	} {
		if got := c.floor.scaled(2); got.bound != c.want || got.least != c.floor.least {
			t.Errorf("%s of %s is scaled to %s, want %g", c.floor, c.floor.unit, got, c.want)
		}
	}
}

// ran is a speed in milliseconds where 100 is nominal.
func ran(before, after time.Duration) speed {
	return speed{before * time.Millisecond, after * time.Millisecond, 100 * time.Millisecond}
}

func TestFactorAndSteadiness(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		speed  speed
		factor float64
		steady bool
	}{
		{ran(100, 100), 1, true},
		{ran(200, 240), 2.2, true},
		{ran(50, 50), 0.5, true},
		{ran(100, 130), 1.15, true},
		{ran(130, 100), 1.15, true},
		{ran(100, 131), 1.155, false},
		{ran(300, 100), 2, false},
	} {
		if got := c.speed.factor(); math.Abs(got-c.factor) > 1e-9 || c.speed.steady() != c.steady {
			t.Errorf("%s: factor %g, steady %v; want %g, %v", c.speed, got, c.speed.steady(), c.factor, c.steady)
		}
	}
}

func TestVerdicts(t *testing.T) {
	t.Parallel()
	rate, lag, size := atLeast("a", "matches/s", 400), atMost("a", "ms", 100), atMost("a", "MB", 4)
	for _, c := range []struct {
		floor floor
		value float64
		speed speed
		want  string
	}{
		{rate, 400, ran(100, 100), ok},
		{rate, 399, ran(100, 100), below},
		{rate, 201, ran(200, 200), ok},
		{rate, 199, ran(200, 200), below},
		{rate, 700, ran(50, 50), below}, // a fast machine hides nothing
		{rate, 100, ran(100, 300), unsteady},
		{rate, 300, ran(100, 300), ok},
		{lag, 100, ran(100, 100), ok},
		{lag, 101, ran(100, 100), above},
		{lag, 199, ran(200, 200), ok},
		{lag, 300, ran(300, 100), unsteady},
		{size, 4, ran(100, 100), ok},
		{size, 5, ran(200, 200), above},
		{size, 5, ran(100, 300), above}, // bytes are the same on any machine
		{size, 5, speed{}, above},
	} {
		if got := c.floor.verdict(c.value, c.speed); got != c.want {
			t.Errorf("%g %s, floor %s, %s: %q, want %q", c.value, c.floor.unit, c.floor, c.speed, got, c.want)
		}
	}
}

// TestRows wants a row for every floor, with or without its figure, and for the
// other figures that the suite shows.
func TestRows(t *testing.T) {
	t.Parallel()
	s := suite{name: "s", floors: []floor{atMost("a", "ms", 100), atMost("b", "ms", 100)}, also: []string{"score"}}
	m := measurement{speed: ran(100, 100), figures: []figure{{"a", "ms", 7}, {"a", "score", 3}, {"a", "ns/op", 9}, {"b", "MB", 1}}}
	check := func(want ...string) {
		t.Helper()
		var got []string
		for _, r := range judge(s, m) {
			got = append(got, strings.Join([]string{r.name, r.unit, short(r.value), r.verdict}, " "))
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	check("a ms 7 ok", "b ms none MISSING", "a score 3 -")
	s.all = true
	check("a ms 7 ok", "b ms none MISSING", "a score 3 -", "a ns/op 9 -", "b MB 1 -")
}

// TestMeasuredAgain wants a suite measured once more, and only once, if the speed
// of the machine changed meanwhile.
func TestMeasuredAgain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		reference []time.Duration
		runs      int
		steady    bool
	}{
		{"steady", []time.Duration{100, 110}, 1, true},
		{"steady at the second time", []time.Duration{100, 200, 150, 150}, 2, true},
		{"never steady", []time.Duration{100, 200, 100, 200}, 2, false},
	} {
		runs := 0
		m := measureBetween(100, func() (time.Duration, error) {
			d := c.reference[0]
			c.reference = c.reference[1:]
			return d, nil
		}, func(report func(figure)) error {
			runs++
			report(figure{"run", "ms", float64(runs)})
			report(figure{"unread", "ms", math.NaN()})
			return nil
		}, io.Discard)
		if m.err != nil || runs != c.runs || m.speed.steady() != c.steady || len(c.reference) != 0 {
			t.Errorf("%s: %d runs, %s, %v", c.name, runs, m.speed, m.err)
		}
		if len(m.figures) != 1 || m.figures[0].value != float64(c.runs) {
			t.Errorf("%s: the figures are %v, want those of the last run", c.name, m.figures)
		}
	}
}

func TestFailedSuites(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	works := func() (time.Duration, error) { return 1, nil }
	for name, m := range map[string]measurement{
		"reference": measureBetween(1, func() (time.Duration, error) { return 0, broken }, func(func(figure)) error { return nil }, io.Discard),
		"suite":     measureBetween(1, works, func(func(figure)) error { return broken }, io.Discard),
	} {
		rows := judge(suite{floors: []floor{atMost("a", "ms", 1)}}, m)
		if !errors.Is(m.err, broken) || len(rows) != 1 || rows[0].verdict != missing {
			t.Errorf("%s: %v, rows %v", name, m.err, rows)
		}
		table(io.Discard, suite{}, m, rows)
	}
}

func TestSummary(t *testing.T) {
	t.Parallel()
	var s summary
	s.add([]row{{verdict: ok}, {verdict: noFloor}})
	if err := s.err(); err != nil {
		t.Errorf("everything holds: %v", err)
	}
	s.add([]row{{verdict: unsteady}})
	if err := s.err(); err == nil || !strings.HasPrefix(err.Error(), "1 of 2 figures may miss") {
		t.Errorf("unsteady: %v", err)
	}
	s.add([]row{{verdict: below}, {verdict: above}, {verdict: missing}})
	s.failed++
	if err := s.err(); err == nil || !strings.HasPrefix(err.Error(), "1 suite failed; 3 of 5 figures miss their floor; ") {
		t.Errorf("misses: %v", err)
	}
}

// TestJSONLines wants every line complete for a script.
func TestJSONLines(t *testing.T) {
	t.Parallel()
	s := suite{name: "s", floors: []floor{atLeast("a", "matches/s", 400), atMost("b", "MB", 4)}, all: true}
	m := measurement{speed: ran(200, 200), figures: []figure{{"a", "matches/s", 150}, {"c", "%", 1}}, err: errors.New("broken")}
	var out bytes.Buffer
	if err := jsonLines(&out, s, m, judge(s, m)); err != nil {
		t.Fatal(err)
	}
	want := `{"suite":"s","error":"broken"}
{"suite":"s","figure":"a","unit":"matches/s","value":150,"floor":{"kind":"at least","written":400,"factor":2,"scaled":200,"steady":true,"reference_before_ms":200,"reference_after_ms":200,"reference_nominal_ms":100},"verdict":"BELOW"}
{"suite":"s","figure":"b","unit":"MB","floor":{"kind":"at most","written":4,"factor":1,"scaled":4},"verdict":"MISSING"}
{"suite":"s","figure":"c","unit":"%","value":1,"verdict":"-"}
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
	for line := range strings.Lines(out.String()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("no JSON: %s", line)
		}
	}
}

// TestTable wants figure, floor, factor, scaled floor and verdict in a row.
func TestTable(t *testing.T) {
	t.Parallel()
	s := suite{name: "s", floors: []floor{atLeast("a", "matches/s", 400), atMost("b", "MB", 4)}}
	m := measurement{speed: ran(200, 200), figures: []figure{{"a", "matches/s", 1234.5}, {"b", "MB", 5}}}
	var out bytes.Buffer
	table(&out, s, m, judge(s, m))
	var got []string
	for line := range strings.Lines(out.String()) {
		got = append(got, strings.Join(strings.Fields(line), " "))
	}
	want := []string{"", "s (reference work: 200 ms before, 200 ms after, 100 ms where floors hold as written: factor 2.00)",
		"FIGURE MEASURED UNIT FLOOR FACTOR SCALED VERDICT",
		"a 1234 matches/s >= 400 2.00 >= 200 ok",
		"b 5 MB <= 4 - - ABOVE"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}
