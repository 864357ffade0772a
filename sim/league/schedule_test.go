package league

import (
	"fmt"
	"slices"
	"testing"

	"game-tui/sim"
)

// planOf is a sealed plan of n built-in players.
func planOf(t testing.TB, d Design, n, seeds int) *Plan {
	t.Helper()
	p := &Plan{Engine: "test", Game: "thepurge", Design: d, Seed: 7, Seeds: seeds}
	for i := range n {
		p.Player = append(p.Player, Entry{Name: fmt.Sprintf("P%d", i), Builtin: "Null"})
	}
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestEveryPrefixIsFair plays through schedules of all sizes: after each task
// everybody has played equally often to within one task and sat on each seat
// equally often, nobody plays himself, and pairs meet as the design promises.
func TestEveryPrefixIsFair(t *testing.T) {
	t.Parallel()
	for n := 4; n <= 61; n++ {
		designs := []Design{Balanced}
		if n <= AllUpTo {
			designs = append(designs, All)
		}
		for _, d := range designs {
			t.Run(fmt.Sprintf("%s/%d", d, n), func(t *testing.T) {
				t.Parallel()
				fair(t, planOf(t, d, n, 40))
			})
		}
	}
}

func fair(t *testing.T, p *Plan) {
	n := len(p.Player)
	s := p.Schedule()
	played, met := make([]int, n), newMeetings(n)
	for k := range s.Tasks() {
		task := s.Task(k)
		if k == 33 {
			if again := p.Schedule().Task(k); again.LineUp != task.LineUp {
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
			t.Fatalf("after task %d some have played %d tasks, others %d", k, lo, hi)
		}
		seats(t, &task)
	}
	lo, hi := int32(1<<30), int32(0)
	for a := range n {
		for b := range a {
			c := met.count[a*n+b]
			lo, hi = min(lo, c), max(hi, c)
		}
	}
	if hi-lo > 3 {
		t.Errorf("some pairs have met %d times, others %d", lo, hi)
	}
	if p.Design == All && lo != hi {
		t.Errorf("all line-ups were played, and pairs have met %d to %d times", lo, hi)
	}
}

// seats checks that every entry sits on every seat equally often in a task.
func seats(t *testing.T, task *Task) {
	var sat [sim.Seats][sim.Seats]int // by place and seat
	for _, play := range task.Plays {
		for seat, place := range play {
			sat[place][seat]++
		}
	}
	for place := range sat {
		if sat[place] != [sim.Seats]int{1, 1, 1, 1} {
			t.Fatalf("task %d: %d sits on the seats %v times", task.N, task.LineUp[place], sat[place])
		}
	}
}

// TestVersusIsFair: two players have two seats each, and each of them every seat
// equally often in every task.
func TestVersusIsFair(t *testing.T) {
	t.Parallel()
	s := planOf(t, Versus, 2, 9).Schedule()
	arrangements := map[[sim.Seats]int]int{}
	for k := range s.Tasks() {
		task := s.Task(k)
		var sat [2][sim.Seats]int
		for m := range task.Plays {
			entries := task.Entries(m)
			arrangements[entries]++
			for seat, e := range entries {
				sat[e][seat]++
			}
		}
		if sat[0] != sat[1] || sat[0] != [sim.Seats]int{1, 1, 1, 1} {
			t.Errorf("task %d: seats %v against %v", k, sat[0], sat[1])
		}
	}
	if len(arrangements) != 6 {
		t.Errorf("%d of 6 arrangements are played", len(arrangements))
	}
}
