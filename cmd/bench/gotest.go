package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

// goTest measures with the benchmarks of a package.
type goTest struct {
	pkg   string
	bench string // pattern of go test -bench
	time  string // of go test -benchtime; empty: 1s
	cpu   int    // of go test -cpu; 0: all
}

func (t goTest) args() []string {
	time := t.time
	if time == "" {
		time = "1s"
	}
	args := []string{"test", "-run", "^$", "-bench", t.bench, "-benchtime", time, "-timeout", "20m"}
	if t.cpu > 0 {
		args = append(args, "-cpu", strconv.Itoa(t.cpu))
	}
	return append(args, t.pkg)
}

func (t goTest) String() string { return "go " + strings.Join(t.args(), " ") }

func (t goTest) measure(report func(figure), progress io.Writer) error {
	cmd := exec.Command("go", t.args()...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	parse(io.TeeReader(out, progress), report)
	return cmd.Wait()
}

// name of a benchmark without the suffix that tells the number of cores.
var benchLine = regexp.MustCompile(`^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+(.*)$`)

// parse reads the lines of go test -bench: a name, a count, then pairs of value
// and unit.
func parse(r io.Reader, report func(figure)) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		m := benchLine.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		words := strings.Fields(m[2])
		for i := 0; i+1 < len(words); i += 2 {
			if v, err := strconv.ParseFloat(words[i], 64); err == nil {
				report(figure{m[1], words[i+1], v})
			}
		}
	}
}
