// Command bench runs the project's benchmarks and compares their figures with
// the floors that the product promises. It prints a table of figure, floor and
// verdict, and exits with 1 when a figure misses its floor.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"

	"game-tui/sim/catalog"
)

// result is one figure of one benchmark.
type result struct {
	bench, metric string
	value         float64
}

// name of a benchmark without the suffix that tells the number of cores.
var benchLine = regexp.MustCompile(`^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+(.*)$`)

func main() {
	only := flag.String("only", "", "run only suites whose name contains this word")
	flag.Parse()
	if err := run(*only); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(only string) error {
	all, err := suites(catalog.Names())
	if err != nil {
		return err
	}
	var rows []row
	for _, s := range all {
		if !strings.Contains(s.name, only) {
			continue
		}
		fmt.Fprintf(os.Stderr, "== %s: go test %s\n", s.name, strings.Join(s.args(), " "))
		got, err := s.run()
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		rows = append(rows, judge(s, got)...)
	}
	if len(rows) == 0 {
		return fmt.Errorf("no suite is called %q", only)
	}
	if missed := print(os.Stdout, rows); missed > 0 {
		return fmt.Errorf("%d of %d figures miss their floor", missed, len(rows))
	}
	return nil
}

// run plays one suite and collects all figures it reports.
func (s suite) run() ([]result, error) {
	cmd := exec.Command("go", append([]string{"test"}, s.args()...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	got := parse(io.TeeReader(out, os.Stderr))
	if err := cmd.Wait(); err != nil {
		return nil, err
	}
	return got, nil
}

func (s suite) args() []string {
	time := s.time
	if time == "" {
		time = "1s"
	}
	args := []string{"-run", "^$", "-bench", s.bench, "-benchtime", time, "-timeout", "20m"}
	if s.cpu > 0 {
		args = append(args, "-cpu", strconv.Itoa(s.cpu))
	}
	return append(args, s.pkg)
}

// parse reads the lines of go test -bench: a name, a count, then pairs of value
// and unit.
func parse(r io.Reader) []result {
	var got []result
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		m := benchLine.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		words := strings.Fields(m[2])
		for i := 0; i+1 < len(words); i += 2 {
			if v, err := strconv.ParseFloat(words[i], 64); err == nil {
				got = append(got, result{m[1], words[i+1], v})
			}
		}
	}
	return got
}

// row is a line of the table.
type row struct {
	suite, figure, floor, verdict string
	missed                        bool
}

// judge compares the figures of a suite with its floors. A floor without a
// figure is a miss: a benchmark that vanished must not look like one that passed.
func judge(s suite, got []result) []row {
	var rows []row
	for _, f := range s.floors {
		r := row{suite: f.bench + " " + f.metric, figure: "none", floor: f.String(), verdict: "MISSING", missed: true}
		for _, g := range got {
			if g.bench == f.bench && g.metric == f.metric {
				r.figure = strconv.FormatFloat(g.value, 'g', 4, 64)
				r.missed = !f.holds(g.value)
				r.verdict = map[bool]string{false: "ok", true: "BELOW"}[r.missed]
			}
		}
		rows = append(rows, r)
	}
	for _, g := range got {
		if !s.shows(g) {
			continue
		}
		rows = append(rows, row{suite: g.bench + " " + g.metric, figure: strconv.FormatFloat(g.value, 'g', 4, 64), floor: "-", verdict: "-"})
	}
	return rows
}

func print(w io.Writer, rows []row) (missed int) {
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "FIGURE\tMEASURED\tFLOOR\tVERDICT")
	for _, r := range rows {
		fmt.Fprintf(tab, "%s\t%s\t%s\t%s\n", r.suite, r.figure, r.floor, r.verdict)
		if r.missed {
			missed++
		}
	}
	tab.Flush()
	return missed
}
