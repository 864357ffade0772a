package main

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// initialized matches a line of the Go runtime about an initialised package.
var initialized = regexp.MustCompile(`(?m)^init (\S+) @.* ms clock, ([0-9]+) bytes, ([0-9]+) allocs$`)

// Bytes that a package may allocate at start-up. Larger regular expressions and tables are computed
// on first use: see package lazy.
const (
	maxInit        = 12 << 10
	maxLibraryInit = 32 << 10
)

// largeInits lists libraries that allocate more, with the bytes allowed.
var largeInits = map[string]int{
	"github.com/nats-io/nats-server/v2/server": 220 << 10,
	"github.com/yuin/goldmark/extension":       320 << 10,
	"github.com/yuin/goldmark/parser":          140 << 10,
	"github.com/yuin/goldmark/util":            180 << 10,
}

// TestPackagesAreCheapToInitialize limits what packages compute at start-up, since every command
// pays for it.
func TestPackagesAreCheapToInitialize(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(program(t), "--list")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	list := initialized.FindAllStringSubmatch(string(out), -1)
	if len(list) < 20 {
		t.Fatalf("the runtime lists %d packages, want at least 20: %s", len(list), out)
	}
	for _, m := range list {
		limit := maxLibraryInit
		if strings.HasPrefix(m[1], module) {
			limit = maxInit
		}
		if large, ok := largeInits[m[1]]; ok {
			limit = large
		}
		if got, err := strconv.Atoi(m[2]); err != nil || got > limit {
			t.Errorf("package %s allocates %s bytes in %s pieces when the program starts, want at most %d bytes: compute it on first use",
				m[1], m[2], m[3], limit)
		}
	}
}

// BenchmarkStart measures start and exit of the program: --version needs few packages, and --list
// all of them. BenchmarkStart of ai/process measures the launcher, which runs once per player.
func BenchmarkStart(b *testing.B) {
	for _, flag := range []string{"version", "list"} {
		b.Run(flag, func(b *testing.B) {
			name := program(b)
			var spent time.Duration // processor time
			for b.Loop() {
				cmd := exec.Command(name, "--"+flag)
				if out, err := cmd.CombinedOutput(); err != nil {
					b.Fatalf("%v: %s", err, out)
				}
				spent += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
			}
			b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(time.Millisecond), "ms/start")
			b.ReportMetric(float64(spent)/float64(b.N)/float64(time.Millisecond), "cpu-ms/start")
		})
	}
}
