// Command windowscheck compiles all tests for Windows and runs them under Wine, with -short. It
// lists packages that pass, tests that need something Windows or Wine lacks, and tests that fail
// because of Wine.
//
// Run it in the project's top folder, on Linux. Arguments are packages. It exits with 1 if a test
// fails.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"

	"game-tui/sim/decode"
)

func main() {
	if err := check(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "windowscheck:", err)
		os.Exit(1)
	}
}

// check tests the packages that match the patterns of go test, or all.
func check(patterns []string) error {
	folder, err := os.MkdirTemp("", "windowscheck-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	w, err := newWine(folder)
	if err != nil {
		return err
	}
	defer w.stop()
	flag, err := overlay(folder)
	if err != nil {
		return err
	}
	program := filepath.Join(folder, "game-tui.exe")
	if _, err := run(windows(exec.Command("go", "build", flag, "-o", program, "./cmd/game-tui"))); err != nil {
		return err
	}
	packages, err := list(patterns)
	if err != nil {
		return err
	}
	for _, p := range packages {
		if p.tests {
			p.test(w, folder, flag)
		}
		fmt.Fprintln(os.Stderr, p.path, p.verdict())
	}
	failed := report(packages)
	left, err := filepath.Glob(filepath.Join(w.prefix, "drive_c/users/*/Temp/game-tui-*"))
	if len(left) > 0 {
		err = fmt.Errorf("left in the temporary folder: %s", left)
	}
	return errors.Join(failed, err)
}

func windows(cmd *exec.Cmd) *exec.Cmd {
	cmd.Env = append(os.Environ(), "GOOS=windows", "GOARCH=amd64", "CGO_ENABLED=0")
	return cmd
}

// pkg is a package with tests, and their results.
type pkg struct {
	path, dir       string
	tests           bool     // there are some for Windows
	unix            []string // files with tests for other systems, and their names
	passed, skipped int
	needs           []string // skipped tests, with what they need
	wine            []string // tests that fail because of Wine alone
	failed          []string // tests that fail, with their output
}

var (
	constraint = regexp.MustCompile(`(?m)^//go:build (.*)$`)
	testFunc   = regexp.MustCompile(`(?m)^func Test\w+\(t `)
)

// browserCheck is the build tag of a check that is no test for Windows.
const browserCheck = "exportcheck"

func list(patterns []string) (packages []*pkg, err error) {
	const format = `{{.ImportPath}}|{{.Dir}}|{{len .TestGoFiles}}{{len .XTestGoFiles}}{{range .IgnoredGoFiles}}|{{.}}{{end}}`
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	text, err := run(windows(exec.Command("go", append([]string{"list", "-e", "-f", format}, patterns...)...)))
	for line := range strings.Lines(text) {
		words := strings.Split(strings.TrimSpace(line), "|")
		if len(words) < 3 {
			continue // a message of go list
		}
		p := &pkg{path: strings.TrimPrefix(words[0], "game-tui/"), dir: words[1], tests: words[2] != "00"}
		for _, name := range words[3:] {
			source, wrong := os.ReadFile(filepath.Join(p.dir, name))
			err = errors.Join(err, wrong)
			system := "linux" // as the name of the file says
			if m := constraint.FindSubmatch(source); m != nil {
				system = string(m[1])
			}
			if tests := testFunc.FindAllString(string(source), -1); tests != nil && system != browserCheck {
				p.unix = append(p.unix, fmt.Sprintf("%s (%s): %s", name, system, strings.NewReplacer("func ", "", "(t ", "").Replace(strings.Join(tests, " "))))
			}
		}
		if p.tests || p.unix != nil {
			packages = append(packages, p)
		}
	}
	return packages, err
}

type event struct{ Action, Test, Output string }

func (p *pkg) test(w *wine, folder, flag string) {
	program := filepath.Join(folder, "package.test.exe")
	if _, err := run(windows(exec.Command("go", "test", "-c", flag, "-o", program, "./"+p.path))); err != nil {
		p.failed = append(p.failed, err.Error())
		return
	}
	tests := w.command(program, "-test.short", "-test.v=test2json", "-test.timeout=20m")
	cmd := exec.Command("go", append([]string{"tool", "test2json"}, tests.Args...)...)
	cmd.Dir, cmd.Env = p.dir, append(tests.Env, "GAME_TUI_PROGRAM=Z:"+filepath.Join(folder, "game-tui.exe"))
	text, err := cmd.Output()
	p.read(text, err)
}

// read adds the results in the output of go tool test2json. After a crash or a time-out, tests that
// were running have no result of their own.
func (p *pkg) read(text []byte, ended error) {
	printed, running := map[string]string{}, map[string]bool{}
	for line := range bytes.Lines(text) {
		e, err := decode.JSON[event](line, len(line))
		if err != nil {
			continue
		}
		switch e.Action {
		case "run":
			running[e.Test] = true
		case "pass", "skip", "fail":
			delete(running, e.Test)
		}
		printed[e.Test] += e.Output
		p.count(e, printed[e.Test])
	}
	if ended != nil && (len(running) > 0 || len(p.failed)+len(p.wine) == 0) {
		names := slices.Sorted(maps.Keys(running))
		for _, name := range names {
			printed[""] += printed[name] // where a crash is printed
		}
		p.failed = append(p.failed, fmt.Sprintf("%v, while %q ran\n%s", ended, names, printed[""]))
	}
}

var said = regexp.MustCompile(`(?m)^ +\w+\.go:\d+: .*$`)

// wineFault matches failures of Wine: it cannot remove some folders, and shows its own open files
// in /proc.
var wineFault = regexp.MustCompile(`: TempDir RemoveAll cleanup: .*: Invalid function\.$|: timed out: all is as before$`)

// count adds the result of a test, with its output.
func (p *pkg) count(e event, printed string) {
	words := said.FindAllString(printed, -1)
	_, need, needs := strings.Cut(strings.Join(words, "\n"), ": needs ")
	need, _, _ = strings.Cut(need, "\n")
	part := func(test string) bool { return strings.HasPrefix(test, e.Test+"/") }
	switch {
	case e.Test == "":
	case e.Action == "pass":
		p.passed++
	case e.Action == "skip":
		if p.skipped++; needs {
			p.needs = append(p.needs, e.Test+" needs "+need)
		}
	case e.Action != "fail", words == nil && slices.ContainsFunc(slices.Concat(p.failed, p.wine), part):
	case words != nil && !slices.ContainsFunc(words, func(s string) bool { return !wineFault.MatchString(s) }):
		p.wine = append(p.wine, e.Test)
	default:
		p.failed = append(p.failed, e.Test+"\n"+printed)
	}
}

func (p *pkg) verdict() string {
	switch {
	case len(p.failed) > 0:
		return "FAILED"
	case len(p.wine) > 0:
		return "fault of Wine"
	case !p.tests:
		return "Unix only"
	}
	return "passed"
}

// report prints the results. It returns an error if a test fails.
func report(packages []*pkg) error {
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "package\tresult\tpassed\tskipped\tfailed")
	var lines [4][]string
	for _, p := range packages {
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%d\n", p.path, p.verdict(), p.passed, p.skipped, len(p.failed)+len(p.wine))
		for i, list := range [4][]string{p.needs, p.unix, p.wine, p.failed} {
			for _, line := range list {
				lines[i] = append(lines[i], "  "+p.path+" "+line)
			}
		}
	}
	table.Flush()
	for i, title := range []string{"need what is missing here", "are built for other systems only", "fail because of Wine alone", "fail"} {
		fmt.Printf("\nTests that %s: %d\n%s\n", title, len(lines[i]), strings.Join(lines[i], "\n"))
	}
	if n := len(lines[3]); n > 0 {
		return fmt.Errorf("%d tests fail", n)
	}
	return nil
}
