package league

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"

	"game-tui/sim/league/rating"
	"game-tui/sim/league/schedule"
)

// TestEngineKeepsStandings submits results from several workers, including repeated and invalid
// ones. Every acknowledged result must be in the file once, and the standings must match the file.
func TestEngineKeepsStandings(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "t.jsonl")
	p := planOf(t, schedule.Balanced, 9, 40)
	record, err := Create(name, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	e := NewEngine(record, false)
	var answered, wrong sync.WaitGroup
	var workers sync.WaitGroup
	for w := range 4 {
		workers.Go(func() {
			for task, ok := e.Next(); ok; task, ok = e.Next() {
				answered.Add(2)
				for range 2 {
					if err := e.Submit(t.Context(), resultOf(&task), func(err error) {
						if err != nil {
							t.Errorf("task %d: %v", task.N, err)
						}
						answered.Done()
					}); err != nil {
						t.Error(err)
					}
				}
				if task.N%7 != w {
					continue
				}
				bad := resultOf(&task)
				bad.Scores = bad.Scores[1:]
				wrong.Add(1)
				_ = e.Submit(t.Context(), bad, func(err error) {
					if err == nil {
						t.Errorf("task %d: nonsense was taken", task.N)
					}
					wrong.Done()
				})
			}
		})
	}
	workers.Wait()
	answered.Wait()
	wrong.Wait()
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if err := e.Submit(t.Context(), Result{}, nil); !errors.Is(err, ErrEnded) {
		t.Errorf("a closed engine says %v", err)
	}
	file, err := os.ReadFile(name)
	if err != nil || strings.Count(string(file), "\n") != 1+p.Schedule().Tasks() {
		t.Fatalf("%d lines, %v", strings.Count(string(file), "\n"), err)
	}
	standings, err := ReadStandings(strings.NewReader(string(file)))
	if err != nil {
		t.Fatal(err)
	}
	e.View(func(b *Standings) {
		if b.PlayedTasks != p.Schedule().Tasks() || !reflect.DeepEqual(b.Tally.Ratings(), standings.Tally.Ratings()) ||
			!reflect.DeepEqual(b.Highlights, standings.Highlights) || !reflect.DeepEqual(b.Tally.Players, standings.Tally.Players) {
			t.Error("the standings are not those of the file")
		}
	})
}

func TestEngineStopsWhenTheDiskIsFull(t *testing.T) {
	t.Parallel()
	p := planOf(t, schedule.All, 4, 30)
	d := &losingDisk{left: 4 + 2*5, broken: errors.New("no space left on device")}
	record, err := create(d, "t.jsonl", p, nil)
	if err != nil {
		t.Fatal(err)
	}
	e := NewEngine(record, false)
	counted := 0
	var fault error
	for task, ok := e.Next(); ok && fault == nil; task, ok = e.Next() {
		answer := make(chan error, 1)
		if fault = e.Submit(t.Context(), resultOf(&task), func(err error) { answer <- err }); fault == nil {
			if fault = <-answer; fault == nil {
				counted++
			}
		}
	}
	if err := e.Close(); err == nil || err.Error() != "write t.jsonl: no space left on device" || fault == nil {
		t.Errorf("the disk is full: %v, and %v", err, fault)
	}
	e.View(func(b *Standings) {
		if counted != 5 || b.PlayedTasks != 5 {
			t.Errorf("%d acknowledged, %d counted, want 5", counted, b.PlayedTasks)
		}
	})
}

func TestEngineStopsWhenDecided(t *testing.T) {
	t.Parallel()
	p := planOf(t, schedule.Against, 5, 500)
	e := NewEngine(NewInMemoryFile(p), true)
	played := 0
	for task, ok := e.Next(); ok; task, ok = e.Next() {
		r := Result{N: task.N, Scores: [][4]int{{3 - 2*task.LineUp[0], 2, 2, 0}}}
		answer := make(chan error)
		if err := e.Submit(t.Context(), r, func(err error) { answer <- err }); err != nil {
			t.Fatal(err)
		}
		<-answer
		played++
	}
	if err := e.Close(); err != nil || played == 1000 || played < 20 {
		t.Errorf("%d of 1000 matches were played, %v", played, err)
	}
	e.View(func(b *Standings) {
		if b.Duels.Verdict(0, 1) != rating.VerdictAhead {
			t.Errorf("verdict %v after %d matches", b.Duels.Verdict(0, 1), played)
		}
	})
}

// TestFillEndsAtACompleteSeed plays more or fewer seeds than planned, but at least the minimum.
func TestFillEndsAtACompleteSeed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ planned, least, most, goesOn, played, blocks int }{
		{2, 0, 100, 9, 9, 9},
		{20, 0, 100, 3, 3, 3},
		{20, 20, 100, 3, 3, 20},
		{4, 4, 4, 9, 4, 4},
		{2, 0, 100, 0, 1, 1}, // at least one seed is played
	} {
		e := NewEngine(NewInMemoryFile(planOf(t, schedule.All, 5, c.planned)), false)
		played := 0
		e.ExtendWhile(c.least, c.most, func(span Span) bool {
			if whole := e.next%20 == 0; span.WholeSeed != whole || whole && span.Tasks != 20 || !whole && span.Tasks != 1 {
				t.Errorf("asked for %d tasks from %d on, a whole seed: %v", span.Tasks, e.next, span.WholeSeed)
			}
			return !span.WholeSeed || played < 20*c.goesOn
		})
		for !e.IsOver() {
			task, ok := e.Next()
			if !ok {
				runtime.Gosched() // wait until the plan has been amended
				continue
			}
			answered := make(chan error, 1)
			if err := e.Submit(t.Context(), resultOf(&task), func(err error) { answered <- err }); err != nil {
				t.Fatal(err)
			}
			if err := <-answered; err != nil {
				t.Fatal(err)
			}
			played++
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
		e.View(func(s *Standings) {
			if s.PlayedTasks != c.played*20 || s.Tally.Matches != s.PlayedTasks || s.Plan.Blocks() != c.blocks {
				t.Errorf("%+v: %d tasks, %d seeds planned", c, s.PlayedTasks, s.Plan.Blocks())
			}
		})
	}
}

// TestFillEndsWithinASeed stops if the rest of a seed does not fit. After Resume, the same seed
// continues.
func TestFillEndsWithinASeed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ least, most, blocks int }{{0, 100, 2}, {9, 9, 9}} {
		name := filepath.Join(t.TempDir(), "t.jsonl")
		record, err := Create(name, planOf(t, schedule.All, 5, 9), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, until := range []int{27, 31} {
			e := NewEngine(record, false)
			e.ExtendWhile(c.least, c.most, func(span Span) bool { return e.next < until })
			for task, ok := e.Next(); ok; task, ok = e.Next() {
				if err := e.Submit(t.Context(), resultOf(&task), nil); err != nil {
					t.Fatal(err)
				}
			}
			if err := e.Close(); err != nil {
				t.Fatal(err)
			}
			if record, err = Resume(name, ignorePlan); err != nil {
				t.Fatal(err)
			}
			record.View(func(s *Standings) {
				if s.PlayedTasks != until || s.IsComplete() || s.Plan.Blocks() != c.blocks {
					t.Errorf("%+v: %d tasks of %d seeds, want %d of %d", c, s.PlayedTasks, s.Plan.Blocks(), until, c.blocks)
				}
			})
		}
		if err := record.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
