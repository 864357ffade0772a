package league

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"game-tui/sim/league/playoff"
	"game-tui/sim/league/schedule"
)

func finalOf(t testing.TB, matches int) *Plan {
	t.Helper()
	p := &Plan{EngineVersion: "test", Game: "thepurge", Format: schedule.Final, Seed: 5, Seeds: matches}
	for i := range playoff.Finalists {
		p.Players = append(p.Players, Entry{Name: fmt.Sprint("p", i), BuiltinName: "Demo"})
	}
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestFinalResumesAfterKills submits results in any order and resumes often. The last group has no
// tasks until the semifinals are over.
func TestFinalResumesAfterKills(t *testing.T) {
	t.Parallel()
	p := finalOf(t, 3)
	whole := NewInMemoryFile(p)
	playTasks(t, whole, -1)
	want := whole.live.standings.Schedule.Final().Table(playoff.LastGroup, 6)
	name := filepath.Join(t.TempDir(), "f.jsonl")
	r, err := Create(name, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	for kill := 0; !r.live.standings.IsOver(); kill++ {
		playTasks(t, r, 2)
		if s := r.live.standings; s.PlayedTasks < 12 && s.Schedule.Tasks() != 12 {
			t.Fatalf("%d tasks are known when %d have results", s.Schedule.Tasks(), s.PlayedTasks)
		}
		if played, planned := r.live.standings.Matches(); played != min(2*(kill+1), 15) || planned != 15 {
			t.Errorf("%d of %d matches after kill %d", played, planned, kill)
		}
		r.Close()
		if r, err = Resume(name, ignorePlan); err != nil {
			t.Fatal(err)
		}
	}
	got := r.live.standings.Schedule.Final()
	if table := got.Table(playoff.LastGroup, 6); fmt.Sprint(table) != fmt.Sprint(want) || len(table) != 4 {
		t.Errorf("%v, undisturbed %v", table, want)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(name)
	if _, err := ReadStandings(bytes.NewReader(text)); !errors.Is(err, ErrFinal) {
		t.Errorf("the standings of a final: %v", err)
	}
}

// TestInvalidFinalPlansAreRefused also covers invalid matches sent by a coordinator.
func TestInvalidFinalPlansAreRefused(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*Plan){
		"too few":    func(p *Plan) { p.Players = p.Players[:15] },
		"too many":   func(p *Plan) { p.Players = append(p.Players, Entry{Name: "x", BuiltinName: "Demo"}) },
		"too long":   func(p *Plan) { p.Seeds = playoff.MaxMatchesPerGroup + 1 },
		"play-off":   func(p *Plan) { p.Playoff = &schedule.PlayoffRules{} },
		"no matches": func(p *Plan) { p.Seeds = 0 },
	} {
		p := finalOf(t, 2)
		if change(p); p.Seal() == nil {
			t.Errorf("%s: the plan was taken", name)
		}
	}
	s := finalOf(t, 2).Schedule()
	for _, m := range []*playoff.Pairing{nil, {Seats: [4]int{16}}, {Seats: [4]int{-1}}} {
		if _, err := s.IssuedTask(0, nil, m); err == nil {
			t.Errorf("%+v was taken from another machine", m)
		}
	}
	task := s.Task(3)
	if again, err := s.IssuedTask(3, nil, task.Pairing); err != nil || fmt.Sprint(again.LineUp, again.Seed) != fmt.Sprint(task.LineUp, task.Seed) {
		t.Errorf("%+v, %v; want %+v", again, err, task)
	}
}
