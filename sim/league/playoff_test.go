package league

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/sim/dice"
	"game-tui/sim/league/playoff"
	"game-tui/sim/league/schedule"
)

func playoffOf(t testing.TB, entries, to int) *Plan {
	t.Helper()
	p := &Plan{EngineVersion: "test", Game: "thepurge", Format: schedule.Playoff, Seed: 5, Seeds: 1, Playoff: &schedule.PlayoffRules{Entries: entries, Survivors: to, StandIns: []schedule.StandIn{{Round: 1, Entry: playoff.Dummy}}}}
	for i := range entries {
		p.Players = append(p.Players, Entry{Name: fmt.Sprint("p", i), BuiltinName: "Demo"})
	}
	p.Players = append(p.Players, Entry{Name: "Dummy", BuiltinName: "Null"})
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	return p
}

// playoffResult returns a result in which players with higher numbers usually score more.
func playoffResult(t *schedule.Task) Result {
	r := Result{N: t.N, Pairing: t.Pairing, Scores: make([][sim.Seats]int, 1)}
	for seat, player := range t.LineUp {
		d := dice.Source(uint64(t.Seed)*1000 + uint64(player))
		r.Scores[0][seat] = player + d.IntN(20)
		if d.IntN(30) == 0 {
			r.Outs = append(r.Outs, Out{Place: seat, Failure: sim.Failure{Reason: sim.FailedCrash, Round: 1}})
		}
	}
	return r
}

// playTasks plays n known tasks in random order, or all of them if n is negative.
func playTasks(t *testing.T, r *File, n int) {
	t.Helper()
	s := r.live.standings
	for n != 0 && !s.IsComplete() {
		var open []int
		for k := range s.Schedule.Tasks() {
			if !s.HasResult(k) {
				open = append(open, k)
			}
		}
		rand.Shuffle(len(open), func(i, j int) { open[i], open[j] = open[j], open[i] })
		for _, k := range open {
			task := s.Schedule.KeyedTask(k)
			if err := r.Append(playoffResult(&task)); err != nil {
				t.Fatal(err)
			}
			if n--; n == 0 {
				break
			}
		}
		s = r.live.standings
	}
}

// playWithoutBreak plays a play-off without interruptions.
func playWithoutBreak(t *testing.T, p *Plan) *playoff.State {
	r := NewInMemoryFile(p)
	playTasks(t, r, -1)
	return r.live.standings.Schedule.State()
}

// TestPlayoffResumesAfterKills submits results in any order, truncates lines and resumes often. The
// same players must be eliminated in the same rounds.
func TestPlayoffResumesAfterKills(t *testing.T) {
	t.Parallel()
	p := playoffOf(t, 24, 4)
	want := playWithoutBreak(t, p)
	name := filepath.Join(t.TempDir(), "p.jsonl")
	r, err := Create(name, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	for kill := 0; !r.live.standings.IsOver(); kill++ {
		playTasks(t, r, 1+rand.IntN(20))
		r.Close()
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		twice := bytes.SplitAfter(text, []byte("\n"))[1]
		if err := os.WriteFile(name, slices.Concat(text, twice, twice[:rand.IntN(len(twice))]), 0o644); err != nil {
			t.Fatal(err)
		}
		if r, err = Resume(name, ignorePlan); err != nil {
			t.Fatal(err)
		}
		if n, err := r.Damage(); n > 0 {
			t.Fatal(n, err)
		}
	}
	r.Close()
	text, _ := os.ReadFile(name)
	in, err := NewReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range in.Results() {
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := in.Schedule.State(); !reflect.DeepEqual(got.Eliminated, want.Eliminated) || !reflect.DeepEqual(got.Remaining, want.Remaining) || len(got.Eliminated) != 20 {
		t.Errorf("%+v is out and %v in, undisturbed %+v and %v", got.Eliminated, got.Remaining, want.Eliminated, want.Remaining)
	}
	if _, err := ReadStandings(bytes.NewReader(text)); err == nil || !strings.Contains(err.Error(), "playoff show") {
		t.Errorf("the standings of a play-off: %v", err)
	}
}

func TestPlayoffOf300EndsInTime(t *testing.T) {
	t.Parallel()
	p := playoffOf(t, 300, 16)
	s := NewStandings(p)
	for n := 0; n < s.Schedule.Tasks(); n++ {
		task := s.Schedule.KeyedTask(n)
		r := playoffResult(&task)
		s.Add(&r)
	}
	if played, planned := s.Matches(); !s.IsOver() || len(s.Schedule.State().Eliminated) != 284 || played < 20_000 || played > 25_000 || planned != played {
		t.Errorf("%d of %d matches, %d are out", played, planned, len(s.Schedule.State().Eliminated))
	}
}

// TestRemovedResultsArePlayedAgain removes the line of a wrong result from a play-off file. Results
// that depend on it must be set aside, and the play-off must end as if the line had been correct.
func TestRemovedResultsArePlayedAgain(t *testing.T) {
	t.Parallel()
	p := playoffOf(t, 12, 2)
	want := playWithoutBreak(t, p)
	name := filepath.Join(t.TempDir(), "p.jsonl")
	r, err := Create(name, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	playAll := func(change func(*Result)) {
		for n := 0; n < r.live.standings.Schedule.Tasks(); n++ {
			task := r.live.standings.Schedule.Task(n)
			result := playoffResult(&task)
			change(&result)
			if err := r.Append(result); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
	playAll(func(r *Result) {
		if r.N == 1 {
			r.Worker = "liar/1"
			slices.Reverse(r.Scores[0][:])
		}
	})
	lines := slices.DeleteFunc(linesOf(t, name), func(line string) bool { return strings.Contains(line, `"worker":"liar/`) })
	if err := os.WriteFile(name, []byte(strings.Join(lines, "")), 0o644); err != nil {
		t.Fatal(err)
	}
	if r, err = Resume(name, ignorePlan); err != nil {
		t.Fatal(err)
	}
	if n, _ := r.Damage(); n == 0 || r.live.standings.IsOver() {
		t.Errorf("after removing a result: %d results set aside, over: %t; want some, and not over", n, r.live.standings.IsOver())
	}
	playAll(func(*Result) {})
	s := r.live.standings
	if got := s.Schedule.State(); !s.IsOver() || !reflect.DeepEqual(got.Eliminated, want.Eliminated) {
		t.Errorf("out: got %+v, want %+v", got.Eliminated, want.Eliminated)
	}
	task := s.Schedule.Task(9)
	result := playoffResult(&task)
	m := *result.Pairing
	m.Seats[0], m.Seats[1] = m.Seats[1], m.Seats[0]
	result.Pairing = &m
	if result.Check(&task, maxRound) == nil {
		t.Error("a result of another match is accepted")
	}
}

// TestStandInsReplaceEntriesFromTheirRound also replaces the Dummy. Earlier results must not
// change.
func TestStandInsReplaceEntriesFromTheirRound(t *testing.T) {
	t.Parallel()
	p := playoffOf(t, 10, 4)
	name := filepath.Join(t.TempDir(), "p.jsonl")
	r, err := Create(name, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.live.standings.Schedule.StopAfter(2)
	playTasks(t, r, -1)
	if s := r.live.standings; s.IsOver() || s.Schedule.State().Round != 3 {
		t.Fatalf("stopped in round %d", s.Schedule.State().Round)
	}
	r.Close()
	if r, err = Resume(name, ignorePlan); err != nil {
		t.Fatal(err)
	}
	before := r.live.standings.Schedule.State()
	entry := before.Remaining[3]
	better, err := p.WithStandIn(Entry{Name: "better", BuiltinName: "Greedy"}, schedule.StandIn{Round: 3, Entry: entry})
	if err == nil {
		better, err = better.WithStandIn(Entry{Name: "Strong", BuiltinName: "Demo"}, schedule.StandIn{Round: 5, Entry: playoff.Dummy})
	}
	if err == nil {
		better, err = better.WithStandIn(Entry{Name: "Middle", BuiltinName: "Demo"}, schedule.StandIn{Round: 4, Entry: playoff.Dummy})
	}
	if err == nil {
		err = r.ReplacePlan(better)
	}
	if err != nil {
		t.Fatal(err)
	}
	if s := r.live.standings; !reflect.DeepEqual(s.Schedule.State().Eliminated, before.Eliminated) || better.ID == p.ID {
		t.Errorf("%+v is out after the change, %+v before", s.Schedule.State().Eliminated, before.Eliminated)
	}
	playTasks(t, r, -1)
	s := r.live.standings.Schedule
	if !r.live.standings.IsOver() {
		t.Error("it does not go on to the end")
	}
	for k := range s.Tasks() {
		task := s.Task(k)
		for seat, e := range task.Pairing.Seats {
			want := e
			switch {
			case e == entry && task.Pairing.Round >= 3:
				want = 11
			case e == playoff.Dummy && task.Pairing.Round >= 5:
				want = 12
			case e == playoff.Dummy && task.Pairing.Round == 4:
				want = 13
			case e == playoff.Dummy:
				want = 10
			}
			if task.LineUp[seat] != want {
				t.Fatalf("%+v: player %d sits on seat %d, want %d", *task.Pairing, task.LineUp[seat], seat, want)
			}
		}
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestInvalidPlayoffPlansAreRefused(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*Plan){
		"no rules":         func(p *Plan) { p.Playoff = nil },
		"another design":   func(p *Plan) { p.Format = schedule.Balanced },
		"no Dummy":         func(p *Plan) { p.Playoff.StandIns = nil; p.Players = p.Players[:8] },
		"one too many":     func(p *Plan) { p.Players = append(p.Players, Entry{Name: "x", BuiltinName: "Demo"}) },
		"nobody is out":    func(p *Plan) { p.Playoff.Survivors = 8 },
		"down to nobody":   func(p *Plan) { p.Playoff.Survivors = 0 },
		"more seeds":       func(p *Plan) { p.Seeds = 2 },
		"a round before":   func(p *Plan) { p.Playoff.StandIns[0].Round = 0 },
		"for nobody":       func(p *Plan) { p.Playoff.StandIns[0].Entry = 8 },
		"too many to play": func(p *Plan) { p.Playoff.Entries = schedule.MaxPlayoffPlayers + 1 },
	} {
		p := playoffOf(t, 8, 2)
		if change(p); p.Seal() == nil {
			t.Errorf("%s: the plan was taken", name)
		}
	}
	s := playoffOf(t, 8, 2).Schedule()
	for _, m := range []*playoff.Pairing{nil, {Place: playoff.Place{Round: 1}, Seats: [4]int{8}}, {Place: playoff.Place{Round: 1}, Seats: [4]int{-2}}, {}} {
		if _, err := s.IssuedTask(0, nil, m); err == nil {
			t.Errorf("%+v was taken from another machine", m)
		}
	}
}
