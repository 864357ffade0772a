package league

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"game-tui/sim/league/schedule"
	"game-tui/sim/simtest"
)

// FuzzSum changes single bytes of a line, including its checksum.
func FuzzSum(f *testing.F) {
	f.Add([]byte(`{"n":1}`), 3, byte(1))
	f.Add([]byte(`}`), 0, byte(255))
	f.Add([]byte(`{"n":1,"sum":"00000000"}`+"\n"), 20, byte(32))
	f.Fuzz(func(t *testing.T, object []byte, at int, change byte) {
		line := withChecksum(object)
		if got, ok := parseLine(line); !ok || !bytes.Equal(bytes.TrimSuffix(got, []byte("}")), bytes.TrimSuffix(object, []byte("}"))) {
			t.Fatalf("%q is %q: %v", line, got, ok)
		}
		if change == 0 {
			return
		}
		line[(at%len(line)+len(line))%len(line)] ^= change
		if _, ok := parseLine(line); ok {
			t.Errorf("%q has the sum of another line", line)
		}
	})
}

// createFinished creates a finished file and returns its name and lines.
func createFinished(t *testing.T, p *Plan) (name string, lines []string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "t.jsonl")
	r, err := Create(name, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, r, p.Schedule().Tasks())
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return name, linesOf(t, name)
}

func linesOf(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(strings.Lines(string(text)))
}

func TestDamagedLinesArePlayedAgain(t *testing.T) {
	t.Parallel()
	p := planOf(t, schedule.All, 5, 4)
	name, lines := createFinished(t, p)
	whole := slices.Sorted(slices.Values(lines))
	damaged := []string{
		strings.Replace(lines[3], "3000", "3001", 1),
		strings.TrimSuffix(lines[6], "\n"), // joined with the next line
		strings.Repeat("x", 3*maxLine) + "\n",
		"\x00\n",
	}
	lines[3], lines[6], lines[10], lines[12] = damaged[0], damaged[1], damaged[2], damaged[3]
	if err := os.WriteFile(name, []byte(strings.Join(lines, "")+lines[1][:20]), 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := Resume(name, ignorePlan)
	if err != nil {
		t.Fatal(err)
	}
	n, first := r.Damage()
	if n != 4 || first == nil || !strings.HasPrefix(first.Error(), "4: byte ") || tasksLeft(r) != 5 {
		t.Errorf("%d lines, %v; %d left", n, first, tasksLeft(r))
	}
	if _, err := Resume(name, ignorePlan); !errors.Is(err, ErrInUse) {
		t.Errorf("the record is not locked any more: %v", err)
	}
	fill(t, r, p.Schedule().Tasks())
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	got := slices.DeleteFunc(linesOf(t, name), func(line string) bool { return line == "\n" })
	slices.Sort(got)
	if !slices.Equal(got, whole) {
		t.Errorf("the record is another one: %q", got)
	}
	again, err := Resume(name, ignorePlan)
	if err != nil {
		t.Fatal(err)
	}
	if n, _ := again.Damage(); n != 0 || tasksLeft(again) != 0 {
		t.Errorf("%d lines are damaged, %d left", n, tasksLeft(again))
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

func TestReplacePlanKeepsLinksAndModes(t *testing.T) {
	t.Parallel()
	simtest.NeedsUnix(t, "files with modes of Unix")
	name, lines := createFinished(t, planOf(t, schedule.All, 5, 4))
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link.jsonl")
	simtest.Symlink(t, name, link)
	r, err := Resume(link, ignorePlan)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.ReplacePlan(r.live.standings.Plan); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode().Type() != os.ModeSymlink {
		t.Errorf("the link is %v, %v", info.Mode(), err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode() != 0o640 {
		t.Errorf("%s: %v, %v", name, info, err)
	}
	if got := linesOf(t, name); !slices.Equal(got, lines) {
		t.Errorf("%d lines, want %d", len(got), len(lines))
	}
}
