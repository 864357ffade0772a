package league

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestDrop takes the results of a worker out: the standings are those of the rest, its tasks
// are given out again, and the record goes on.
func TestDrop(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "t.jsonl")
	p := planOf(t, Balanced, 9, 30)
	key := p.AddKey()
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	record, err := Create(name, p, key)
	if err != nil {
		t.Fatal(err)
	}
	e := NewEngine(record, false)
	submit := func(worker string, task Task) error {
		r := resultOf(&task)
		r.Worker = worker
		heard := make(chan error, 1)
		if err := e.Submit(t.Context(), r, func(err error) { heard <- err }); err != nil {
			return err
		}
		return <-heard
	}
	bad := 0
	for task, ok := e.Next(); ok && task.N < 20; task, ok = e.Next() {
		worker := "good"
		if task.N%3 == 0 {
			worker = "bad"
			bad++
		}
		if err := submit(worker, task); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := e.Drop("bad"); n != bad || err != nil {
		t.Fatalf("dropped %d of %d, %v", n, bad, err)
	}
	if n, err := e.Drop("nobody"); n != 0 || err != nil {
		t.Errorf("dropped %d of nobody, %v", n, err)
	}
	if err := submit("bad", p.Schedule().Task(0)); err == nil || e.Done(0) {
		t.Errorf("a result of who was dropped is taken: %v", err)
	}
	if _, err := Resume(name, ignorePlan); !errors.Is(err, ErrInUse) {
		t.Errorf("the new file is not locked: %v", err)
	}
	seen := 0
	for task, ok := e.Next(); ok; task, ok = e.Next() {
		if len(task.Players) == 0 {
			t.Fatalf("task %d is given out without the seeds of its players", task.N)
		}
		if err := submit("good", task); err != nil {
			t.Fatal(err)
		}
		seen++
	}
	if want := p.Schedule().Tasks() - 20 + bad; seen != want || !e.Over() {
		t.Errorf("%d tasks were given out, want %d", seen, want)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil || strings.Contains(string(text), `"bad"`) || strings.Count(string(text), "\n") != 2+p.Schedule().Tasks() { // the plan, and the key at the end
		t.Errorf("%d lines, %v", strings.Count(string(text), "\n"), err)
	}
	standings, err := ReadStandings(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	e.View(func(b *Standings) {
		if !reflect.DeepEqual(b.Tally.Ratings(), standings.Tally.Ratings()) || b.Tasks != standings.Tasks {
			t.Errorf("the standings are not those of the file: %d %d\n%v\n%v", b.Tasks, standings.Tasks, b.Tally.Ratings(), standings.Tally.Ratings())
		}
	})
	if aside, err := os.ReadFile(name + ".dropped"); err != nil || strings.Count(string(aside), "\n") != bad {
		t.Errorf("%d lines are kept beside it, %v", strings.Count(string(aside), "\n"), err)
	}
}
