package ui_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"game-tui/tui/cells/component"
	"game-tui/tui/ui"
)

func TestListOfAViewCanBeSearchedAndChosenFrom(t *testing.T) {
	t.Parallel()
	for keys, want := range map[string]int{
		"o down down enter": 2, "o G up enter": 39, "o end pgup home j k enter": 0,
		"o / 3 9 enter enter": 39, "o / 1 down enter enter": 10, "o / 3 9 esc G enter": 40,
		"o / 3 9 enter esc down enter": 40, "o esc right": 41, "o right end enter": 41,
		"o / 9 9 9 enter enter esc esc": 40, "o o right": 41,
	} {
		r := newRig(t, 40, nil)
		if r.press(keys); r.at() != want || r.p.TopPage() != nil {
			t.Errorf("%s leads to %d, want %d", keys, r.at(), want)
		}
	}
	r := newRig(t, 40, nil)
	r.press("o / 3")
	r.has("search: 3", true)
	r.has("13 of 41", true)
	r.press("x")
	r.has("no match", true)
}

// The last page has no lines of the page before.
func TestListTurnsPages(t *testing.T) {
	t.Parallel()
	r := newRig(t, 40, nil)
	for _, step := range []struct {
		keys        string
		first, last int // first and last visible line
	}{{"o home", 0, 17}, {"pgdown", 0, 17}, {"j", 18, 35}, {"k", 0, 17}, {"G", 36, 40}, {"k k k k k", 18, 35}} {
		r.press(step.keys)
		shown := r.shown().String()
		for n := range 41 {
			if want := n >= step.first && n <= step.last; strings.Contains(shown, fmt.Sprintf(" %-3d number", n)) != want {
				t.Errorf("after %q line %d is shown: %v, want %v", step.keys, n, !want, want)
			}
		}
	}
}

func TestClickChoosesALine(t *testing.T) {
	t.Parallel()
	r := newRig(t, 40, nil)
	r.press("o")
	r.has("numbers up to 40", true)
	r.has("Enter goes there", true)
	r.take(ui.PointerEvent{Kind: ui.PointerPress, X: 9, Y: 0})
	r.take(ui.PointerEvent{Kind: ui.PointerPress, X: 9, Y: 2})
	if r.p.TopPage() == nil {
		t.Error("a click on nothing closes the list")
	}
	if r.take(ui.PointerEvent{Kind: ui.PointerPress, X: 9, Y: r.row(" 7   number")}); r.at() != 7 {
		t.Errorf("a click on 7 leads to %d", r.at())
	}
}

func TestFramedListFitsItsLinesAndClosesOnOtherClicks(t *testing.T) {
	t.Parallel()
	framed := *list
	framed.NoSearch = true
	framed.IsNew = func(key, before any) bool { return key.(numbers).at > before.(numbers).at+1 }
	open := func() *rig {
		r := newRig(t, 5, nil)
		u := &ui.Update{Program: r.p}
		framed.Open(u, nil)
		r.p = u.Program
		r.take(ui.Tick{})
		return r
	}
	r := open()
	if top, bottom := r.row("numbers up to 5"), r.row("Enter goes there"); top != 1 || bottom != 8 {
		t.Errorf("six lines stand in rows %d to %d", top, bottom)
	}
	r.take(ui.PointerEvent{Kind: ui.PointerPress, X: 79, Y: 4}) // a click on the frame
	if r.press("down down right enter"); r.at() != 2 {
		t.Errorf("a longer list leads to %d", r.at())
	}
	r = open()
	r.press("down down")
	r.p = r.p.WithView(numbers{at: 9})
	if r.press("enter"); r.at() != 0 {
		t.Errorf("another list leads to %d", r.at())
	}
	for _, at := range [][2]int{{40, 3}, {60, 12}} {
		r = open()
		if r.take(ui.PointerEvent{Kind: ui.PointerPress, X: at[0], Y: at[1]}); r.p.TopPage() != nil {
			t.Errorf("a click at %v does not close the list", at)
		}
	}
}

func TestPasteTypesOnlyIntoInputs(t *testing.T) {
	t.Parallel()
	r := newRig(t, 60, nil)
	if r.take(ui.Paste{Text: "q57"}); r.at() != 60 || !strings.Contains(r.p.Notice, "cannot paste here") {
		t.Errorf("at %d, says %q", r.at(), r.p.Notice)
	}
	for text, want := range map[string]int{"5\x1b[2J7\r\n": 60, " 57\r\n": 57, "57" + strings.Repeat("x", 1<<20): 60} {
		r := newRig(t, 60, nil)
		r.press("o /")
		r.take(ui.Paste{Text: text})
		if r.press("enter enter"); r.at() != want {
			t.Errorf("%.9q leads to %d, want %d", text, r.at(), want)
		}
	}
}

func TestTextScrollsAndCloses(t *testing.T) {
	t.Parallel()
	r := newRig(t, 100, nil)
	r.press("r")
	r.has("about numbers", true)
	r.has("line 100 of 78 columns", true)
	r.press("down down up pgup pgup")
	r.has("line 100 ", true)
	r.press("down")
	r.has("line 100 ", false)
	r.has("line 101 ", true)
	r.press("pgdown end")
	r.has("line 139 ", true)
	if r.press("home"); r.at() != 100 {
		t.Error("the page's own key is the view's")
	}
	r.has("line 100 ", true)
	for _, close := range []ui.Input{ui.Key{Name: "r"}, ui.Key{Name: "esc"}, ui.PointerEvent{Kind: ui.PointerPress, X: 5, Y: 5}} {
		if r.take(close); r.p.TopPage() != nil {
			t.Errorf("%+v does not close it", close)
		}
		r.press("r")
	}
}

func TestTextKeepsItsPositionUnlessItIsAnother(t *testing.T) {
	t.Parallel()
	r := newRig(t, 100, nil)
	r.press("r down down down left")
	r.has("line 101 ", false)
	r.has("line 102 ", true)
	r.take(ui.Resize{W: 60, H: 24})
	r.has("line 101 ", false)
	r.has("line 102 of 58 columns", true)
	r.press("right")
	r.has("line 100 ", true)
	before := r.p.TopPage()
	if r.take(ui.Tick{}); r.p.TopPage() != before {
		t.Error("it is made anew where nothing has changed")
	}
}

func TestPromptPassesOnTheTypedText(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, nil)
	u := &ui.Update{Program: r.p}
	u.Prompt(component.NewInput("which? ", 5), func(u *ui.Update, text string) {
		n, _ := strconv.Atoi(text)
		u.SetView(numbers{at: n})
	})
	r.p = u.Program
	r.press("4 q")
	r.has("which? 4q", true)
	r.has("Enter ok  Esc cancel", true)
	if r.press("backspace 7 enter"); r.at() != 47 || r.p.TopPage() != nil {
		t.Errorf("at %d", r.at())
	}
}
