package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"

	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/simtest"
)

// TestTournamentOutlivesKillsOfPlayers kills processes of a player while it plays at a worker.
// Either the player is out of that match, with the signal as the reason, or the match is played
// again. All other results are those of an undisturbed tournament, and no process is left.
func TestTournamentOutlivesKillsOfPlayers(t *testing.T) {
	t.Parallel()
	exe, dir, n := program(t), t.TempDir(), kills(t, 2)
	bot := filepath.Join(dir, "bot")
	writeFile(t, bot, []byte(quiet), 0o755)
	config := filepath.Join(dir, "short.cnf")
	writeFile(t, config, []byte(shortGame(50)), 0o644)
	begin := []string{"tournament", bot, "Null", "Null", "Null", "-i", config, "--seed", "11", "--seeds", fmt.Sprint(2 * n)}
	whole, record, addr := filepath.Join(dir, "whole.jsonl"), filepath.Join(dir, "t.jsonl"), "127.0.0.1:"+freePorts(t, 1)[0]
	succeeds(t, append(begin, "-o", whole)...)
	temp := filepath.Join(dir, "temp")
	if err := os.Mkdir(temp, 0o700); err != nil {
		t.Fatal(err)
	}
	coordinator := start(t, exec.Command(exe, append(begin, "-o", record, "--cores", "0", "--listen", addr)...))
	command := exec.Command(exe, "worker", addr, "--cores", "1", "--sandbox", "off")
	command.Env = append(os.Environ(), "TMPDIR="+temp) // to recognise its players by their paths
	worker := start(t, command)
	worker.says(t, "playing tournament") // the player has passed its trial
	killed := 0
	for range n {
		var pid int
		simtest.Await(t, "a player that plays", func() bool {
			if len(coordinator.ended) > 0 {
				t.Fatalf("the tournament has ended\n%s", coordinator.said)
			}
			list := processesOf(t, temp)
			if len(list) > 0 {
				pid = list[0]
			}
			return len(list) > 0
		}, worker.said.String)
		if syscall.Kill(pid, syscall.SIGKILL) == nil { // it may have ended
			killed++
		}
		simtest.Await(t, "its end", func() bool { return !slices.Contains(processesOf(t, temp), pid) }, nil)
	}
	coordinator.wait(t)
	worker.wait(t)
	got, want := outcomes(t, record), outcomes(t, whole)
	out := 0
	for i, r := range got {
		outs := r.Outs
		r.Outs = nil
		if fmt.Sprint(r) != fmt.Sprint(want[i]) {
			t.Errorf("task %d: %v, undisturbed %v", i, r, want[i])
		}
		for _, o := range outs {
			out++
			if o.Reason != sim.FailedCrash || o.Detail != "SIGKILL" {
				t.Errorf("task %d: out for %s %s", i, o.Reason, o.Detail)
			}
		}
	}
	if killed == 0 || out > killed {
		t.Errorf("%d players are out, %d were killed", out, killed)
	}
	t.Logf("%d killed, %d out", killed, out)
	if list := processesOf(t, temp); len(list) > 0 {
		t.Errorf("processes %v are left", list)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("files are left: %v, %v", left, err)
	}
}

// outcomes returns the results of all tasks of a tournament file, without the worker's name.
func outcomes(t *testing.T, name string) []league.Result {
	t.Helper()
	in, err := league.NewReader(bytes.NewReader(readFile(t, name)))
	if err != nil {
		t.Fatal(err)
	}
	list := make([]league.Result, in.Plan.Schedule().Tasks())
	n := 0
	for r, err := range in.Results() {
		if err != nil {
			t.Fatal(err)
		}
		n++
		r.Worker = ""
		list[r.N] = *r
	}
	if n != len(list) {
		t.Fatalf("%s: %d results of %d", name, n, len(list))
	}
	return list
}

// processesOf returns the processes with a path below a folder among their arguments.
func processesOf(t *testing.T, dir string) (list []int) {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		args, err := os.ReadFile(filepath.Join("/proc", e.Name(), "cmdline")) // no file if the process has ended
		if err == nil && bytes.Contains(args, []byte(dir+"/")) {
			list = append(list, pid)
		}
	}
	return list
}
