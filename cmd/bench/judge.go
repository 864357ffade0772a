package main

import (
	"fmt"
	"io"
	"math"
	"path"
	"slices"
	"text/tabwriter"
)

type figure struct {
	name, unit string
	value      float64
}

const (
	verdictOK      = "ok"
	verdictMissed  = "MISSED"
	verdictMissing = "MISSING"
	noFloor        = "-"
)

func (f *floor) verdict(value float64) string {
	if f.op == atLeast && value >= f.bound || f.op == atMost && value <= f.bound {
		return verdictOK
	}
	return verdictMissed
}

func (f *floor) text() string { return fmt.Sprintf("%s %.6g", f.op, f.bound) }

// printTable prints the figures of a suite with their floors and verdicts, and counts the verdicts.
// A floor without a figure is reported as missing, so that a removed benchmark is noticed. Figures
// in ns/op and B/op are omitted if they have no floor.
func printTable(w io.Writer, suite string, floors []floor, figures []figure, verdictCounts map[string]int) {
	fmt.Fprintf(w, "\n%s\n", suite)
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "  FIGURE\tMEASURED\tUNIT\tFLOOR\tVERDICT")
	row := func(g figure, bound, verdict string) {
		verdictCounts[verdict]++
		fmt.Fprintf(tab, "  %s\t%.6g\t%s\t%s\t%s\n", g.name, g.value, g.unit, bound, verdict)
	}
	used := map[int]bool{}
	for _, g := range figures {
		i := slices.IndexFunc(floors, func(f floor) bool {
			match, _ := path.Match(f.name, g.name)
			return match && f.unit == g.unit
		})
		used[i] = true
		switch {
		case i >= 0:
			row(g, floors[i].text(), floors[i].verdict(g.value))
		case g.unit != "ns/op" && g.unit != "B/op":
			row(g, noFloor, noFloor)
		}
	}
	for i, f := range floors {
		if !used[i] {
			row(figure{f.name, f.unit, math.NaN()}, f.text(), verdictMissing)
		}
	}
	tab.Flush()
}
