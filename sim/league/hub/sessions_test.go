package hub

import (
	"slices"
	"testing"
)

// TestStallIsLoggedOnce uses workers that cannot play the remaining tasks, and one that can.
func TestStallIsLoggedOnce(t *testing.T) {
	t.Parallel()
	c := newClock(t, testPlan(t, 1), DispatcherOptions{})
	cannot := []UnplayableEntry{{Entry: 0, Reason: "no python3"}, {Entry: 1, Reason: "no python3"}}
	c.Join("x/a", 8)
	c.Join("x/b", 8)
	c.Ready("x/b", cannot)
	c.logged = nil
	c.Take("x/b", 8)
	if len(c.logged) > 0 {
		t.Errorf("logged %q while another worker can play", c.logged)
	}
	c.Ready("x/a", cannot)
	c.logged = nil
	c.Take("x/b", 8)
	c.Take("x/a", 8)
	if want := []string{"no connected worker can play the remaining tasks"}; !slices.Equal(c.logged, want) {
		t.Errorf("logged %q, want %q", c.logged, want)
	}
}
