package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"text/tabwriter"
)

// figure is one measured number.
type figure struct {
	name, unit string
	value      float64
}

// Verdicts on a figure.
const (
	ok      = "ok"
	below   = "BELOW"
	above   = "ABOVE"
	missing = "MISSING"
	noFloor = "-"
)

// verdict compares a value with the floor.
func (f *floor) verdict(value float64) string {
	switch {
	case f.sign == atLeast && value >= f.bound, f.sign == atMost && value <= f.bound:
		return ok
	case f.sign == atLeast:
		return below
	}
	return above
}

// row is a line of the table: a figure, or a floor without a figure.
type row struct {
	figure
	floor   *floor // nil if the figure has no floor
	verdict string
}

// judge compares the figures of a suite with its floors. A floor without a figure is reported as
// missing, so that a benchmark that was removed does not pass. Units that every benchmark reports
// are left out if they have no floor.
func judge(floors []floor, figures []figure) (rows []row) {
	used := map[int]bool{}
	for _, g := range figures {
		i := slices.IndexFunc(floors, func(f floor) bool { return f.fits(g) })
		used[i] = true
		switch {
		case i >= 0:
			rows = append(rows, row{g, &floors[i], floors[i].verdict(g.value)})
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

// formatValue returns v with at most four significant digits.
func formatValue(v float64) string {
	if v >= 1000 || v <= -1000 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

// printTable prints the rows of a suite.
func printTable(w io.Writer, suite string, rows []row) {
	fmt.Fprintf(w, "\n%s\n", suite)
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "  FIGURE\tMEASURED\tUNIT\tFLOOR\tVERDICT")
	for _, r := range rows {
		bound := "-"
		if r.floor != nil {
			bound = r.floor.sign + " " + formatValue(r.floor.bound)
		}
		fmt.Fprintf(tab, "  %s\t%s\t%s\t%s\t%s\n", r.name, formatValue(r.value), r.unit, bound, r.verdict)
	}
	tab.Flush()
}
