package match_test

import (
	"fmt"
	"testing"

	"game-tui/configs"
	"game-tui/sim/game/harrypotter"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
)

// screenText returns the whole screen of a program as text.
func screenText(p ui.Program) string {
	var g screen.Grid
	p.Draw(&g)
	return string(g.AppendText(nil))
}

// TestCopiesOfAProgramAreIndependent checks that updating a copy does not change the original, and
// vice versa.
func TestCopiesOfAProgramAreIndependent(t *testing.T) {
	t.Parallel()
	m := match.NewMatch(tuitest.PlayMatch(t, harrypotter.Game, configs.Default("harrypotter"), 60))
	start := open(m, options{W: 80, H: 24, Profile: theme.TrueColor, Paused: true, Place: location.AtRound(30)})
	for _, keys := range [][]string{
		nil, {"g"}, {"g", "4"}, {"g", "4", "2"}, {"e"}, {"e", "down"}, {"?"}, {"e", "pgdown"}, {"i"}, {"e", "g", "1"}, {"o"},
		{"x"}, {"x", "/"}, {"x", "/", "m"}, {"x", "/", "m", "enter"}, {"v"}, {"/", "d", "e"}, {"B", "down", "enter"},
	} {
		p := start
		for _, k := range keys {
			p, _ = p.Update(key(k))
		}
		checkApart(t, p, fmt.Sprint(keys))
	}
}

func checkApart(t *testing.T, p ui.Program, name string) {
	t.Helper()
	events := []ui.Input{ui.Resize{W: 70, H: 20}, ui.Notice{Text: "said"}, ui.PointerEvent{Kind: ui.WheelDown}, ui.Tick{Elapsed: 1}}
	for _, k := range []string{"left", "right", "up", "down", "pgdown", "end", "enter", "esc", "backspace", "ctrl+w", "home", "1", "7", "a", "m", "?", "e", "o", "/", "t", "z", "i", "tab"} {
		events = append(events, key(k))
	}
	step := 9 // Testing all pairs of inputs would take a minute.
	if testing.Short() {
		step = 25
	}
	before := screenText(p)
	alone := make([]string, len(events)) // alone holds the screen after each single input.
	for i, e := range events {
		b, _ := p.Update(e)
		alone[i] = screenText(b)
		if screenText(p) != before {
			t.Fatalf("%s: %v changes what it was given", name, e)
		}
	}
	for i, e := range events {
		b := p
		a, _ := p.Update(e)
		for k, other := range events {
			if (k-i)%step != 0 {
				continue
			}
			c, _ := b.Update(other)
			if got := screenText(c); got != alone[k] {
				t.Fatalf("%s: %v differs after %v on a copy", name, other, e)
			}
		}
		if screenText(a) != alone[i] {
			t.Fatalf("%s: inputs to copies change the result of %v", name, e)
		}
	}
}

// TestKeysAreClear checks that a key has only one meaning in each context and that help lists it.
func TestKeysAreClear(t *testing.T) {
	t.Parallel()
	ids := map[string]bool{}
	for _, b := range bindings() {
		if ids[b.ID] {
			t.Errorf("two keys have the id %s", b.ID)
		}
		ids[b.ID] = true
		if len(b.Keys) == 0 || b.Contexts == 0 || b.Label != "" && b.Help == "" {
			t.Errorf("%s: %+v", b.ID, b)
		}
	}
	for _, words := range conflictingKeys(bindings()) {
		t.Error(words)
	}
}

// conflictingKeys returns keys that have two bindings in one context, unless exactly one of them
// also applies outside the match.
func conflictingKeys(list []ui.Binding) []string {
	type use struct {
		key   string
		in    ui.KeyContext
		match bool
	}
	by := map[use]string{}
	var clashes []string
	for _, b := range list {
		for in := ui.KeyContext(1); in != 0; in <<= 1 { // Check each key context.
			if b.Contexts&in == 0 {
				continue
			}
			for _, k := range b.Keys {
				u := use{k, in, b.Contexts&match.InMatch != 0}
				if by[u] != "" {
					clashes = append(clashes, fmt.Sprintf("%s is %s and %s in one place", k, by[u], b.ID))
				}
				by[u] = b.ID
			}
		}
	}
	return clashes
}

// TestFollowersShareTheirFrame checks that a viewer follows only if the screen equals that of all
// followers.
func TestFollowersShareTheirFrame(t *testing.T) {
	t.Parallel()
	l, b := tuitest.NewMatch(t, harrypotter.Game, configs.Default("harrypotter"))
	for range 30 {
		tuitest.PlayRound(t, l, b)
	}
	m := match.NewMatch(l)
	live := open(m, options{W: 100, H: 40, Profile: theme.TrueColor, Live: true})
	follows := func(p ui.Program) bool {
		_, ok := p.SharedFormat()
		return ok
	}
	for _, b := range bindings() {
		p, _ := live.Update(ui.Key{Name: b.Keys[0]})
		p.Notice = ""
		f := p.Follow(m)
		now, s := f.View().(match.State), p.View().(match.State)
		now.Top, now.Left = s.Top, s.Left // Following need not move the viewport.
		if f = f.WithView(now); follows(p) && screenText(f) != screenText(p) {
			t.Errorf("after %s it counts as following and looks different", b.ID)
		}
		back, _ := p.Update(ui.Key{Name: "esc"})
		if back.TopPage() != live.TopPage() {
			back, _ = back.Update(ui.Key{Name: "esc"}) // The first Esc only closed the open page.
		}
		back, _ = back.Update(ui.Key{Name: "L"})
		if back.View().(match.State).Panels == live.View().(match.State).Panels && !follows(back) {
			t.Errorf("after %s, Esc and L it does not follow", b.ID)
		}
	}
}
