package main

import (
	"errors"
	"strings"
	"testing"
)

// lines returns events of go tool test2json: "run A", "fail A", and "output A TEXT".
func lines(events ...string) []byte {
	var b strings.Builder
	for _, e := range events {
		words := strings.SplitN(e, " ", 3)
		b.WriteString(`{"Action":"` + words[0] + `","Test":"` + words[1] + `"`)
		if len(words) > 2 {
			b.WriteString(`,"Output":"` + words[2] + `\n"`)
		}
		b.WriteString("}\n")
	}
	return []byte(b.String())
}

// TestNoFaultOfWineHidesACrash: a test that is cut off fails, also where another one fails because of Wine.
func TestNoFaultOfWineHidesACrash(t *testing.T) {
	t.Parallel()
	const fault = "output A     x_test.go:1: TempDir RemoveAll cleanup: x: Invalid function."
	exit := errors.New("exit status 1")
	for _, c := range []struct {
		name   string
		events []byte
		ended  error
		want   string // verdict
		says   string // of the failed test
	}{
		{"all pass", lines("run A", "pass A"), nil, "passed", ""},
		{"a fault of Wine", lines("run A", fault, "fail A"), exit, "fault of Wine", ""},
		{"a fault of Wine and a timeout", lines("run A", fault, "fail A", "run B", "output B panic: test timed out"), exit, "FAILED", `while ["B"] ran` + "\npanic: test timed out"},
		{"a failure", lines("run A", "output A     x_test.go:1: got 1, want 2", "fail A"), exit, "FAILED", "got 1, want 2"},
		{"a crash before all tests", lines("output  no such file"), exit, "FAILED", "no such file"},
	} {
		p := &pkg{tests: true}
		p.read(c.events, c.ended)
		if got := p.verdict(); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		if got := strings.Join(p.failed, "\n"); !strings.Contains(got, c.says) || len(p.failed) > 1 {
			t.Errorf("%s: got the failures %q, want one with %q", c.name, got, c.says)
		}
	}
}
