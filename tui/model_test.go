package tui_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/harrypotter"
	"game-tui/sim/log"
	"game-tui/tui"
	"game-tui/tui/board"
	"game-tui/tui/panel"
	"game-tui/tui/playback"
	"game-tui/tui/theme"
)

// special are the keys that are not their own text.
var special = map[string]rune{
	"left": tea.KeyLeft, "right": tea.KeyRight, "up": tea.KeyUp, "down": tea.KeyDown, "pgup": tea.KeyPgUp,
	"pgdown": tea.KeyPgDown, "home": tea.KeyHome, "end": tea.KeyEnd, "tab": tea.KeyTab, "esc": tea.KeyEscape,
	"enter": tea.KeyEnter, "backspace": tea.KeyBackspace, "space": tea.KeySpace,
}

func key(s string) tea.KeyPressMsg {
	msg := tea.KeyPressMsg{}
	if rest, ok := strings.CutPrefix(s, "shift+"); ok {
		s, msg.Mod = rest, tea.ModShift
	}
	if rest, ok := strings.CutPrefix(s, "ctrl+"); ok {
		s, msg.Mod = rest, tea.ModCtrl
	}
	if code, ok := special[s]; ok {
		msg.Code = code
		return msg
	}
	msg.Code = []rune(s)[0]
	if msg.Mod == 0 {
		msg.Text = s
	}
	return msg
}

// rig is a model without a terminal.
type rig struct {
	*testing.T
	m *tui.Model
}

func newRig(t *testing.T, opts tui.Options) *rig {
	t.Helper()
	if opts.W == 0 {
		opts.W, opts.H, opts.Profile = 100, 40, theme.TrueColor
	}
	m := tui.New(opts)
	t.Cleanup(m.Close)
	return &rig{t, m}
}

// press presses keys by their ids in the key table.
func (r *rig) press(ids ...string) tea.Cmd {
	r.Helper()
	var cmd tea.Cmd
	for _, id := range ids {
		i := slices.IndexFunc(tui.Keys, func(k tui.Key) bool { return k.ID == id })
		if i < 0 {
			r.Fatalf("no key has the id %q", id)
		}
		_, cmd = r.m.Update(key(tui.Keys[i].Keys()[0]))
	}
	return cmd
}

func (r *rig) typed(keys ...string) {
	for _, k := range keys {
		r.m.Update(key(k))
	}
}

// feed runs a command and hands its message to the model.
func (r *rig) feed(cmd tea.Cmd) {
	r.Helper()
	if cmd == nil {
		r.Fatal("no command")
	}
	r.m.Update(cmd())
}

func (r *rig) view() tui.View   { return r.m.Looking() }
func (r *rig) screen() string   { return show(r.T, r.m.Screen()).String() }
func (r *rig) at() (round int)  { return r.view().Play.Round }
func (r *rig) says(word string) { r.Helper(); r.has(word, true) }

func (r *rig) has(word string, want bool) {
	r.Helper()
	if s := r.screen(); strings.Contains(s, word) != want {
		r.Errorf("%q on the screen: %v\n%s", word, !want, s)
	}
}

func potter(t *testing.T) *log.Log {
	return played(t, harrypotter.Game{}, configs.Default("harrypotter"), 200)
}

func TestStepping(t *testing.T) {
	t.Parallel()
	r := newRig(t, tui.Options{Log: potter(t), Round: 57})
	if r.view().Play.Mode != playback.Playing {
		t.Error("it does not open playing")
	}
	for _, c := range []struct {
		id   string
		want int
	}{
		{"on", 58}, {"back", 57}, {"on10", 67}, {"back10", 57}, {"last", 200}, {"on", 200}, {"first", 0}, {"back", 0},
		{"tenth", 0}, {"play", 0}, {"on", 1},
	} {
		if r.press(c.id); r.at() != c.want {
			t.Errorf("%s leads to round %d, want %d", c.id, r.at(), c.want)
		}
	}
	r.typed("7")
	if r.at() != 140 {
		t.Errorf("7 leads to round %d", r.at())
	}
	r.press("go")
	r.says("go to round (0 to 200")
	r.typed("1", "2", "9", "backspace", "3", "enter")
	if r.at() != 123 {
		t.Errorf("typed 123, at round %d", r.at())
	}
	r.press("go")
	if r.typed("5", "esc"); r.at() != 123 {
		t.Errorf("leaving the question leads to round %d", r.at())
	}
	r.press("go")
	if r.typed("-", "q", "left", "9", "x", "8", "enter"); r.at() != 98 {
		t.Errorf("typed 98 and more, at round %d", r.at())
	}
	r.press("go")
	if r.typed("9", "9", "9", "enter"); r.at() != 200 {
		t.Errorf("beyond the end lies round %d", r.at())
	}
	r.says("the match has 200 rounds")
	r.press("go")
	if r.typed("1", "2", "3", "enter"); r.at() != 123 {
		t.Errorf("typed 123, at round %d", r.at())
	}
	r.says("round 123/200")
	r.says("paused")
}

func TestPlaying(t *testing.T) {
	t.Parallel()
	r := newRig(t, tui.Options{Log: potter(t), Paused: true, Speed: 64})
	if r.says("paused"); r.at() != 0 {
		t.Errorf("opens at round %d", r.at())
	}
	cmd := r.press("play")
	r.says("playing 64/s")
	for i := 0; r.view().Play.Mode == playback.Playing && i < 10_000; i++ {
		var next tea.Cmd
		_, next = r.m.Update(cmd())
		if cmd = next; cmd == nil {
			break
		}
	}
	if r.at() != 200 {
		t.Errorf("stops at round %d", r.at())
	}
	r.press("reverse", "play")
	if v := r.view().Play; !v.Back || v.Mode != playback.Playing {
		t.Error("it does not play back")
	}
	r.press("slower", "faster", "play")
	r.says("paused")
}

// A tick that belongs to an older clock changes nothing.
func TestStaleTicks(t *testing.T) {
	t.Parallel()
	r := newRig(t, tui.Options{Log: potter(t), Paused: true})
	old := r.press("play")
	r.press("play")
	r.press("play")
	msg := old()
	if _, cmd := r.m.Update(msg); cmd != nil || r.at() != 0 {
		t.Errorf("an old tick leads to round %d", r.at())
	}
}

func TestEvents(t *testing.T) {
	t.Parallel()
	l := potter(t)
	legend := l.Meta().Game.Legend()
	r := newRig(t, tui.Options{Log: l, Paused: true})
	var want [][2]int
	for k := range l.Edge() {
		for i, e := range l.Turn(k).Events {
			if legend.Events[e.Kind].Mark {
				want = append(want, [2]int{k + 1, i})
			}
		}
	}
	if len(want) < 3 {
		t.Fatalf("only %d events", len(want))
	}
	for _, w := range want {
		r.press("nextEvent")
		if v := r.view(); v.Play.Round != w[0] || v.Event != w[1] {
			t.Fatalf("at event %d of round %d, want %v", v.Event, v.Play.Round, w)
		}
	}
	r.press("nextEvent")
	r.says("no event that way")
	r.press("last")
	for i := range want {
		r.press("prevEvent")
		if v, w := r.view(), want[len(want)-1-i]; v.Play.Round != w[0] || v.Event != w[1] {
			t.Fatalf("back at event %d of round %d, want %v", v.Event, v.Play.Round, w)
		}
	}
}

func TestZoomAndViewport(t *testing.T) {
	t.Parallel()
	l := potter(t)
	r := newRig(t, tui.Options{Log: l, Paused: true, Round: 30})
	zoom := func() board.Zoom {
		v := r.view()
		return tui.NewDrawer(l, nil).Layout(&v).Port.Zoom
	}
	for _, want := range []board.Zoom{board.Half, board.One, board.Shapes, board.Letters, board.Four, board.Four} {
		if zoom() != want {
			t.Errorf("zoom %v, want %v", zoom(), want)
		}
		r.press("zoomIn")
	}
	top := r.view().Top
	r.press("panDown")
	if v := r.view(); !v.Free || v.Top <= top {
		t.Errorf("the viewport stays at row %d", v.Top)
	}
	r.press("panUp", "panUp", "panLeft", "panRight", "leave")
	if r.view().Free {
		t.Error("Esc leaves the viewport where it was put")
	}
	for range 9 {
		r.press("zoomOut")
	}
	if zoom() != board.Half {
		t.Errorf("farthest zoom %v", zoom())
	}
}

func TestInspectAndFollow(t *testing.T) {
	t.Parallel()
	l := potter(t)
	r := newRig(t, tui.Options{Log: l, Paused: true, Round: 30})
	r.press("follow")
	r.says("put the cursor on a unit")
	r.press("inspect")
	var f sim.Frame
	l.State(30).Fill(&f)
	u := f.Units[7]
	for c := r.view().Cursor; c != u.At; c = r.view().Cursor {
		switch {
		case c.Row < u.At.Row:
			r.typed("down")
		case c.Row > u.At.Row:
			r.typed("up")
		case c.Col < u.At.Col:
			r.typed("right")
		default:
			r.typed("left")
		}
	}
	r.says("inspect " + u.At.String())
	r.says("wizard 7")
	r.says("ordered: moves ")
	r.press("follow")
	if r.view().Follow != 7 {
		t.Fatalf("follows %d", r.view().Follow)
	}
	for k := 31; k < 60; k++ {
		r.typed("l") // steps, also while inspecting
		l.State(k).Fill(&f)
		if got := r.view().Cursor; got != f.Units[7].At {
			t.Fatalf("round %d: cursor at %v, the unit at %v", r.at(), got, f.Units[7].At)
		}
	}
	r.press("follow", "leave")
	if v := r.view(); v.Follow >= 0 || v.Inspect {
		t.Error("still following or inspecting")
	}
	r.typed("i", "right", "up")
	if r.at() != 59 {
		t.Errorf("arrows move the round to %d while inspecting", r.at())
	}
}

func TestPanels(t *testing.T) {
	t.Parallel()
	r := newRig(t, tui.Options{Log: potter(t), Paused: true, Round: 30})
	for _, want := range []panel.Tab{panel.Events, panel.Output, panel.Chart, panel.Players} {
		if r.press("tab"); r.view().Tab != want {
			t.Errorf("tab %v, want %v", r.view().Tab, want)
		}
		switch want {
		case panel.Output:
			r.says("thinking")
			r.says("@ (3,4) goal")
		case panel.Chart:
			r.says("cpu per round")
		}
	}
	r.says("cpu 1.5 ms")
	r.press("sort")
	if !r.view().ByScore {
		t.Error("the cards are not sorted")
	}
	r.press("events")
	r.says("all events that led to round 30")
	r.m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	r.press("last") // of the page
	end := r.screen()
	if r.press("back"); r.screen() == end {
		t.Error("the way back from the end of the page shows nothing")
	}
	r.press("on", "leave")
	if r.has("all events that", false); r.at() != 30 {
		t.Errorf("scrolling moves to round %d", r.at())
	}
	r.m.Update(tea.WindowSizeMsg{Width: 100, Height: 40})
	r.press("help")
	for i := range tui.Keys {
		r.says(tui.Keys[i].Help().Desc)
	}
	for _, k := range games[0].Legend().Units {
		r.says(k.Name)
	}
	r.press("help")
	r.has("On the board", false)
}

func TestPalettes(t *testing.T) {
	t.Parallel()
	r := newRig(t, tui.Options{Log: potter(t), Paused: true})
	var seen []string
	for range theme.Names() {
		seen = append(seen, r.view().Palette.Name)
		r.press("palette")
	}
	if !slices.Equal(seen, theme.Names()) {
		t.Errorf("palettes %v, want %v", seen, theme.Names())
	}
	r.m.Update(tea.ColorProfileMsg{Profile: 2}) // ASCII
	if r.view().Palette.Profile != theme.NoColor {
		t.Error("a terminal without colours gets some")
	}
	r.press("palette")
	r.says("no other palette")
}

func TestOffers(t *testing.T) {
	t.Parallel()
	r := newRig(t, tui.Options{Log: potter(t), Paused: true})
	for _, id := range []string{"next", "again"} {
		r.press(id)
		r.says("cannot be started here")
	}
	r.press("write")
	r.says("cannot be written here")

	other := played(t, harrypotter.Game{}, configs.Default("harrypotter"), 10)
	r = newRig(t, tui.Options{
		Log: potter(t), Paused: true, Round: 99,
		Next:  func(context.Context) (*log.Log, error) { return other, nil },
		Again: func(context.Context) (*log.Log, error) { return nil, errors.New("no player of that name") },
		Write: func(*log.Log) (string, error) { return "match.res", nil },
	})
	r.feed(r.press("write"))
	r.says("written to match.res")
	r.feed(r.press("again"))
	r.says("no player of that name")
	r.feed(r.press("next"))
	if r.at() != 0 || r.view().Play.Edge != 10 {
		t.Errorf("at round %d of %d", r.at(), r.view().Play.Edge)
	}
}

func TestMouse(t *testing.T) {
	t.Parallel()
	l := potter(t)
	r := newRig(t, tui.Options{Log: l, Paused: true, Round: 3})
	v := r.view()
	lay := tui.NewDrawer(l, nil).Layout(&v)
	click := func(x, y int) { r.m.Update(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}) }
	for _, k := range []int{0, 57, 100, 200} {
		click(lay.Axis.Column(k), lay.Bar.Y)
		if d := r.at() - k; d < -2 || d > 2 {
			t.Errorf("a click for round %d leads to %d", k, r.at())
		}
	}
	click(lay.Axis.Column(100), lay.Chart.Y)
	r.m.Update(tea.MouseMotionMsg{X: 0, Y: 0, Button: tea.MouseLeft})
	if r.at() != 0 {
		t.Errorf("dragging to the left edge leads to %d", r.at())
	}
	r.m.Update(tea.MouseReleaseMsg{})
	r.m.Update(tea.MouseMotionMsg{X: 90, Y: 0})
	if r.at() != 0 {
		t.Error("it drags without a button")
	}
	x, y, _ := lay.Port.Place(sim.Pos{Row: 14, Col: 22})
	click(x, y)
	if v := r.view(); !v.Inspect || v.Cursor != (sim.Pos{Row: 14, Col: 22}) {
		t.Errorf("clicked (14,22), inspecting %v: %v", v.Cursor, v.Inspect)
	}
	r.m.Update(tea.MouseReleaseMsg{})
	r.m.Update(tea.MouseWheelMsg{X: x, Y: y, Button: tea.MouseWheelUp})
	r.m.Update(tea.MouseWheelMsg{X: x, Y: y, Button: tea.MouseWheelUp})
	v = r.view()
	if v.Zoom != board.Shapes {
		t.Errorf("the wheel zooms to %v", v.Zoom)
	}
	lay = tui.NewDrawer(l, nil).Layout(&v)
	if _, _, ok := lay.Port.Place(sim.Pos{Row: 14, Col: 22}); !ok {
		t.Error("the cell under the wheel went out of sight")
	}
	click(lay.Port.Cells.X+4, lay.Port.Cells.Y+4)
	top := r.view().Top
	r.m.Update(tea.MouseMotionMsg{X: lay.Port.Cells.X + 4, Y: lay.Port.Cells.Y + 1, Button: tea.MouseLeft})
	if got := r.view().Top; got != top+3 {
		t.Errorf("dragging by three rows moves from row %d to %d", top, got)
	}
	if r.m.View().MouseMode == tea.MouseModeNone {
		t.Error("the mouse is not ours")
	}
	if r.press("mouse"); r.m.View().MouseMode != tea.MouseModeNone {
		t.Error("the mouse was not given back")
	}
}

func TestWinner(t *testing.T) {
	t.Parallel()
	l := potter(t)
	r := newRig(t, tui.Options{Log: l, Paused: true, Round: 199})
	r.has(" wins ", false)
	r.press("on")
	r.says(" wins ")
	r.says("█████")
	for _, s := range l.State(200).Scores() {
		r.says(fmt.Sprint(s))
	}
	r.press("back")
	r.has(" wins ", false)
	r.press("on", "leave")
	r.has("─ wins ", false)
}

// Players of one name are told by their seats, and the cards stay in sight.
func TestWinnerAmongNamesakes(t *testing.T) {
	t.Parallel()
	for i, g := range games {
		l := played(t, g, configs.Default(g.Name()), 1000)
		meta := *l.Meta()
		meta.Names = [sim.Seats]string{"Nightwatch12", "Nightwatch12", "Nightwatch12", "Nightwatch12"}
		l = l.With(meta)
		for _, size := range [][2]int{{40, 12}, {80, 24}, {100, 40}, {160, 70}} {
			r := newRig(t, tui.Options{Log: l, Paused: true, Round: l.Rounds(), W: size[0], H: size[1], Profile: theme.TrueColor})
			v := r.view()
			lay := tui.NewDrawer(l, nil).Layout(&v)
			open := show(t, r.m.Screen())
			r.says("Nightwatch12 3 ")
			r.press("leave")
			shut := show(t, r.m.Screen())
			for y := lay.Panel.Y; y < lay.Panel.Y+lay.Panel.H; y++ {
				a, b := []rune(open.row(y))[lay.Panel.X:], []rune(shut.row(y))[lay.Panel.X:]
				if string(a) != string(b) {
					t.Errorf("game %d, %v: the banner covers %q", i, size, string(b))
				}
			}
		}
	}
}

func TestNoSpoilers(t *testing.T) {
	t.Parallel()
	l := potter(t)
	bar := func(r *rig) string {
		v := r.view()
		lay := tui.NewDrawer(l, nil).Layout(&v)
		s := show(t, r.m.Screen())
		rows := s.row(lay.Bar.Y)
		for y := lay.Chart.Y; y < lay.Chart.Y+lay.Chart.H; y++ {
			rows += "\n" + s.row(y)
		}
		return rows
	}
	a := newRig(t, tui.Options{Log: l, Paused: true, Round: 50, NoSpoilers: true})
	early := bar(a)
	a.press("last", "first", "go")
	a.typed("5", "0", "enter")
	if bar(a) == early {
		t.Error("what was seen is hidden again")
	}
	half := played(t, harrypotter.Game{}, configs.Default("harrypotter"), 50)
	b := newRig(t, tui.Options{Log: half, Paused: true, Round: 50})
	if got := bar(b); got != early {
		t.Errorf("the future shows:\n%s\nwithout one:\n%s", early, got)
	}
}

func TestOut(t *testing.T) {
	t.Parallel()
	l, b := begin(t, harrypotter.Game{}, configs.Default("harrypotter"))
	for k := range 20 {
		advance(t, l, b)
		if k >= 9 {
			turn := *l.Turn(k)
			turn.Seats[2].Out = &sim.Out{Round: 9, Reason: sim.OutCPU, Detail: "1.2 s used"}
			turns := make([]*sim.Turn, k+1)
			for i := range turns {
				turns[i] = l.Turn(i)
			}
			turns[k] = &turn
			l.Enrich(turns)
		}
	}
	l.End(nil)
	r := newRig(t, tui.Options{Log: l, Round: 8, Paused: true, PauseOnOut: true})
	r.has("out: cpu", false)
	r.press("on", "on")
	r.says("out: cpu")
	r.says("1.2 s used")
	r.press("back", "back", "play")
	for i := 0; i < 100 && r.view().Play.Mode == playback.Playing; i++ {
		r.feed(r.press("faster"))
	}
	if r.at() != 10 {
		t.Errorf("pauses in round %d", r.at())
	}
	r.says("Greedy is out: cpu")
}

// A match that is still being played: the watcher plays, steps back while it
// goes on, and returns to the live edge. The gate decides when a round is played.
func TestLive(t *testing.T) {
	t.Parallel()
	l, b := begin(t, harrypotter.Game{}, configs.Default("harrypotter"))
	out := newMeter()
	in, typing := io.Pipe()
	defer typing.Close()
	ctx, cancel := context.WithTimeout(context.Background(), deadline)
	defer cancel()
	m := tui.New(tui.Options{Log: l, W: 100, H: 40, Profile: theme.TrueColor, Live: true, Context: ctx})
	p := tea.NewProgram(m, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out), tea.WithoutSignals(),
		tea.WithWindowSize(100, 40), tea.WithColorProfile(4), tea.WithEnvironment([]string{"TERM=xterm-256color"}))
	done := make(chan error, 1)
	go func() {
		_, err := p.Run()
		done <- err
	}()
	stop := context.AfterFunc(ctx, out.close)
	defer stop()
	gate := func() { advance(t, l, b) }
	out.take("round 0/200")
	gate()
	out.take("round 1/200")
	gate()
	out.take("round 2/200")
	fmt.Fprint(typing, "h")
	out.take("round 1/200")
	gate()
	gate()
	fmt.Fprint(typing, "L")
	out.take("round 4/200")
	gate()
	out.take("round 5/200")
	fmt.Fprint(typing, "q")
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// A match that has not come to the round that it should open at.
func TestOpensAtARoundToCome(t *testing.T) {
	t.Parallel()
	l, b := begin(t, harrypotter.Game{}, configs.Default("harrypotter"))
	r := newRig(t, tui.Options{Log: l, Paused: true, Round: 3})
	cmd := r.m.Init()
	for range 5 {
		advance(t, l, b)
		_, cmd = r.m.Update(cmd())
	}
	if r.at() != 3 {
		t.Errorf("at round %d", r.at())
	}
}

// Whoever steps back in a match that goes on is told how far it is.
func TestBehindTheLiveEdge(t *testing.T) {
	t.Parallel()
	l, b := begin(t, harrypotter.Game{}, configs.Default("harrypotter"))
	for range 12 {
		advance(t, l, b)
	}
	for _, w := range []int{80, 100} {
		r := newRig(t, tui.Options{Log: l, Live: true, W: w, H: 24, Profile: theme.TrueColor})
		r.has("live at", false)
		r.press("back")
		r.says("round 11/200")
		r.says("live at 12")
	}
}

// The heading drops what has no room whole, and nothing in it moves.
func TestHeading(t *testing.T) {
	t.Parallel()
	l := played(t, games[2], configs.Default("thepurge"), 60)
	meta := *l.Meta()
	meta.Source = "/somewhere/a-long-name-of-a-recording.res"
	l = l.With(meta)
	title := func(w, round int) string {
		r := newRig(t, tui.Options{Log: l, Paused: true, Round: round, W: w, H: 24, Profile: theme.TrueColor})
		return show(t, r.m.Screen()).row(0)
	}
	for w, want := range map[int]string{
		40: " The Purge    round 9/250", 80: " The Purge  seed 30        round 9/250",
		140: " The Purge  seed 30  a-long-name-of-a-recording.res ",
	} {
		if got := title(w, 9); !strings.HasPrefix(got, want) {
			t.Errorf("%d columns: %q, want %q", w, got, want)
		}
	}
	a, b := title(80, 9), title(80, 10)
	if strings.Index(a, "round") != strings.Index(b, "round") || strings.Index(a, "paused") != strings.Index(b, "paused") {
		t.Errorf("the heading moves:\n%s\n%s", a, b)
	}
}

func TestNote(t *testing.T) {
	t.Parallel()
	l := potter(t)
	meta := *l.Meta()
	meta.Note = "cut in round 57, line 9120"
	r := newRig(t, tui.Options{Log: l.With(meta), Paused: true})
	r.says(meta.Note)
	r.press("on")
	r.has(meta.Note, false)
	r.press("last")
	r.says(meta.Note)
}

// FuzzModel presses anything anywhere; whatever comes must be drawn.
func FuzzModel(f *testing.F) {
	f.Add(uint8(100), uint8(40), "zzzi  ?e\t[]L0987g12\rsst")
	f.Add(uint8(41), uint8(13), "ZZe\x01\x02\x03fi\x04\x05")
	var l []*log.Log
	for _, g := range games {
		l = append(l, played(f, g, configs.Default(g.Name()), 20))
	}
	f.Fuzz(func(t *testing.T, w, h uint8, keys string) {
		m := tui.New(tui.Options{Log: l[int(w)%len(l)], W: int(w), H: int(h), Profile: theme.Profile(h % 4), Paused: true})
		defer m.Close()
		for i, k := range keys {
			if i > 100 {
				break
			}
			switch {
			case k < 5:
				m.Update(tea.KeyPressMsg{Code: []rune{tea.KeyUp, tea.KeyDown, tea.KeyLeft, tea.KeyRight, tea.KeyEscape}[k], Mod: tea.KeyMod(i % 2)})
			case k < 8:
				m.Update(tea.MouseClickMsg{X: i * 7 % 256, Y: int(h) - i%9, Button: tea.MouseLeft})
			case k < 9:
				m.Update(tea.MouseMotionMsg{X: i * 11 % 256, Y: i % 50, Button: tea.MouseLeft})
			case k < 10:
				m.Update(tea.MouseWheelMsg{X: i * 5 % 256, Y: i % 50, Button: tea.MouseWheelUp})
			case k < 14:
				m.Update(tea.WindowSizeMsg{Width: int(w) * i, Height: int(h) + i})
			default:
				m.Update(tea.KeyPressMsg{Code: k, Text: string(k)})
			}
			m.Screen()
		}
	})
}
