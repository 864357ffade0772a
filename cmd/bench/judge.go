package main

import (
	"fmt"
	"io"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"strconv"
	"text/tabwriter"
	"time"
)

// figure is one number that was measured.
type figure struct {
	name, unit string
	value      float64
}

// speed is what the reference work took before and after a measurement.
type speed struct{ before, after time.Duration }

// factor is how many times as long as written this machine takes.
func (s speed) factor() float64 { return float64(s.before+s.after) / 2 / float64(nominal) }

// steady reports whether the speed stayed about the same.
func (s speed) steady() bool { return max(s.before, s.after)*10 <= min(s.before, s.after)*13 }

// scaled is the bound of a floor on this machine.
func (s speed) scaled(f floor) float64 {
	switch {
	case !timed(f.unit):
		return f.bound
	case f.sign == least:
		return f.bound / s.factor()
	}
	return f.bound * s.factor()
}

// Verdicts on a figure.
const (
	ok       = "ok"
	below    = "BELOW"
	above    = "ABOVE"
	missing  = "MISSING"
	noFloor  = "-"
	unsteady = "machine unsteady" // it misses its floor, which may be the machine's doing
)

// verdict compares a figure with its floor.
func (s speed) verdict(f floor, value float64) string {
	bound := s.scaled(f)
	switch {
	case f.sign == least && value >= bound, f.sign == most && value <= bound:
		return ok
	case timed(f.unit) && !s.steady():
		return unsteady
	case f.sign == least:
		return below
	}
	return above
}

// row is a line of the table: a figure, or a floor without one.
type row struct {
	figure
	floor   *floor // nil: it has none
	verdict string
}

// judge compares the figures of a suite with its floors. A floor without a
// figure is a miss: a benchmark that vanished must not look like one that passed. Of other figures
// those that every benchmark has are left out.
func judge(floors []floor, figures []figure, s speed) (rows []row) {
	used := map[int]bool{}
	for _, g := range figures {
		i := slices.IndexFunc(floors, func(f floor) bool { return f.fits(g) })
		used[i] = true
		switch {
		case i >= 0:
			rows = append(rows, row{g, &floors[i], s.verdict(floors[i], g.value)})
		case g.unit != "ns/op" && g.unit != "B/op":
			rows = append(rows, row{g, nil, noFloor})
		}
	}
	for i, f := range floors {
		if !used[i] {
			rows = append(rows, row{figure{f.name, f.unit, math.NaN()}, &f, missing})
		}
	}
	return rows
}

// short writes a number with at most four digits that count.
func short(v float64) string {
	if v >= 1000 || v <= -1000 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

// printTable prints the rows of a suite.
func printTable(w io.Writer, name string, s speed, rows []row) {
	note := ""
	if !s.steady() {
		note = ", unsteady"
	}
	fmt.Fprintf(w, "\n%s (reference work: %d ms before, %d ms after, %d ms where floors hold as written: factor %.2f%s)\n",
		name, s.before.Milliseconds(), s.after.Milliseconds(), nominal.Milliseconds(), s.factor(), note)
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "  FIGURE\tMEASURED\tUNIT\tFLOOR\tSCALED\tVERDICT")
	for _, r := range rows {
		bound, scaled := "-", "-"
		if r.floor != nil {
			bound = r.floor.sign + " " + short(r.floor.bound)
			if timed(r.unit) {
				scaled = r.floor.sign + " " + short(s.scaled(*r.floor))
			}
		}
		fmt.Fprintf(tab, "  %s\t%s\t%s\t%s\t%s\t%s\n", r.name, short(r.value), r.unit, bound, scaled, r.verdict)
	}
	tab.Flush()
}

// nominal is what the reference work takes where floors hold as written: on a core of an AMD EPYC, with
// Go 1.26, which played 1,050 matches of Harry Potter a second (Match/harrypotter/null). After a change
// of the work it must be measured anew.
const nominal = 380 * time.Millisecond

// reference times a fixed amount of work, which shows how fast the machine is just now: a mix of what it
// takes to play a match, keep it and draw it. It uses nothing of the product, so that it stays the same
// while the product changes.
func reference() time.Duration {
	runtime.GC() // the garbage of others is not measured
	began := time.Now()
	work(18_000_000)
	return time.Since(began)
}

// work counts bits, follows a table in an order that no cache foresees, makes small things on the heap,
// and writes numbers and reads them back.
func work(n int) uint64 {
	type unit struct {
		id     uint64
		before *unit
	}
	cells, kept := make([]uint64, 1<<16), make([]*unit, 1<<12)
	var line []byte
	x, at := uint64(1), uint64(0)
	for range n {
		x = x*6364136223846793005 + 1442695040888963407
		at = (cells[at] ^ x>>40) & 0xffff
		cells[at] += uint64(bits.OnesCount64(x)) << (x >> 60)
		switch x >> 62 {
		case 0:
			u := &unit{id: x, before: kept[at>>4]}
			if u.before != nil {
				u.before.before = nil
			}
			kept[at>>4] = u
		case 1:
			line = strconv.AppendUint(line[:0], x>>40, 10)
			for _, c := range line {
				at = at*10 + uint64(c-'0')
			}
			at &= 0xffff
		}
	}
	return at + cells[at]
}
