package ui_test

import (
	"strings"
	"testing"

	"game-tui/tui/ui"
)

// Where a key stands twice, the one counts that means nothing in the view itself; a key that
// counts nowhere says so.
func TestKeysCountWhereTheyDo(t *testing.T) {
	t.Parallel()
	r := newRig(t, 7, nil)
	if r.press("right right left"); r.at() != 8 {
		t.Errorf("at %d", r.at())
	}
	r.press("r right") // the page leaves the key to the view
	if r.press("home"); r.at() != 9 {
		t.Errorf("the key of the page moves the view to %d", r.at())
	}
	if r.press("esc home"); r.at() != 0 {
		t.Errorf("at %d", r.at())
	}
	r.press("x")
	r.has("no such key here; ? lists all", true)
	r.press("right")
	r.has("no such key", false)
}

// A key that help does not know leaves it, and does what it does below.
func TestAnyKeyLeavesHelpAndActs(t *testing.T) {
	t.Parallel()
	r := newRig(t, 0, nil)
	if r.press("? right"); r.at() != 1 {
		t.Errorf("at %d", r.at())
	}
	r.has("any other key closes", false)
	r.press("? x")
	r.has("any other key closes", false)
	r.has("no such key here; ? lists all", true)
	r.press("? down")
	r.has("any other key closes", true)
}

// The footer names the keys that do something, of a page its own first, and a click on one
// presses it.
func TestFooterNamesKeys(t *testing.T) {
	t.Parallel()
	foot := func(r *rig) string { return strings.TrimSpace(r.shown().Row(23)) }
	for _, c := range []struct {
		at   int
		can  *ui.Abilities
		keys string
		want string
	}{
		{7, nil, "", "← → step  ? keys  w write  q quit  t palette"},
		{97, nil, "", "← → step  ? keys  w write  L large  q quit  t palette"},
		{7, &ui.Abilities{Cannot: map[ui.Capability]string{ui.CanWrite: ""}}, "", "← → step  ? keys  q quit  t palette"},
		{7, nil, "o", "↑↓ move  Enter choose  / search  ← → step  ? keys  q quit  t palette"},
		{7, nil, "o /", "Enter ok  Esc cancel  ↑↓ move"},
	} {
		r := newRig(t, c.at, c.can)
		if r.press(c.keys); foot(r) != c.want {
			t.Errorf("at %d after %q the footer is\n%q, want\n%q", c.at, c.keys, foot(r), c.want)
		}
	}
	r := newRig(t, 7, nil)
	r.take(ui.Pointer{Kind: ui.Press, X: 1 + len([]rune("← → step  ? k")), Y: 23})
	r.has("one more", true)
	r.take(ui.Pointer{Kind: ui.Press, X: 40, Y: 22}) // a click closes what is read
	r.take(ui.Pointer{Kind: ui.Press, X: 60, Y: 23}) // behind the keys
	if r.p.Top() != nil || r.effect.Ask != nil {
		t.Errorf("a click on no key does something: %+v", r.effect)
	}
}

// Help has the keys that count below it and do something here, a page's own first.
func TestHelpNamesKeys(t *testing.T) {
	t.Parallel()
	r := newRig(t, 7, &ui.Abilities{Cannot: map[ui.Capability]string{ui.CanWrite: "ask somebody"}})
	r.press("?")
	r.has("Numbers", true)
	r.has("one more", true)
	r.has("write it", false) // which cannot be done here
	r.has("what large ones have", false)
	if r.press("esc w"); !strings.Contains(r.p.Notice, "cannot save matches here; ask somebody") || r.effect.Ask != nil {
		t.Errorf("says %q, asks %+v", r.p.Notice, r.effect)
	}
	r.press("o ?")
	r.has("select the line", true)
	if first := strings.TrimSpace(r.shown().Row(1)); !strings.HasPrefix(first, "Lists and pages") {
		t.Errorf("help over a list begins with %q", first)
	}
	r.press("? esc")
	if r.p.Top() != nil {
		t.Error("the key that opens help does not close it")
	}
	r = newRig(t, 97, nil)
	r.press("?")
	r.has("what large ones have", true)
	r.has("write it", true)
}
