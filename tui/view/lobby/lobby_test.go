package lobby_test

import (
	"strconv"
	"strings"
	"testing"

	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
	"game-tui/tui/view/lobby"
)

// A rig is a viewer in a lobby.
type rig struct {
	t *testing.T
	ui.Program
	effect ui.Effect
}

func newRig(t *testing.T, noSpoilers bool, list func() []lobby.Item) *rig {
	return &rig{t: t, Program: ui.NewProgram(ui.Options{W: 80, H: 24, Profile: theme.TrueColor, NoSpoilers: noSpoilers}, lobby.New(list).Open(ui.OpenOptions{}))}
}

func (r *rig) send(in ui.Input) { r.Program, r.effect = r.Update(in) }

func (r *rig) typeKeys(keys ...string) {
	for _, key := range keys {
		in := ui.Key{Name: key, Text: key}
		if len(key) > 1 {
			in.Text = ""
		}
		r.send(in)
	}
}

func (r *rig) screenText() string {
	var g screen.Grid
	r.Draw(&g)
	return tuitest.Show(r.t, &g).String()
}

func twoItems() []lobby.Item {
	return []lobby.Item{{Name: "potter", Title: "Harry Potter"}, {Name: "money", Title: "Money Heist"}}
}

func TestNoSpoilersHidesResultsFromListAndSearch(t *testing.T) {
	t.Parallel()
	for _, noSpoilers := range []bool{false, true} {
		items := []lobby.Item{{Name: "potter", Title: "Harry Potter", Players: "Ann Bob", Result: lobby.Result{Scores: "Bob wins 30, Ann 7", Length: "200 rounds 0:40"}}}
		r := newRig(t, noSpoilers, func() []lobby.Item { return items })
		for range 2 {
			for _, words := range []string{"Bob wins 30", "200 rounds 0:40"} {
				if got := strings.Contains(r.screenText(), words); got == noSpoilers {
					t.Errorf("no spoilers %t: %q is shown: %t", noSpoilers, words, got)
				}
				if got := strings.Contains(string(r.View().AppendText(nil, &r.Program)), "Bob wins 30"); got == noSpoilers {
					t.Errorf("no spoilers %t: the text tells it: %t", noSpoilers, got)
				}
			}
			r.typeKeys("/", "w", "i", "n", "s", "enter")
			if got := strings.Contains(r.screenText(), "potter"); got == noSpoilers {
				t.Errorf("no spoilers %t: found by its winner: %t", noSpoilers, got)
			}
			r.typeKeys("esc")
			if items[len(items)-1].Result.Scores == "" {
				t.Error("the list of others has lost its results")
			}
			items = append([]lobby.Item{{Name: "money"}}, items...)
			r.send(ui.SourceGrown{})
		}
	}
}

func TestUnboundLettersDoNotSearch(t *testing.T) {
	t.Parallel()
	r := newRig(t, false, twoItems)
	r.typeKeys("x", "0", "G", "n")
	if got := r.screenText(); strings.Contains(got, "search:") || !strings.Contains(got, "potter") {
		t.Errorf("searches, and nobody asked for it:\n%s", got)
	}
	if r.typeKeys("q"); r.effect.Request != (ui.Quit{}) {
		t.Errorf("q is effect %v", r.effect)
	}
	r.typeKeys("/", "m", "o", "q")
	if got := r.screenText(); !strings.Contains(got, "search: moq") {
		t.Errorf("searches for something else:\n%s", got)
	}
}

// A view is a match view without content.
type view struct{ lobby.View }

func (view) Update(_ *ui.Update, in ui.Input) ui.View { return view{} }
func (view) Settle(*ui.Update) ui.View                { return view{} }
func (view) KeyContext() ui.KeyContext                { return ui.InHelp }

func TestLobbyKeepsSearchAndChoiceWhileAMatchIsWatched(t *testing.T) {
	t.Parallel()
	items := append(twoItems(), lobby.Item{Name: "moor"})
	r := newRig(t, false, func() []lobby.Item { return items })
	for _, key := range []string{"enter", "right", "l", "space"} {
		r.typeKeys(key)
		if r.effect.Request != (ui.Open{Name: "potter"}) || !strings.Contains(r.screenText(), "opening potter…") {
			t.Errorf("%s is effect %v:\n%s", key, r.effect, r.screenText())
		}
		if r.typeKeys("enter"); r.effect.Request != nil {
			t.Error("a second match is asked for while the first is on its way")
		}
		if r.typeKeys("esc"); r.effect.Request != (ui.Cancel{}) {
			t.Errorf("esc is effect %v", r.effect)
		}
	}
	r.typeKeys("/", "m", "o", "o", "enter", "enter")
	if r.effect.Request != (ui.Open{Name: "moor"}) {
		t.Errorf("enter is effect %v", r.effect)
	}
	r.send(ui.Answer{ID: r.effect.ID, Result: ui.OpenView{View: view{}}})
	if strings.Contains(r.screenText(), "moor") || r.IsBusy() {
		t.Errorf("the match is not shown:\n%s", r.screenText())
	}
	items = append([]lobby.Item{{Name: "mood"}}, items...)
	if r.typeKeys("q"); r.effect.Request != (ui.ViewClosed{}) {
		t.Errorf("q is effect %v", r.effect)
	}
	if got := r.screenText(); !strings.Contains(got, "search: moo") || !strings.Contains(got, "mood") || strings.Contains(got, "potter") {
		t.Errorf("the search is gone, or the list is old:\n%s", got)
	}
	if r.typeKeys("enter"); r.effect.Request != (ui.Open{Name: "moor"}) {
		t.Errorf("another one is chosen: %v", r.effect)
	}
	if r.typeKeys("esc", "esc", "esc", "esc"); !strings.Contains(r.screenText(), "potter") {
		t.Errorf("the list was closed:\n%s", r.screenText())
	}
}

func TestEqualListChangesNothing(t *testing.T) {
	t.Parallel()
	r := newRig(t, false, twoItems)
	before := r.Program
	r.send(ui.SourceGrown{})
	if !before.Equal(&r.Program) {
		t.Error("the same list is another program")
	}
}

// BenchmarkLobby draws a long list and moves the selection.
func BenchmarkLobby(b *testing.B) {
	items := make([]lobby.Item, 1000)
	for i := range items {
		items[i] = lobby.Item{Name: "match", Title: "Harry Potter", Players: "Seeker Hunter Greedy Demo", Progress: "over"}
	}
	p := ui.NewProgram(ui.Options{W: 160, H: 70, Profile: theme.TrueColor}, lobby.New(func() []lobby.Item { return items }).Open(ui.OpenOptions{}))
	var g screen.Grid
	b.ReportAllocs()
	for b.Loop() {
		p, _ = p.Update(ui.Key{Name: "down"})
		p.Draw(&g)
	}
}

// BenchmarkSearch types a search letter in a very long list and erases it.
func BenchmarkSearch(b *testing.B) {
	items := make([]lobby.Item, 20_000)
	for i := range items {
		items[i] = lobby.Item{Name: "match" + strconv.Itoa(i), Title: "Harry Potter", Players: "Seeker Hunter Greedy Demo", Progress: "over"}
	}
	p := ui.NewProgram(ui.Options{W: 100, H: 40}, lobby.New(func() []lobby.Item { return items }).Open(ui.OpenOptions{}))
	p, _ = p.Update(ui.Key{Name: "end"})
	p, _ = p.Update(ui.Key{Name: "/"})
	b.ReportAllocs()
	for b.Loop() {
		p, _ = p.Update(ui.Key{Name: "r", Text: "r"})
		p, _ = p.Update(ui.Key{Name: "backspace"})
	}
}
