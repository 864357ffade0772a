package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"game-tui/ai"
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/version"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/league"
	"game-tui/sim/match"
)

// verifyPlan is a plan of built-in players and these.
func verifyPlan(t *testing.T, seeds int, programs ...*league.Program) *league.Plan {
	t.Helper()
	p := &league.Plan{Engine: version.Name(), Game: "thepurge", Config: string(configs.Default("thepurge")), Design: league.All, Seed: 3, Seeds: seeds,
		Limits: league.Limits{CPU: time.Second, Wall: time.Minute, MatchWall: time.Minute, Memory: 1 << 30}}
	for i, g := range programs {
		p.Player = append(p.Player, league.Entry{Name: "program" + string(rune('0'+i)), Program: g})
	}
	for _, name := range []string{"Null", "Demo", "Greedy", "Null"} {
		p.Player = append(p.Player, league.Entry{Name: name + strings.Repeat("-2", len(p.Player)/3), Builtin: name})
	}
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	return p
}

// writeRecord plays a plan's tasks of built-in players and writes what spoil makes of the results;
// all others get no points.
func writeRecord(t *testing.T, p *league.Plan, spoil func(*league.Result)) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "t.jsonl")
	record, err := league.Create(name, p)
	if err != nil {
		t.Fatal(err)
	}
	field := verifyField(p)
	s := p.Schedule()
	for n := range s.Tasks() {
		task := s.Task(n)
		r := league.Result{N: n, Scores: make([][sim.Seats]int, len(task.Plays))}
		if !slices.ContainsFunc(task.LineUp[:], func(e int) bool { return p.Player[e].Program != nil }) {
			if r, err = league.Play(t.Context(), field, &task); err != nil {
				t.Fatal(err)
			}
		}
		spoil(&r)
		if err := record.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := record.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

func verifyField(p *league.Plan) *match.Field {
	game, _ := catalog.Find(p.Game)
	field := fieldOf(game, p)
	for i := range p.Player {
		b, _ := ai.Find(p.Game, p.Player[i].Builtin)
		field.Entries = append(field.Entries, match.Entry{Seat: match.Seat{Name: b.Name}, New: b.New})
	}
	return field
}

// verifyAll is the command in a process of its own: whoever plays programs ends what it finds
// among its children, and terminals of other tests are children of this process.
func verifyAll(t *testing.T, name string, asJSON bool, words ...string) (out, stderr string, err error) {
	t.Helper()
	args := append([]string{"tournament", "verify", name, "--share", "100%", "--sandbox", "off"}, words...)
	if asJSON {
		args = append(args, "--json")
	}
	var o, e bytes.Buffer
	cmd := exec.Command(program(t), args...)
	cmd.Stdout, cmd.Stderr = &o, &e
	if err = cmd.Run(); cmd.ProcessState.ExitCode() == codeDiffers {
		err = play.ErrDiffers
	} else if err != nil {
		err = errors.New(e.String())
	}
	return o.String(), e.String(), err
}

// TestVerifyFindsLies: what somebody has changed together with its checksum is found, and named.
func TestVerifyFindsLies(t *testing.T) {
	t.Parallel()
	p := verifyPlan(t, 3)
	name := writeRecord(t, p, func(*league.Result) {})
	if out, stderr, err := verifyAll(t, name, false); err != nil || stderr != "" || out != name+": 12 of 12 matches played again, 12 as recorded, 0 not\n" {
		t.Errorf("%v: %s%s", err, out, stderr)
	}
	task := p.Schedule().Task(1)
	name = writeRecord(t, p, func(r *league.Result) {
		if r.N == 1 {
			r.Scores[2][3] = 999999
			r.Leads[1]++
			r.Outs = []league.Out{{Match: 3, Place: 0, Out: sim.Out{Reason: sim.OutWall, Round: 9}}} // of a player without a limit
		}
	})
	out, _, err := verifyAll(t, name, false)
	lines := strings.Split(out, "\n")
	if !errors.Is(err, play.ErrDiffers) || len(lines) != 5 || !strings.Contains(lines[3], "9 as recorded, 3 not") {
		t.Fatalf("%v: %s", err, out)
	}
	for i, want := range [][2]string{
		{"task 1, match 1, seed 4: ", " of the lead recorded, "},
		{"task 1, match 2, seed 4: seat ", p.Player[task.LineUp[3]].Name + ": 999999 recorded, "},
		{"task 1, match 3, seed 4: seat ", "(wall in round 9) recorded, "},
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

// TestVerifyTrustsNoWord: no word of a record opens or runs anything; its programs are counted apart
// until somebody types them, and then those are played.
func TestVerifyTrustsNoWord(t *testing.T) {
	t.Parallel()
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
	copied := files.NewCopies(files.CopyRoom)
	defer copied.Close()
	g, _, _, err := copied.Take(t.Context(), commandOf(t, "cmd:sh "+script))
	if err != nil {
		t.Fatal(err)
	}
	p := verifyPlan(t, 1,
		&league.Program{Argv: []string{"sh", "-c", "touch " + canary}},
		g,
	)
	name := writeRecord(t, p, func(*league.Result) {})
	out, _, err := verifyAll(t, name, false)
	if err != nil || !strings.Contains(out, ": 4 of 60 matches played again, 4 as recorded, 0 not\n56 matches apart: nobody typed program0, program1 as") {
		t.Errorf("%v: %s", err, out)
	}
	other := write("typed/other.sh", "#!/bin/sh\n")
	if out, stderr, err := verifyAll(t, name, false, "cmd:sh "+other); err != nil || !strings.Contains(out, "56 matches apart") || !strings.Contains(stderr, "left out: ") {
		t.Errorf("%v: %s%s", err, out, stderr)
	}
	if _, err := os.Lstat(canary); err == nil {
		t.Fatal("a word of the record was run")
	}
	same := write("typed/same.sh", "#!/bin/sh\ntouch "+canary+"\n") // the same bytes under another name
	if _, _, err := verifyAll(t, name, false, "cmd:sh "+same); !errors.Is(err, play.ErrDiffers) {
		t.Errorf("%v", err) // in the record nobody went out
	}
	if _, err := os.Lstat(canary); err != nil {
		t.Error("what was typed was not played")
	}
}

// TestVerifyGivesNoMore: a record gives programs no more than is usual unless that is typed again.
func TestVerifyGivesNoMore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	canary, script := filepath.Join(dir, "canary"), filepath.Join(dir, "bot.sh")
	if err := os.WriteFile(script, []byte("#!/bin/sh\ntouch "+canary+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	copied := files.NewCopies(files.CopyRoom)
	defer copied.Close()
	g, _, _, err := copied.Take(t.Context(), commandOf(t, script))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		limits league.Limits
		flags  []string // without which nothing plays
	}{
		{"time", league.Limits{CPU: time.Hour, Wall: time.Hour, MatchWall: time.Hour, Memory: 1 << 30}, []string{"--cpu=1h0m0s", "--wall=1h0m0s", "--match-wall=1h0m0s"}},
		{"memory", league.Limits{CPU: time.Second, Wall: time.Second, MatchWall: time.Second, Memory: 1 << 40}, []string{"--memory=1099511627776"}},
		{"none", league.Limits{}, []string{"--no-limits"}},
	} {
		p := verifyPlan(t, 1, g)
		p.Limits = c.limits
		if err := p.Seal(); err != nil {
			t.Fatal(err)
		}
		name := writeRecord(t, p, func(*league.Result) {})
		if out, _, err := verifyAll(t, name, false); err != nil || !strings.Contains(out, ": 4 of 20 matches played again") {
			t.Errorf("%s: of built-in players: %v: %s", c.name, err, out)
		}
		line := "type game-tui tournament verify " + name + " --share=100% --sandbox=off " + strings.Join(c.flags, " ") + " " + script + "\n"
		if _, _, err := verifyAll(t, name, false, script); err == nil || !strings.Contains(err.Error(), line) {
			t.Errorf("%s: %v, want %s", c.name, err, line)
		}
		if _, err := os.Lstat(canary); err == nil {
			t.Errorf("%s: it played with what the record says", c.name)
		}
		if _, _, err := verifyAll(t, name, false, append(c.flags, script)...); !errors.Is(err, play.ErrDiffers) {
			t.Errorf("%s: %v", c.name, err) // in the record nobody went out
		}
		if err := os.Remove(canary); err != nil {
			t.Errorf("%s: it did not play: %v", c.name, err)
		}
	}
	name := writeRecord(t, verifyPlan(t, 1, g), func(*league.Result) {})
	if _, _, err := verifyAll(t, name, false, script, "--cpu=1h"); err == nil || !strings.Contains(err.Error(), "leave out --cpu") {
		t.Errorf("a limit that the record does not have: %v", err)
	}
}

// TestVerifyKnowsTime: a match that differs where a program had no time left proves nothing, but is
// named; and it is told where only the record says so.
func TestVerifyKnowsTime(t *testing.T) {
	t.Parallel()
	p := verifyPlan(t, 1, &league.Program{Argv: []string{"sh"}})
	task := league.Task{Seed: 3, LineUp: [sim.Seats]int{0, 1, 2, 3}, Plays: [][sim.Seats]int{{0, 1, 2, 3}}}
	result := func(score, place int, reason sim.Reason) *league.Result {
		r := &league.Result{Scores: [][sim.Seats]int{{score, 5, 5, 5}}, Leads: []int{0}}
		if reason != "" {
			r.Outs = []league.Out{{Place: place, Out: sim.Out{Round: 1, Reason: reason, Detail: "x"}}}
		}
		return r
	}
	const here, recorded = "1 match apart: a program had no time left here, ", "1 match apart: a program had no time left in the record, and enough here: "
	for _, c := range []struct {
		recorded, played *league.Result
		want             [4]int // same, by time, of these in the record alone, different
		line             string
	}{
		{result(1, 0, ""), result(1, 0, ""), [4]int{1, 0, 0, 0}, ""},
		{result(1, 0, sim.OutCPU), result(1, 0, sim.OutCPU), [4]int{1, 0, 0, 0}, ""},
		{result(1, 0, sim.OutCPU), result(2, 0, ""), [4]int{0, 1, 1, 0}, recorded},
		{result(1, 0, sim.OutCPU), result(2, 0, sim.OutCrash), [4]int{0, 1, 1, 0}, recorded},
		{result(1, 0, ""), result(2, 0, sim.OutWall), [4]int{0, 1, 0, 0}, here},
		{result(1, 0, sim.OutCPU), result(2, 0, sim.OutWall), [4]int{0, 1, 0, 0}, here},
		{result(1, 0, sim.OutCPU), result(2, 0, sim.OutCPU), [4]int{0, 0, 0, 1}, ""}, // the same of time
		{result(1, 0, sim.OutCrash), result(2, 0, ""), [4]int{0, 0, 0, 1}, ""},
		{result(1, 1, sim.OutCPU), result(2, 0, ""), [4]int{0, 0, 0, 1}, ""}, // of a built-in player
		{result(1, 0, ""), result(2, 0, ""), [4]int{0, 0, 0, 1}, ""},
	} {
		v := &verified{}
		v.compare(p, &task, c.recorded, c.played)
		if got := [4]int{v.Same, v.Time, v.RecordedTime, v.Differ}; got != c.want || v.Played != 1 || len(v.Matches) != v.Differ || len(v.ByTime) != v.Time {
			t.Errorf("%+v and %+v: %v, want %v", c.recorded, c.played, got, c.want)
		}
		var text, object bytes.Buffer
		if err := errors.Join(v.write(&text, false), v.write(&object, true)); err != nil {
			t.Fatal(err)
		}
		if named := strings.HasPrefix(text.String(), "by time: task 0, match 0, seed 3: seat 0, program0: 1"); named != (v.Time > 0) || !strings.Contains(text.String(), c.line) {
			t.Errorf("%+v and %+v: %s", c.recorded, c.played, text.String())
		}
		var said struct {
			ByTime []struct {
				Seats []struct{ Recorded, Played int }
			} `json:"by_time"`
		}
		if err := json.Unmarshal(object.Bytes(), &said); err != nil || len(said.ByTime) != v.Time || v.Time > 0 && said.ByTime[0].Seats[0].Played != 2 {
			t.Errorf("%v: %s", err, object.String())
		}
	}
}

// TestVerifyIsInterrupted: whoever ends it hears what was checked so far.
func TestVerifyIsInterrupted(t *testing.T) {
	t.Parallel()
	p := verifyPlan(t, 20)
	name := writeRecord(t, p, func(r *league.Result) { r.Scores[0][0]++ })
	_, done, err := playedTasks(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	v := &verified{File: name, absent: make([]bool, len(p.Player))}
	v.choose(p.Schedule(), done, 1)
	ctx, cancel := context.WithCancel(t.Context())
	field := verifyField(p)
	made, begun := field.Entries[0].New, 0
	field.Entries[0].New = func() sim.Player {
		v.mu.Lock()
		defer v.mu.Unlock()
		if begun++; begun == 30 {
			cancel()
		}
		return made()
	}
	if err := v.play(ctx, io.Discard, field, p, p.Schedule()); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	var out bytes.Buffer
	if err := v.write(&out, false); err != nil || v.Played == 0 || v.Played == 80 || !strings.Contains(out.String(), " of 80 matches played again, ") || strings.Count(out.String(), "\n") != v.Differ+1 {
		t.Errorf("%v: %d played, %d differ: %s", err, v.Played, v.Differ, out.String())
	}
}
