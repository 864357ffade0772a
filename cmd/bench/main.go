// Command bench measures the project and compares the figures with the floors
// that the product promises: benchmarks of packages, and a server under the load
// of real SSH clients. It scales floors of time by how fast the machine is just
// now, prints a table of figure, floor and verdict, and exits with 1 unless every
// figure holds. It runs at the top of the project.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"game-tui/sim/catalog"
)

func main() {
	only := flag.String("only", "", "measure these `suites` only, with commas between; ssh is all suites ssh/...")
	server := flag.String("server", "bin/game-tui", "the `program` that serves SSH clients")
	asJSON := flag.Bool("json", false, "print JSON, one line a figure, in place of the table")
	all, err := suites(catalog.Names())
	flag.Usage = func() {
		out := flag.CommandLine.Output()
		fmt.Fprintln(out, "usage: bench [flags], at the top of the project")
		flag.PrintDefaults()
		fmt.Fprintln(out, "suites:")
		for _, s := range append(all, loadSuites("SERVER")...) {
			fmt.Fprintf(out, "  %-12s %s\n", s.name, s.source)
		}
	}
	flag.Parse()
	if err == nil && flag.NArg() > 0 {
		err = fmt.Errorf("%q is no flag: suites are chosen with -only", flag.Arg(0))
	}
	if err == nil {
		err = run(append(all, loadSuites(*server)...), *only, *asJSON)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run measures suites and prints what came of them: lines of JSON at once, tables
// when all is measured.
func run(all []suite, only string, asJSON bool) error {
	chosen, err := choose(all, only)
	if err != nil {
		return err
	}
	for _, s := range chosen {
		if l, isLoad := s.source.(load); isLoad {
			if err := l.check(); err != nil {
				return err
			}
		}
	}
	var sum summary
	var tables []func(io.Writer)
	for _, s := range chosen {
		fmt.Fprintf(os.Stderr, "== %s: %s\n", s.name, s.source)
		m := s.measure(os.Stderr)
		rows := judge(s, m)
		sum.add(rows)
		if m.err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", s.name, m.err)
			sum.failed++
		}
		if !asJSON {
			tables = append(tables, func(w io.Writer) { table(w, s, m, rows) })
			continue
		}
		if err := jsonLines(os.Stdout, s, m, rows); err != nil {
			return err
		}
	}
	for _, t := range tables {
		t(os.Stdout)
	}
	return sum.err()
}
