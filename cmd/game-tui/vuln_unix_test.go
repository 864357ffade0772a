//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/sim/simtest"
)

// TestVulnTellsItsFailuresApart runs make vuln with a script in place of the go command. The script
// imitates the output and exit code of govulncheck.
func TestVulnTellsItsFailuresApart(t *testing.T) {
	t.Parallel()
	simtest.NeedsProgram(t, "make")
	goCommand := filepath.Join(t.TempDir(), "go")
	writeFile(t, goCommand, []byte("#!/bin/sh\n[ $1 = build ] && exit $BUILDS\necho \"$PRINTS\"\nexit $ENDS\n"), 0o755)
	for name, c := range map[string]struct {
		builds, ends, prints string
		says                 string // in its last line; empty: it succeeds
	}{
		"clean":       {"0", "0", "No vulnerabilities found.", ""},
		"found":       {"0", "3", "Your code is affected by 1 vulnerability from 1 module.", "vulnerabilities found"},
		"unreachable": {"0", "1", "govulncheck: fetching vulnerabilities: Get \"https://vuln.go.dev/index/modules.json.gz\": no such host", "nothing was checked: the database at https://vuln.go.dev cannot be reached: govulncheck: fetching"},
		"no database": {"0", "1", "creating client: unrecognized vulndb format", "nothing was checked: the database at https://vuln.go.dev cannot be reached"},
		"no tool":     {"0", "1", "go: no such tool \"govulncheck\"", "nothing was checked: govulncheck failed"},
		"no build":    {"1", "0", "", "nothing was checked: the program does not build"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command("make", "--no-print-directory", "vuln", "GO="+goCommand)
			cmd.Dir = filepath.Join("..", "..")
			cmd.Env = append(os.Environ(), "MAKELEVEL=", "MAKEFLAGS=", "BUILDS="+c.builds, "ENDS="+c.ends, "PRINTS="+c.prints)
			var stderr strings.Builder
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			if _, failed := errors.AsType[*exec.ExitError](err); failed != (c.says != "") {
				t.Errorf("got %v, want a failure: %t", err, c.says != "")
			}
			said, _, _ := strings.Cut(stderr.String(), "make: ***")
			if got := strings.Count(said, "\n"); !strings.Contains(said, c.says) || c.says != "" && got != 1 {
				t.Errorf("got %q, want one line with %q", said, c.says)
			}
			if shown := strings.Contains(string(out), c.prints); shown == strings.Contains(c.says, "cannot be reached") {
				t.Errorf("what govulncheck printed is shown: %t", shown)
			}
		})
	}
}
