package sshd

import (
	"bytes"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"

	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
)

// follower is a client of an audience.
type follower struct {
	*clientTerminal
	out   bytes.Buffer
	em    *vt.Emulator
	frame *frame
	moves bool // the client wants motion
}

func (g *audience) follower(moves bool) *follower {
	f := &follower{em: vt.NewEmulator(100, 40), frame: g.latestFrame(), moves: moves}
	f.clientTerminal = newTerminal(&f.out, nil, time.Hour)
	f.lag = lagProbe{timeout: time.Hour, sentBytes: maxUnconfirmedBytes, answer: make(chan struct{}, 1)}
	f.show(f.frame.grid)
	return f
}

// follow shows the newest frame.
func (f *follower) follow(g *audience) { f.frame, _ = f.catchUp(g, f.frame, f.moves) }

func (f *follower) checkScreen(t *testing.T, g *screen.Grid) {
	t.Helper()
	_, _ = f.em.Write(f.out.Bytes())
	f.out.Reset()
	tuitest.Compare(t, f.em, g)
}

// A round costs one drawing of the motion and one of the round. Late and slow clients get the round
// alone.
func TestMotionIsDrawnOnce(t *testing.T) {
	t.Parallel()
	src := newStage()
	s := newServer(t, src, 1)
	st, err := s.enterStream(t.Context(), "match", address(1))
	if err != nil {
		t.Fatal(err)
	}
	defer st.leave()
	now, _ := st.currentSubject()
	audience := func(motion bool) *audience {
		p := ui.NewProgram(ui.Options{W: 100, H: 40, Profile: theme.Color256, ShowMotion: motion}, now.source.Open(ui.OpenOptions{Live: true}))
		format, _ := p.SharedFormat()
		g := newAudience(audienceKey{st, format}, p)
		g.drawFirst()
		return g
	}
	g, still := audience(true), audience(false)
	if g.format == still.format {
		t.Fatal("motion is no part of what is shared")
	}
	round := func(in ui.SourceGrown) (drawn func() int64) {
		before := s.counters.frames.Load()
		grow(src.now(), 1)
		g.draw(now, in)
		return func() int64 { return s.counters.frames.Load() - before }
	}
	for range 20 { // play until enough events happen
		round(ui.SourceGrown{})
	}
	var clients []*follower
	for range 5 {
		clients = append(clients, g.follower(true))
	}
	drawn := round(ui.SourceGrown{})
	for _, c := range clients {
		c.follow(g)
	}
	if n := drawn(); n != 2 {
		t.Errorf("a round is drawn %d times", n)
	}
	f := g.latestFrame()
	if f.motion == nil || f.motion.duration <= 0 || len(screen.AppendDiff(nil, f.grid, f.motion.grid)) == 0 {
		t.Fatalf("nothing stands out: %+v", f.motion)
	}
	for _, c := range clients {
		c.checkScreen(t, f.motion.grid)
		c.endMotion()
		c.checkScreen(t, f.grid)
		if c.frame != f || !c.shows(f.grid) {
			t.Error("it does not know what it shows")
		}
	}
	still.draw(now, ui.SourceGrown{})
	if plain := still.latestFrame(); plain.motion != nil || len(screen.AppendDiff(nil, f.grid, plain.grid)) == 0 {
		t.Error("without motion there are trails, or something stands out")
	}

	tight, behind, late, slow := clients[0], clients[1], clients[2], clients[3]
	slow.moves = false
	round(ui.SourceGrown{})
	tight.follow(g) // sees the next round before its motion has ended
	late.follow(g)
	slow.follow(g)
	slow.checkScreen(t, g.latestFrame().grid)
	round(ui.SourceGrown{})
	g.latestFrame().motion.showUntil = time.Time{}
	for _, c := range []*follower{tight, behind, late} {
		c.follow(g)
		c.checkScreen(t, g.latestFrame().grid)
		if c.motion != nil {
			t.Error("the motion does not end")
		}
	}
	round(ui.SourceGrown{})
	m := g.latestFrame().motion
	m.program, m.showUntil = ui.Program{}, time.Now().Add(time.Hour) // an empty program cannot be drawn
	tight.follow(g)
	if tight.checkScreen(t, g.latestFrame().grid); s.counters.panics.Load() != 1 {
		t.Error("the panic is not counted")
	}
	if round(ui.SourceGrown{SkipHighlights: true}); g.latestFrame().motion != nil {
		t.Error("rounds that come too fast stand out")
	}
}

// Following and private viewers see each round in the end.
func TestMotionOverSSH(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, func(c *Config) { c.ShowMotion = true })
	shared, alone := r.watch(t, ask{}), r.watch(t, ask{})
	rec := src.now()
	alone.press(t, "\t") // opens another panel
	eventually(t, "a place", func() bool { return r.privateQuota.used() == 1 })
	tab := func(p *ui.Program) { *p, _ = p.Update(ui.Key{Name: "tab"}) }
	p := ui.NewProgram(ui.Options{W: 100, H: 40, Profile: theme.Color256, ShowMotion: true}, match.NewMatch(rec).Open(ui.OpenOptions{Live: true}))
	p, _ = p.Update(ui.Viewers{Count: 2})
	q := p
	tab(&q)
	trails := func(p *ui.Program) *screen.Grid {
		*p, _ = p.Update(ui.SourceGrown{})
		*p, _ = p.Update(ui.Tick{Elapsed: p.NextTick()})
		g := &screen.Grid{}
		p.Draw(g)
		return g
	}
	for range 3 {
		grow(rec, 1)
		shared.awaitScreen(t, "following", drawLook(look256, rec, 2, nil), trails(&p))
		alone.awaitScreen(t, "on its own", drawLook(look256, rec, 2, tab), trails(&q))
	}
	alone.press(t, "L")
	alone.press(t, "q")
	shared.press(t, "q")
}

// The environment overrides the default of the server.
func TestMotionFlagOverridesEnvironment(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		command, env  string
		others, moves bool
	}{
		{"", "", true, true}, {"", "", false, false}, {"", "1", true, false}, {"", "0", true, true}, {"", "0", false, false},
		{"watch a --motion off", "", true, false}, {"watch --motion on", "yes", false, true}, {"watch --motion off --me 1 a@3", "", true, false},
	} {
		r := &request{env: environ{}}
		r.cmd, r.commandErr = parseCommand(c.command)
		if c.env != "" && !r.env.set("REDUCE_MOTION", c.env) {
			t.Errorf("%q is not taken", c.env)
		}
		if got := r.highlightsChanges(c.others); got != c.moves || r.commandErr != nil {
			t.Errorf("%+v: %v, %v", c, got, r.commandErr)
		}
	}
	for _, text := range []string{"watch a --motion", "watch a --motion maybe", "list --motion off"} {
		if _, err := parseCommand(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
