package sshd

import (
	"strings"
	"testing"

	"game-tui/sim/record"
	"game-tui/sim/winchance"
	"game-tui/tui/draw/chances"
)

// estimates is an analysis without rollouts.
type estimates struct{}

func (estimates) Register(rec *record.Record, _ chances.ResultSet) chances.Registration {
	return estimate{rec}
}

type estimate struct{ rec *record.Record }

func (e estimate) Latest() (*winchance.Snapshot, <-chan struct{}, error) {
	a, err := winchance.NewEstimateOnly(e.rec)
	if err != nil {
		return nil, nil, err
	}
	return a.Snapshot(), nil, nil
}

func (estimate) Close() {}

// Win chances are updated while the match is played.
func TestWinChancesOverSSH(t *testing.T) {
	t.Parallel()
	src := newStage()
	grow(src.now(), 30)
	r := start(t, src, func(c *Config) {
		c.NewAnalyst = func(JobRunner) chances.Analyst { return estimates{} }
	})
	c := r.watch(t, ask{w: 100, h: 40})
	c.awaitText(t, "round 30/")
	c.press(t, "c")
	c.awaitText(t, "win chance")
	c.awaitText(t, "estimate from score and board") // the table needs no time
	grow(src.now(), 1)
	c.awaitText(t, "round 31/")
	c.press(t, "\x1b")
	c.await(t, "no chances", func() bool { return !strings.Contains(c.text(), "win chance") })
	c.press(t, "q")
	c.awaitExit(t)
}

// The copied command opens the same view.
func TestSearchBookmarkAndCopyOverSSH(t *testing.T) {
	t.Parallel()
	src := newLobbyStage()
	srv := start(t, src, nil)
	c := srv.watch(t, ask{command: "watch old.res@20 --me 1"})
	c.awaitText(t, "round 20/200")
	c.press(t, "/67")
	c.awaitText(t, "wizard 67")
	c.press(t, "\r")
	c.awaitText(t, "following wizard 67")
	c.press(t, "b\x15here\r")
	c.awaitText(t, "bookmark set")
	c.press(t, "e")
	c.awaitText(t, "¶ here")
	c.press(t, "e")
	c.press(t, "y")
	c.awaitText(t, "watch old.res@20:67 --me 1")
	if line := c.text(); !strings.Contains(line, "ssh -t -p ") {
		t.Errorf("no command to type in\n%s", line)
	}
	again := srv.watch(t, ask{command: "watch old.res@20:67 --me 1"})
	again.awaitText(t, "round 20/200")
}

// The background chooses the palette only if none was chosen and the terminal has many colours.
// Only the first answer counts.
func TestBackgroundChoosesPaletteOverSSH(t *testing.T) {
	t.Parallel()
	const (
		question    = "\x1b]11;?"
		light, dark = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\", "\x1b]11;rgb:0000/0000/0000\x1b\\"
	)
	for _, a := range []struct {
		palette, term string
		page          string // background for the light palette, or empty if none is requested
		next          string // expected palette
	}{
		{"", "xterm-256color", "48;5;231", "official"},
		{"", "xterm-direct", "48;2;251;249;244", "official"},
		{"", "xterm", "", "none"},
		{"dark", "xterm-256color", "", "light"},
	} {
		r := start(t, newStage(), func(c *Config) { c.Palette = a.palette })
		c := r.watch(t, ask{term: a.term})
		c.press(t, light+dark)
		written := func(s string) bool {
			c.mu.Lock()
			defer c.mu.Unlock()
			return strings.Contains(c.raw.String(), s)
		}
		if a.page != "" {
			c.await(t, "the light palette", func() bool { return written(question) && written(a.page) })
		}
		c.press(t, "t")
		c.awaitText(t, "palette: "+a.next)
		if a.page == "" && written(question) {
			t.Errorf("%+v: the terminal is asked", a)
		}
		c.press(t, "q")
		c.awaitExit(t)
	}
}
