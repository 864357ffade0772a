package sandbox

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"game-tui/ai/process/processtest"
)

// TestSandboxEndsWhenItsProcessesTogetherExceedTheBudget runs programs that exceed the budget only
// in total, not with a single process or file.
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
	s.built(t, processtest.WriteFile(t, dir, "greedy.c", string(text)), file)
	budget := Budget{Processes: 16, Memory: 64 << 20, Disk: 16 << 20, Threads: 64, Wall: time.Minute, CPU: 20 * time.Second}
	const processes, threads = "stopped for using more than 16 processes", "stopped for using more than 64 threads"
	const memory, disk = "stopped for using more than 64 MiB of memory", "stopped for using more than 16 MiB of disk"
	for takes, want := range map[string]string{
		"nothing": "<nil>", "mappings": "stopped for using more than 16384 memory mappings", "processes": processes, "threads": threads, "memory": memory, "memory behind a thread": memory,
		"disk": disk, "hidden disk": disk, "nameless disk": disk, "mapped disk": disk, "deep folders": disk,
		"nameless disk behind a thread": disk, "privately mapped disk": disk, "hidden folder among files": disk, "deep folders among files": disk,
	} {
		t.Run(takes, func(t *testing.T) {
			dir, err := os.MkdirTemp("", "budget")
			if err != nil {
				t.Fatal(err)
			}
			root, err := os.OpenRoot(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer root.Close()
			p := s.plan(t, file, root.Name())
			p.Argv = append(p.Argv, takes)
			if got := fmt.Sprint(p.Run(t.Context(), RunOptions{Budget: budget, Dir: root, Stderr: io.Discard})); got != want {
				t.Errorf("it ended with %q, want %q", got, want)
			}
			if left := orphans(); len(left) > 0 {
				t.Errorf("processes are left: %v", left)
			}
			if err := RemoveTree(dir); err != nil {
				t.Error(err)
			}
			if _, err := os.Lstat(dir); err == nil {
				t.Errorf("%s is left", dir)
			}
		})
	}
}

// TestDeletedFoldersCount checks deleted folders that are open or are working directories. File
// systems keep their blocks.
func TestDeletedFoldersCount(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "folder")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	link := procFile(os.Getpid(), "fd", fmt.Sprint(f.Fd()))
	before, after := deletedFiles{}, deletedFiles{}
	before.addLink(link)
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	for range 2 { // duplicates count once
		after.addLink(link)
	}
	if sizes := slices.Collect(maps.Values(after)); len(before) != 0 || len(sizes) != 1 || sizes[0] < entrySize {
		t.Errorf("got %v before the folder was deleted and %v afterwards, want nothing and a size of at least %d", before, after, entrySize)
	}
}

func TestBudgetIsExceededByEachBoundAlone(t *testing.T) {
	t.Parallel()
	b := Budget{Processes: 2, Memory: 1000, Disk: 2000, Threads: 3}
	for _, c := range []struct {
		takes totals
		want  string
	}{
		{totals{2, 3, maxMappings, 1000, 2000}, "<nil>"},
		{totals{processes: 3}, "more than 2 processes"},
		{totals{threads: 4}, "more than 3 threads"},
		{totals{mappings: maxMappings + 1}, "more than 16384 memory mappings"},
		{totals{memory: 1001}, "more than 0 KiB of memory"},
		{totals{disk: 2001}, "more than 1 KiB of disk"},
	} {
		if got := fmt.Sprint(b.checkUsage(c.takes)); got != c.want {
			t.Errorf("%+v: got %q, want %q", c.takes, got, c.want)
		}
	}
}
