package ui

import (
	"cmp"
	"strings"

	"game-tui/tui/cells/component"
	"game-tui/tui/cells/screen"
)

// helpPage is set in init to avoid an initialisation cycle: the keys refer to it.
var helpPage TextSpec

func init() {
	helpPage = TextSpec{
		Context: InHelp,
		Covers:  true,
		Key: func(p *Program, _ any) any {
			key, _ := p.viewHelp()
			return key
		},
		Lines: func(p *Program, below any, w int) []string {
			lines := component.HelpLines(p.keyGroups(below.(KeyContext)), w, p.Palette)
			if _, more := p.viewHelp(); more != nil {
				lines = append(lines, more(w)...)
			}
			return lines
		},
		Title: func(p *Program, _ any) string { return p.View().Title() },
		Hint: func(*Program, any) string {
			return KeyLabel("searchUp") + " scroll; any other key closes help and does its job"
		},
	}
}

func (p *Program) keyGroups(context KeyContext) (list []component.KeyGroup) {
	t := p.View().Keys()
	listed := context | TypingContexts
	if context&(t.viewContexts|t.overlapContexts) != 0 {
		listed |= t.viewContexts | t.overlapContexts
	}
	for rank := range 2 {
		for _, s := range t.Sections {
			c := component.KeyGroup{Title: s.Title}
			for k := range s.Keys {
				b := &s.Keys[k]
				if t.rank(b, context) != rank || b.Help == "" || b.Contexts&listed == 0 || b.ShowIf != nil && !b.ShowIf(p) || p.Refusal(b.Capability) != "" {
					continue
				}
				show := b.Label
				if p.Palette.UseASCII {
					show = asciiReplacer.Replace(show)
				}
				c.Keys = append(c.Keys, [2]string{show, b.Help})
			}
			if len(c.Keys) > 0 {
				list = append(list, c)
			}
		}
	}
	return list
}

var asciiReplacer = strings.NewReplacer("…", "...", "↑↓←→", "arrows")

// DrawFooter draws the status in the last row. If there is no status, it draws as many keys as fit
// into w columns.
func (p *Program) DrawFooter(g *screen.Grid, x, w int) {
	c, y, end := p.Palette, g.H-1, x+w
	if status := p.Status(); status != "" {
		g.WriteText(x, y, w, status, c.Strong)
		return
	}
	p.eachFooterKey(x, w, func(_ *Binding, show, word string, x, _ int) {
		g.WriteText(x, y, end-x, show, c.Text)
		g.WriteText(x+screen.Width(show)+1, y, end-x, word, c.Dim)
	})
}

func (p *Program) drawInput(g *screen.Grid, in component.Input) {
	r := screen.Rect{X: 1, Y: g.H - 1, W: g.W - 2, H: 1}
	if x, w := p.keyHintSpan(in); w > 0 && p.Status() == "" {
		r.W = x - 3
		p.DrawFooter(g, x, w)
	}
	in.Draw(g, r, p.Palette)
}

func (p *Program) keyHintSpan(in component.Input) (x, w int) {
	end := 0
	p.eachFooterKey(0, p.W-2-in.Width()-3, func(_ *Binding, _, _ string, x, n int) { end = x + n })
	return p.W - 1 - end, end
}

// eachFooterKey calls do for each key that fits into the footer, with its label, word, column and
// width.
func (p *Program) eachFooterKey(x, w int, do func(b *Binding, label, word string, x, n int)) {
	end := x + w
	for _, b := range p.View().Keys().footerBindings[p.keyContext()] {
		if b.Footer.ShowIf != nil && !b.Footer.ShowIf(p) || p.Refusal(b.Capability) != "" {
			continue
		}
		show, word := cmp.Or(b.Footer.Label, b.Label), b.Footer.Word
		if b.Footer.CurrentWord != nil {
			word = b.Footer.CurrentWord(p)
		}
		if n := screen.Width(show) + 1 + screen.Width(word); x+n <= end {
			do(b, show, word, x, n)
			x += n + 2
		}
	}
}

func (p *Program) keyAt(x, y int) (found *Binding) {
	if y != p.H-1 || p.Status() != "" {
		return nil
	}
	from, w := 1, p.W-2
	switch top := p.TopPage().(type) {
	case nil:
		if v, ok := p.View().(Placer); ok {
			from, w = v.FooterArea(p)
		}
	case InputPage:
		if top.InFooter() {
			from, w = p.keyHintSpan(top.Input())
		}
	}
	p.eachFooterKey(from, w, func(b *Binding, _, _ string, at, n int) {
		if x >= at && x < at+n {
			found = b
		}
	})
	return found
}
