package sshd

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"game-tui/sim/record"
	"game-tui/sim/simtest"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/board"
	"game-tui/tui/replay/playback"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
	"game-tui/tui/view/lobby"
	"game-tui/tui/view/match"
)

// differs describes the first cell in which the client's screen differs from a grid.
func (c *screenClient) differs(g *screen.Grid) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return tuitest.Diff(c.em, g)
}

// awaitScreen waits until the client's screen equals one of the grids.
func (c *screenClient) awaitScreen(t *testing.T, what string, any ...*screen.Grid) {
	t.Helper()
	msg := ""
	simtest.Await(t, what, func() bool {
		return slices.ContainsFunc(any, func(g *screen.Grid) bool {
			msg = c.differs(g)
			return msg == ""
		})
	}, func() string { return msg + "; the screen is\n" + c.text() })
}

// look is a terminal and the keys pressed in it at the live edge.
type look struct {
	w, h    int
	zoom    board.Zoom
	palette string
	profile theme.Profile
	ascii   bool
}

// show returns the source of a record.
func show(rec *record.Record) ui.Source { return match.NewMatch(rec) }

// drawLook returns the expected screen of a look, after change if it is not nil.
func drawLook(k look, rec *record.Record, viewers int, change func(*ui.Program)) *screen.Grid {
	v := match.NewMatch(rec).NewState(ui.OpenOptions{Live: true})
	v.Zoom = k.zoom
	p := ui.NewProgram(ui.Options{W: k.w, H: k.h, PaletteName: k.palette, Profile: k.profile, UseASCII: k.ascii}, v)
	p, _ = p.Update(ui.Viewers{Count: viewers})
	if change != nil {
		change(&p)
	}
	p, _ = p.Update(ui.SourceGrown{})
	g := &screen.Grid{}
	p.Draw(g)
	return g
}

// withNotice returns a change that shows a notice.
func withNotice(text string) func(*ui.Program) { return func(p *ui.Program) { p.Notice = text } }

// withPlayback returns a change of the playback.
func withPlayback(change func(playback.State) playback.State) func(*ui.Program) {
	return func(p *ui.Program) {
		s := p.View().(match.State)
		s.Play = change(s.Play)
		*p = p.WithView(s)
	}
}

// oneBack steps one round back.
var oneBack = withPlayback(func(s playback.State) playback.State { return s.Step(-1) })

var look256 = look{w: 100, h: 40, profile: theme.Color256}

// Every cell is compared, at the live edge and in private views, in terminals of all kinds.
func TestScreensEqualDrawings(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		ask  ask
		look look
	}{
		{"256 colours", ask{}, look256},
		{"true colours", ask{env: map[string]string{"COLORTERM": "truecolor"}}, look{w: 100, h: 40, profile: theme.TrueColor}},
		{"tmux", ask{term: "tmux-256color", w: 80, h: 24}, look{w: 80, h: 24, profile: theme.Color256}},
		{"plain xterm", ask{term: "xterm"}, look{w: 100, h: 40, profile: theme.Color16}},
		{"unknown", ask{term: "vt9000"}, look{w: 100, h: 40, profile: theme.Color16}},
		{"no colour", ask{env: map[string]string{"NO_COLOR": "1"}}, look{w: 100, h: 40, profile: theme.NoColor}},
		{"dumb", ask{term: "dumb"}, look{w: 100, h: 40, profile: theme.NoColor}},
		{"ascii", ask{env: map[string]string{"LANG": "C"}}, look{w: 100, h: 40, profile: theme.Color256, ascii: true}},
		{"odd window", ask{w: 143, h: 51}, look{w: 140, h: 50, profile: theme.Color256}},
		{"small", ask{w: 20, h: 5}, look{w: 20, h: 5, profile: theme.Color256}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			src, r := startStage(t, nil)
			c := r.watch(t, tt.ask)
			rec := src.now()
			c.awaitScreen(t, "joining", drawLook(tt.look, rec, 1, nil))
			for range 5 {
				grow(rec, 1)
				c.awaitScreen(t, "following", drawLook(tt.look, rec, 1, nil))
			}
			c.press(t, "h")
			c.awaitScreen(t, "one back", drawLook(tt.look, rec, 1, oneBack))
			c.press(t, "hhl")
			c.awaitScreen(t, "keys in a row", drawLook(tt.look, rec, 1, withPlayback(func(s playback.State) playback.State { return s.GoTo(3) })))
			grow(rec, 4)
			c.press(t, "L")
			c.awaitScreen(t, "back at the live edge", drawLook(tt.look, rec, 1, nil))
			grow(rec, 1)
			c.awaitScreen(t, "following again", drawLook(tt.look, rec, 1, nil))
			c.press(t, "q")
			if got := c.awaitExit(t); got != 0 {
				t.Errorf("exit status %d", got)
			}
			if !strings.Contains(c.received(), leaveScreen) {
				t.Error("the terminal is not restored")
			}
		})
	}
}

// The screen must never be cleared.
func TestNoKeyIsLostBetweenLiveAndPast(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, nil)
	c := r.watch(t, ask{})
	rec := src.now()
	grow(rec, 40)
	c.awaitScreen(t, "joining", drawLook(look256, rec, 1, nil))
	full := strings.Count(c.received(), "\x1b[2J")
	for i := range 20 {
		c.press(t, "hhhLhh") // one write: the last two keys arrive while the place changes
		c.awaitScreen(t, "two back", drawLook(look256, rec, 1, func(p *ui.Program) {
			for _, k := range "hhhLhh" { // after L the footer names the key that goes back
				*p, _ = p.Update(ui.Key{Name: string(k)})
			}
		}))
		c.press(t, "L")
		grow(rec, 1)
		c.awaitScreen(t, fmt.Sprint("live, time ", i), drawLook(look256, rec, 1, nil))
	}
	if got := strings.Count(c.received(), "\x1b[2J"); got != full {
		t.Errorf("the screen was cleared %d times", got-full)
	}
}

func TestZoomAndPaletteChangeTheAudience(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, nil)
	a, b := r.watch(t, ask{}), r.watch(t, ask{})
	rec := src.now()
	a.awaitScreen(t, "joining", drawLook(look256, rec, 2, nil))
	k := look256
	k.zoom = board.OneColumn
	a.press(t, "z")
	a.awaitScreen(t, "zoomed in", drawLook(k, rec, 2, withNotice("zoom: "+k.zoom.String())))
	k.palette = "light"
	a.press(t, "t")
	a.awaitScreen(t, "another palette", drawLook(k, rec, 2, withNotice("palette: light")))
	a.press(t, "\x1b") // closes the line
	a.awaitScreen(t, "without the line", drawLook(k, rec, 2, nil))
	if private := r.privateQuota.used(); private != 0 {
		t.Errorf("%d private viewers, want none", private)
	}
	grow(rec, 2)
	a.awaitScreen(t, "following", drawLook(k, rec, 2, nil))
	b.awaitScreen(t, "undisturbed", drawLook(look256, rec, 2, nil))
	a.press(t, "\x1b[<65;30;10M\x1b[<0;1;1M") // the wheel, and a click outside all parts
	k.zoom = board.Auto
	a.awaitScreen(t, "zoomed out", drawLook(k, rec, 2, nil))
	a.press(t, "hzL") // the zoom stays
	k.zoom = board.OneColumn
	a.awaitScreen(t, "live with the new zoom", drawLook(k, rec, 2, nil))
}

func TestResizeRedraws(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, nil)
	c := r.watch(t, ask{})
	rec := src.now()
	grow(rec, 3)
	c.awaitScreen(t, "joining", drawLook(look256, rec, 1, nil))
	resize := func(w, h int) {
		c.mu.Lock()
		c.em.Resize(w, h)
		c.mu.Unlock()
		if err := c.sess.WindowChange(h, w); err != nil {
			t.Fatal(err)
		}
	}
	resize(80, 24)
	k := look256
	k.w, k.h = 80, 24
	c.awaitScreen(t, "smaller", drawLook(k, rec, 1, nil))
	c.press(t, "h")
	c.awaitScreen(t, "one back", drawLook(k, rec, 1, oneBack))
	resize(120, 50)
	k.w, k.h = 120, 50
	c.awaitText(t, "round 2/200")
	c.press(t, "L")
	c.awaitScreen(t, "larger", drawLook(k, rec, 1, nil))
}

func TestHugeWindowIsClamped(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, nil)
	c := r.watch(t, ask{w: 6000, h: 6000})
	k := look256
	k.w, k.h = 500, 200
	c.awaitScreen(t, "joining", drawLook(k, src.now(), 1, nil))
	if err := c.sess.WindowChange(1<<20, 1<<20); err != nil {
		t.Fatal(err)
	}
	c.press(t, "i") // private windows are clamped too
	c.await(t, "a place", func() bool { return r.privateQuota.used() == 1 })
	if err := c.sess.WindowChange(6000, 6000); err != nil {
		t.Fatal(err)
	}
	c.press(t, "i")
	c.awaitScreen(t, "again", drawLook(k, src.now(), 1, nil))
}

func TestNoticesDoNotStopTheMatch(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, nil)
	c := r.watch(t, ask{})
	c.awaitText(t, "round 0/200")
	c.press(t, "n")
	c.awaitText(t, "n and N need a match played here")
	grow(src.now(), 1)
	c.awaitText(t, "round 1/200") // rounds go on below the line
	c.press(t, "w")
	c.awaitText(t, "run: ssh HOST fetch match")
	c.press(t, "L") // any other key closes the line
	c.awaitScreen(t, "without the line", drawLook(look256, src.now(), 1, nil))
	c.press(t, "m")
	c.awaitText(t, "mouse off")
	c.await(t, "the mouse", func() bool { return strings.Contains(c.received(), mouseOff) })
}

// Viewers of recordings keep their place.
func TestIdleViewersReturnToLiveEdge(t *testing.T) {
	t.Parallel()
	src := newLobbyStage()
	r := start(t, src, func(c *Config) { c.IdleTimeout = time.Second })
	grow(src.now(), 5)
	reader := r.watch(t, ask{command: "watch old@20"})
	reader.awaitText(t, "round 20/200")
	c := r.watch(t, ask{command: "watch match"})
	c.awaitText(t, "round 5/200")
	c.await(t, "one back", func() bool { // this screen may be skipped on a busy machine
		seen := c.text()
		if strings.Contains(seen, "round 5/200") {
			c.press(t, "h")
		}
		return strings.Contains(seen, "round 4/200")
	})
	c.awaitText(t, "round 5/200") // the viewer returned without a key
	eventually(t, "only the reader is private", func() bool { return r.privateQuota.used() == 1 })
	reader.press(t, "l")
	reader.awaitText(t, "round 21/200")
}

// Help needs no private place.
func TestPrivateViewersAreBounded(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, func(c *Config) { c.PrivateViewers = 1 })
	a, b := r.watch(t, ask{}), r.watch(t, ask{})
	rec := src.now()
	grow(rec, 2)
	a.awaitText(t, "round 2/200")
	a.press(t, "h")
	a.awaitText(t, "round 1/200")
	b.awaitText(t, "round 2/200")
	b.press(t, "h")
	b.awaitText(t, "too many private viewers")
	b.press(t, "?")
	b.awaitText(t, "any other key closes") // help needs no place
	grow(rec, 1)
	b.press(t, "?")
	b.awaitText(t, "round 3/200")
	grow(rec, 1)
	b.awaitText(t, "round 4/200")
	a.press(t, "L")
	a.awaitText(t, "round 4/200")
	b.press(t, "h")
	b.awaitText(t, "round 3/200")
}

// Private viewers stay and get a notice.
func TestFollowersMoveToNextMatch(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, nil)
	a, b := r.watch(t, ask{}), r.watch(t, ask{})
	grow(src.now(), 200)
	a.awaitText(t, "round 200/200")
	b.awaitText(t, "round 200/200")
	b.press(t, "h")
	b.awaitText(t, "round 199/200")
	src.replace()
	grow(src.now(), 7)
	a.awaitScreen(t, "the next match", drawLook(look256, src.now(), 2, nil))
	b.awaitText(t, "the next match has begun; press L to watch it")
	b.press(t, "l")
	b.awaitText(t, "round 200/200")
	b.awaitText(t, "next match: L") // the heading keeps this notice
	b.press(t, "L")
	b.awaitScreen(t, "the next match too", drawLook(look256, src.now(), 2, nil))
}

func TestSilentSourceIsShown(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, nil)
	a, b := r.watch(t, ask{}), r.watch(t, ask{})
	grow(src.now(), 9)
	a.awaitText(t, "● live")
	b.awaitText(t, "round 9/200")
	b.press(t, "h")
	b.awaitText(t, "round 8/200")
	src.setSilent(12 * time.Second)
	c := r.watch(t, ask{})
	for _, c := range []*screenClient{a, b, c} {
		c.awaitText(t, "source silent for 12 s")
		c.await(t, "not live", func() bool { return !strings.Contains(c.text(), "● live") })
	}
	src.setSilent(0)
	grow(src.now(), 1)
	a.awaitText(t, "● live")
	b.awaitText(t, "live at 10")
	c.awaitText(t, "round 10/200")
}

// Viewers of the replaced match get a notice. New viewers see the new match.
func TestRestartedSourceKeepsViewersInPlace(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, func(c *Config) { c.Limits.PrivateViewers = 1 })
	a, b, c := r.watch(t, ask{}), r.watch(t, ask{}), r.watch(t, ask{})
	grow(src.now(), 9)
	b.awaitText(t, "round 9/200")
	b.press(t, "h")
	b.awaitText(t, "round 8/200")
	src.now().End(ErrReplaced)
	src.replace()
	grow(src.now(), 5)
	for _, c := range []*screenClient{a, b, c} {
		c.awaitText(t, "next match: L")
	}
	for c, words := range map[*screenClient]string{a: "round 9/200", b: "round 8/200", c: "round 9/200"} {
		c.awaitText(t, words)
	}
	d := r.watch(t, ask{})
	d.awaitText(t, "round 5/200")
	c.press(t, "z") // no private place is free
	c.awaitText(t, "too many private viewers")
	c.awaitText(t, "round 9/200")
	b.press(t, "L")
	b.awaitText(t, "round 5/200")
	a.press(t, "z") // a place is free now
	a.awaitText(t, "round 9/200")
	a.press(t, "L")
	c.press(t, "L")
	for _, c := range []*screenClient{a, c} {
		c.awaitText(t, "round 5/200")
	}
	grow(src.now(), 1)
	for _, c := range []*screenClient{a, b, c, d} {
		c.awaitText(t, "round 6/200")
		c.awaitText(t, "● live")
	}
}

func TestHelpClosesToNextMatch(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, nil)
	c := r.watch(t, ask{})
	grow(src.now(), 200)
	c.awaitText(t, "round 200/200")
	c.press(t, "?")
	c.awaitText(t, "any other key closes")
	src.replace()
	grow(src.now(), 7)
	c.awaitText(t, "the next match has begun; press L to watch it")
	c.press(t, "?")
	c.awaitScreen(t, "the next match", drawLook(look256, src.now(), 1, nil))
}

func TestPasteIntoAPrompt(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, nil)
	c := r.watch(t, ask{})
	grow(src.now(), 30)
	c.awaitText(t, "round 30/200")
	c.press(t, "g\x1b[200~2\r3\x1b[201~\r")
	c.awaitText(t, "round 23/200")
	c.press(t, "g\x1b[200~12") // a paste that never ends
	c.awaitText(t, "go to round (0 to 200): 12")
	c.press(t, "\r")
	c.awaitText(t, "round 12/200")
}

func TestLobbyListsAndOpensMatches(t *testing.T) {
	t.Parallel()
	src := newLobbyStage()
	r := start(t, src, nil)
	c := r.watch(t, ask{})
	c.awaitText(t, "old.res")
	src.add(lobby.Item{Name: "bad.res"})
	c.awaitText(t, "bad.res")
	c.press(t, "/bad\r\r")
	c.awaitText(t, "expected a number")
	c.press(t, "\x1b")
	c.awaitText(t, "old.res")
	c.press(t, "\x1b[Hj\r")
	c.awaitText(t, "playing") // a recording plays from its start
	c.press(t, "g120\r")
	c.awaitText(t, "round 120/200")
	c.press(t, "q")
	c.awaitText(t, "choose a match")
	c.press(t, "k\r")
	c.awaitScreen(t, "the live match", drawLook(look256, src.now(), 1, nil))
	c.press(t, "q")
	c.awaitText(t, "choose a match")
	c.press(t, "q")
	if got := c.awaitExit(t); got != 0 {
		t.Errorf("exit status %d", got)
	}
}

func TestPanicEndsOnlyItsSession(t *testing.T) {
	t.Parallel()
	played := played()
	meta := *played.Meta()
	meta.Game = untold{meta.Game}
	src := newStage()
	src.live = record.New(meta, played.State(0))
	r := start(t, src, nil)
	c, other := r.watch(t, ask{}), r.watch(t, ask{})
	rec := src.now()
	rec.Append(played.Turn(0), mine{played.State(1)})
	rec.Append(played.Turn(1), played.State(2))
	c.awaitScreen(t, "following", drawLook(look256, rec, 2, nil))
	c.press(t, "h") // the round before cannot be drawn
	if got := c.awaitExit(t); got != 1 {
		t.Errorf("exit status %d", got)
	}
	if !strings.Contains(c.received(), leaveScreen+endPanic.text) {
		t.Error("the terminal is not restored, or the reason is missing")
	}
	if r.counters.panics.Load() == 0 || !strings.Contains(r.out.String(), "boom") {
		t.Error("the panic is neither counted nor logged")
	}
	rec.Append(played.Turn(2), played.State(3))
	other.awaitText(t, "round 3/200")
	r.watch(t, ask{}).awaitText(t, "round 3/200")
}

// Following and private viewers see the time until the match begins.
func TestViewersSeeTheCountdown(t *testing.T) {
	t.Parallel()
	src := newStage()
	src.startIn(57_900 * time.Millisecond)
	r := start(t, src, nil)
	follower, other := r.watch(t, ask{}), r.watch(t, ask{})
	follower.awaitText(t, "begins in 58 s")
	other.awaitText(t, "begins in 58 s")
	other.press(t, "i")
	other.awaitText(t, "inspect (")
	src.startIn(5500 * time.Millisecond)
	follower.awaitText(t, "begins in 6 s")
	own := regexp.MustCompile(`begins in ([0-9]|[1-4][0-9]|5[0-7]) s`)
	other.await(t, "its own clock", func() bool { return own.MatchString(other.text()) })
	src.startIn(0)
	grow(src.now(), 1)
	for _, c := range []*screenClient{follower, other} {
		c.await(t, "no countdown in a match that has begun", func() bool { return !strings.Contains(c.text(), "begins in") })
	}
	other.press(t, "L")
	src.startIn(2500 * time.Millisecond)
	grow(src.now(), src.now().Rounds()-1)
	follower.awaitText(t, "next match in 3 s")
}
