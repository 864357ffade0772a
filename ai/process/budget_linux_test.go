package process

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestSandboxEndsWhenItsProcessesTogetherExceedTheBudget runs programs of which no single process, file or block is
// too large.
func TestSandboxEndsWhenItsProcessesTogetherExceedTheBudget(t *testing.T) {
	if err := Require.Check(); err != nil {
		t.Skip("skipped: ", err)
	}
	s, dir := &sandboxes[len(sandboxes)-1], t.TempDir()
	text, err := attemptSources.ReadFile("testdata/attempts/greedy.c")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "greedy")
	s.built(t, put(t, dir, "greedy.c", string(text)), file)
	budget := Budget{Processes: 16, Memory: 64 << 20, Disk: 16 << 20}
	for takes, want := range map[string]string{
		"processes": "it took more than 16 processes (--build-processes)",
		"memory":    "it took more than 64 MiB of memory (--build-memory)",
		"disk":      "it took more than 16 MiB of disk (--build-disk)",
		"nothing":   "<nil>",
	} {
		t.Run(takes, func(t *testing.T) {
			root, err := os.OpenRoot(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			defer root.Close()
			p := s.plan(t, file, root.Name())
			p.Argv = append(p.Argv, takes)
			if got := fmt.Sprint(p.finish(t.Context(), &errand{budget: budget, dir: root, log: &stderrLog{}})); got != want {
				t.Errorf("it ended with %q, want %q", got, want)
			}
			if left := foreignChildren(); len(left) > 0 {
				t.Errorf("processes are left: %v", left)
			}
		})
	}
}

func TestBudgetIsExceededByEachBoundAlone(t *testing.T) {
	t.Parallel()
	b := Budget{Processes: 2, Memory: 1000, Disk: 2000}
	for _, c := range []struct {
		takes usage
		want  string
	}{
		{usage{2, 1000, 2000}, "<nil>"},
		{usage{3, 0, 0}, "more than 2 processes (--build-processes)"},
		{usage{1, 1001, 0}, "more than 0 KiB of memory (--build-memory)"},
		{usage{1, 0, 2001}, "more than 1 KiB of disk (--build-disk)"},
	} {
		if got := fmt.Sprint(b.exceeded(c.takes)); got != c.want {
			t.Errorf("%+v: got %q, want %q", c.takes, got, c.want)
		}
	}
}
