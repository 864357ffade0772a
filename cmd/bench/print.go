package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"text/tabwriter"
	"time"
)

// short writes a number with at most four digits that count.
func short(v float64) string {
	if math.IsNaN(v) {
		return "none"
	}
	if math.Abs(v) >= 1000 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

func (s speed) String() string {
	text := fmt.Sprintf("reference work: %d ms before, %d ms after, %d ms where floors hold as written: factor %.2f",
		s.before.Milliseconds(), s.after.Milliseconds(), s.nominal.Milliseconds(), s.factor())
	if !s.steady() {
		text += ", unsteady"
	}
	return text
}

// table prints the rows of a suite for people.
func table(w io.Writer, s suite, m measurement, rows []row) {
	fmt.Fprintf(w, "\n%s", s.name)
	if m.speed.measured() {
		fmt.Fprintf(w, " (%s)", m.speed)
	}
	fmt.Fprintln(w)
	if m.err != nil {
		fmt.Fprintf(w, "  FAILED: %v\n", m.err)
	}
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "  FIGURE\tMEASURED\tUNIT\tFLOOR\tFACTOR\tSCALED\tVERDICT")
	for _, r := range rows {
		floor, factor, scaled := "-", "-", "-"
		if r.floor != nil {
			floor = r.floor.String()
		}
		if f, ok := r.scaling(); ok {
			factor, scaled = strconv.FormatFloat(f, 'f', 2, 64), r.floor.scaled(f).String()
		}
		fmt.Fprintf(tab, "  %s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.name, short(r.value), r.unit, floor, factor, scaled, r.verdict)
	}
	tab.Flush()
}

// scaling is the factor by which the floor of a row was scaled, if it was.
func (r row) scaling() (factor float64, ok bool) {
	if r.floor == nil || !r.floor.timed() || !r.speed.measured() {
		return 1, false
	}
	return r.speed.factor(), true
}

// line is a row for scripts. Times are in milliseconds.
type line struct {
	Suite   string     `json:"suite"`
	Figure  string     `json:"figure,omitempty"`
	Unit    string     `json:"unit,omitempty"`
	Value   *float64   `json:"value,omitempty"` // none: it was not measured
	Floor   *lineFloor `json:"floor,omitempty"`
	Verdict string     `json:"verdict,omitempty"`
	Error   string     `json:"error,omitempty"` // of the suite, in a line of its own
}

type lineFloor struct {
	Kind    string  `json:"kind"` // "at least" or "at most"
	Written float64 `json:"written"`
	Factor  float64 `json:"factor"`           // 1 if the speed of the machine does not matter
	Scaled  float64 `json:"scaled"`           // what the figure was compared with
	Steady  *bool   `json:"steady,omitempty"` // this and the times only if it does
	Before  float64 `json:"reference_before_ms,omitempty"`
	After   float64 `json:"reference_after_ms,omitempty"`
	Nominal float64 `json:"reference_nominal_ms,omitempty"`
}

// jsonLines prints the rows of a suite for scripts, a line each.
func jsonLines(w io.Writer, s suite, m measurement, rows []row) error {
	out := json.NewEncoder(w)
	if m.err != nil {
		if err := out.Encode(line{Suite: s.name, Error: m.err.Error()}); err != nil {
			return err
		}
	}
	for _, r := range rows {
		l := line{Suite: s.name, Figure: r.name, Unit: r.unit, Verdict: r.verdict}
		if !math.IsNaN(r.value) {
			l.Value = &r.value
		}
		if r.floor != nil {
			l.Floor = newLineFloor(r)
		}
		if err := out.Encode(l); err != nil {
			return err
		}
	}
	return nil
}

func newLineFloor(r row) *lineFloor {
	factor, scaled := r.scaling()
	f := &lineFloor{Kind: "at most", Written: r.floor.bound, Factor: factor, Scaled: r.floor.scaled(factor).bound}
	if r.floor.least {
		f.Kind = "at least"
	}
	if scaled {
		steady := r.speed.steady()
		f.Steady = &steady
		f.Before, f.After, f.Nominal = ms(r.speed.before), ms(r.speed.after), ms(r.speed.nominal)
	}
	return f
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
