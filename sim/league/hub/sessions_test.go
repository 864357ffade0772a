package hub

import (
	"slices"
	"testing"
)

// TestSilentWorkersAreNamed expects one line when only silent workers could play what is left, and
// one when a worker is back.
func TestSilentWorkersAreNamed(t *testing.T) {
	t.Parallel()
	c := newClock(t, testPlan(t, 1), DispatcherOptions{})
	said := func(want ...string) {
		t.Helper()
		c.Dispatcher.Take(Local, 1)
		c.Dispatcher.Take(Local, 1)
		if !slices.Equal(c.logged, want) {
			t.Errorf("said %q, want %q", c.logged, want)
		}
		c.logged = nil
	}
	said() // nobody has come yet
	c.Join("x/a", 1)
	c.expectTasks("x/a", 2, 0, 1)
	c.at = c.at.Add(sessionTimeout / 2)
	said()
	c.at = c.at.Add(sessionTimeout / 2)
	said("waiting for worker x/a, silent for 20 s")
	c.UpdateStatus("x/a", nil)
	said("worker x/a is back")
	c.Join("x/b", 1)
	c.at = c.at.Add(sessionTimeout)
	said("waiting for workers x/a, x/b, silent for 20 s")
	c.Join("x/b", 1) // another process of that name
	said("worker x/b is back")
	c.expectTasks("x/b", 2, 0, 1)
	c.at = c.at.Add(sessionTimeout)
	said("waiting for workers x/a, x/b, silent for 20 s")
	c.UpdateStatus("x/a", nil)
	said("worker x/a is back")
}

// TestOnlyUsefulWorkersAreAwaited has a silent worker that can play the remaining tasks, or that
// cannot either.
func TestOnlyUsefulWorkersAreAwaited(t *testing.T) {
	t.Parallel()
	for _, both := range []bool{false, true} {
		c := newClock(t, testPlan(t, 1), DispatcherOptions{})
		cannot := []Unplayable{{Entry: 0, Reason: "no python3"}, {Entry: 1, Reason: "no python3"}}
		c.Join("x/a", 8)
		if both {
			c.Ready("x/a", cannot)
		}
		c.expectTasks("x/a", 0)
		c.at = c.at.Add(sessionTimeout)
		c.Join("x/b", 8)
		c.Ready("x/b", cannot)
		c.logged = nil
		want := "waiting for worker x/a, silent for 20 s"
		if both {
			want = "no connected worker can play the remaining tasks"
		}
		c.Take("x/b", 8)
		c.Take("x/b", 8)
		if !slices.Equal(c.logged, []string{want}) {
			t.Errorf("said %q, want %q", c.logged, want)
		}
	}
}
