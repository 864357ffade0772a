package watch

import (
	"cmp"
	"slices"

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
	w, keys := r.W-1, keysMin
	if s.Still {
		keys = 0
	}
	for _, short := range []bool{false, true} {
		if signs := v.match.hist.KeyWidth(short); r.W-signs-3 >= keys {
			v.match.hist.DrawKey(g, r.W-signs-1, r.Y, short, p)
			w -= signs + 3
			break
		}
	}
	if !s.Still {
		drawKeys(g, 1, r.Y, w, s)
	}
}

// keysMin is the room that the most needed keys of the footer take.
const keysMin = 36

// footers are the bindings that the footer names in each place, the most needed first.
var footers = map[Where][]*Binding{}

// footer lists the bindings of a place.
func footer(in Where) []*Binding {
	var list []*Binding
	for i := range Keys {
		for k := range Keys[i].Keys {
			if b := &Keys[i].Keys[k]; b.Foot.Rank > 0 && b.In&in != 0 {
				list = append(list, b)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *Binding) int { return cmp.Compare(a.Foot.Rank, b.Foot.Rank) })
	return list
}

// drawKeys names the keys that fit in w columns, or says what is to be said.
func drawKeys(g *screen.Grid, x, y, w int, s *State) {
	p, end := s.Palette, x+w
	if says := s.Says(); says != "" {
		g.Text(x, y, w, says, p.Strong)
		return
	}
	for _, b := range footers[s.where()] {
		if b.Foot.When != nil && !b.Foot.When(s) || s.opts.shell.refusal(b.Asks) != "" {
			continue
		}
		show := b.Foot.Show
		if show == "" {
			show = b.Show
		}
		if x+screen.Width(show)+1+screen.Width(b.Foot.Word) > end {
			continue
		}
		x += g.Text(x, y, end-x, show, p.Text) + 1
		x += g.Text(x, y, end-x, b.Foot.Word, p.Dim) + 2
	}
}
