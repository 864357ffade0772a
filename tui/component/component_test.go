package component_test

import (
	"strings"
	"testing"

	"game-tui/tui/component"
)

// A changed copy leaves the original alone, also where both go on from the same memory.
func TestCopies(t *testing.T) {
	t.Parallel()
	in := component.NewInput("? ", 6).Typed("ab")
	one, two := in.Typed("1"), in.Typed("2")
	if one.Pressed("backspace", "").Typed("x"); in.Value() != "ab" || one.Value() != "ab1" || two.Value() != "ab2" {
		t.Errorf("%q, %q, %q", in.Value(), one.Value(), two.Value())
	}
	if got := in.Typed("1234567").Value(); got != "ab1234" {
		t.Errorf("%q is longer than the limit", got)
	}
}

// TestEdits: each key that edits does what it says, wherever the cursor is, and changes no
// other copy; what the clipboard of this machine holds is nobody's.
func TestEdits(t *testing.T) {
	t.Parallel()
	for keys, want := range map[string]string{
		"": "ab cd\u00e9|", "backspace backspace": "ab c|", "left left backspace": "ab |d\u00e9", "home delete delete": "| cd\u00e9",
		"home backspace left": "|ab cd\u00e9", "delete right end": "ab cd\u00e9|", "ctrl+w": "ab |", "ctrl+w ctrl+w ctrl+w": "|",
		"home right right right ctrl+u": "|cd\u00e9", "home end left ctrl+w": "ab |\u00e9", "home ctrl+k": "|", "ctrl+a alt+f ctrl+k": "ab|",
		"ctrl+v": "ab cd\u00e9|", "up down tab": "ab cd\u00e9|",
	} {
		in := component.NewInput("? ", 20).Typed("ab cd\u00e9")
		for _, key := range strings.Fields(keys) {
			before := in.Value()
			if next := in.Pressed(key, ""); in.Value() != before {
				t.Errorf("%s changes the original", key)
			} else {
				in = next
			}
		}
		if got := in.Pressed("|", "|").Value(); got != want {
			t.Errorf("%s: %q, want %q", keys, got, want)
		}
	}
	if got := component.NewInput("? ", 9).Of(func(r rune) bool { return r < 'c' }).Typed("a\x1bcb\u202e").Value(); got != "ab" {
		t.Errorf("takes %q", got)
	}
}
