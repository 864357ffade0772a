// Bench-ssh measures the watching server with real SSH clients on loopback: the
// server is a process of its own, this program is all of its clients. It prints
// figures beside their floors and exits non-zero below one.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"time"
)

// scenario is one measurement of at most a minute.
type scenario struct {
	name, about string
	run         func(*bench) error
}

var scenarios = []scenario{
	{"bytes", "bytes a round of a gallery of 100x40", (*bench).bytes},
	{"join", "first frame while 50 join a second", (*bench).join},
	{"follow", "2,000 follow a match of 10 rounds a second", (*bench).follow},
	{"private", "1,000 look around, five keys a second, while 500 follow", (*bench).private},
	{"slow", "a line of 12 KB/s among 100 others", (*bench).slow},
	{"churn", "10,000 joins and leaves with bursts of window changes", (*bench).churn},
	{"capacity", "how many can follow", (*bench).capacity},
}

// bench is what the scenarios share.
type bench struct {
	server string
	rows   []row
}

// row is one line of the table; floor 0 is for figures without one.
type row struct {
	what        string
	got, floor  float64
	unit        string
	atMost, set bool
}

// atMost notes a figure that must not be above its floor.
func (b *bench) atMost(what string, got, floor float64, unit string) {
	b.rows = append(b.rows, row{what, got, floor, unit, true, true})
}

// note notes a figure without a floor.
func (b *bench) note(what string, got float64, unit string) {
	b.rows = append(b.rows, row{what: what, got: got, unit: unit})
}

// print prints what was noted and reports whether all of it holds.
func (b *bench) print() bool {
	ok := true
	for _, r := range b.rows {
		floor, verdict := "", ""
		if r.set {
			floor, verdict = fmt.Sprintf("<= %g %s", r.floor, r.unit), "ok"
			if !(r.got <= r.floor) {
				verdict, ok = "TOO MUCH", false
			}
		}
		fmt.Printf("  %-46s %10.4g %-6s %-14s %s\n", r.what, r.got, r.unit, floor, verdict)
	}
	b.rows = nil
	return ok
}

func main() {
	server := flag.String("server", "bin/game-tui", "the `program` to measure")
	only := flag.String("only", "", "run these `scenarios` only, with commas between")
	flag.Usage = func() {
		flag.PrintDefaults()
		for _, s := range scenarios {
			fmt.Printf("  %-10s %s\n", s.name, s.about)
		}
	}
	flag.Parse()
	debug.SetGCPercent(400) // the clients are not what is measured
	ok := true
	for _, s := range scenarios {
		if *only != "" && !strings.Contains(","+*only+",", ","+s.name+",") {
			continue
		}
		began := time.Now()
		b := &bench{server: *server}
		fmt.Printf("%s: %s\n", s.name, s.about)
		if err := s.run(b); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", s.name, err)
			ok = false
		}
		ok = b.print() && ok
		fmt.Printf("  (%.0f s)\n", time.Since(began).Seconds())
	}
	if !ok {
		os.Exit(1)
	}
}
