package terminal_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"game-tui/sim/record"
	"game-tui/sim/simtest"
	"game-tui/sim/winchance"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/chances"
	"game-tui/tui/driver"
	"game-tui/tui/replay/branch"
	"game-tui/tui/replay/location"
	"game-tui/tui/terminal"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
)

// rig runs a model as Bubble Tea does.
type rig struct {
	t *testing.T
	*terminal.Model
	msgs chan tea.Msg
	quit bool
}

// newRig returns a rig that shows a source with this name.
func newRig(t *testing.T, opts terminal.Options) (*rig, *source) {
	t.Helper()
	src := &source{name: "first"}
	opts.W, opts.H, opts.View = 80, 24, src.Open(ui.OpenOptions{})
	return rigOf(t, opts), src
}

// run runs a command in the background.
func (r *rig) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		switch msg := cmd().(type) {
		case tea.BatchMsg:
			for _, c := range msg {
				r.run(c)
			}
		default:
			r.msgs <- msg
		}
	}()
}

// send passes a message to the model and runs the resulting command.
func (r *rig) send(msg tea.Msg) {
	if _, ok := msg.(tea.QuitMsg); ok {
		r.quit = true
	}
	_, cmd := r.Update(msg)
	r.run(cmd)
}

func (r *rig) press(keys string) {
	for _, k := range keys {
		msg := tea.KeyPressMsg{Code: k, Text: string(k)}
		if k < ' ' {
			msg.Text = ""
		}
		r.send(msg)
	}
}

// await passes messages on until a condition holds.
func (r *rig) await(what string, so func() bool) {
	r.t.Helper()
	for !so() {
		r.send(simtest.Receive(r.t, what+", of\n"+r.screenText(), r.msgs))
	}
}

func (r *rig) screenText() string { return tuitest.Show(r.t, r.Screen()).String() }

// awaitText waits for words on the screen.
func (r *rig) awaitText(words string) {
	r.t.Helper()
	r.await(words, func() bool { return strings.Contains(r.screenText(), words) })
}

// Only the first answer within the time limit chooses the palette, and only if it was requested.
func TestLateBackgroundIsIgnored(t *testing.T) {
	t.Parallel()
	for late, want := range map[time.Duration]string{time.Second: "light", time.Minute: "dark", -1: "dark"} {
		synctest.Test(t, func(t *testing.T) {
			var d *driver.Driver
			d = driver.New(t.Context(), func(in ui.Input) { d.Program, _ = d.Program.Update(in) })
			defer d.End()
			d.Program = ui.NewProgram(ui.Options{W: 80, H: 24, Profile: theme.TrueColor}, (&source{name: "first"}).Open(ui.OpenOptions{}))
			if late > 0 && (!d.StartBackgroundQuery() || d.StartBackgroundQuery()) {
				t.Error("the terminal is not asked once")
			}
			time.Sleep(late)
			d.Apply(ui.Background{Light: true})
			d.Apply(ui.Background{Light: false})
			if got := d.Program.Palette.Name; got != want {
				t.Errorf("after %v the palette is %s, want %s", late, got, want)
			}
		})
	}
}

// A shell can disable highlights too.
func TestFastGrowthIsNotHighlighted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var calm []bool
		d := driver.New(t.Context(), func(in ui.Input) { calm = append(calm, in.(ui.SourceGrown).SkipHighlights) })
		defer d.End()
		d.Program = ui.NewProgram(ui.Options{W: 80, H: 24}, (&source{name: "first"}).Open(ui.OpenOptions{}))
		for _, wait := range []time.Duration{0, 200, 100, 100, 200} {
			time.Sleep(wait * time.Millisecond)
			d.ApplyGrowth()
		}
		d.SkipHighlights = func() bool { return true }
		time.Sleep(time.Second)
		d.ApplyGrowth()
		if want := []bool{false, false, true, true, false, true}; !slices.Equal(calm, want) {
			t.Errorf("%v, want %v", calm, want)
		}
	})
}

// The view must see growth of its source, even from before it was shown, but no growth of other
// sources.
func TestGrowthOfShownSourceIsSeen(t *testing.T) {
	t.Parallel()
	second, branch := &source{name: "second", n: 20}, &source{name: "branch", n: 30}
	r, first := newRig(t, terminal.Options{Open: func(context.Context, string) (ui.Input, error) {
		opened := second.Open(ui.OpenOptions{})
		second.n++ // The source grows before it is watched.
		return ui.OpenView{View: opened}, nil
	}, PlayNext: func(context.Context) (ui.Input, error) { return over{branch}, nil }})
	watched := func(want ...int) {
		t.Helper()
		if got := []int{first.watching, second.watching, branch.watching}; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("watched %v, want %v", got, want)
		}
	}
	r.awaitText("first has 0")
	first.grow()
	r.awaitText("first has 1")
	watched(1, 0, 0)
	r.press("o")
	r.awaitText("second has 21")
	watched(0, 1, 0)
	first.grow()
	second.grow()
	r.awaitText("second has 22")
	r.press("n")
	r.awaitText("branch has 30")
	watched(0, 0, 1)
	branch.grow()
	r.awaitText("branch has 31")
	if title := r.View().WindowTitle; title != "branch" {
		t.Errorf("the window is called %q", title)
	}
	r.press("\x1b")
	r.awaitText("first has 2")
	watched(1, 0, 0)
	first.grow()
	r.awaitText("first has 3")
	r.Close()
	watched(0, 0, 0)
}

// A request ends with its answer, when it is cancelled, when its view closes, or with the program.
func TestRequestsEnd(t *testing.T) {
	t.Parallel()
	begun, ended := make(chan struct{}), make(chan struct{})
	wait := func(ctx context.Context) error {
		begun <- struct{}{}
		<-ctx.Done()
		ended <- struct{}{}
		return ctx.Err()
	}
	opts := terminal.Options{
		Open: func(context.Context, string) (ui.Input, error) {
			return ui.OpenView{View: (&source{name: "second"}).Open(ui.OpenOptions{})}, nil
		},
		Write: func(ctx context.Context, _ *record.Record) (string, error) { return "", wait(ctx) },
		Export: func(ctx context.Context, _ ui.Export, progress func(string)) (string, error) {
			progress("exporting 1 of 2")
			progress("exporting 2 of 2")
			return "", wait(ctx)
		},
	}
	r, _ := newRig(t, opts)
	r.press("x")
	r.awaitText("exporting 2 of 2")
	<-begun
	r.press("w")
	r.awaitText("busy: exporting 2 of 2")
	r.press("\x1b")
	<-ended
	r.awaitText("cancelled: exporting 2 of 2")
	r.press("o")
	r.awaitText("second has")
	r.press("w")
	<-begun
	r.press("q")
	<-ended
	r.awaitText("first has")
	if r.quit || r.Program.IsBusy() {
		t.Error("leaving a match ends the program, or its requests are still waited for")
	}
	r.press("w")
	<-begun
	r.Close()
	<-ended
	r.press("\x1bq")
	r.await("the end", func() bool { return r.quit })
}

func TestAnswersAndErrorsAreShown(t *testing.T) {
	t.Parallel()
	kept := 0
	good := terminal.Options{
		PlayNext: func(context.Context) (ui.Input, error) { return over{&source{name: "next"}}, nil },
		Replay:   func(context.Context) (ui.Input, error) { return over{&source{name: "again"}}, nil },
		Write:    func(context.Context, *record.Record) (string, error) { return "match.res", nil },
		Export:   func(context.Context, ui.Export, func(string)) (string, error) { return "match.svg", nil },
		Branch:   func(context.Context, ui.Branch, func(string)) (branch.Result, error) { return branch.Result{}, nil },
		Command:  func(ui.CopyCommand) (string, error) { return "game-tui match.res@7", nil },
		SaveBookmarks: func(*record.Record, []location.Bookmark) error {
			kept++
			return nil
		},
	}
	gone := errors.New("the disk is full")
	bad := terminal.Options{
		PlayNext: func(context.Context) (ui.Input, error) { return nil, gone }, Replay: func(context.Context) (ui.Input, error) { return nil, gone },
		Write:         func(context.Context, *record.Record) (string, error) { return "", gone },
		Export:        func(context.Context, ui.Export, func(string)) (string, error) { return "", gone },
		Branch:        func(context.Context, ui.Branch, func(string)) (branch.Result, error) { return branch.Result{}, gone },
		Command:       func(ui.CopyCommand) (string, error) { return "", gone },
		SaveBookmarks: func(*record.Record, []location.Bookmark) error { return gone },
	}
	none := terminal.Options{Hints: map[ui.Capability]string{ui.CanCopy: "it has no file yet"}}
	for key, want := range map[string][3]string{
		"n": {"next has", "the disk is full", "n and N need a match played here"},
		"N": {"again has", "the disk is full", "n and N need a match played here"},
		"o": {"cannot open matches here", "cannot open matches here", "cannot open matches here"},
		"w": {"written to match.res", "the disk is full", "cannot save matches here"},
		"x": {"exported to match.svg", "the disk is full", "cannot export here"},
		"B": {"first has", "the disk is full", "cannot try what-ifs here"},
		"y": {"game-tui match.res@7", "the disk is full", "no command opens this match; it has no file yet"},
		"b": {"first has", "the disk is full", "first has"},
	} {
		for i, opts := range []terminal.Options{good, bad, none} {
			r, _ := newRig(t, opts)
			r.press(key)
			r.awaitText(want[i])
			r.await("the answer", func() bool { return !r.Program.IsBusy() })
		}
	}
	if kept != 1 {
		t.Errorf("kept %d times", kept)
	}
}

// The program keeps running if the user has pressed a key or watches something else.
func TestQuitsWhenMatchEnds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		before tea.Msg
		stays  bool
	}{{nil, false}, {tea.WindowSizeMsg{Width: 90, Height: 30}, false}, {tea.KeyPressMsg{Code: 't', Text: "t"}, true}, {tea.MouseWheelMsg{Button: tea.MouseWheelUp}, true}} {
		end := make(chan struct{})
		close(end)
		r, _ := newRig(t, terminal.Options{MatchEnded: end})
		if c.before != nil {
			r.send(c.before)
		}
		var msg tea.Msg
		for fmt.Sprintf("%T", msg) != "terminal.matchEndedMsg" {
			msg = simtest.Receive(t, "the end of what is shown", r.msgs)
		}
		if _, cmd := r.Update(msg); (cmd == nil) != c.stays {
			t.Errorf("after %T it stays: %t", c.before, !c.stays)
		}
	}
}

func TestQuitAndRedrawKeys(t *testing.T) {
	t.Parallel()
	for _, key := range []rune{'q', 'c'} {
		r, _ := newRig(t, terminal.Options{})
		msg := tea.KeyPressMsg{Code: key, Text: string(key)}
		if key == 'c' {
			msg = tea.KeyPressMsg{Code: key, Mod: tea.ModCtrl}
		}
		r.send(msg)
		r.await("the end", func() bool { return r.quit })
	}
	r, _ := newRig(t, terminal.Options{})
	_, cmd := r.Update(tea.KeyPressMsg{Code: 'l', Mod: tea.ModCtrl})
	if cmd == nil || fmt.Sprintf("%T", cmd()) != fmt.Sprintf("%T", tea.ClearScreen()) {
		t.Error("ctrl+l does not redraw")
	}
	if r.View().MouseMode == tea.MouseModeNone {
		t.Error("the mouse is not ours")
	}
	if r.press("m"); r.View().MouseMode != tea.MouseModeNone {
		t.Error("the mouse was not given back")
	}
}

// desk records which record is analysed.
type desk struct{ at *record.Record }

func (d *desk) Register(rec *record.Record, _ chances.ResultSet) chances.Registration {
	d.at = rec
	return &look{d, rec, make(chan struct{})}
}

type look struct {
	desk  *desk
	rec   *record.Record
	newer chan struct{}
}

func (l *look) Latest() (*winchance.Snapshot, <-chan struct{}, error) {
	return nil, l.newer, errors.New("too much is waiting")
}

func (l *look) Close() {
	if l.desk.at == l.rec {
		l.desk.at = nil
	}
}

func TestAnalysisRunsWhileNeeded(t *testing.T) {
	t.Parallel()
	d, rec := &desk{}, &record.Record{}
	answers := []ui.Input{rec, (*record.Record)(nil)}
	r, _ := newRig(t, terminal.Options{Analyst: d, PlayNext: func(context.Context) (ui.Input, error) {
		in := answers[0]
		answers = answers[1:]
		return in, nil
	}})
	r.press("n")
	r.awaitText("too much is waiting")
	if d.at != rec {
		t.Error("it is not looked at")
	}
	r.press("n")
	r.await("the end of the look", func() bool { return d.at == nil })
}

func TestViewIsTextOfScreen(t *testing.T) {
	t.Parallel()
	r, _ := newRig(t, terminal.Options{})
	var g screen.Grid
	r.Program.Draw(&g)
	if r.View().Content != string(g.AppendText(nil)) {
		t.Error("something else is shown")
	}
}
