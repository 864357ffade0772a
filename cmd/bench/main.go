// Command bench measures the project and compares the figures with the floors
// that the product promises: benchmarks of packages, and a server under the load
// of real SSH clients. It scales floors of time by how fast the machine is just
// now, prints a table of figure, floor and verdict, and exits with 1 unless every
// figure holds. It runs at the top of the project.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
)

func main() {
	only := flag.String("only", "", "measure these `suites` only, with commas between; ssh is all suites ssh/...")
	server := flag.String("server", "bin/game-tui", "the `program` that serves SSH clients")
	flag.Usage = func() {
		out := flag.CommandLine.Output()
		fmt.Fprintln(out, "usage: bench [flags], at the top of the project")
		flag.PrintDefaults()
		fmt.Fprintln(out, "suites:")
		for _, s := range suites("SERVER") {
			fmt.Fprintf(out, "  %-12s %s\n", s.name, s.about)
		}
	}
	flag.Parse()
	err := fmt.Errorf("%q is no flag: suites are chosen with -only", flag.Arg(0))
	if flag.NArg() == 0 {
		err = run(suites(*server), *only)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run measures suites, and prints what came of them when all is measured.
func run(all []suite, only string) error {
	chosen, err := choose(all, only)
	if err != nil {
		return err
	}
	var tables strings.Builder
	verdicts := map[string]int{}
	for _, s := range chosen {
		if s.linux && runtime.GOOS != "linux" {
			fmt.Fprintf(os.Stderr, "== %s runs on Linux only\n", s.name)
			continue
		}
		fmt.Fprintf(os.Stderr, "== %s: %s\n", s.name, s.about)
		took := speed{before: reference()}
		figures, err := s.measure()
		took.after = reference()
		rows := judge(floorsOf(s.name), figures, took)
		for _, r := range rows {
			verdicts[r.verdict]++
		}
		printTable(&tables, s.name, took, rows)
		if err != nil {
			verdicts["FAILED"]++
			fmt.Fprintf(&tables, "  FAILED: %v\n", err)
		}
	}
	fmt.Print(tables.String())
	delete(verdicts, ok)
	delete(verdicts, noFloor)
	if len(verdicts) > 0 {
		return fmt.Errorf("not all figures hold their floor: %v; where the machine was unsteady measure again when it is idle", verdicts)
	}
	return nil
}
