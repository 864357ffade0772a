package ui

import (
	"game-tui/tui/component"
	"game-tui/tui/screen"
)

// prompt asks for a text, in place of the keys.
type prompt struct {
	in   component.Input
	take func(u *Update, text string)
}

// Prompt asks for a text in the last row; take gets what was typed, when the prompt is gone.
func (u *Update) Prompt(in component.Input, take func(u *Update, text string)) {
	u.Push(&prompt{in, take})
}

func (p *prompt) KeyContext() KeyContext         { return InPrompt }
func (p *prompt) Covers() bool                   { return false }
func (p *prompt) Fit(*Program) Page              { return p }
func (p *prompt) Input() component.Input         { return p.in }
func (p *prompt) Edited(in component.Input) Page { return &prompt{in, p.take} }
func (p *prompt) Cancel() Page                   { return nil }
func (p *prompt) InFooter() bool                 { return true }

// Accept hands on what was typed.
func (p *prompt) Accept(u *Update) {
	u.Pop()
	p.take(u, p.in.Value())
}

func (p *prompt) Draw(g *screen.Grid, prog *Program) {
	g.Fill(screen.Rect{Y: g.H - 1, W: g.W, H: 1}, screen.Cell{R: ' ', Style: screen.Style{BG: prog.Palette.Page}})
	prog.drawTyped(g, p.in)
}
