package ui_test

import (
	"strings"
	"testing"

	"game-tui/tui/ui"
)

func TestKeysOfPagesWinOverThoseOfViews(t *testing.T) {
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
	r.has("unknown key; press ? for help", true)
	r.press("right")
	r.has("unknown key", false)
}

func TestAnyKeyLeavesHelpAndActs(t *testing.T) {
	t.Parallel()
	r := newRig(t, 0, nil)
	if r.press("? right"); r.at() != 1 {
		t.Errorf("at %d", r.at())
	}
	r.has("any other key closes", false)
	r.press("? x")
	r.has("any other key closes", false)
	r.has("unknown key; press ? for help", true)
	r.press("? down")
	r.has("any other key closes", true)
}

func TestFooterListsUsableKeys(t *testing.T) {
	t.Parallel()
	foot := func(r *rig) string { return strings.TrimSpace(r.shown().Row(23)) }
	for _, c := range []struct {
		at   int
		can  *ui.Capabilities
		keys string
		want string
	}{
		{7, nil, "", "← → step  ? keys  w write  q quit  t palette"},
		{97, nil, "", "← → step  ? keys  w write  L large  q quit  t palette"},
		{7, &ui.Capabilities{Unsupported: map[ui.Capability]string{ui.CanWrite: ""}}, "", "← → step  ? keys  q quit  t palette"},
		{7, nil, "o", "↑↓ move  Enter choose  / search  ← → step  ? keys  q quit  t palette"},
		{7, nil, "o /", "Enter ok  Esc cancel  ↑↓ move"},
	} {
		r := newRig(t, c.at, c.can)
		if r.press(c.keys); foot(r) != c.want {
			t.Errorf("at %d after %q the footer is\n%q, want\n%q", c.at, c.keys, foot(r), c.want)
		}
	}
	r := newRig(t, 7, nil)
	r.take(ui.PointerEvent{Kind: ui.PointerPress, X: 1 + len([]rune("← → step  ? k")), Y: 23})
	r.has("one more", true)
	r.take(ui.PointerEvent{Kind: ui.PointerPress, X: 40, Y: 22}) // a click closes the page
	r.take(ui.PointerEvent{Kind: ui.PointerPress, X: 60, Y: 23}) // right of the keys
	if r.p.TopPage() != nil || r.effect.Request != nil {
		t.Errorf("a click on no key does something: %+v", r.effect)
	}
}

func TestHelpListsUsableKeys(t *testing.T) {
	t.Parallel()
	r := newRig(t, 7, &ui.Capabilities{Unsupported: map[ui.Capability]string{ui.CanWrite: "ask somebody"}})
	r.press("?")
	r.has("Numbers", true)
	r.has("one more", true)
	r.has("write it", false) // writing is not possible here
	r.has("what large ones have", false)
	if r.press("esc w"); !strings.Contains(r.p.Notice, "cannot save matches here; ask somebody") || r.effect.Request != nil {
		t.Errorf("says %q, asks %+v", r.p.Notice, r.effect)
	}
	r.press("o ?")
	r.has("choose the line", true)
	if first := strings.TrimSpace(r.shown().Row(1)); !strings.HasPrefix(first, "Lists and pages") {
		t.Errorf("help over a list begins with %q", first)
	}
	r.press("? esc")
	if r.p.TopPage() != nil {
		t.Error("the key that opens help does not close it")
	}
	r = newRig(t, 97, nil)
	r.press("?")
	r.has("what large ones have", true)
	r.has("write it", true)
}

// It also fails for a shared key that its table does not press.
func TestEverySharedKeyActs(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		keys string
		at   int
		ask  ui.Request
		text string // text required on the screen
	}{
		"palette":        {keys: "t", at: 40, text: "palette:"},
		"mouse":          {keys: "m", at: 40, ask: ui.MouseToggled{}},
		"help":           {keys: "?", at: 40, text: "one more"},
		"redraw":         {keys: "ctrl+l", at: 40, ask: ui.Redraw{}},
		"suspend":        {keys: "ctrl+z", at: 40, ask: ui.Suspend{}},
		"leave":          {keys: "r esc", at: 40, text: "the number is 40"},
		"quit":           {keys: "q", at: 40, ask: ui.Quit{}},
		"interrupt":      {keys: "o / ctrl+c", at: 40, ask: ui.Quit{}},
		"up":             {keys: "o G up enter", at: 39},
		"down":           {keys: "o down enter", at: 1},
		"pageUp":         {keys: "o G pgup enter", at: 23},
		"pageDown":       {keys: "o pgdown enter", at: 17},
		"top":            {keys: "o G home enter", at: 0},
		"bottom":         {keys: "o end enter", at: 40},
		"choose":         {keys: "o enter", at: 0},
		"search":         {keys: "o /", at: 40, text: "search:"},
		"all":            {keys: "o / 3 9 enter esc down enter", at: 40},
		"accept":         {keys: "o / 7 enter enter", at: 7},
		"cancel":         {keys: "o / 3 9 esc down enter", at: 40},
		"searchUp":       {keys: "o / 1 down up enter enter", at: 1},
		"searchDown":     {keys: "o / 1 down enter enter", at: 10},
		"searchPageUp":   {keys: "o / 1 pgdown pgup enter enter", at: 1},
		"searchPageDown": {keys: "o / 1 pgdown enter enter", at: 31},
	}
	for _, section := range keys.Sections[1:] {
		for _, b := range section.Keys {
			test, ok := tests[b.ID]
			if !ok {
				if len(b.Keys) > 0 {
					t.Errorf("no test presses %q (%s)", b.ID, b.Keys[0])
				}
				continue
			}
			delete(tests, b.ID)
			r := newRig(t, 40, nil)
			r.press(test.keys)
			if r.at() != test.at || r.effect.Request != test.ask {
				t.Errorf("%s: %q leads to %d and asks %T, want %d and %T", b.ID, test.keys, r.at(), r.effect.Request, test.at, test.ask)
			}
			r.has(test.text, true)
		}
	}
	for id := range tests {
		t.Errorf("there is no key %q", id)
	}
}
