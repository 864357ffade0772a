package server

import (
	"regexp"
	"strings"
	"testing"

	"game-tui/cmd/game-tui/analyst"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/thepurge"
	"game-tui/tui/chances"
	"game-tui/tui/tuitest"
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

// smallMatch is a match of built-in players of which everything is played again at once.
func smallMatch(t *testing.T) *record.Record {
	t.Helper()
	config := regexp.MustCompile(`NUM_DAYS +5\nNUM_ROUNDS_PER_DAY +50\n`).ReplaceAll(configs.Default("thepurge"), []byte("NUM_DAYS 1\nNUM_ROUNDS_PER_DAY 10\n"))
	rec := tuitest.Played(t, thepurge.Game, config, 1<<20)
	meta := *rec.Meta()
	meta.Names = [sim.Seats]string{"Demo", "Null", "Demo", "Null"}
	return rec.With(meta)
}

// Over SSH the page that says why a match was won tells the pace of its players, measured on
// the server for the visitor who looks.
func TestPaceOverSSH(t *testing.T) {
	t.Parallel()
	src := newStage()
	src.live = smallMatch(t)
	r := start(t, src, func(c *Config) {
		c.Desk = func(job Job) chances.Desk { return analyst.ForVisitors(analyst.Job(job)) }
	})
	c := r.watch(t, ask{w: 100, h: 60})
	c.sees(t, "round 10/10")
	c.press(t, "W")
	c.sees(t, "of what Nightwatch scores in the same seat")
	c.press(t, "W")
	c.until(t, "no page", func() bool { return !strings.Contains(c.text(), "whole match") })
	c.press(t, "q")
	c.gone(t)
}
