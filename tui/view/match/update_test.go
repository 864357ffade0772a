package match_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/harrypotter"
	"game-tui/sim/record"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/board"
	"game-tui/tui/draw/panel"
	"game-tui/tui/replay/location"
	"game-tui/tui/replay/playback"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
)

func TestKeysStepBetweenRounds(t *testing.T) {
	t.Parallel()
	r := newRig(t, potterRecord(t), options{Place: location.AtRound(57)})
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
	r.typeKeys("7")
	if r.at() != 140 {
		t.Errorf("7 leads to round %d", r.at())
	}
	r.press("go")
	r.requireText("go to round (0 to 200")
	r.typeKeys("1", "2", "9", "backspace", "3", "enter")
	if r.at() != 123 {
		t.Errorf("typed 123, at round %d", r.at())
	}
	r.press("go")
	if r.typeKeys("5", "esc"); r.at() != 123 {
		t.Errorf("leaving the question leads to round %d", r.at())
	}
	r.press("go")
	if r.typeKeys("-", "q", "left", "9", "x", "8", "enter"); r.at() != 98 {
		t.Errorf("typed 98 and more, at round %d", r.at())
	}
	r.press("go")
	if r.typeKeys("9", "9", "9", "enter"); r.at() != 200 {
		t.Errorf("beyond the end lies round %d", r.at())
	}
	r.requireText("the last round is 200; this is round 200")
	r.press("go")
	if r.typeKeys("1", "2", "3", "enter"); r.at() != 123 {
		t.Errorf("typed 123, at round %d", r.at())
	}
	r.requireText("round 123/200")
	r.requireText("paused")
}

func TestPlaysToTheEndAndBackwards(t *testing.T) {
	t.Parallel()
	r := newRig(t, potterRecord(t), options{Paused: true, Speed: 64})
	if r.requireText("paused"); r.at() != 0 || r.program.NextTick() != 0 {
		t.Errorf("opens at round %d, wants a tick in %v", r.at(), r.program.NextTick())
	}
	r.press("play")
	r.requireText("playing 64/s")
	for i := 0; r.view().Play.Mode == playback.Playing && i < 10_000; i++ {
		r.send(ui.Tick{Elapsed: r.program.NextTick()})
	}
	if r.at() != 200 {
		t.Errorf("stops at round %d", r.at())
	}
	r.press("reverse", "play")
	if v := r.view().Play; !v.IsReversed || v.Mode != playback.Playing {
		t.Error("it does not play back")
	}
	r.press("slower", "faster", "play")
	r.requireText("paused")
}

func TestNoticesExpire(t *testing.T) {
	t.Parallel()
	r := newRig(t, potterRecord(t), options{Paused: true})
	r.send(ui.Notice{Text: "one"})
	first := r.program.NextTick()
	r.send(ui.Tick{Elapsed: first / 2})
	r.send(ui.Notice{Text: "two"})
	if r.send(ui.Tick{Elapsed: first / 2}); r.program.Notice != "two" {
		t.Errorf("the end of an older notice leaves %q", r.program.Notice)
	}
	if r.send(ui.Tick{Elapsed: r.program.NextTick()}); r.program.Notice != "" || r.program.NextTick() != 0 {
		t.Errorf("%q stays for %v", r.program.Notice, r.program.NextTick())
	}
}

// TestSlowRequestsAreSentOnce checks that the screen shows a running request until it is answered
// or cancelled, and that other keys keep working.
func TestSlowRequestsAreSentOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t, potterRecord(t), options{Paused: true})
	r.press("next")
	next := r.effect
	if r.requestType() != "ui.PlayNext" || !r.program.Awaits(next.ID) || r.program.NextTick() != 0 {
		t.Errorf("%+v, and needs a tick in %v", next, r.program.NextTick())
	}
	r.requireText("playing the next seed… ")
	for _, id := range []string{"next", "again", "write"} {
		if r.press(id); r.effect.Request != nil {
			t.Errorf("%s is asked for meanwhile: %+v", id, r.effect)
		}
		r.requireText("busy: playing the next seed…; Esc cancels")
	}
	r.press("on", "events")
	r.send(ui.Notice{Text: "something else"})
	r.press("events")
	if r.at() != 1 || !r.program.Awaits(next.ID) {
		t.Errorf("at round %d, awaited: %v", r.at(), r.program.Awaits(next.ID))
	}
	r.requireText("playing the next seed… ")
	r.send(ui.Progress{ID: next.ID + 1, Text: "of another one"})
	r.send(ui.Progress{ID: next.ID, Text: "round 57"})
	r.requireText("round 57")
	r.send(ui.Answer{ID: next.ID, Result: ui.Notice{Text: "it went wrong"}})
	if r.requireText("it went wrong"); r.program.Awaits(next.ID) {
		t.Error("it is awaited when it is done")
	}
	r.press("write")
	write := r.effect
	if write.ID == next.ID {
		t.Error("two requests have one number")
	}
	if r.send(ui.Answer{ID: write.ID, Result: ui.Notice{Text: "written"}}); r.program.Notice != "written" {
		t.Errorf("notice %q", r.program.Notice)
	}
	for _, key := range []string{"leave", "interrupt"} {
		r.press("again")
		id := r.effect.ID
		if r.press(key); r.effect != (ui.Effect{Request: ui.Cancel{}, ID: id}) {
			t.Errorf("%s while it is played: %+v", key, r.effect)
		}
		r.requireText("cancelled")
		if r.send(ui.Answer{ID: id, Result: ui.Notice{Text: "too late"}}); r.program.Notice == "too late" {
			t.Error("what was cancelled is answered")
		}
	}
	if r.press("interrupt"); r.requestType() != "ui.Quit" {
		t.Errorf("Ctrl+c is %+v", r.effect)
	}
}

func TestEventKeysStopAtNotableEvents(t *testing.T) {
	t.Parallel()
	l := potterRecord(t)
	legend := l.Meta().Game.Legend()
	r := newRig(t, l, options{Paused: true})
	var want [][2]int
	lead := -1
	for k := range l.Edge() {
		for i, e := range l.Turn(k).Events {
			if legend.Events[e.Kind].OnTimeline {
				want = append(want, [2]int{k + 1, i})
			}
		}
		if seat, by := sim.Lead(l.State(k + 1).Scores()); by > 0 && seat != lead {
			if lead >= 0 {
				want = append(want, [2]int{k + 1, len(l.Turn(k).Events)})
			}
			lead = seat
		}
	}
	if len(want) < 3 {
		t.Fatalf("only %d events", len(want))
	}
	for _, w := range want {
		r.press("nextEvent")
		if v := r.view(); v.Play.Round != w[0] || v.Event.Index() != w[1] {
			t.Fatalf("at event %d of round %d, want %v", v.Event.Index(), v.Play.Round, w)
		}
	}
	r.press("nextEvent")
	r.requireText("no more events")
	r.press("last")
	for i := range want {
		r.press("prevEvent")
		if v, w := r.view(), want[len(want)-1-i]; v.Play.Round != w[0] || v.Event.Index() != w[1] {
			t.Fatalf("back at event %d of round %d, want %v", v.Event.Index(), v.Play.Round, w)
		}
	}
}

func TestZoomAndViewport(t *testing.T) {
	t.Parallel()
	l := potterRecord(t)
	r := newRig(t, l, options{Paused: true, Place: location.AtRound(30)})
	zoom := func() board.Zoom {
		return r.layout().Port.Zoom
	}
	for _, want := range []board.Zoom{board.HalfBlocks, board.OneColumn, board.Shapes, board.Letters, board.Tiles, board.FourColumns, board.FourColumns} {
		if zoom() != want {
			t.Errorf("zoom %v, want %v", zoom(), want)
		}
		r.press("zoomIn")
	}
	top := r.view().Top
	r.press("panDown")
	if v := r.view(); !v.IsPanned || v.Top <= top {
		t.Errorf("the viewport stays at row %d", v.Top)
	}
	r.press("panUp", "panUp", "panLeft", "panRight", "leave")
	if r.view().IsPanned {
		t.Error("Esc leaves the viewport where it was put")
	}
	for range 9 {
		r.press("zoomOut")
	}
	if zoom() != board.HalfBlocks {
		t.Errorf("farthest zoom %v", zoom())
	}
}

func TestInspectAndFollow(t *testing.T) {
	t.Parallel()
	l := potterRecord(t)
	r := newRig(t, l, options{Paused: true, Place: location.AtRound(30)})
	r.press("follow")
	r.requireText("put the cursor on a unit")
	r.press("inspect")
	var f sim.Frame
	l.State(30).FillFrame(&f)
	u := f.Units[7]
	for c := r.view().Cursor; c != u.At; c = r.view().Cursor {
		switch {
		case c.Row < u.At.Row:
			r.typeKeys("down")
		case c.Row > u.At.Row:
			r.typeKeys("up")
		case c.Col < u.At.Col:
			r.typeKeys("right")
		default:
			r.typeKeys("left")
		}
	}
	r.requireText("inspect " + u.At.String())
	r.requireText("wizard 7")
	r.requireText(": moves ")
	r.press("follow")
	if r.view().FollowedUnit.Index() != 7 {
		t.Fatalf("follows %d", r.view().FollowedUnit)
	}
	for k := 31; k < 60; k++ {
		r.typeKeys("l") // The key l also steps while a cell is inspected.
		l.State(k).FillFrame(&f)
		if got := r.view().Cursor; got != f.Units[7].At {
			t.Fatalf("round %d: cursor at %v, the unit at %v", r.at(), got, f.Units[7].At)
		}
	}
	r.press("follow", "leave")
	if v := r.view(); !v.FollowedUnit.IsZero() || v.IsInspecting {
		t.Error("still following or inspecting")
	}
	r.typeKeys("i", "right", "up")
	if r.at() != 59 {
		t.Errorf("arrows move the round to %d while inspecting", r.at())
	}
}

// TestEveryKindOfUnitIsFollowed inspects and follows a unit of every kind, including neutral ones,
// in small and large windows.
func TestEveryKindOfUnitIsFollowed(t *testing.T) {
	t.Parallel()
	for _, l := range matches(t) {
		legend, seen := l.Meta().Game.Legend(), map[uint8]bool{}
		for k := 1; k <= 60; k++ {
			var f sim.Frame
			l.State(k).FillFrame(&f)
			for i := range f.Units {
				u := f.Units[i]
				if !u.OnBoard || seen[u.Kind] {
					continue
				}
				seen[u.Kind] = true
				for _, size := range [][2]int{{80, 24}, {160, 50}} {
					r := newRig(t, l, options{Paused: true, W: size[0], H: size[1], Profile: theme.TrueColor, Place: location.Place{Round: k, View: location.View{IsInspecting: true, Cursor: u.At}}})
					r.requireText("inspect " + u.At.String())
					r.press("follow")
					if v := r.view(); v.FollowedUnit.Index() != int(u.ID) {
						t.Errorf("%s: follows %d, want the %s %d", l.Meta().Game.Name(), v.FollowedUnit.Index(), legend.Units[u.Kind].Name, u.ID)
					}
					r.requireText("following ")
				}
			}
		}
		if len(seen) < min(len(legend.Units), 2) {
			t.Errorf("%s: %d kinds of units", l.Meta().Game.Name(), len(seen))
		}
	}
}

// TestNearViewStandsBelowTheWords checks that the events of a unit do not cover the enlarged board,
// and that no line wraps.
func TestNearViewStandsBelowTheWords(t *testing.T) {
	t.Parallel()
	l := potterRecord(t)
	var f sim.Frame
	l.State(60).FillFrame(&f)
	r := newRig(t, l, options{Paused: true, Place: location.Place{Round: 60, View: location.View{IsInspecting: true, Cursor: f.Units[7].At}}})
	open, last, ruler := r.layout().OpenPart, 0, 0
	for y := open.Y; y < open.Y+open.H; y++ {
		line := strings.TrimSpace(string([]rune(tuitest.Show(t, r.draw()).Row(y))[open.X:]))
		switch {
		case strings.HasPrefix(line, "◀"):
			ruler = y
		case strings.Contains(line, "in earlier rounds"):
			last = y
		}
	}
	if last == 0 || ruler < last {
		t.Errorf("words to line %d, the ruler of the cells in line %d:\n%s", last, ruler, r.screen())
	}
}

func TestTabShowsEachPanel(t *testing.T) {
	t.Parallel()
	r := newRig(t, potterRecord(t), options{Paused: true, Place: location.AtRound(30)})
	for _, want := range []panel.Tab{panel.EventsTab, panel.OutputTab, panel.ChartTab, panel.PlayersTab} {
		if r.press("tab"); r.view().Tab != want {
			t.Errorf("tab %v, want %v", r.view().Tab, want)
		}
		switch want {
		case panel.OutputTab:
			r.requireText("thinking")
			r.requireText("@ (3,4) goal")
		case panel.ChartTab:
			for _, name := range []string{"score", "lead over 2nd place", "share of all points", "cells", "strength", "processor time per round"} {
				for range 10 {
					if strings.Contains(tuitest.Show(t, r.draw()).String(), name) {
						break
					}
					r.press("chart")
				}
				r.requireText(name)
			}
			for n := r.view().Chart; r.view().Chart != 0; { // After the last chart, the first one is shown again.
				if r.press("chart"); r.view().Chart > n+8 {
					t.Fatal("the charts never end")
				}
			}
			r.press("prevChart", "prevChart")
			r.requireText("charts c C")
		}
	}
	r.send(ui.Resize{W: 160, H: 50})
	r.requireText("1.5 ms")
	r.send(ui.Resize{W: 100, H: 40})
	r.press("sort")
	if !r.view().SortByScore {
		t.Error("the cards are not sorted")
	}
	r.press("events")
	r.requireText("round 30: events and orders")
	r.send(ui.Resize{W: 80, H: 24})
	r.typeKeys("end")
	end := r.screen()
	if r.typeKeys("up"); r.screen() == end {
		t.Error("the way back from the end of the page shows nothing")
	}
	r.typeKeys("down", "esc")
	if r.checkText("round 30: events and orders", false); r.at() != 30 {
		t.Errorf("scrolling moves to round %d", r.at())
	}
	r.send(ui.Resize{W: 100, H: 40})
	r.press("help")
	page := ""
	for i := 0; i < 20; i++ {
		page += r.screen()
		r.typeKeys("pgdown")
	}
	for _, b := range bindings() {
		if b.ShowIf == nil && b.Contexts&match.InMatch != 0 && !strings.Contains(page, b.Help) {
			t.Errorf("no %q in help", b.Help)
		}
	}
	for _, k := range tuitest.Games[0].Legend().Units {
		if !strings.Contains(page, k.Name) {
			t.Errorf("no %q in help", k.Name)
		}
	}
	r.press("help")
	r.checkText("On the board", false)
}

func TestPaletteKeyShowsEachPalette(t *testing.T) {
	t.Parallel()
	r := newRig(t, potterRecord(t), options{Paused: true})
	var seen []string
	for range theme.Names() {
		seen = append(seen, r.program.Palette.Name)
		r.requireText("round 0/200")
		r.press("palette")
	}
	if !slices.Equal(seen, theme.Names()) {
		t.Errorf("palettes %v, want %v", seen, theme.Names())
	}
	r.send(ui.ColorProfile{Profile: theme.NoColor})
	if r.program.Palette.Profile != theme.NoColor {
		t.Error("a terminal without colours gets some")
	}
	r.press("palette")
	r.requireText("no other palette")
}

// TestEffectsTheShellLacksAreReported checks that unsupported effects cause a notice and all others
// are returned.
func TestEffectsTheShellLacksAreReported(t *testing.T) {
	t.Parallel()
	shell := &ui.Capabilities{Unsupported: map[ui.Capability]string{ui.CanPlay: "", ui.CanWrite: "type fetch"}}
	r := newRig(t, potterRecord(t), options{Paused: true, Shell: shell})
	for id, words := range map[string]string{"next": "need a match played here", "again": "need a match played here",
		"write": "cannot save matches here; type fetch"} {
		r.press(id)
		r.requireText(words)
		if r.effect.Request != nil {
			t.Errorf("%s has effect %v", id, r.effect)
		}
	}
	r = newRig(t, potterRecord(t), options{Paused: true, Place: location.AtRound(99)})
	for id, want := range map[string]string{"next": "ui.PlayNext", "write": "ui.Write", "live": "ui.GoLive",
		"mouse": "ui.MouseToggled", "quit": "ui.Quit", "interrupt": "ui.Quit"} {
		if r.press(id); r.requestType() != want {
			t.Errorf("%s has effect %v, want %v", id, r.effect, want)
		}
		r.send(ui.Answer{ID: r.effect.ID})
	}
	other := match.NewMatch(tuitest.PlayMatch(t, harrypotter.Game, configs.Default("harrypotter"), 10))
	r.press("reverse")
	r.send(match.Replacement{Match: other})
	if r.at() != 0 || r.view().Play.Edge != 10 || r.view().Play.IsReversed || r.view().Play.Mode != playback.Playing {
		t.Errorf("at round %d of %d, %v, backwards: %v", r.at(), r.view().Play.Edge, r.view().Play.Mode, r.view().Play.IsReversed)
	}
}

// TestClickBeforeAnythingIsDrawn checks a click that is the first input.
func TestClickBeforeAnythingIsDrawn(t *testing.T) {
	t.Parallel()
	l := potterRecord(t)
	r := newRig(t, l, options{Paused: true, Place: location.AtRound(3)})
	r.press("inspect", "follow")
	fresh := newRig(t, l, options{Paused: true, Place: r.state().Place, W: 160, H: 50})
	fresh.send(ui.PointerEvent{Kind: ui.PointerPress, X: 150, Y: 5})
	if fresh.at() != 3 {
		t.Errorf("a click beside the board leads to round %d", fresh.at())
	}
}

func TestClicksAndDragsLeadToRounds(t *testing.T) {
	t.Parallel()
	l := potterRecord(t)
	r := newRig(t, l, options{Paused: true, Place: location.AtRound(3)})
	lay := r.layout()
	click := func(x, y int) { r.send(ui.PointerEvent{Kind: ui.PointerPress, X: x, Y: y}) }
	for _, k := range []int{0, 57, 100, 200} {
		click(lay.Axis.Column(k), lay.Timeline.Y)
		if d := r.at() - k; d < -2 || d > 2 {
			t.Errorf("a click for round %d leads to %d", k, r.at())
		}
	}
	click(lay.Axis.Column(100), lay.Charts.Y)
	r.send(ui.PointerEvent{Kind: ui.PointerMove, X: 0, Y: 0})
	if r.at() != 0 {
		t.Errorf("dragging to the left edge leads to %d", r.at())
	}
	r.send(ui.PointerEvent{Kind: ui.PointerRelease})
	r.send(ui.PointerEvent{Kind: ui.PointerMove, X: 90, Y: 0})
	if r.at() != 0 {
		t.Error("it drags without a button")
	}
	click(lay.Axis.Column(100), lay.Charts.Y)
	was := r.at()
	r.press("events")
	r.send(ui.PointerEvent{Kind: ui.PointerMove, X: 0, Y: 0})
	r.press("events")
	r.send(ui.PointerEvent{Kind: ui.PointerMove, X: 0, Y: 0})
	if r.at() != was {
		t.Errorf("dragging over a page leads from round %d to %d", was, r.at())
	}
	x, y, _ := lay.Port.ScreenPos(sim.Pos{Row: 14, Col: 22})
	click(x, y)
	if v := r.view(); !v.IsInspecting || v.Cursor != (sim.Pos{Row: 14, Col: 22}) {
		t.Errorf("clicked (14,22), inspecting %v: %v", v.Cursor, v.IsInspecting)
	}
	r.send(ui.PointerEvent{Kind: ui.PointerRelease})
	r.send(ui.PointerEvent{Kind: ui.WheelUp, X: x, Y: y})
	r.send(ui.PointerEvent{Kind: ui.WheelUp, X: x, Y: y})
	if v := r.view(); v.Zoom != board.Shapes {
		t.Errorf("the wheel zooms to %v", v.Zoom)
	}
	lay = r.layout()
	if _, _, ok := lay.Port.ScreenPos(sim.Pos{Row: 14, Col: 22}); !ok {
		t.Error("the cell under the wheel went out of sight")
	}
	click(lay.Port.CellArea.X+4, lay.Port.CellArea.Y+4)
	top := r.view().Top
	r.send(ui.PointerEvent{Kind: ui.PointerMove, X: lay.Port.CellArea.X + 4, Y: lay.Port.CellArea.Y + 1})
	if got := r.view().Top; got != top+3 {
		t.Errorf("dragging by three rows moves from row %d to %d", top, got)
	}
	if r.press("mouse"); !r.program.NoMouse || r.requestType() != "ui.MouseToggled" {
		t.Error("the mouse was not given back")
	}
}

func TestWinnerShowsOnlyInTheLastRound(t *testing.T) {
	t.Parallel()
	l := potterRecord(t)
	r := newRig(t, l, options{Paused: true, Place: location.AtRound(199)})
	r.checkText(" wins ", false)
	r.press("on")
	r.requireText(" wins ")
	r.requireText("█████")
	for _, s := range l.State(200).Scores() {
		r.requireText(fmt.Sprint(s))
	}
	r.press("back")
	r.checkText(" wins ", false)
	r.press("on")
	r.requireText("the winner ─")
	r.press("leave")
	r.checkText("the winner ─", false)
}

// TestWinnerAmongNamesakes checks that players of the same name are distinguished by seat and that
// the board stays visible.
func TestWinnerAmongNamesakes(t *testing.T) {
	t.Parallel()
	for i, g := range tuitest.Games {
		l := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 1000)
		meta := *l.Meta()
		meta.Names = [sim.Seats]string{"Nightwatch12", "Nightwatch12", "Nightwatch12", "Nightwatch12"}
		l = l.WithMeta(meta)
		for _, size := range [][2]int{{40, 12}, {80, 24}, {100, 40}, {160, 70}} {
			r := newRig(t, l, options{Paused: true, Place: location.AtRound(l.Rounds()), W: size[0], H: size[1], Profile: theme.TrueColor})
			lay := r.layout()
			open := tuitest.Show(t, r.draw())
			if size[1] > 12 {
				r.requireText("Nightwatch12 3 ")
			}
			r.press("leave")
			shut := tuitest.Show(t, r.draw())
			for y := lay.Port.CellArea.Y; y < lay.Port.CellArea.Y+min(lay.Port.CellArea.H, r.layout().Port.CellArea.H); y++ {
				c := lay.Port.CellArea
				a, b := []rune(open.Row(y))[:c.X+c.W], []rune(shut.Row(y))[:c.X+c.W]
				if size[0] > 80 && string(a) != string(b) {
					t.Errorf("game %d, %v: the end covers %q", i, size, string(b))
				}
			}
		}
	}
}

func TestPausesWhenAPlayerGoesOut(t *testing.T) {
	t.Parallel()
	l, b := tuitest.NewMatch(t, harrypotter.Game, configs.Default("harrypotter"))
	for k := range 20 {
		tuitest.PlayRound(t, l, b)
		if k >= 9 {
			turn := *l.Turn(k)
			turn.Reports[2].Failure = &sim.Failure{Round: 9, Reason: sim.FailedCPU, Detail: "1.2 s used"}
			turns := make([]*sim.Turn, k+1)
			for i := range turns {
				turns[i] = l.Turn(i)
			}
			turns[k] = &turn
			l.Enrich(turns)
		}
	}
	l.End(nil)
	r := newRig(t, l, options{Place: location.AtRound(8), Paused: true, PauseOnOut: true})
	r.checkText("out: cpu", false)
	r.press("on", "on")
	r.requireText("out: cpu")
	r.requireText("1.2 s used")
	r.press("back", "back", "play")
	for i := 0; i < 100 && r.view().Play.Mode == playback.Playing; i++ {
		r.press("faster")
		r.send(ui.Tick{Elapsed: r.program.NextTick()})
	}
	if r.at() != 10 {
		t.Errorf("pauses in round %d", r.at())
	}
	r.requireText("Greedy is out: cpu")
}

// TestOpensAtARoundToCome opens a live match at a round that has not been played yet.
func TestOpensAtARoundToCome(t *testing.T) {
	t.Parallel()
	l, b := tuitest.NewMatch(t, harrypotter.Game, configs.Default("harrypotter"))
	r := newRig(t, l, options{Paused: true, Place: location.AtRound(3)})
	for range 5 {
		tuitest.PlayRound(t, l, b)
		r.send(ui.SourceGrown{})
	}
	if r.at() != 3 {
		t.Errorf("at round %d", r.at())
	}
}

// TestOpensAfterTheLastRound checks that a match shows its last round and a notice if it is opened
// at a later round.
func TestOpensAfterTheLastRound(t *testing.T) {
	t.Parallel()
	r := newRig(t, potterRecord(t), options{Paused: true, Place: location.AtRound(500)})
	if r.at() != 200 {
		t.Errorf("at round %d", r.at())
	}
	r.requireText("the match has rounds 0 to 200")
}

// TestGoingTooFarNamesTheReason goes to rounds that a live match and one that stopped early lack.
func TestGoingTooFarNamesTheReason(t *testing.T) {
	t.Parallel()
	l, b := tuitest.NewMatch(t, harrypotter.Game, configs.Default("harrypotter"))
	for range 5 {
		tuitest.PlayRound(t, l, b)
	}
	r := newRig(t, l, options{Paused: true})
	r.press("go")
	r.typeKeys("1", "0", "0", "enter")
	r.requireText("round 100 has not been played yet; this is round 5")
	r.press("go")
	r.typeKeys("9", "9", "9", "enter")
	r.requireText("the last round is 200; this is round 5")
	l.End(errors.New("stopped"))
	r.send(ui.SourceGrown{})
	r.press("go")
	r.typeKeys("1", "0", "0", "enter")
	r.requireText("the last round is 5; this is round 5")
}

func TestBehindTheLiveEdge(t *testing.T) {
	t.Parallel()
	l, b := tuitest.NewMatch(t, harrypotter.Game, configs.Default("harrypotter"))
	for range 12 {
		tuitest.PlayRound(t, l, b)
	}
	for _, w := range []int{80, 100} {
		r := newRig(t, l, options{Live: true, W: w, H: 24, Profile: theme.TrueColor})
		r.checkText("live at", false)
		r.press("back")
		r.requireText("round 11/200")
		r.requireText("live at 12")
	}
}

// TestHeadingDropsWholeParts also checks that the remaining parts of the heading keep their
// columns.
func TestHeadingDropsWholeParts(t *testing.T) {
	t.Parallel()
	l := tuitest.PlayMatch(t, tuitest.Games[2], configs.Default("thepurge"), 60)
	meta := *l.Meta()
	meta.Source = "/somewhere/a-long-name-of-a-recording.res"
	l = l.WithMeta(meta)
	title := func(w, round int) string {
		r := newRig(t, l, options{Paused: true, Place: location.AtRound(round), W: w, H: 24, Profile: theme.TrueColor})
		return tuitest.Show(t, r.draw()).Row(0)
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

func TestNoteShowsInFirstAndLastRound(t *testing.T) {
	t.Parallel()
	l := potterRecord(t)
	meta := *l.Meta()
	meta.Note = "truncated in round 57, line 9120"
	r := newRig(t, l.WithMeta(meta), options{Paused: true})
	r.requireText(meta.Note)
	r.press("on")
	r.checkText(meta.Note, false)
	r.press("last")
	r.requireText(meta.Note)
}

// FuzzUpdate presses arbitrary keys. Afterwards, the program must be drawable and the original
// program unchanged.
func FuzzUpdate(f *testing.F) {
	f.Add(uint8(100), uint8(40), "zzzi  ?e\t[]L0987g12\rsst")
	f.Add(uint8(41), uint8(13), "ZZe\x01\x02\x03fi\x04\x05")
	var l []*record.Record
	for _, g := range tuitest.Games {
		l = append(l, tuitest.PlayMatch(f, g, configs.Default(g.Name()), 20))
	}
	names := []string{"up", "down", "left", "right", "esc", "enter", "backspace", "pgdown"}
	f.Fuzz(func(t *testing.T, w, h uint8, keys string) {
		p := open(match.NewMatch(l[int(w)%len(l)]), options{W: int(w), H: int(h), Profile: theme.Profile(h % 4), Paused: true})
		for i, k := range []rune(keys) {
			if i > 100 {
				break
			}
			var e ui.Input = key(string(k))
			switch {
			case k < 8:
				e = ui.Key{Name: names[k]}
			case k < 13:
				e = ui.PointerEvent{Kind: ui.PointerKind(k - 8), X: i * 7 % 256, Y: int(h) - i%9}
			case k < 14:
				e = ui.Resize{W: int(w) * i, H: int(h) + i}
			}
			p, _ = p.Update(e)
			var g screen.Grid
			p.Draw(&g)
		}
	})
}

// TestClicksDoWhatIsShown checks clicks on the footer, tabs and lines about events.
func TestClicksDoWhatIsShown(t *testing.T) {
	t.Parallel()
	rec := potterRecord(t)
	r := newRig(t, rec, options{Paused: true, Place: location.AtRound(30)})
	click := func(words string, row int) {
		t.Helper()
		line := tuitest.Show(t, r.draw()).Row(row)
		i := strings.Index(line, words)
		if i < 0 {
			t.Fatalf("no %q in row %d: %s", words, row, line)
		}
		r.send(ui.PointerEvent{Kind: ui.PointerPress, X: len([]rune(line[:i])) + 1, Y: row})
	}
	for _, want := range []panel.Tab{panel.OutputTab, panel.ChartTab, panel.EventsTab, panel.PlayersTab} {
		if click(want.String(), r.layout().Tabs.Y); r.view().Tab != want {
			t.Errorf("a click on %s shows %s", want, r.view().Tab)
		}
	}
	if click("inspect", r.program.H-1); !r.view().IsInspecting {
		t.Error("a click on inspect in the footer does not inspect")
	}
	r.press("leave", "nextEvent", "leave") // Go to a round with an event.
	before := r.view()
	row := 0
	for !strings.Contains(tuitest.Show(t, r.draw()).Row(row), "Voldemort catches") {
		row++
	}
	if click("Voldemort", row); r.view().Event.IsZero() {
		t.Error("a click on an event goes nowhere")
	}
	if r.press("wayBack"); !r.view().Event.IsZero() || r.at() != before.Play.Round {
		t.Error("there is no way back from a click on an event")
	}
}

// TestClickOnAHeadingOfTheIndex checks that such a click closes the index and that a click on the
// frame does not.
func TestClickOnAHeadingOfTheIndex(t *testing.T) {
	t.Parallel()
	r := newRig(t, potterRecord(t), options{Paused: true, Place: location.AtRound(100)})
	r.press("events", "filterLost")
	s, heading := tuitest.Show(t, r.draw()), 0
	for !strings.Contains(s.Row(heading), "before this round") {
		heading++
	}
	if r.send(ui.PointerEvent{Kind: ui.PointerPress, X: 10, Y: 2}); r.program.TopPage() == nil {
		t.Error("a click on the frame closes the index")
	}
	if r.send(ui.PointerEvent{Kind: ui.PointerPress, X: 10, Y: heading}); r.program.TopPage() != nil {
		t.Errorf("a click on the heading in row %d does not close the index", heading)
	}
}

// TestClickOnACard checks that a click on a card or score highlights the player and that a second
// click undoes this.
func TestClickOnACard(t *testing.T) {
	t.Parallel()
	rec := potterRecord(t)
	for _, c := range []struct {
		name string
		w, h int
		keys []string
		line int // line of the card that is clicked
	}{{"cards", 100, 40, nil, 2}, {"large window", 160, 70, nil, 3}, {"small window", 80, 24, nil, 1},
		{"beside what is inspected", 100, 40, []string{"inspect"}, 1}, {"scores only", 50, 24, nil, 0}} {
		r := newRig(t, rec, options{W: c.w, H: c.h, Profile: theme.TrueColor, Paused: true, Place: location.AtRound(30)})
		r.press(c.keys...)
		click := func(seat int) {
			v := r.view()
			l := r.layout()
			x, y := cardPosition(t, r.draw(), &l, r.program.Palette, seat)
			r.send(ui.PointerEvent{Kind: ui.PointerPress, X: x + 3, Y: y + c.line})
			if got := r.view(); got.IsInspecting != v.IsInspecting || got.Tab != v.Tab || got.Play != v.Play {
				t.Errorf("%s: a click on seat %d does something else", c.name, seat)
			}
		}
		for seat := range sim.Seats {
			if click(seat); r.view().HighlightedSeat != int8(seat)+1 {
				t.Errorf("%s: a click on seat %d puts %d in front", c.name, seat, r.view().HighlightedSeat-1)
			}
			r.requireText("next player")
		}
		if click(sim.Seats - 1); r.view().HighlightedSeat != 0 {
			t.Errorf("%s: after a second click %d is in front", c.name, r.view().HighlightedSeat-1)
		}
	}
}

// cardPosition returns the position of the first line of a player card, or of the score if there are no
// cards.
func cardPosition(t *testing.T, g *screen.Grid, l *match.Layout, p *theme.Palette, seat int) (x, y int) {
	t.Helper()
	for _, part := range []screen.Rect{l.Players, l.Scores} {
		for y := part.Y; y < part.Y+part.H; y++ {
			for x := part.X; x < part.X+part.W-2; x++ {
				at := g.Cells[y*g.W : (y+1)*g.W][x:]
				if mine := at[0].Style.FG == p.SeatColor(int8(seat)); mine && (at[0].R == '▌' || part == l.Scores && at[0].R == rune('0'+seat)) {
					return x, y
				}
			}
		}
	}
	t.Fatalf("seat %d is not there\n%s", seat, tuitest.Show(t, g))
	return 0, 0
}

// TestCountsDownToTheStart checks that the view shows a countdown to the start of the match, and
// that viewers who follow need no tick.
func TestCountsDownToTheStart(t *testing.T) {
	t.Parallel()
	l, b := tuitest.NewMatch(t, harrypotter.Game, configs.Default("harrypotter"))
	for _, size := range [][2]int{{80, 24}, {100, 40}, {160, 70}} {
		r := newRig(t, l, options{W: size[0], H: size[1], Profile: theme.TrueColor, Live: true})
		title := func() string { return tuitest.Show(t, r.draw()).Row(0) }
		r.send(ui.MatchStarting{Delay: 2900 * time.Millisecond})
		if !strings.Contains(title(), "begins in 3 s") || r.program.NextTick() != 0 {
			t.Errorf("%v: %s, the next tick in %s", size, title(), r.program.NextTick())
		}
		r.press("inspect")
		for _, c := range []struct {
			wait time.Duration
			want string
		}{{900 * time.Millisecond, "begins in 2 s"}, {time.Second, "begins in 1 s"}, {time.Second, ""}} {
			if d := r.program.NextTick(); d != c.wait {
				t.Fatalf("%v: the next tick in %s, not %s", size, d, c.wait)
			}
			r.send(ui.Tick{Elapsed: c.wait})
			if got := title(); !strings.Contains(got, c.want) || c.want == "" && strings.Contains(got, "begins in") {
				t.Errorf("%v: %q, not %q", size, got, c.want)
			}
		}
		if r.program.NextTick() != 0 {
			t.Error("it goes on after the start")
		}
	}
	r := newRig(t, l, options{Live: true, W: 100, H: 40})
	r.send(ui.MatchStarting{Delay: time.Second})
	tuitest.PlayRound(t, l, b)
	r.send(ui.SourceGrown{})
	if r.send(ui.MatchStarting{Delay: time.Second}); r.view().Counts() {
		t.Error("a match that is played counts down")
	}
	r = newRig(t, potterRecord(t), options{Live: true, W: 80, H: 24, Profile: theme.TrueColor})
	r.send(ui.MatchStarting{Delay: 9500 * time.Millisecond})
	if got := tuitest.Show(t, r.draw()).Row(0); !strings.Contains(got, "next match in 10 s") {
		t.Errorf("after a match: %s", got)
	}
}

// TestSilentSource checks that the heading of an unfinished match reports a silent source instead
// of "live", in every window.
func TestSilentSource(t *testing.T) {
	t.Parallel()
	l, b := tuitest.NewMatch(t, harrypotter.Game, configs.Default("harrypotter"))
	for range 12 {
		tuitest.PlayRound(t, l, b)
	}
	for _, size := range [][2]int{{40, 12}, {60, 20}, {80, 24}, {100, 40}, {160, 70}} {
		r := newRig(t, l, options{W: size[0], H: size[1], Profile: theme.TrueColor, Live: true})
		title := func() string { return tuitest.Show(t, r.draw()).Row(0) }
		words := "source silent for 12 s"
		if size[0] < 80 {
			words = "silent 12 s"
		}
		if got := title(); !strings.Contains(got, "● live") {
			t.Errorf("%v: %s", size, got)
		}
		r.send(ui.SourceSilent{Duration: 12900 * time.Millisecond})
		if got := title(); !strings.Contains(got, words) || strings.Contains(got, "live") || r.program.NextTick() != 0 {
			t.Errorf("%v: %s", size, got)
		}
		r.press("back")
		if got := title(); size[0] >= 80 && !strings.Contains(got, "silent ") || strings.Contains(got, "live") {
			t.Errorf("%v, a round back: %s", size, got)
		}
		r.press("live")
		r.send(ui.SourceSilent{})
		if got := title(); !strings.Contains(got, "● live") {
			t.Errorf("%v, when it plays again: %s", size, got)
		}
	}
	r := newRig(t, potterRecord(t), options{Live: true, W: 100, H: 40, Profile: theme.TrueColor})
	r.send(ui.SourceSilent{Duration: time.Hour})
	if got := tuitest.Show(t, r.draw()).Row(0); strings.Contains(got, "silent") {
		t.Errorf("a match that is over: %s", got)
	}
}
