package league

import (
	"os"
	"slices"
	"strings"
	"testing"

	"game-tui/sim/league/schedule"
)

// TestIncompleteSetsDoNotCount submits results in any order.
func TestIncompleteSetsDoNotCount(t *testing.T) {
	t.Parallel()
	p := planOf(t, schedule.All, 5, 4)
	s := NewStandings(p)
	for _, n := range []int{7, 2, 5, 4, 6, 3, 0} {
		task := s.Schedule.Task(n)
		r := resultOf(&task)
		s.Add(&r)
	}
	if s.PlayedTasks != 7 || s.Tally.Matches != 4 || !s.HasResult(2) || s.HasResult(1) {
		t.Errorf("%d results, %d matches count", s.PlayedTasks, s.Tally.Matches)
	}
}

// TestAmendmentsSurviveResume adds seeds and removes seeds that were not started. Added seeds get a
// new key if the previous one is already public.
func TestAmendmentsSurviveResume(t *testing.T) {
	t.Parallel()
	r, p, first := createKeyed(t, 5, 2)
	name, perSeed := r.name, p.Schedule().TasksPerSeed()
	play := func(seeds int) {
		t.Helper()
		fill(t, r, seeds*perSeed)
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
	amend := func(seeds int) {
		t.Helper()
		var err error
		if r, err = Resume(name, ignorePlan); err == nil {
			err = r.Amend(seeds)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	play(1)
	amend(3) // the key is still secret and is reused
	play(3)
	if _, err := os.Stat(KeyFile(name)); !os.IsNotExist(err) {
		t.Fatalf("all is played, and the key waits: %v", err)
	}
	amend(10)
	second := r.live.standings.Schedule.lastKey()
	fill(t, r, 5*perSeed)
	if err := r.Amend(5); err != nil { // removes only seeds that were not started
		t.Fatal(err)
	}
	if text, err := os.ReadFile(name); err != nil || *second == *first || strings.Contains(string(text), second.hex()) {
		t.Fatalf("the second key is no secret: %v", err)
	}
	play(5)
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	b, err := ReadStandings(file)
	if err != nil || !b.IsComplete() || b.Plan.ID != p.ID || b.Plan.Blocks() != 5 || b.Tally.Matches != 5*perSeed || len(b.Plan.Amendments) != 3 {
		t.Fatalf("%v: %d matches, %+v", err, b.Tally.Matches, b.Plan.Amendments)
	}
	for n, key := range map[int]*Key{3*perSeed - 1: first, 3 * perSeed: second} {
		if task := b.Schedule.KeyedTask(n); *task.PlayerSeeds != keyedSeeds(*key, task.Seed, n) {
			t.Errorf("task %d has seeds %v", n, task.PlayerSeeds)
		}
	}
}

func TestStandingsFindDummiesByName(t *testing.T) {
	t.Parallel()
	p := planOf(t, schedule.All, 5, 1)
	p.Players[4].Name = "Dummy-1"
	if got := NewStandings(p).Tally.IsDummy; !slices.Equal(got, []bool{4: true}) {
		t.Errorf("Dummies are %v, want the last player", got)
	}
}
