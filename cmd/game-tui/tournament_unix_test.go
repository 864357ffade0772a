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
	"strings"
	"testing"

	"game-tui/sim/league"
	"game-tui/sim/simtest"
)

// kills returns how often a test kills processes. make chaos overrides it.
func kills(t *testing.T, usual int) int {
	text := os.Getenv("GAME_TUI_KILLS")
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("GAME_TUI_KILLS=%q", text)
	}
	return n
}

// TestTournamentOutlivesKills kills a tournament repeatedly, each time after some more results.
// Results on disk survive each kill, and in the end each task has one result, the same as
// undisturbed.
func TestTournamentOutlivesKills(t *testing.T) {
	t.Parallel()
	exe, dir, n := program(t), t.TempDir(), kills(t, 6)
	begin := []string{"tournament", "Null", "Demo", "Greedy", "Null", "--game", "thepurge", "--seed", "11", "--seeds", fmt.Sprint(8 * n)}
	whole, record := filepath.Join(dir, "whole.jsonl"), filepath.Join(dir, "t.jsonl")
	succeeds(t, append(begin, "-o", whole)...)
	args, results := append(begin, "-o", record), 0
	for range n {
		play := start(t, exec.Command(exe, args...))
		grows(t, record, int64(200+rand.IntN(2000)), play.ended)
		play.kill()
		now, _ := resultsOf(t, record)
		if now < results {
			t.Fatalf("%d results were on the disk, %d are", results, now)
		}
		results = now
		args = []string{"tournament", "--resume", record}
	}
	t.Logf("%d of %d results after %d kills", results, 32*n, n)
	succeeds(t, args...)
	asUndisturbed(t, record, whole, 32*n)
}

// TestPlayoffOutlivesKills kills a play-off repeatedly. In the end the same players are out in the
// same rounds, by the same matches.
func TestPlayoffOutlivesKills(t *testing.T) {
	t.Parallel()
	exe, dir, n := program(t), t.TempDir(), kills(t, 2)
	begin := []string{"playoff", "--game", "thepurge", "--seed", "11"}
	for i := range max(24, min(n, 60)) {
		begin = append(begin, [...]string{"Demo", "Greedy", "Nightwatch"}[i%3])
	}
	whole, record := filepath.Join(dir, "whole.jsonl"), filepath.Join(dir, "p.jsonl")
	succeeds(t, append(begin, "-o", whole)...)
	args := append(begin, "-o", record)
	step := len(readFile(t, whole)) / (n + 1)
	for range n {
		play := start(t, exec.Command(exe, args...))
		grows(t, record, int64(1+rand.IntN(step)), play.ended)
		play.kill()
		args = []string{"playoff", "--resume", record}
	}
	succeeds(t, args...)
	want, got := succeeds(t, "playoff", "show", whole, "--csv"), succeeds(t, "playoff", "show", record, "--csv")
	if got != want || strings.Count(got, "\n") < 25 {
		t.Errorf("after %d kills:\n%sundisturbed:\n%s", n, got, want)
	}
}

// asUndisturbed fails unless a tournament file has one result per task, with the scores of another
// file.
func asUndisturbed(t *testing.T, record, whole string, tasks int) {
	t.Helper()
	if lines := bytes.Count(readFile(t, record), []byte{'\n'}); lines != 1+tasks {
		t.Errorf("%d lines: some tasks are there twice", lines)
	}
	got, sum := resultsOf(t, record)
	if want, same := resultsOf(t, whole); got != want || got != tasks || sum != same {
		t.Errorf("%d results with scores %s, undisturbed %d with %s", got, sum, want, same)
	}
}

// started is a command that runs during the test.
type started struct {
	cmd   *exec.Cmd
	ended chan error
	said  *serverLog
}

func start(t *testing.T, cmd *exec.Cmd) *started {
	t.Helper()
	s := &started{cmd, make(chan error, 1), &serverLog{}}
	cmd.Stdout, cmd.Stderr = s.said, s.said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { s.ended <- cmd.Wait() }()
	t.Cleanup(func() { _ = cmd.Process.Kill() }) // it may have ended
	return s
}

// kill sends SIGKILL.
func (s *started) kill() {
	_ = s.cmd.Process.Kill() // it may have ended
	s.ended <- <-s.ended
}

// wait waits for its exit and returns its output.
func (s *started) wait(t *testing.T) string {
	t.Helper()
	simtest.Await(t, "the end of a command", func() bool { return len(s.ended) > 0 }, s.said.String)
	s.ended <- <-s.ended // it stays ended, and its output may be read now
	return s.said.String()
}

// says waits until it has printed something.
func (s *started) says(t *testing.T, text string) {
	t.Helper()
	simtest.Await(t, text, func() bool {
		if len(s.ended) > 0 && !strings.Contains(s.said.String(), text) {
			t.Fatalf("it ended without saying %q\n%s", text, s.said)
		}
		return strings.Contains(s.said.String(), text)
	}, s.said.String)
}

// succeeds runs the program to its end.
func succeeds(t *testing.T, args ...string) (said string) {
	t.Helper()
	out, err := exec.Command(program(t), args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// grows waits until a file has a plan and the given number of new bytes, or its writer has exited.
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

// TestTournamentOnAFullDisk checks that one line explains the failure and how to resume, and that
// earlier results are kept.
func TestTournamentOnAFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const play = "game-tui tournament Null Demo Null Demo --game thepurge --seed 1 --seeds 2000 -o t.jsonl 2>&1 >table | grep '^error' >&2"
	_, said := shell(t, dir, "ulimit -f 8; "+play)
	if want := "error: t.jsonl: cannot write: file too large; no results are lost; to resume, run game-tui tournament --resume t.jsonl\n"; said != want {
		t.Errorf("said %q, want %q", said, want)
	}
	if n, _ := resultsOf(t, filepath.Join(dir, "t.jsonl")); n < 10 {
		t.Errorf("only %d results are left", n)
	}
	_, said = shell(t, dir, "rm t.jsonl; ulimit -f 1; "+play)
	if want := "error: t.jsonl: cannot write: file too large\n"; said != want {
		t.Errorf("said %q, want %q", said, want)
	}
	if _, err := os.Stat(filepath.Join(dir, "t.jsonl")); err == nil {
		t.Error("a record without a plan is left")
	}
}

// resultsOf returns the number of results in a tournament file and all scores in the order of
// tasks.
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
