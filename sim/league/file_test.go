package league

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/sim/league/schedule"
	"game-tui/sim/simtest"
)

// planOf returns a sealed plan with n built-in players.
func planOf(t testing.TB, f schedule.Format, n, seeds int) *Plan {
	t.Helper()
	p := &Plan{EngineVersion: "test", Game: "thepurge", Format: f, Seed: 7, Seeds: seeds}
	for i := range n {
		p.Players = append(p.Players, Entry{Name: fmt.Sprintf("P%d", i), BuiltinName: "Null"})
	}
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	return p
}

// resultOf returns a result that depends only on the task.
func resultOf(task *schedule.Task) Result {
	m := task.N % 4
	r := Result{N: task.N, Worker: "w1", Scores: [][sim.Seats]int{{task.N, m, -3, 1000 * (m + 1)}}}
	if task.N%3 > 0 {
		r.LeadChanges = []int{task.N}
	}
	if task.N%5 == 2 {
		r.Outs = []Out{{Place: 3, Failure: sim.Failure{Round: 7, Reason: sim.FailedCrash, Detail: "SIGSEGV <\"\n>"}}}
	}
	return r
}

func ignorePlan(*Plan) error { return nil }

// tasksLeft returns the number of tasks without a result.
func tasksLeft(r *File) int { return r.live.standings.Schedule.Tasks() - r.live.standings.PlayedTasks }

func fill(t *testing.T, r *File, n int) {
	t.Helper()
	s := r.live.standings.Plan.Schedule()
	for k := range n {
		task := s.Task(k)
		if err := r.Append(resultOf(&task)); err != nil {
			t.Fatal(err)
		}
	}
}

func readAll(text []byte) (p *Plan, list []Result, err error) {
	in, err := NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, nil, err
	}
	for r, err := range in.Results() {
		if err != nil {
			return nil, nil, err
		}
		list = append(list, *r)
	}
	return in.Plan, list, nil
}

// TestResumeContinuesTheFile writes a file in several sessions, with repeated results.
func TestResumeContinuesTheFile(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "t.jsonl")
	p := planOf(t, schedule.All, 5, 4)
	s := p.Schedule()
	r, err := Create(name, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	var want []Result
	for k := 0; k < s.Tasks(); k += 2 {
		a, b := s.Task(k), s.Task(k+1)
		want = append(want, resultOf(&a), resultOf(&b))
		twice := resultOf(&a)
		twice.Worker = "another"
		if err := r.Append(want[k], want[k+1], twice); err != nil {
			t.Fatal(err)
		}
		if tasksLeft(r) != s.Tasks()-k-2 {
			t.Fatalf("after task %d: %d left", k, tasksLeft(r))
		}
		if _, err := Resume(name, ignorePlan); !errors.Is(err, ErrInUse) {
			t.Fatalf("a record in use was opened: %v", err)
		}
		if _, err := Create(name, p, nil); !errors.Is(err, os.ErrExist) {
			t.Fatalf("a record was written over: %v", err)
		}
		r.Close()
		appendHalfLine(t, name)
		if r, err = Resume(name, func(q *Plan) error {
			if !reflect.DeepEqual(p, q) {
				t.Errorf("the plan was %+v, is %+v", p, q)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, got, err := readAll(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("read %+v, want %+v, %v", got, want, err)
		}
	}
	r.Close()
}

// appendHalfLine appends half a line, as after a power cut.
func appendHalfLine(t *testing.T, name string) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(`{"n":3,"scores":[[1,2`); err != nil {
		t.Fatal(err)
	}
}

// TestInvalidLinesAreRefused checks that errors contain the line, the offset and the reason.
func TestInvalidLinesAreRefused(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	p := planOf(t, schedule.All, 4, 3)
	line := func(v any) string { return string(formatLine(v)) }
	edit := func(line, old, new string) string { // edits a line and updates its checksum
		object, _ := parseLine([]byte(line))
		return string(withChecksum([]byte(strings.Replace(string(object), old, new, 1))))
	}
	other := *p
	other.Seed = 9
	final := playoffOf(t, 8, 2)
	task := p.Schedule().Task(0)
	head, good, text := line(p), line(resultOf(&task)), func(s string) string { return string(withChecksum([]byte(s))) }
	var many strings.Builder
	for n := range maxAmendments + 1 {
		many.WriteString(text(fmt.Sprintf(`{"amendment":%d,"seeds":3}`, n+1)))
	}
	for _, c := range []struct{ text, want string }{
		{"", "1: not a tournament file"},
		{"HarryPotter 1.0\n", "1: not a tournament file"},
		{"{\"x\":1}\n", "1: not a tournament file"},
		{"[1,2]", "1: not a tournament file"},
		{strings.Repeat("x", MaxPlan+1), "1: not a tournament file"},
		{edit(head, `"format":3`, `"format":4,"new":1`), "version 4, but this program reads version 3; use the game-tui that created it"},
		{edit(head, `"format":3`, `"format":3,"new":1`), "1: the tournament plan was changed"},
		{edit(head, `"format":3`, `"format":2`), "the plan has version 2, but this program reads version 3"},
		{edit(head, `"players":`, `"amendments":[{"amendment":1,"seeds":5}],"players":`), "1: the tournament plan was changed"},
		{head + text(`{"amendment":2,"seeds":5}`), "amendment 2 of the plan is invalid or should be number 1"},
		{head + text(`{"amendment":1,"seeds":-5}`), "amendment 1 of the plan is invalid or should be number 1"},
		{head + text(`{"amendment":1,"seats":5}`), "expected an amendment"},
		{head + text(`{"amendment":1,"key_sha256":"00"}`), "an invalid key"},
		{head + text(`{"amendment":1,"seeds":4000000}`), "over the limit of 4000000 matches"},
		{head + line(Result{N: 11, Scores: make([][sim.Seats]int, 1)}) + text(`{"amendment":1,"seeds":2}`), "removes tasks that have results"},
		{line(final) + text(`{"amendment":1,"seeds":5}`), "amends a play-off or a final"},
		{head + many.String(), "more than 1000 amendments"},
		{strings.Replace(head, `"seeds":3`, `"seeds":9`, 1), "1: the tournament plan was changed"},
		{line(&other), "changed or damaged: its id does not match"},
		{head + " \n", "2: byte "},
		{head + text(`{"n":99,"scores":[]}`), "no task 99"},
		{head + text(`{"n":-1,"scores":[]}`), "no task -1"},
		{head + text(`{"n":0,"scores":[[1,2,3,4],[1,2,3,4]]}`), "expected one match of task 0"},
		{head + text(`{"n":0,"stores":[[1,2,3,4]]}`), "expected the result of a task"},
		{head + text(strings.TrimSpace(good)+"x"), "expected the result of a task"},
		{head + strings.TrimSpace(good) + "x\n", "checksum mismatch"},
		{head + strings.Replace(good, "1000", "1001", 1), "checksum mismatch"},
		{head + good[:len(good)-sumTailLen] + "}\n", "checksum mismatch"},
		{head + good + "not JSON\n", "3: byte "},
		{head + edit(good, "1000", "9999999999999"), "invalid score"},
		{head + edit(good, "}", `,"outs":[{"match":9,"place":0,"round":1,"reason":"crash"}]}`), "invalid entry in outs"},
		{head + edit(good, "}", `,"outs":[{"match":4611686018427387904,"place":0,"round":1,"reason":"crash"}]}`), "invalid entry in outs"},
		{head + edit(good, "}", `,"outs":[{"match":0,"place":0,"round":1,"reason":"bored"}]}`), "invalid entry in outs"},
		{head + edit(good, "}", `,"leads":[1,2]}`), "invalid lead changes"},
		{head + edit(good, "}", `,"leads":[]}`), "invalid lead changes"},
		{head + edit(good, "}", `,"leads":[-4]}`), "invalid lead changes"},
		{head + strings.Repeat("x", maxLine+1) + "\n", "longer than 65536 bytes"},
	} {
		_, _, err := readAll([]byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q: %v, want %s", c.text[max(0, len(c.text)-60):], err, c.want)
		}
	}
}

func TestInvalidPlansAreRefused(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	hash := strings.Repeat("0", 64)
	program := func(words []string, files ...ProgramFile) func(*Plan) {
		return func(p *Plan) { p.Players[0].BuiltinName, p.Players[0].Program = "", &Program{words, files} }
	}
	for want, spoil := range map[string]func(*Plan){
		"0 seeds starting at 7":                     func(p *Plan) { p.Seeds = 0 },
		"exceed the range":                          func(p *Plan) { p.Seed = 1<<31 - 2 },
		"allows 4 to 8":                             func(p *Plan) { p.Players = p.Players[:3] },
		"unknown format":                            func(p *Plan) { _ = p.Format.UnmarshalText([]byte("swiss")) },
		"two players called":                        func(p *Plan) { p.Players[1].Name = "P0" },
		"over the limit of":                         func(p *Plan) { p.Seeds = schedule.MaxTasks },
		"not a portable file name":                  program([]string{"x"}, ProgramFile{Name: "../x", SHA256: hash}),
		"invalid hash":                              program([]string{"x"}, ProgramFile{Name: "x", SHA256: "beef"}),
		"is not UTF-8":                              program([]string{"./\xff"}),
		`"./\x00" is not UTF-8`:                     program([]string{"./\x00"}),
		"source or configuration is not valid text": func(p *Plan) { p.ConfigFile = "\xff.cnf" },
		"use fewer files": func(p *Plan) {
			for i := range p.Players {
				g := &Program{Argv: []string{"x"}}
				for k := range sim.MaxPlayerFiles {
					g.Files = append(g.Files, ProgramFile{Name: fmt.Sprint(strings.Repeat("x", 120), k), SHA256: hash, Size: 1 << 40})
				}
				p.Players[i].BuiltinName, p.Players[i].Program = "", g
			}
			for len(p.Players) < schedule.MaxPlayers {
				p.Players = append(p.Players, Entry{Name: fmt.Sprint("Q", len(p.Players)), Program: p.Players[0].Program})
			}
			p.Format = schedule.Balanced
		},
		"exceed 128 KiB": func(p *Plan) {
			g := &Program{Argv: []string{"x"}}
			for k := range 600 {
				g.Files = append(g.Files, ProgramFile{Name: fmt.Sprint(strings.Repeat("<", 200), k), SHA256: hash}) // each < is encoded as "\u003c"
			}
			p.Players[0].BuiltinName, p.Players[0].Program = "", g
		},
		"file names exceed 128 KiB in total": func(p *Plan) {
			g := &Program{Argv: []string{"x"}}
			for k := range 300 {
				g.Files = append(g.Files, ProgramFile{Name: fmt.Sprint(strings.Repeat("\u202e", 80), k), SHA256: hash}) // each character is encoded as "\\u202e"
			}
			p.Players[0].BuiltinName, p.Players[0].Program = "", g
		},
		fmt.Sprintf("%q has 4097 bytes, over the limit of 4096", strings.Repeat("x", 37)+"..."): program([]string{"sh", strings.Repeat("x", 4097)}),
		"0 command words":                      program(nil),
		"must be either built in or a program": func(p *Plan) { p.Players[2].BuiltinName = "" },
		"invalid name":                         func(p *Plan) { p.Players[1].Name = "a\x1b[2J" },
		`format "against" allows 5 to 200`:     func(p *Plan) { p.Format, p.Players = schedule.Against, p.Players[:4] },
		"configuration is not":                 func(p *Plan) { p.Config += "\x1b]0;x\a" },
	} {
		p := planOf(t, schedule.All, 5, 3)
		spoil(p)
		if err := p.Seal(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// FuzzSeal checks that every plan accepted by Seal can be read.
func FuzzSeal(f *testing.F) {
	f.Add("anna", "players/anna", "anna/main.py", "ThePurge 1.0\n", "x.cnf")
	f.Add("\u00a0", "a\xffb", "a:b\xff", "\xff", "\u2028<&>\x00")
	f.Fuzz(func(t *testing.T, name, word, file, config, source string) {
		p := &Plan{Game: "thepurge", Config: config, ConfigFile: source, Format: schedule.Balanced, Seeds: 1, Players: []Entry{{Name: "a", BuiltinName: "Null"},
			{Name: name, Program: &Program{Argv: []string{word}, Files: []ProgramFile{{Name: file, SHA256: strings.Repeat("0", 64)}}}}, {Name: "b-", BuiltinName: "Null"}, {Name: "c-", BuiltinName: "Null"}}}
		if p.Seal() != nil {
			return
		}
		r, err := NewReader(bytes.NewReader(formatLine(p)))
		if err != nil || r.Plan.ID != p.ID || r.Plan.Players[1].Program.Files[0].Name != file {
			t.Errorf("%q %q %q: %v", name, word, file, err)
		}
	})
}

// losingDisk simulates a disk that loses unsynced data in a power cut.
type losingDisk struct {
	safe, loose []byte // synced and unsynced content of the file
	named       bool   // whether the folder entry is synced
	broken      error  // error returned by operations once left reaches zero
	left        int    // number of operations until the failure
}

func (d *losingDisk) create(string) (syncWriter, error) { return d, d.use() }
func (d *losingDisk) syncDir(string) error              { d.named = true; return d.use() }
func (d *losingDisk) remove(string) error               { d.named = false; return nil }
func (d *losingDisk) Close() error                      { return nil }

func (d *losingDisk) use() error {
	if d.left--; d.left < 0 {
		return d.broken
	}
	return nil
}

func (d *losingDisk) Write(p []byte) (int, error) {
	if err := d.use(); err != nil {
		d.loose = append(d.loose, p[:len(p)/3]...)
		return len(p) / 3, err
	}
	d.loose = append(d.loose, p...)
	return len(p), nil
}

func (d *losingDisk) Sync() error {
	if err := d.use(); err != nil {
		return err
	}
	d.safe, d.loose = append(d.safe, d.loose...), nil
	return nil
}

// TestNothingAcknowledgedIsLost simulates a power cut after every operation of a tournament, with
// all, half or none of the unsynced bytes on disk.
func TestNothingAcknowledgedIsLost(t *testing.T) {
	t.Parallel()
	p := planOf(t, schedule.All, 4, 20)
	s := p.Schedule()
	for cut := range 60 {
		for part := range 3 {
			d := &losingDisk{left: cut, broken: io.ErrShortWrite}
			acknowledged := 0
			r, err := create(d, "t.jsonl", p, nil)
			for k := 0; err == nil && k < s.Tasks(); k++ {
				task := s.Task(k)
				if err = r.Append(resultOf(&task)); err == nil {
					acknowledged++
				}
			}
			if r == nil {
				if d.named {
					t.Errorf("cut %d: there is no tournament, but a file", cut)
				}
				continue
			}
			if !d.named {
				t.Fatalf("cut %d: the file's name was never safe", cut)
			}
			disk := append(d.safe, d.loose[:len(d.loose)*part/2]...)
			name := filepath.Join(t.TempDir(), "t.jsonl")
			if err := os.WriteFile(name, disk, 0o644); err != nil {
				t.Fatal(err)
			}
			again, err := Resume(name, ignorePlan)
			if err != nil {
				t.Fatalf("cut %d: %v", cut, err)
			}
			if n := again.live.standings.PlayedTasks; n < acknowledged || n > acknowledged+1 {
				t.Errorf("cut %d: %d results were acknowledged, %d are there", cut, acknowledged, n)
			}
			again.Close()
		}
	}
}

// TestReaderFollowsAGrowingFile reads a file that grows by a few bytes at a time. Each result must
// appear once its line is complete.
func TestReaderFollowsAGrowingFile(t *testing.T) {
	t.Parallel()
	p := planOf(t, schedule.All, 5, 3)
	s := p.Schedule()
	var want []Result
	plan := formatLine(p)
	var results []byte
	for k := range s.Tasks() {
		task := s.Task(k)
		want = append(want, resultOf(&task))
		results = append(results, formatLine(&want[k])...)
	}
	var grows bytes.Buffer
	grows.Write(plan)
	r, err := NewReader(&grows)
	if err != nil {
		t.Fatal(err)
	}
	var got []Result
	for len(results) > 0 {
		n := min(len(results), 1+len(results)%37)
		grows.Write(results[:n])
		results = results[n:]
		for res, err := range r.Results() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, *res)
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v, want %+v", got, want)
	}
}

// FuzzRead checks that a file that was read successfully round-trips.
func FuzzRead(f *testing.F) {
	p := planOf(f, schedule.All, 4, 3)
	task := p.Schedule().Task(2)
	plan, good := formatLine(p), formatLine(resultOf(&task))
	f.Add(fmt.Appendf(nil, "%s%s%s{\"n\"", plan, good, good))
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, list, err := readAll(text)
		if err != nil {
			return
		}
		out := formatLine(p)
		for i := range list {
			out = append(out, formatLine(&list[i])...)
		}
		if _, again, err := readAll(out); err != nil || len(again) != len(list) {
			t.Errorf("read %d results of %d again: %v", len(again), len(list), err)
		}
	})
}
