// Command bench runs the benchmarks of the packages and puts a server under the load of real SSH
// clients. It prints a table of figures, floors and verdicts, and exits with status 1 unless all
// figures meet their floors. Run it from the root of the project.
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"

	"game-tui/cmd/bench/sshload"
)

func main() {
	log.SetFlags(0)
	only := flag.String("only", "", "measure only suites whose names match this `regexp`")
	server := flag.String("server", "bin/game-tui", "`program` to test as the SSH server")
	flag.Parse()
	pattern, err := regexp.Compile(*only)
	if err == nil {
		err = run(suites(*server), pattern)
	}
	if err != nil {
		log.Fatal("bench: ", err)
	}
}

// run executes the suites whose names match pattern, then prints all tables.
func run(all []suite, pattern *regexp.Regexp) error {
	var tables strings.Builder
	verdictCounts := map[string]int{}
	for _, s := range all {
		if !pattern.MatchString(s.name) {
			continue
		}
		log.Print("== ", s.name)
		var out strings.Builder
		err := s.run(io.MultiWriter(os.Stderr, &out))
		printTable(&tables, s.name, floorsOf(s.name), parseFigures(out.String()), verdictCounts)
		if err != nil {
			verdictCounts["FAILED"]++
			fmt.Fprintf(&tables, "  FAILED: %v\n", err)
		}
	}
	if tables.Len() == 0 {
		return fmt.Errorf("no suite matches %s", pattern)
	}
	fmt.Print(tables.String())
	delete(verdictCounts, verdictOK)
	delete(verdictCounts, noFloor)
	if len(verdictCounts) > 0 {
		return fmt.Errorf("some checks failed (%v); if the machine was busy, measure again when it is idle", verdictCounts)
	}
	return nil
}

// suite is a group of figures that are measured together.
type suite struct {
	name string                    // suite name, or group/name
	run  func(out io.Writer) error // writes figures in the format of go test -bench
}

// suites returns all suites. SSH suites start the server program.
func suites(server string) []suite {
	list := []suite{
		goTestSuite("match", "-bench ^BenchmarkMatch$ -cpu 1 ./sim/match"),
		goTestSuite("run", "-bench ^Benchmark(Run|Start)$ ./cmd/game-tui"),
		goTestSuite("players", "-bench ^BenchmarkWins$ -benchtime 1x ./ai"),
		goTestSuite("decisions", "-bench ^BenchmarkDecision$ -cpu 1 ./ai"),
		goTestSuite("screen", "-bench ^Benchmark(View|Games|Memory)$ ./tui/terminal"),
		goTestSuite("index", "-bench ^Benchmark(Build|Search)$ ./tui/replay/index"),
		goTestSuite("bytes", "-bench ^BenchmarkBytes$ -benchtime 1x ./tui/terminal"),
		goTestSuite("recordings", "-bench ^BenchmarkRead$ ./sim/res"),
		goTestSuite("chances", "-bench ^Benchmark(FirstLine|Plan|Memory)$ -cpu 1 ./sim/winchance"),
		goTestSuite("tournament", "-bench ^BenchmarkOverhead$ -benchtime 6x ./sim/league"),
		goTestSuite("programs", "-bench ^BenchmarkIdlePlayers$ ./ai/process"), // this benchmark exists only on Linux
	}
	for _, sc := range sshload.Scenarios {
		list = append(list, suite{"ssh/" + sc.Name, func(out io.Writer) error { return sshload.Run(sc, server, out) }})
	}
	return list
}

func goTestSuite(name, args string) suite {
	return suite{name, func(out io.Writer) error {
		cmd := exec.Command("go", strings.Fields("test -run ^$ -timeout 20m "+args)...)
		cmd.Stdout, cmd.Stderr = out, os.Stderr
		return cmd.Run()
	}}
}

// benchLine matches a line of benchmark output. It captures the name, without the -cores suffix,
// and the figures.
var benchLine = regexp.MustCompile(`^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+(.*)\n?$`)

// parseFigures returns the figures in the output of go test -bench.
func parseFigures(text string) (figures []figure) {
	for line := range strings.Lines(text) {
		m := benchLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		words := strings.Fields(m[2])
		for i := 0; i+1 < len(words); i += 2 {
			if v, err := strconv.ParseFloat(words[i], 64); err == nil && !math.IsNaN(v) {
				figures = append(figures, figure{m[1], words[i+1], v})
			}
		}
	}
	return figures
}
