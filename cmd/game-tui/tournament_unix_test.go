//go:build unix

package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"game-tui/sim/league"
	"game-tui/sim/simtest"
)

// kills is how often TestTournamentOutlivesKills kills; make chaos says more.
func kills(t *testing.T) int {
	text := os.Getenv("GAME_TUI_KILLS")
	if text == "" {
		return 12
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("GAME_TUI_KILLS=%q", text)
	}
	return n
}

// TestTournamentOutlivesKills kills a tournament without warning, again and again,
// after some more results each time. What was on the disk is there after each
// kill, and in the end the record has what an undisturbed one has, each task once.
func TestTournamentOutlivesKills(t *testing.T) {
	t.Parallel()
	exe, dir, n := program(t), t.TempDir(), kills(t)
	begin := []string{"tournament", "Null", "Demo", "Greedy", "Null", "--game", "thepurge", "--seed", "11", "--seeds", fmt.Sprint(30 * n)}
	whole, record := filepath.Join(dir, "whole.jsonl"), filepath.Join(dir, "t.jsonl")
	if out, err := exec.Command(exe, append(begin, "-o", whole)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	args, results := append(begin, "-o", record), 0
	for range n {
		cmd := exec.Command(exe, args...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		grows(t, record, int64(200+rand.IntN(2000)), ended)
		_ = cmd.Process.Kill() // it may have ended
		<-ended
		now, _ := resultsOf(t, record)
		if now < results {
			t.Fatalf("%d results were on the disk, %d are", results, now)
		}
		results = now
		args = []string{"tournament", "--resume", record}
	}
	t.Logf("%d of %d results after %d kills", results, 30*n, n)
	if out, err := exec.Command(exe, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got, sum := resultsOf(t, record)
	text, err := os.ReadFile(record)
	if err != nil || bytes.Count(text, []byte{'\n'}) != 1+30*n {
		t.Errorf("%d lines: some tasks are there twice, %v", bytes.Count(text, []byte{'\n'}), err)
	}
	if want, same := resultsOf(t, whole); got != want || got != 30*n || sum != same {
		t.Errorf("%d results with scores %s, undisturbed %d with %s", got, sum, want, same)
	}
}

// grows waits until a file has more bytes than now by so many, and holds a plan at
// least, or until the one who writes it has ended.
func grows(t *testing.T, name string, more int64, ended chan error) {
	t.Helper()
	size := func() int64 {
		info, err := os.Stat(name)
		if err != nil {
			return 0
		}
		return info.Size()
	}
	first := size()
	if first == 0 {
		more += 4 << 10 // the plan
	}
	simtest.Await(t, "a record that grows", func() bool {
		return size() >= first+more || len(ended) > 0
	}, func() string { return fmt.Sprintf("%s stays at %d bytes", name, size()) })
}

// TestTournamentOnAFullDisk: one line says what happened and how to go on, and what
// was written is there.
func TestTournamentOnAFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const play = "game-tui tournament Null Demo Null Demo --game thepurge --seed 1 --seeds 2000 -o t.jsonl 2>&1 >table | grep '^error' >&2"
	_, said := shell(t, dir, "ulimit -f 8; "+play)
	if want := "error: t.jsonl: cannot be written: file too large; nothing that counted is lost: game-tui tournament --resume t.jsonl\n"; said != want {
		t.Errorf("said %q, want %q", said, want)
	}
	if n, _ := resultsOf(t, filepath.Join(dir, "t.jsonl")); n < 10 {
		t.Errorf("only %d results are left", n)
	}
	_, said = shell(t, dir, "rm t.jsonl; ulimit -f 1; "+play)
	if want := "error: t.jsonl: cannot be written: file too large\n"; said != want {
		t.Errorf("said %q, want %q", said, want)
	}
	if _, err := os.Stat(filepath.Join(dir, "t.jsonl")); err == nil {
		t.Error("a record without a plan is left")
	}
}

// resultsOf counts the lines of results of a record and sums up all scores in the
// order of tasks.
func resultsOf(t *testing.T, name string) (int, string) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	in, err := league.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	list := make([]*league.Result, in.Plan.Schedule().Tasks())
	lines := 0
	for r, err := range in.Results() {
		if err != nil {
			t.Fatal(err)
		}
		lines++
		list[r.N] = &league.Result{N: r.N, Scores: r.Scores, Outs: r.Outs}
	}
	h := sha256.New()
	for _, r := range list {
		if r != nil {
			fmt.Fprintln(h, *r)
		}
	}
	return lines, fmt.Sprintf("%x", h.Sum(nil)[:8])
}
