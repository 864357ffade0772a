package schedule

import (
	"fmt"
	"slices"
	"testing"

	"game-tui/sim"
)

// of returns a schedule of n players.
func of(f Format, n, seeds int) *Schedule {
	return f.New(Params{Players: make([]string, n), Seed: 7, Seeds: seeds})
}

// TestEveryPrefixIsFair plays schedules of all sizes. After each set, the numbers of sets played
// may differ by at most one, and each player has had every seat equally often. No player may meet
// itself, and pairs must meet as the format promises.
func TestEveryPrefixIsFair(t *testing.T) {
	t.Parallel()
	for n := 4; n <= 61; n++ {
		formats := []Format{Balanced}
		if n <= MaxAllPlayers {
			formats = append(formats, All)
		}
		for _, f := range formats {
			t.Run(fmt.Sprintf("%s/%d", f, n), func(t *testing.T) {
				t.Parallel()
				checkFairness(t, f, n)
			})
		}
	}
}

func checkFairness(t *testing.T, f Format, n int) {
	s := of(f, n, 40)
	played, met := make([]int, n), newMeetings(n)
	for k := 0; k < s.Tasks(); k += s.TasksPerSet() {
		task := s.Task(k)
		if k == 132 {
			if again := of(f, n, 40).Task(k); again.LineUp != task.LineUp {
				t.Fatalf("task %d is %v, and %v when nothing was asked before", k, task.LineUp, again.LineUp)
			}
		}
		sorted := slices.Sorted(slices.Values(task.LineUp[:]))
		if len(slices.Compact(sorted)) != sim.Seats {
			t.Fatalf("task %d has somebody twice: %v", k, task.LineUp)
		}
		for _, e := range task.LineUp {
			played[e]++
		}
		met.add(task.LineUp, 1)
		if lo, hi := slices.Min(played), slices.Max(played); hi-lo > 1 {
			t.Fatalf("after task %d some have played %d sets, others %d", k, lo, hi)
		}
		checkSeats(t, s, &task)
	}
	lo, hi := int32(1<<30), int32(0)
	for a := range n {
		for b := range a {
			c := met.counts[a*n+b]
			lo, hi = min(lo, c), max(hi, c)
		}
	}
	if hi-lo > 3 {
		t.Errorf("some pairs have met %d times, others %d", lo, hi)
	}
	if f == All && lo != hi {
		t.Errorf("all line-ups were played, and pairs have met %d to %d times", lo, hi)
	}
}

// checkSeats checks that each entry has every seat equally often in the set of a task.
func checkSeats(t *testing.T, s *Schedule, task *Task) {
	var sat [sim.Seats][sim.Seats]int // counts by place and seat
	for k := range s.TasksPerSet() {
		one := s.Task(task.N + k)
		if one.LineUp != task.LineUp || one.Seed != task.Seed {
			t.Fatalf("task %d is no match of the set of task %d", one.N, task.N)
		}
		for seat, place := range one.Places {
			sat[place][seat]++
		}
	}
	for place := range sat {
		if sat[place] != [sim.Seats]int{1, 1, 1, 1} {
			t.Fatalf("task %d: %d sits on the seats %v times", task.N, task.LineUp[place], sat[place])
		}
	}
}

// TestAgainstGivesBothTheSameOpponents also checks that seats and opponents are approximately
// balanced.
func TestAgainstGivesBothTheSameOpponents(t *testing.T) {
	t.Parallel()
	const n, seeds = 7, 1000
	s := of(Against, n, seeds)
	var met [n]int
	var sat [sim.Seats]int
	for k := 0; k < s.Tasks(); k += 2 {
		one, other := s.Task(k), s.Task(k+1)
		a, b := one.Entries(), other.Entries()
		seat := slices.Index(a[:], 0)
		if one.Seed != 7+int32(k/2) || other.Seed != one.Seed || seat < 0 || b[seat] != 1 {
			t.Fatalf("seed %d: %v and %v", one.Seed, a, b)
		}
		if b[seat] = 0; a != b {
			t.Fatalf("seed %d: other rivals", one.Seed)
		}
		sat[seat]++
		for _, e := range a {
			met[e]++
		}
	}
	if sat != [sim.Seats]int{250, 250, 250, 250} {
		t.Errorf("seats %v", sat)
	}
	for _, times := range met[2:] {
		if times < 540 || times > 660 {
			t.Errorf("rivals %v", met)
		}
	}
}

func TestIsDummyMatchesOnlyKitNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"Dummy": true, "AIDummy.exe": true, "dummy-2": true, "mydummy": false, "Dummyanna": false, "": false} {
		if IsDummy(name) != want {
			t.Errorf("%q is a Dummy: %v", name, !want)
		}
	}
}
