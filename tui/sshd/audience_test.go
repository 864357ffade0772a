package sshd

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"game-tui/sim/record"
	"game-tui/tui/cells/screen"
	"game-tui/tui/ui"
)

// table is a source whose view shows how often it has grown and a number chosen by the viewer.
type table struct {
	record.Notifier
	grown atomic.Int32
	drawn atomic.Int32 // number of drawings
	bad   bool         // drawing panics
}

func (s *table) Open(ui.OpenOptions) ui.View { return tableView{of: s, grown: s.grown.Load()} }

func (s *table) Follow(v ui.View, _ *ui.Program, _ bool) ui.View {
	return tableView{of: s, chosen: v.(tableView).chosen, grown: s.grown.Load()}
}

type tableView struct {
	of     *table
	chosen int32
	grown  int32
}

var tableKeys *ui.KeyTable

func init() {
	tableKeys = ui.NewKeyTable(ui.FirstViewContext, 0, ui.Section{Title: "Table", Keys: append(ui.ProgramKeys(ui.FirstViewContext|ui.InHelp, "quit", ui.LeaveKey(ui.FirstViewContext|ui.InHelp)),
		ui.Bind("next", "n", "choose the next", ui.FirstViewContext, func(u *ui.Update) {
			v := u.View().(tableView)
			v.chosen++
			u.SetView(v)
		}, "n"),
		ui.Bind("open", "o", "open the match", ui.FirstViewContext, func(u *ui.Update) { u.StartRequest(ui.Open{Name: "match"}, "opening") }, "o"))})
}

func (v tableView) Update(_ *ui.Update, in ui.Input) ui.View {
	if _, ok := in.(ui.SourceGrown); ok {
		v.grown = v.of.grown.Load()
	}
	return v
}

func (v tableView) Draw(g *screen.Grid, p *ui.Program) {
	v.of.drawn.Add(1)
	if v.of.bad {
		panic("broken")
	}
	g.WriteText(0, 0, g.W, fmt.Sprintf("number %d is chosen, %d times grown", v.chosen, v.grown), p.Palette.Text)
	p.DrawFooter(g, 0, g.W)
}

func (v tableView) WithLiveView(o ui.View) ui.View {
	v.grown = o.(tableView).grown
	return v
}

func (tableView) Title() string                               { return "table" }
func (tableView) Keys() *ui.KeyTable                          { return tableKeys }
func (tableView) KeyContext() ui.KeyContext                   { return ui.FirstViewContext }
func (tableView) AppendText(dst []byte, _ *ui.Program) []byte { return dst }
func (v tableView) Source() ui.Source                         { return v.of }
func (v tableView) SharedState(*ui.Program) any               { return v.chosen }

// homeOf returns a home stream.
func homeOf(src ui.Source) *stream {
	s := &Server{log: slog.New(slog.DiscardHandler), audiences: map[audienceKey]*audience{}}
	return &stream{srv: s, home: subject{source: src}}
}

// chosen returns a program with a chosen number in a window of w columns.
func (s *table) chosen(w int, chosen int32) (ui.Program, ui.ScreenFormat) {
	p := ui.NewProgram(ui.Options{W: w, H: 20}, tableView{of: s, chosen: chosen})
	format, _ := p.SharedFormat()
	return p, format
}

// Viewers of equal screens share drawings and differences. The number of audiences is bounded.
func TestEqualScreensAreDrawnOnce(t *testing.T) {
	t.Parallel()
	src := &table{}
	st := homeOf(src)
	first := func(w int, chosen int32) *audience { // returns an audience without its drawing goroutine
		p, format := src.chosen(w, chosen)
		g := newAudience(audienceKey{st, format}, p)
		g.refs = 1
		st.srv.audiences[g.audienceKey] = g
		st.srv.audienceCount++
		g.drawFirst()
		return g
	}
	join := func(w int, chosen int32) *audience {
		p, format := src.chosen(w, chosen)
		g := st.join(p, format)
		if g != nil {
			g.drawFirst()
		}
		return g
	}
	one, other, wide := first(50, 0), first(50, 1), first(60, 0)
	same := join(50, 0)
	if one != same || one == other || one == wide || src.drawn.Load() != 3 {
		t.Fatalf("drawn %d times, or shared by others", src.drawn.Load())
	}
	before := one.latestFrame()
	src.grown.Add(1)
	one.draw(st.home, ui.SourceGrown{})
	next := one.latestFrame()
	if src.drawn.Load() != 4 || next == before {
		t.Fatalf("drawn %d times, or shared by others", src.drawn.Load())
	}
	var buf [keptFrames]*frame
	list, shared := same.framesSince(before, &buf)
	want := screen.AppendDiff(nil, before.grid, next.grid)
	if !shared || len(list) != 1 || !slices.Equal(list[0].diff, want) || len(want) == 0 {
		t.Errorf("%d frames, shared: %t", len(list), shared)
	}
	if alone := other.latestFrame(); alone.grid == before.grid || alone.diff != nil {
		t.Error("a difference for another drawing")
	}
	st.srv.audienceCount = maxAudiences
	if join(70, 0) != nil || join(50, 1) != other {
		t.Error("an audience above the limit exists, or an existing one is full")
	}
}

func TestFailedDrawingIsRetried(t *testing.T) {
	t.Parallel()
	src := &table{bad: true}
	st := homeOf(src)
	p, format := src.chosen(50, 0)
	g := newAudience(audienceKey{st, format}, p)
	if g.drawFirst(); g.latestFrame().grid != nil || st.srv.counters.panics.Load() != 1 {
		t.Error("the panic is not counted")
	}
	src.bad = false
	if g.draw(st.home, ui.SourceGrown{}); g.latestFrame().grid == nil || g.latestFrame().grid.W != 50 {
		t.Error("the drawing is not repeated")
	}
}

// tableStage is a stage whose home stream shows a table.
type tableStage struct {
	*stage
	table *table
}

func (s tableStage) Home() ui.Source { return s.table }

// A match opens over the home stream and leads back to it.
func TestHomeIsSharedWithoutPrivatePlaces(t *testing.T) {
	t.Parallel()
	src := tableStage{newLobbyStage(), &table{}}
	r := start(t, src, func(c *Config) { c.Limits.PrivateViewers = 0 })
	audiences := func(n int) {
		t.Helper()
		eventually(t, fmt.Sprint(n, " audiences"), func() bool { return r.countAudiences() == n })
	}
	a, b := r.watch(t, ask{}), r.watch(t, ask{})
	for _, c := range []*screenClient{a, b} {
		c.awaitText(t, "number 0 is chosen, 0 times grown")
	}
	audiences(1)
	a.press(t, "n")
	a.awaitText(t, "number 1 is chosen")
	audiences(2)
	src.table.grown.Add(1)
	src.table.Notify()
	a.awaitText(t, "number 1 is chosen, 1 times grown")
	b.awaitText(t, "number 0 is chosen, 1 times grown")
	a.press(t, "?")
	a.awaitText(t, "choose the next")
	audiences(1)
	a.press(t, "?")
	a.awaitText(t, "number 1 is chosen, 1 times grown")
	grow(src.now(), 3)
	a.press(t, "o")
	a.awaitText(t, "round 3/200")
	src.table.grown.Add(1)
	src.table.Notify()
	a.press(t, "q")
	a.awaitText(t, "number 1 is chosen, 2 times grown")
	b.press(t, "n")
	b.awaitText(t, "number 1 is chosen, 2 times grown")
	audiences(1)
	if n := r.watched(); n != 0 {
		t.Errorf("%d matches are open", n)
	}
	a.press(t, "q")
	if got := a.awaitExit(t); got != 0 {
		t.Errorf("exit status %d", got)
	}
}

// fill adds n audiences to the server's count.
func (r *rig) fill(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.audienceCount += n
}

// Viewers beyond the last audience draw the live edge for themselves, as long as there are private
// places.
func TestMatchWithoutRoomForAudiences(t *testing.T) {
	t.Parallel()
	src, r := startStage(t, func(c *Config) { c.PrivateViewers = 1 })
	follower := r.watch(t, ask{})
	follower.awaitText(t, "round 0/200")
	r.fill(maxAudiences)
	c := r.watch(t, ask{w: 80, h: 24})
	grow(src.now(), 2)
	c.awaitText(t, "round 2/200")
	if n := r.privateQuota.used(); n != 1 {
		t.Errorf("%d private places are taken, want 1", n)
	}
	full := r.watch(t, ask{w: 90, h: 30})
	if got := full.awaitExit(t); got != 1 || !strings.Contains(full.received(), endFull.text) {
		t.Errorf("exit status %d, want 1 and %q", got, endFull.text)
	}
	r.watch(t, ask{}).awaitText(t, "round 2/200") // an audience has no maximum size
	r.fill(-maxAudiences)
	grow(src.now(), 1)
	c.awaitText(t, "round 3/200")
	eventually(t, "no private viewer", func() bool { return r.privateQuota.used() == 0 })
}

// A home stream without room for audiences is drawn for each viewer.
func TestHomeWithoutRoomForAudiences(t *testing.T) {
	t.Parallel()
	src := tableStage{newLobbyStage(), &table{}}
	r := start(t, src, func(c *Config) { c.Limits.PrivateViewers = 0 })
	r.fill(maxAudiences)
	c := r.watch(t, ask{})
	c.awaitText(t, "number 0 is chosen")
	c.press(t, "n")
	c.awaitText(t, "number 1 is chosen")
	src.table.grown.Add(1)
	src.table.Notify()
	c.awaitText(t, "number 1 is chosen, 1 times grown")
	r.fill(-maxAudiences)
	c.press(t, "n")
	c.awaitText(t, "number 2 is chosen, 1 times grown")
	eventually(t, "an audience", func() bool { return r.countAudiences() == 1 })
}
