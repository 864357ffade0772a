package server

import (
	"strings"
	"testing"

	"game-tui/cmd/game-tui/analyst"
	"game-tui/sim"
	"game-tui/sim/record"
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

// Over SSH the page that says why a match was won tells the pace of its players, measured on
// the server for the visitor who looks.
func TestPaceOverSSH(t *testing.T) {
	t.Parallel()
	src := newStage()
	meta := *src.live.Meta()
	meta.Names = [sim.Seats]string{"Demo", "Null", "Demo", "Null"}
	src.live = record.New(meta, src.live.State(0))
	grow(src.live, src.live.Rounds())
	r := start(t, src, func(c *Config) {
		c.Desk = func(job Job) chances.Desk { return analyst.ForVisitors(analyst.Job(job)) }
	})
	c := r.watch(t, ask{w: 100, h: 60})
	c.sees(t, "round 200/")
	c.press(t, "W")
	c.sees(t, "of what Seeker scores in the same seat")
	c.press(t, "W")
	c.until(t, "no page", func() bool { return !strings.Contains(c.text(), "whole match") })
	c.press(t, "q")
	c.gone(t)
}
