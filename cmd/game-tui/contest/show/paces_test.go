package show

import (
	"slices"
	"testing"

	"game-tui/sim"
	"game-tui/sim/league"
)

// The matches in which a pace is measured are of all seeds and of all line-ups in turn, each once,
// and without programs; whose pace is not measured is told.
func TestPacesAreOfTasksInTurn(t *testing.T) {
	t.Parallel()
	p := &league.Plan{Design: league.All, Seed: 1, Seeds: 10}
	for _, name := range []string{"A", "B", "C", "D", "E", "F"} {
		p.Player = append(p.Player, league.Entry{Name: name, Builtin: name})
	}
	b := league.NewStandings(p)
	all := b.Schedule.Tasks()
	if got := paceTasks(b, all); len(got) != 0 {
		t.Fatalf("%d tasks that have no result", len(got))
	}
	if got := paceNote(p, 0); got != "not measured: no match has been played yet" {
		t.Error(got)
	}
	for n := range all {
		b.Add(&league.Result{N: n, Scores: make([][sim.Seats]int, 4)})
	}
	seen := map[int]bool{}
	perSeed := b.Schedule.TasksPerSeed()
	for i, n := range paceTasks(b, all) {
		if seen[n] {
			t.Fatalf("task %d comes twice", n)
		}
		if seen[n] = true; n/perSeed != i%p.Seeds || i < 2*perSeed && n%perSeed != i%perSeed {
			t.Fatalf("task %d of the list is of seed %d and line-up %d", i, n/perSeed, n%perSeed)
		}
	}
	if len(seen) != all || len(paceTasks(b, 7)) != 7 {
		t.Errorf("%d of %d tasks, %d of 7", len(seen), all, len(paceTasks(b, 7)))
	}

	p.Player[5].Program = &league.Program{}
	list := paceTasks(b, all)
	for _, n := range list {
		if l := b.Schedule.Task(n).LineUp; slices.Contains(l[:], 5) {
			t.Fatal("a program plays")
		}
	}
	if want := all / 15 * 5; len(list) != want { // of five players there are 5 line-ups, of six 15
		t.Errorf("%d tasks without the program, want %d", len(list), want)
	}
	if got := paceNote(p, 1); got != "without F: programs cannot be played on from the middle of a match" {
		t.Error(got)
	}
	for i := range 3 {
		p.Player[i].Program = &league.Program{}
	}
	if got := paceNote(p, 0); got != "not measured: there is a program in every match, and programs cannot be played on from the middle of a match" {
		t.Error(got)
	}
	if got := paceNote(p, 1); got != "without A, B, C, 1 other: programs cannot be played on from the middle of a match" {
		t.Error(got)
	}
}
