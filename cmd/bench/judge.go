package main

import (
	"fmt"
	"io"
	"math"
	"slices"
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
	missed  = "MISSED"
	missing = "MISSING"
	noFloor = "-"
)

func (f *floor) verdict(value float64) string {
	if f.sign == atLeast && value >= f.bound || f.sign == atMost && value <= f.bound {
		return ok
	}
	return missed
}

// row is a line of the table: a figure, or a floor without a figure.
type row struct {
	figure
	bound, verdict string
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
			rows = append(rows, row{g, floors[i].text(), floors[i].verdict(g.value)})
		case g.unit != "ns/op" && g.unit != "B/op":
			rows = append(rows, row{g, noFloor, noFloor})
		}
	}
	for i, f := range floors {
		if !used[i] {
			rows = append(rows, row{figure{f.name, f.unit, math.NaN()}, f.text(), missing})
		}
	}
	return rows
}

func (f *floor) text() string { return fmt.Sprintf("%s %.6g", f.sign, f.bound) }

func printTable(w io.Writer, suite string, rows []row) {
	fmt.Fprintf(w, "\n%s\n", suite)
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "  FIGURE\tMEASURED\tUNIT\tFLOOR\tVERDICT")
	for _, r := range rows {
		fmt.Fprintf(tab, "  %s\t%.6g\t%s\t%s\t%s\n", r.name, r.value, r.unit, r.bound, r.verdict)
	}
	tab.Flush()
}
