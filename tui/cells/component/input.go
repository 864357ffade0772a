package component

import (
	"slices"
	"unicode"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
)

// An Input is a single-line text field. The zero value represents no field.
type Input struct {
	model   *textinput.Model
	accepts func(rune) bool // filters typed characters; nil accepts all printable ones
}

// NewInput returns a text field with a prompt. It accepts at most limit characters.
func NewInput(prompt string, limit int) Input {
	m := textinput.New()
	m.Prompt, m.CharLimit, m.KeyMap = prompt, limit, textinput.KeyMap{}
	m.Focus()
	return Input{model: &m}
}

func (in Input) WithFilter(accepts func(rune) bool) Input {
	in.accepts = accepts
	return in
}

func (in Input) Value() string { return in.model.Value() }

// Insert returns the input with text inserted at the cursor. It drops characters that are not
// accepted or would exceed the limit.
func (in Input) Insert(text string) Input {
	value, at := []rune(in.Value()), in.model.Position()
	for _, r := range text {
		if unicode.IsPrint(r) && (in.accepts == nil || in.accepts(r)) && len(value) < in.model.CharLimit {
			value = slices.Insert(value, at, r)
			at++
		}
	}
	return in.withValue(value, at)
}

// Press returns the input after a key press. Keys without an editing function insert text.
func (in Input) Press(name, text string) Input {
	msg := tea.KeyPressMsg{Text: name} // msg.String returns Text, so set it to the key's name.
	if !key.Matches(msg, editBindings...) {
		return in.Insert(text)
	}
	in = in.withValue([]rune(in.Value()), in.model.Position()) // Copies of an Input share its model, so edit a new model.
	in.model.KeyMap = editKeys
	*in.model, _ = in.model.Update(msg)
	return in
}

// editKeys are the editing keys of Bubbles' text input, without suggestions. Pasting is disabled
// because the clipboard may belong to another machine.
var editKeys = func() textinput.KeyMap {
	k := textinput.DefaultKeyMap()
	k.Paste, k.AcceptSuggestion, k.NextSuggestion, k.PrevSuggestion = key.Binding{}, key.Binding{}, key.Binding{}, key.Binding{}
	return k
}()

var editBindings = []key.Binding{editKeys.CharacterForward, editKeys.CharacterBackward, editKeys.WordForward, editKeys.WordBackward,
	editKeys.DeleteWordBackward, editKeys.DeleteWordForward, editKeys.DeleteAfterCursor, editKeys.DeleteBeforeCursor,
	editKeys.DeleteCharacterBackward, editKeys.DeleteCharacterForward, editKeys.LineStart, editKeys.LineEnd}

func (in Input) Clear() Input { return in.withValue(nil, 0) }

func (in Input) withValue(value []rune, cursor int) Input {
	m := *in.model
	m.SetValue(string(value))
	m.SetCursor(cursor)
	in.model = &m
	return in
}

// Width returns the number of columns needed for the prompt, the text and the cursor.
func (in Input) Width() int { return screen.Width(in.model.Prompt) + screen.Width(in.Value()) + 1 }

// Draw draws the input in one row, scrolled so that the cursor is visible.
func (in Input) Draw(g *screen.Grid, r screen.Rect, p *theme.Palette) {
	text := lipglossStyle(p.Strong)
	state := textinput.StyleState{Text: text, Prompt: text}
	m := *in.model
	m.SetStyles(textinput.Styles{Focused: state, Cursor: textinput.CursorStyle{Color: lipglossColor(p.Strong.FG)}})
	m.SetWidth(max(r.W-screen.Width(m.Prompt)-1, 1))
	m.SetCursor(m.Position())
	drawANSI(g, r, m.View(), p.Strong)
}
