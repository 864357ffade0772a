package server

import (
	"strings"
	"testing"
)

func TestFollowAndLookAround(t *testing.T) {
	t.Parallel()
	src := newStage()
	r := start(t, src, nil)
	c := r.watch(t, ask{})
	c.sees(t, "round 0/200")
	grow(src.now(), 3)
	c.sees(t, "round 3/200")
	c.press(t, "\x1b[D") // one back
	c.sees(t, "round 2/200")
	c.sees(t, "paused")
	grow(src.now(), 5)
	c.press(t, "L")
	c.sees(t, "round 8/200")
	c.sees(t, "live")
	c.press(t, "q")
	if got := c.gone(t); got != 0 {
		t.Errorf("exit status %d", got)
	}
	if got := c.received(); !strings.Contains(got, leaveScreen) {
		t.Error("the terminal is not restored")
	}
}
