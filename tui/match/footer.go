package match

import (
	"cmp"
	"slices"

	"game-tui/tui/component"
	"game-tui/tui/screen"
)

// drawFooter draws the last row: a notice, or keys and signs.
func (v *Viewer) drawFooter(g *screen.Grid, l *Layout, s *State) {
	p, r := s.Palette, l.Footer
	switch note := v.match.note(); {
	case s.Says() != "":
		g.Text(1, r.Y, r.W-2, s.Says(), p.Strong)
		return
	case note != "" && v.info.Round == v.match.Record.Edge():
		g.Text(1, r.Y, r.W-2, note, p.Strong)
		return
	}
	signs, short := v.signs(r.W, s)
	if signs > 0 {
		v.match.hist.DrawKey(g, r.W-signs-1, r.Y, short, p)
	}
	if !s.Still {
		drawKeys(g, 1, r.Y, keysWide(r.W, signs), s)
	}
}

// The room that keys have beside signs in short words, and in whole ones.
const (
	keysMin  = 40
	keysMore = 60
)

// signs is how many columns of a footer explain the marks of the timeline, and whether in
// short words; 0 where they have no room.
func (v *Viewer) signs(w int, s *State) (n int, short bool) {
	for _, short := range []bool{false, true} {
		keys := keysMore
		switch {
		case s.Still:
			keys = 0
		case short:
			keys = keysMin
		}
		if n := v.match.hist.KeyWidth(short); w-n-3 >= keys {
			return n, short
		}
	}
	return 0, false
}

// keysWide is how many columns keys have beside signs.
func keysWide(w, signs int) int {
	if signs == 0 {
		return w - 1
	}
	return w - 1 - signs - 3
}

// footers are the bindings that the footer names in each place, the most needed first.
var footers = map[Where][]*Binding{}

// footer lists the bindings of a place: of a page its own first.
func footer(in Where) []*Binding {
	var list []*Binding
	for i := range Keys {
		for k := range Keys[i].Keys {
			if b := &Keys[i].Keys[k]; b.Foot.Rank > 0 && b.In&in != 0 {
				list = append(list, b)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *Binding) int {
		return cmp.Or(cmp.Compare(a.behind(in), b.behind(in)), cmp.Compare(a.Foot.Rank, b.Foot.Rank))
	})
	return list
}

// drawKeys names the keys that fit in w columns, or says what is to be said.
func drawKeys(g *screen.Grid, x, y, w int, s *State) {
	p, end := s.Palette, x+w
	if says := s.Says(); says != "" {
		g.Text(x, y, w, says, p.Strong)
		return
	}
	eachKey(x, w, s, func(b *Binding, x int) {
		show := b.footShow()
		g.Text(x, y, end-x, show, p.Text)
		g.Text(x+screen.Width(show)+1, y, end-x, b.Foot.Word, p.Dim)
	})
}

// drawTyped draws in the last row what is being typed, and the keys that end that where they
// have room behind it.
func drawTyped(g *screen.Grid, in component.Input, s *State) {
	r := screen.Rect{X: 1, Y: g.H - 1, W: g.W - 2, H: 1}
	if x, w := typedKeys(in, s); w > 0 && s.Says() == "" {
		r.W = x - 3
		drawKeys(g, x, r.Y, w, s)
	}
	in.Draw(g, r, s.Palette)
}

// typedKeys is where in the last row the keys stand behind what is being typed.
func typedKeys(in component.Input, s *State) (x, w int) {
	end := 0
	eachKey(0, s.W-2-in.Wide()-3, s, func(b *Binding, x int) {
		end = x + screen.Width(b.footShow()) + 1 + screen.Width(b.Foot.Word)
	})
	return s.W - 1 - end, end
}

// eachKey goes through the keys that a footer of w columns from x on names, and where.
func eachKey(x, w int, s *State, do func(b *Binding, x int)) {
	end := x + w
	for _, b := range footers[s.where()] {
		if b.Foot.When != nil && !b.Foot.When(s) || s.opts.shell.refusal(b.Asks) != "" {
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

// keyAt is the binding that the footer names in a column of the last row, or nil.
func (u *update) keyAt(x int) (found *Binding) {
	s, from, w := &u.s, 1, u.s.W-2
	if s.Says() != "" {
		return nil
	}
	switch p := s.top().(type) {
	case nil:
		signs, _ := u.v.signs(s.W, s)
		w = keysWide(s.W, signs)
	case typed:
		if p.inFooter() {
			from, w = typedKeys(p.input(), s)
		}
	}
	eachKey(from, w, s, func(b *Binding, at int) {
		if n := screen.Width(b.footShow()) + 1 + screen.Width(b.Foot.Word); x >= at && x < at+n {
			found = b
		}
	})
	return found
}
