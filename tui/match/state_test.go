package match_test

import (
	"fmt"
	"testing"

	"game-tui/configs"
	"game-tui/sim/harrypotter"
	"game-tui/tui/lobby"
	watch "game-tui/tui/match"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/tuitest"
)

// seen is all that is seen of a state.
func seen(v *watch.Viewer, s watch.State) string {
	var g screen.Grid
	v.Draw(&g, &s)
	return string(g.AppendText(nil))
}

// A State is a value: whatever is done to a copy, the original stays as it is,
// and the other way round. Every state that the keys lead to is copied, both halves
// are given every key, and each must be what it would be alone.
func TestCopiesAreApart(t *testing.T) {
	t.Parallel()
	l := tuitest.Played(t, harrypotter.Game{}, configs.Default("harrypotter"), 60)
	match := watch.NewMatch(l).Viewer()
	lob, inLobby := watch.Lobby(watch.Options{W: 80, H: 24, Profile: theme.TrueColor}, nil)
	inLobby, _ = lob.Update(inLobby, watch.Listed{Items: []lobby.Item{{Name: "alpha"}, {Name: "beta"}, {Name: "gamma"}}})
	inMatch := match.Open(watch.Options{W: 80, H: 24, Profile: theme.TrueColor, Paused: true, Place: watch.At(30)})
	for _, c := range []struct {
		v     *watch.Viewer
		start watch.State
		keys  []string
	}{
		{match, inMatch, nil}, {match, inMatch, []string{"g"}}, {match, inMatch, []string{"g", "4"}}, {match, inMatch, []string{"g", "4", "2"}},
		{match, inMatch, []string{"e"}}, {match, inMatch, []string{"e", "down"}}, {match, inMatch, []string{"?"}},
		{match, inMatch, []string{"e", "pgdown"}}, {match, inMatch, []string{"i"}}, {match, inMatch, []string{"e", "g", "1"}},
		{match, inMatch, []string{"o"}},
		{lob, inLobby, nil}, {lob, inLobby, []string{"down"}}, {lob, inLobby, []string{"/"}}, {lob, inLobby, []string{"/", "m"}},
		{lob, inLobby, []string{"/", "a", "enter"}}, {lob, inLobby, []string{"?"}},
	} {
		s := c.start
		for _, k := range c.keys {
			s, _ = c.v.Update(s, key(k))
		}
		checkApart(t, c.v, s, fmt.Sprint(c.keys))
	}
}

func checkApart(t *testing.T, v *watch.Viewer, s watch.State, name string) {
	t.Helper()
	events := []watch.Input{watch.Resize{W: 70, H: 20}, watch.Said{Text: "said"}, watch.Listed{Items: []lobby.Item{{Name: "delta"}}},
		watch.Pointer{Kind: watch.WheelDown}, watch.Tick{Elapsed: 1}}
	for _, k := range []string{"left", "right", "up", "down", "pgdown", "end", "enter", "esc", "backspace", "ctrl+w", "home", "1", "7", "a", "m", "?", "e", "o", "/", "t", "z", "i", "tab"} {
		events = append(events, key(k))
	}
	step := 6 // all pairs would take a minute
	if testing.Short() {
		step = 25
	}
	before := seen(v, s)
	alone := make([]string, len(events)) // what each event makes of the state
	for i, e := range events {
		b, _ := v.Update(s, e)
		alone[i] = seen(v, b)
		if seen(v, s) != before {
			t.Fatalf("%s: %v changes what it was given", name, e)
		}
	}
	for i, e := range events {
		a, b := s, s
		a, _ = v.Update(a, e)
		for k, other := range events {
			if (k-i)%step != 0 {
				continue
			}
			c, _ := v.Update(b, other)
			if got := seen(v, c); got != alone[k] {
				t.Fatalf("%s: %v differs after %v on a copy", name, other, e)
			}
			if got := seen(v, a); got != alone[i] {
				t.Fatalf("%s: %v changes the result of %v", name, other, e)
			}
		}
	}
}

// A key that counts in a place has one meaning there, and help tells of it.
func TestKeysAreClear(t *testing.T) {
	t.Parallel()
	ids := map[string]bool{}
	for _, b := range bindings() {
		if ids[b.ID] {
			t.Errorf("two keys have the id %s", b.ID)
		}
		ids[b.ID] = true
		if len(b.Keys) == 0 || b.In == 0 || b.Show != "" && b.Help == "" {
			t.Errorf("%s: %+v", b.ID, b)
		}
	}
	for _, words := range taken(bindings()) {
		t.Error(words)
	}
}

// taken names the keys that two bindings want in one place, of which the table does
// not say which one counts: only one without a meaning in the match goes before
// others.
func taken(list []watch.Binding) []string {
	type use struct {
		key   string
		in    watch.Where
		match bool
	}
	by := map[use]string{}
	var clashes []string
	for _, b := range list {
		for in := watch.Where(1); in != 0; in <<= 1 { // whatever places there are
			if b.In&in == 0 {
				continue
			}
			for _, k := range b.Keys {
				u := use{k, in, b.In&watch.InMatch != 0}
				if by[u] != "" {
					clashes = append(clashes, fmt.Sprintf("%s is %s and %s in one place", k, by[u], b.ID))
				}
				by[u] = b.ID
			}
		}
	}
	return clashes
}

// Two keys in one place are found, however the places of the two are written.
func TestTakenKeysAreFound(t *testing.T) {
	t.Parallel()
	const match, inspect, index, menu = watch.InMatch, watch.InInspect, watch.InIndex, watch.InMenu
	for _, c := range []struct {
		name string
		a, b watch.Where
		want bool
	}{
		{"in the match, and there and on the board", match, match | inspect, true},
		{"everywhere over the match, and on the board of it", match | inspect | index, match | inspect, true},
		{"in the index alone, twice", index, index, true},
		{"in a menu, and there and in the index", menu, menu | index, true},
		{"in the match, and on the board in its place", match | inspect, inspect, false},
		{"over the match, and in the index in its place", match | index, index, false},
		{"in places that have nothing in common", match, inspect | index, false},
	} {
		for _, w := range [][2]watch.Where{{c.a, c.b}, {c.b, c.a}} {
			list := []watch.Binding{{ID: "a", Keys: []string{"x", "p"}, In: w[0]}, {ID: "b", Keys: []string{"p"}, In: w[1]}}
			if got := len(taken(list)) > 0; got != c.want {
				t.Errorf("%s: %t", c.name, got)
			}
		}
	}
}

// Who follows is who sees what all see who follow in such a window.
func TestFollows(t *testing.T) {
	t.Parallel()
	l, b := tuitest.Begin(t, harrypotter.Game{}, configs.Default("harrypotter"))
	for range 30 {
		tuitest.Advance(t, l, b)
	}
	v := watch.NewMatch(l).Viewer()
	live := v.Open(watch.Options{W: 100, H: 40, Profile: theme.TrueColor, Live: true})
	for _, b := range bindings() {
		s, _ := v.Update(live, watch.Key{Name: b.Keys[0]})
		s.Notice = ""
		f := v.Follow(s)
		f.Top, f.Left = s.Top, s.Left // the viewport moves as little as it can
		same := seen(v, f) == seen(v, s)
		if s.Follows() && !same {
			t.Errorf("after %s it counts as following and looks different", b.ID)
		}
		back, _ := v.Update(s, watch.Key{Name: "esc"})
		if back, _ = v.Update(back, watch.Key{Name: "L"}); back.Panels == live.Panels && !back.Follows() {
			t.Errorf("after %s, Esc and L it does not follow", b.ID)
		}
	}
}
