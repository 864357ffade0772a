package component

import (
	"slices"
	"unicode"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// Input is one line that is being typed. The zero value is none.
type Input struct {
	m     *textinput.Model // large, and never written
	takes func(rune) bool  // nil: everything that prints
}

// NewInput asks in words and takes at most limit characters.
func NewInput(words string, limit int) Input {
	m := textinput.New()
	m.Prompt, m.CharLimit, m.KeyMap = words, limit, textinput.KeyMap{}
	m.Focus()
	return Input{m: &m}
}

// Of is the input that takes certain characters only.
func (in Input) Of(takes func(rune) bool) Input {
	in.takes = takes
	return in
}

// Value is what has been typed.
func (in Input) Value() string { return in.m.Value() }

// Typed is the input with more typed at the cursor, as far as there is room; what does
// not print is left out.
func (in Input) Typed(text string) Input {
	value, at := []rune(in.Value()), in.m.Position()
	for _, r := range text {
		if unicode.IsPrint(r) && (in.takes == nil || in.takes(r)) && len(value) < in.m.CharLimit {
			value = slices.Insert(value, at, r)
			at++
		}
	}
	return in.with(value, at)
}

// Pressed is the input after a key: one that edits in Bubbles' text input, or else what it
// types.
func (in Input) Pressed(name, text string) Input {
	msg := tea.KeyPressMsg{Text: name} // whose String is the name
	if !key.Matches(msg, editing...) {
		return in.Typed(text)
	}
	in = in.with([]rune(in.Value()), in.m.Position()) // Update writes where it stands
	in.m.KeyMap = editKeys
	*in.m, _ = in.m.Update(msg)
	return in
}

// editKeys are the keys of the text input, but for those that ask for something else than
// an edit: the clipboard of the machine is not the watcher's.
var editKeys = func() textinput.KeyMap {
	k := textinput.DefaultKeyMap()
	k.Paste, k.AcceptSuggestion, k.NextSuggestion, k.PrevSuggestion = key.Binding{}, key.Binding{}, key.Binding{}, key.Binding{}
	return k
}()

var editing = []key.Binding{editKeys.CharacterForward, editKeys.CharacterBackward, editKeys.WordForward, editKeys.WordBackward,
	editKeys.DeleteWordBackward, editKeys.DeleteWordForward, editKeys.DeleteAfterCursor, editKeys.DeleteBeforeCursor,
	editKeys.DeleteCharacterBackward, editKeys.DeleteCharacterForward, editKeys.LineStart, editKeys.LineEnd}

// Cleared is the input with nothing typed.
func (in Input) Cleared() Input { return in.with(nil, 0) }

// with is the input with another value, which shares nothing with the old one.
func (in Input) with(value []rune, at int) Input {
	m := *in.m
	m.SetValue(string(value))
	m.SetCursor(at)
	in.m = &m
	return in
}

// Wide is how many columns the words, what has been typed and the cursor take.
func (in Input) Wide() int { return screen.Width(in.m.Prompt) + screen.Width(in.Value()) + 1 }

// Draw draws the input into one row, the part around the cursor where it is longer.
func (in Input) Draw(g *screen.Grid, r screen.Rect, p *theme.Palette) {
	text := style(p.Strong)
	state := textinput.StyleState{Text: text, Prompt: text}
	m := *in.m
	m.SetStyles(textinput.Styles{Focused: state, Cursor: textinput.CursorStyle{Color: colored(p.Strong.FG)}})
	m.SetWidth(max(r.W-screen.Width(m.Prompt)-1, 1))
	m.SetCursor(m.Position()) // which must be in sight
	draw(g, r, m.View(), p.Strong)
}
