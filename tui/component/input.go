package component

import (
	"charm.land/bubbles/v2/textinput"

	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// Input is one line that is being typed. The zero value is none.
type Input struct{ m textinput.Model }

// NewInput asks in words and takes at most limit characters.
func NewInput(words string, limit int) Input {
	m := textinput.New()
	m.Prompt, m.CharLimit, m.KeyMap = words, limit, textinput.KeyMap{}
	m.Focus()
	return Input{m}
}

// Value is what has been typed.
func (in Input) Value() string { return in.m.Value() }

// Typed is the input with more typed at its end.
func (in Input) Typed(text string) Input { return in.with(in.Value() + text) }

// Erased is the input without its last character.
func (in Input) Erased() Input {
	r := []rune(in.Value())
	return in.with(string(r[:max(len(r)-1, 0)]))
}

// with is the input with another value, which shares nothing with the old one.
func (in Input) with(value string) Input {
	in.m.SetValue(value)
	in.m.CursorEnd()
	return in
}

// Draw draws the input into one row.
func (in Input) Draw(g *screen.Grid, r screen.Rect, p *theme.Palette) {
	text := Style(p.Strong)
	state := textinput.StyleState{Text: text, Prompt: text, Placeholder: text, Suggestion: text}
	in.m.SetStyles(textinput.Styles{Focused: state, Blurred: state, Cursor: textinput.CursorStyle{Color: styled(p.Strong.FG)}})
	in.m.SetWidth(max(r.W-screen.Width(in.m.Prompt)-1, 1))
	Draw(g, r, in.m.View(), p.Strong)
}
