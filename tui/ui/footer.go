package ui

import (
	"game-tui/tui/component"
	"game-tui/tui/screen"
)

// DrawKeys names the keys that fit in w columns from x on in the last row, or says what is to
// be said.
func (p *Program) DrawKeys(g *screen.Grid, x, w int) {
	c, y, end := p.Palette, g.H-1, x+w
	if says := p.Status(); says != "" {
		g.Text(x, y, w, says, c.Strong)
		return
	}
	p.eachKey(x, w, func(b *Binding, x int) {
		show := b.footShow()
		g.Text(x, y, end-x, show, c.Text)
		g.Text(x+screen.Width(show)+1, y, end-x, b.Foot.Word, c.Dim)
	})
}

// drawPageKeys names the keys in the last row, which is a page's.
func (p *Program) drawPageKeys(g *screen.Grid) {
	g.Fill(screen.Rect{Y: g.H - 1, W: g.W, H: 1}, screen.Cell{R: ' ', Style: screen.Style{BG: p.Palette.Page}})
	p.DrawKeys(g, 1, g.W-2)
}

// drawTyped draws in the last row what is being typed, and the keys that end that where they
// have room behind it.
func (p *Program) drawTyped(g *screen.Grid, in component.Input) {
	r := screen.Rect{X: 1, Y: g.H - 1, W: g.W - 2, H: 1}
	if x, w := p.typedKeys(in); w > 0 && p.Status() == "" {
		r.W = x - 3
		p.DrawKeys(g, x, w)
	}
	in.Draw(g, r, p.Palette)
}

// typedKeys is where in the last row the keys stand behind what is being typed.
func (p *Program) typedKeys(in component.Input) (x, w int) {
	end := 0
	p.eachKey(0, p.W-2-in.Wide()-3, func(b *Binding, x int) {
		end = x + screen.Width(b.footShow()) + 1 + screen.Width(b.Foot.Word)
	})
	return p.W - 1 - end, end
}

// eachKey goes through the keys that a footer of w columns from x on names, and where.
func (p *Program) eachKey(x, w int, do func(b *Binding, x int)) {
	end := x + w
	for _, b := range p.View().Keys().footers[p.keyContext()] {
		if b.Foot.When != nil && !b.Foot.When(p) || p.Refusal(b.Asks) != "" {
			continue
		}
		n := screen.Width(b.footShow()) + 1 + screen.Width(b.Foot.Word)
		if x+n > end {
			continue
		}
		do(b, x)
		x += n + 2
	}
}

// footShow is how the footer names the key.
func (b *Binding) footShow() string {
	if b.Foot.Show != "" {
		return b.Foot.Show
	}
	return b.Show
}

// keyAt is the binding that the last row names at a cell of the screen, or nil.
func (p *Program) keyAt(x, y int) (found *Binding) {
	if y != p.H-1 || p.Status() != "" {
		return nil
	}
	from, w := 1, p.W-2
	switch top := p.Top().(type) {
	case nil:
		from, w = p.View().Footer(p)
	case Typed:
		if top.InFooter() {
			from, w = p.typedKeys(top.Input())
		}
	}
	p.eachKey(from, w, func(b *Binding, at int) {
		if n := screen.Width(b.footShow()) + 1 + screen.Width(b.Foot.Word); x >= at && x < at+n {
			found = b
		}
	})
	return found
}
