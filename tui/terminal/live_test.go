package terminal_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"game-tui/configs"
	"game-tui/sim/game/harrypotter"
	"game-tui/sim/record"
	"game-tui/sim/simtest"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/playback"
	"game-tui/tui/terminal"
	"game-tui/tui/tuitest"
	"game-tui/tui/tuitest/screentest"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
)

// The viewer plays, steps back while the match continues, and returns to the live edge.
func TestKeysInALiveMatch(t *testing.T) {
	t.Parallel()
	l, b := tuitest.NewMatch(t, harrypotter.Game, configs.Default("harrypotter"))
	out := vt.NewSafeEmulator(100, 40)               // a round may change only one cell
	go io.Copy(io.Discard, out)                      // discards the emulator's replies
	io.WriteString(out, ansi.SetModeLineFeedNewLine) // as if input is not a terminal
	in, typing := io.Pipe()
	defer typing.Close()
	ctx, cancel := simtest.Context(t)
	defer cancel()
	m := terminal.New(terminal.Options{Context: ctx, Options: ui.Options{W: 100, H: 40, Profile: theme.TrueColor}, View: match.NewMatch(l).Open(ui.OpenOptions{Live: true})})
	p := tea.NewProgram(m, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out), tea.WithoutSignals(),
		tea.WithWindowSize(100, 40), tea.WithColorProfile(4), tea.WithEnvironment([]string{"TERM=xterm-256color"}))
	done := make(chan error, 1)
	go func() {
		_, err := p.Run()
		done <- err
	}()
	shows := func(words string) {
		t.Helper()
		text := func() string { return ansi.Strip(out.Render()) }
		screentest.Await(t, words, func() bool { return strings.Contains(text(), words) }, text)
	}
	gate := func() { tuitest.PlayRound(t, l, b) }
	shows("round 0/200")
	gate()
	shows("round 1/200")
	gate()
	shows("round 2/200")
	fmt.Fprint(typing, "h")
	shows("round 1/200")
	gate()
	gate()
	fmt.Fprint(typing, "L")
	shows("round 4/200")
	gate()
	shows("round 5/200")
	fmt.Fprint(typing, "q")
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// rigOf returns a rig of a model.
func rigOf(t *testing.T, opts terminal.Options) *rig {
	r := &rig{t: t, Model: terminal.New(opts), msgs: make(chan tea.Msg, 100)}
	t.Cleanup(r.Close)
	r.run(r.Init())
	return r
}

// feed passes a key to the model and waits for the answer to its request.
func (r *rig) feed(msg tea.Msg) {
	r.t.Helper()
	r.send(msg)
	r.await(fmt.Sprintf("an answer to %v", msg), func() bool { return !r.Program.IsBusy() })
}

func TestMissingFunctionsShowHints(t *testing.T) {
	t.Parallel()
	l := tuitest.PlayMatch(t, harrypotter.Game, configs.Default("harrypotter"), 200)
	other := tuitest.PlayMatch(t, harrypotter.Game, configs.Default("harrypotter"), 10)
	opts := terminal.Options{Options: ui.Options{W: 100, H: 40}, View: pausedView(l, 99)}
	m := terminal.New(opts)
	defer m.Close()
	key := func(name string) tea.KeyPressMsg { return tea.KeyPressMsg{Code: rune(name[0]), Text: name} }
	for name, words := range map[string]string{"n": "need a match played here", "N": "need a match played here", "w": "cannot save matches here"} {
		m.Update(key(name))
		if got := m.Program.Notice; !strings.Contains(got, words) {
			t.Errorf("%s: notice %q", name, got)
		}
	}
	opts.PlayNext = func(context.Context) (ui.Input, error) {
		return match.Replacement{Match: match.NewMatch(other), Paused: true}, nil
	}
	opts.Replay = func(context.Context) (ui.Input, error) { return nil, errors.New("no player of that name") }
	opts.Write = func(context.Context, *record.Record) (string, error) { return "match.res", nil }
	r := rigOf(t, opts)
	m = r.Model
	if r.feed(key("w")); m.Program.Notice != "written to match.res" {
		t.Errorf("w: notice %q", m.Program.Notice)
	}
	if r.feed(key("N")); m.Program.Notice != "no player of that name" {
		t.Errorf("N: notice %q", m.Program.Notice)
	}
	if r.feed(key("n")); clock(m).Round != 0 || clock(m).Edge != 10 {
		t.Errorf("n leads to round %d of %d", clock(m).Round, clock(m).Edge)
	}
}

// clock returns the viewer's place in the match.
func clock(m *terminal.Model) playback.State { return m.Program.View().(match.State).Play }

func TestStaleTicksAreIgnored(t *testing.T) {
	t.Parallel()
	synctest.Test(t, staleTicks) // time advances only while all goroutines wait
}

func staleTicks(t *testing.T) {
	l := tuitest.PlayMatch(t, harrypotter.Game, configs.Default("harrypotter"), 200)
	m := terminal.New(terminal.Options{Options: ui.Options{W: 100, H: 40}, View: match.NewMatch(l).NewState(ui.OpenOptions{Paused: true, Speed: 64})})
	defer m.Close()
	space := tea.KeyPressMsg{Code: tea.KeySpace, Text: " "}
	_, old := m.Update(space)
	m.Update(space)
	m.Update(space)
	msg := old()
	if batch, ok := msg.(tea.BatchMsg); ok {
		msg = batch[len(batch)-1]()
	}
	if _, cmd := m.Update(msg); cmd != nil || clock(m).Round != 0 {
		t.Errorf("an old tick leads to round %d", clock(m).Round)
	}
}
