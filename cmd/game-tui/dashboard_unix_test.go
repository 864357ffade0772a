//go:build linux || darwin

package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestDashboard plays a tournament in a terminal. Matches can be watched meanwhile; quitting prints
// the command that resumes, which works.
func TestDashboard(t *testing.T) {
	t.Parallel()
	x := startTerminal(t, 40, 120, program(t), "tournament", "Demo", "Null", "Demo", "Null", "Null", "--game", "thepurge",
		"--seed", "3", "--seeds", "200000", "-o", "t.jsonl")
	x.see("Tournament  t.jsonl")
	x.see("● live")
	x.see("now ")
	x.see("a second")
	x.await("matches", func(screen string) bool { return !strings.Contains(screen, " 0 of ") })
	y := startTerminal(t, 24, 80, program(t), "tournament", "show", filepath.Join(x.cmd.Dir, "t.jsonl"), "--ui")
	y.see("● live")
	y.keys("q")
	y.wantExit(0)
	x.keys("\x1b[B\x1b[C\r")
	x.see("matches of ")
	x.see("most exciting")
	x.keys("\x1b[B\r") // the closest
	x.see("The Purge")
	x.see("round ")
	x.keys("q") // leaves the match
	x.see("Tournament  t.jsonl")
	x.see("matches of ")
	x.keys("q")
	x.wantExit(exitInterrupted)
	x.see("resume: game-tui tournament --resume t.jsonl")
	played, _ := resultsOf(t, filepath.Join(x.cmd.Dir, "t.jsonl"))
	if played == 0 {
		t.Error("nothing is left of what was played")
	}
}

// TestDashboardClosesByItself checks that the dashboard closes and prints the table if no key is
// pressed.
func TestDashboardClosesByItself(t *testing.T) {
	t.Parallel()
	x := startTerminal(t, 40, 120, program(t), "tournament", "Demo", "Null", "--rivals", "Demo,Greedy,Nightwatch",
		"--game", "thepurge", "--seed", "3", "-o", "t.jsonl")
	x.wantExit(0)
	x.see("Demo is better than Null")
	y := startTerminal(t, 24, 80, program(t), "tournament", "show", filepath.Join(x.cmd.Dir, "t.jsonl"), "--ui")
	y.see("decided early")
	y.keys("\x1b[B\r\r")
	y.see("The Purge")
	y.keys("\x1b")
	y.see("Tournament")
	y.see("matches of ")
	y.keys("q")
	y.wantExit(0)
}

// TestPlayedOtherwise checks that the heading of a replayed match says so if a player played
// differently than in the recorded result.
func TestPlayedOtherwise(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	shell(t, dir, "game-tui tournament Demo Null Null Demo --game thepurge --seed 3 --seeds 1 --cores 1 -o t.jsonl")
	name := filepath.Join(dir, "t.jsonl")
	text := readFile(t, name)
	other := strings.Replace(string(text), `"scores":[[`, `"scores":[[1`, 3)
	writeFile(t, name, []byte(withSums(other)), 0o644)
	for _, size := range [][2]uint16{{24, 80}, {40, 120}, {12, 60}} {
		x := startTerminal(t, size[0], size[1], program(t), "tournament", "show", name, "--ui")
		x.see("complete")
		x.keys("\x1b[B\x1b[B\r\r") // the second player, whose worst match is not the newest
		x.see("this replay differs from the result")
		x.keys("\x1b")
		x.see("Tournament")
		x.see("matches of ")
		x.keys("\x1b[B\x1b[B\x1b[B\r") // the newest match, whose replay is identical
		x.see("The Purge")
		x.keys("\x03")
		x.wantExit(0)
	}
}

// TestPlayersAreCalledAsInTheTable checks that a program has its name of the table in matches of a
// tournament, whatever it calls itself.
func TestPlayersAreCalledAsInTheTable(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const script = "#!/bin/sh\nread -r line\nprintf 'ready 1 Selfmade\\n'\n"
	for _, name := range []string{"ada", "bob"} {
		writeFile(t, filepath.Join(dir, name), []byte(script), 0o755)
	}
	runs(t, dir, "game-tui tournament ./ada ./bob Demo Null --game thepurge --seed 3 --seeds 1 --sandbox off -o t.jsonl")
	x := startTerminal(t, 40, 120, "/bin/sh", "-c", "cd "+dir+" && exec "+program(t)+" tournament show t.jsonl --ui")
	x.see("complete")
	x.keys("\x1b[B\r\r")
	x.see("The Purge")
	x.see("▌ ada ")
	x.keys("\x03")
	x.wantExit(0)
}
