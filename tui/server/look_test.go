package server

import (
	"strings"
	"testing"

	"game-tui/cmd/game-tui/analyst"
	"game-tui/tui/chances"
)

// Over SSH the chances of a match are shown, while it goes on; leaving ends the look.
func TestChancesOverSSH(t *testing.T) {
	t.Parallel()
	src := newStage()
	grow(src.now(), 30)
	r := start(t, src, func(c *Config) {
		c.Desk = func(job Job) chances.Desk { return analyst.ForVisitors(analyst.Job(job)) }
	})
	c := r.watch(t, ask{w: 100, h: 40})
	c.sees(t, "round 30/")
	c.press(t, "c")
	c.sees(t, "win chance")
	c.sees(t, "estimate from score and board") // so only the table tells, which is there at once
	grow(src.now(), 1)
	c.sees(t, "round 31/")
	c.press(t, "\x1b")
	c.until(t, "no chances", func() bool { return !strings.Contains(c.text(), "win chance") })
	c.press(t, "q")
	c.gone(t)
}
