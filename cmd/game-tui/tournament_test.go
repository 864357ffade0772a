package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/buildinfo"
	"game-tui/cmd/game-tui/internal/contest/contesttest"
	"game-tui/cmd/game-tui/internal/contest/roster"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
	"game-tui/sim/simtest"
)

// TestOtherVersionIsNotMixedIn checks that a tournament begun by another version is left unchanged.
func TestOtherVersionIsNotMixedIn(t *testing.T) {
	t.Parallel()
	p := &league.Plan{EngineVersion: "0.0.1", Game: "thepurge", Config: string(configs.Default("thepurge")), Format: schedule.All, Seed: 1, Seeds: 3,
		Players: []league.Entry{{Name: "a", BuiltinName: "Null"}, {Name: "b", BuiltinName: "Demo"}, {Name: "c", BuiltinName: "Null"}, {Name: "d", BuiltinName: "Null"}}}
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "t.jsonl")
	r, err := league.Create(name, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(name)
	cmd := tournamentCommand()
	cmd.SetOut(io.Discard)
	cmd.SetErr(io.Discard)
	cmd.SetArgs([]string{"--resume", name})
	if err := cmd.ExecuteContext(t.Context()); err == nil || !strings.Contains(err.Error(), "started with game-tui 0.0.1, but this is "+buildinfo.Name()) {
		t.Errorf("%v", err)
	}
	if after, err := os.ReadFile(name); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the record has changed, %v", err)
	}
}

// verifyAll runs the command in a process of its own: whoever plays programs kills leftover child
// processes, and terminals of other tests are children of this process.
func verifyAll(t *testing.T, name string, asJSON bool, words ...string) (out, stderr string, err error) {
	t.Helper()
	args := append([]string{"tournament", "verify", name, "--share", "100%", "--sandbox", "off"}, words...)
	if asJSON {
		args = append(args, "--json")
	}
	var o, e bytes.Buffer
	cmd := exec.Command(program(t), args...)
	cmd.Stdout, cmd.Stderr = &o, &e
	if err = cmd.Run(); cmd.ProcessState.ExitCode() == exitDiffers {
		err = play.ErrDiffers
	} else if err != nil {
		err = errors.New(e.String())
	}
	return o.String(), e.String(), err
}

// TestVerifyFindsLies checks that verify finds results that were changed together with their
// checksums.
func TestVerifyFindsLies(t *testing.T) {
	t.Parallel()
	p := contesttest.Plan(t, 3)
	name := contesttest.WriteFile(t, p, func(*league.Result) {})
	if out, stderr, err := verifyAll(t, name, false); err != nil || stderr != "" || out != name+": 12 of 12 matches replayed, 12 identical, 0 different\n" {
		t.Errorf("%v: %s%s", err, out, stderr)
	}
	task := p.Schedule().Task(1)
	name = contesttest.WriteFile(t, p, func(r *league.Result) {
		switch r.N {
		case 1:
			r.LeadChanges[0]++
		case 2:
			r.Scores[0][3] = 999999
		case 3:
			r.Outs = []league.Out{{Failure: sim.Failure{Reason: sim.FailedWall, Round: 9}}} // of a player without a limit
		}
	})
	out, _, err := verifyAll(t, name, false)
	lines := strings.Split(out, "\n")
	if !errors.Is(err, play.ErrDiffers) || len(lines) != 5 || !strings.Contains(lines[3], "9 identical, 3 different") {
		t.Fatalf("%v: %s", err, out)
	}
	for i, want := range [][2]string{
		{"task 1, match 0, seed 3: ", " lead change recorded, "},
		{"task 2, match 0, seed 3: seat ", p.Players[task.LineUp[3]].Name + ": 999999 recorded, "},
		{"task 3, match 0, seed 3: seat ", "(wall in round 9) recorded, "},
	} {
		if !strings.HasPrefix(lines[i], want[0]) || !strings.Contains(lines[i], want[1]) {
			t.Errorf("%s, want %s", lines[i], want)
		}
	}
	out, _, err = verifyAll(t, name, true)
	var v struct {
		Differ      int `json:"differ"`
		Differences []struct {
			Task, Match int
			Seats       []struct{ Recorded, Played int }
		}
	}
	if json.Unmarshal([]byte(out), &v) != nil || !errors.Is(err, play.ErrDiffers) || v.Differ != 3 || v.Differences[1].Seats[0].Recorded != 999999 {
		t.Errorf("%v: %s", err, out)
	}
}

// TestVerifyTrustsNoWord checks that words of a tournament file open and run nothing. Its programs
// are counted separately until they are typed, and the typed ones are played.
func TestVerifyTrustsNoWord(t *testing.T) {
	t.Parallel()
	simtest.NeedsProgram(t, "sh")
	dir := t.TempDir()
	canary := filepath.Join(dir, "canary")
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o755)); err != nil {
			t.Fatal(err)
		}
		return name
	}
	script := write("record/bot.sh", "#!/bin/sh\ntouch "+canary+"\n")
	copied := roster.NewCopies(roster.MaxCopiesBytes)
	defer copied.Close()
	g, _, err := copied.CopyTyped(commandTyped(t, "cmd:sh "+script))
	if err != nil {
		t.Fatal(err)
	}
	p := contesttest.Plan(t, 1,
		&league.Program{Argv: []string{"sh", "-c", "touch " + canary}},
		g,
	)
	name := contesttest.WriteFile(t, p, func(*league.Result) {})
	out, _, err := verifyAll(t, name, false)
	if err != nil || !strings.Contains(out, ": 4 of 60 matches replayed, 4 identical, 0 different\n56 matches not counted: program0, program1 missing or changed") {
		t.Errorf("%v: %s", err, out)
	}
	other := write("typed/other.sh", "#!/bin/sh\n")
	if out, stderr, err := verifyAll(t, name, false, "cmd:sh "+other); err != nil || !strings.Contains(out, "56 matches not counted") || !strings.Contains(stderr, "ignored: ") {
		t.Errorf("%v: %s%s", err, out, stderr)
	}
	if _, err := os.Lstat(canary); err == nil {
		t.Fatal("a word of the record was run")
	}
	same := write("typed/same.sh", "#!/bin/sh\ntouch "+canary+"\n") // the same bytes under another name
	if _, _, err := verifyAll(t, name, false, "cmd:sh "+same); !errors.Is(err, play.ErrDiffers) {
		t.Errorf("%v", err) // no player is out in the tournament file
	}
	if _, err := os.Lstat(canary); err != nil {
		t.Error("what was typed was not played")
	}
}

// TestVerifyGivesNoMore checks that a tournament file cannot raise the limits of its programs
// unless they are typed again.
func TestVerifyGivesNoMore(t *testing.T) {
	t.Parallel()
	simtest.NeedsProgram(t, "sh")
	dir := t.TempDir()
	canary, script := filepath.Join(dir, "canary"), filepath.Join(dir, "bot.sh")
	writeFile(t, script, []byte("#!/bin/sh\ntouch "+canary+"\n"), 0o755)
	copied := roster.NewCopies(roster.MaxCopiesBytes)
	defer copied.Close()
	g, _, err := copied.CopyTyped(commandTyped(t, script))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		limits sim.Limits
		flags  []string // nothing is played without them
	}{
		{"time", sim.Limits{CPU: time.Hour, Wall: time.Hour, MatchWall: time.Hour, Memory: 1 << 30}, []string{"--cpu=1h0m0s", "--wall=1h0m0s", "--match-wall=1h0m0s"}},
		{"memory", sim.Limits{CPU: time.Second, Wall: time.Second, MatchWall: time.Second, Memory: 1 << 40}, []string{"--memory=1024G"}},
		{"none", sim.Limits{}, []string{"--no-limits"}},
	} {
		p := contesttest.Plan(t, 1, g)
		p.Limits.Limits = c.limits
		if err := p.Seal(); err != nil {
			t.Fatal(err)
		}
		name := contesttest.WriteFile(t, p, func(*league.Result) {})
		if out, _, err := verifyAll(t, name, false); err != nil || !strings.Contains(out, ": 4 of 20 matches replayed") {
			t.Errorf("%s: of built-in players: %v: %s", c.name, err, out)
		}
		line := "run game-tui tournament verify " + name + " --share=100% --sandbox=off " + strings.Join(c.flags, " ") + " " + script + "\n"
		if _, _, err := verifyAll(t, name, false, script); err == nil || !strings.Contains(err.Error(), line) {
			t.Errorf("%s: %v, want %s", c.name, err, line)
		}
		if _, err := os.Lstat(canary); err == nil {
			t.Errorf("%s: it played with what the record says", c.name)
		}
		if _, _, err := verifyAll(t, name, false, append(c.flags, script)...); !errors.Is(err, play.ErrDiffers) {
			t.Errorf("%s: %v", c.name, err) // no player is out in the tournament file
		}
		if err := os.Remove(canary); err != nil {
			t.Errorf("%s: it did not play: %v", c.name, err)
		}
	}
	name := contesttest.WriteFile(t, contesttest.Plan(t, 1, g), func(*league.Result) {})
	if _, _, err := verifyAll(t, name, false, script, "--cpu=1h"); err == nil || !strings.Contains(err.Error(), "omit --cpu") {
		t.Errorf("a limit that the record does not have: %v", err)
	}
}

// commandTyped is a typed command.
func commandTyped(t *testing.T, word string) resolve.Command {
	t.Helper()
	c, ok, err := resolve.Parse(resolve.NewTyped(word))
	if err != nil || !ok {
		t.Fatal(word, ok, err)
	}
	return c
}
