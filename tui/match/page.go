package match

import (
	"strconv"

	"game-tui/sim"
	"game-tui/tui/component"
	"game-tui/tui/panel"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// page is something that is read, typed or chosen on top of a match. It is a
// pointer to what never changes once it stands in a State: what changes a page
// makes another one.
type page interface {
	// where is the place whose keys count while the page is on top.
	where() Where
	// covers reports whether nothing below is seen.
	covers() bool
	// fit is the page for a state that may have changed: another round, another
	// window, another palette. It is the page itself where that makes no difference.
	fit(v *Viewer, s *State) page
	draw(v *Viewer, g *screen.Grid, s *State)
}

// Reads reports whether nothing of the match shows, and nothing is chosen: what is
// drawn for somebody who reads help does not change with the match.
func (s *State) Reads() bool {
	p := s.top()
	return p != nil && p.covers() && p.where() == InHelp
}

// scrolling is a page that goes up and down by lines.
type scrolling interface {
	scroll(n int) page
}

// typed is a page into which something is typed.
type typed interface {
	input() component.Input
	edited(in component.Input) page
	accept(u *update)
	cancel() page // nil closes it
	// inFooter reports whether it is typed in the last row, in place of the keys.
	inFooter() bool
}

// Distances that depend on the page.
const (
	page1 = 1 << 10 // a page
	toEnd = 1 << 20
)

// lines is a distance for a page of h lines.
func lines(n, h int) int {
	switch n {
	case page1:
		return max(h-1, 1)
	case -page1:
		return -max(h-1, 1)
	}
	return n
}

func scroll(n int) func(*update) {
	return func(u *update) {
		if p, ok := u.s.top().(scrolling); ok {
			u.s.put(p.scroll(n))
		}
	}
}

func accept(u *update) {
	if p, ok := u.s.top().(typed); ok {
		p.accept(u)
	}
}

func edit(e component.Edit) func(*update) {
	return func(u *update) {
		if p, ok := u.s.top().(typed); ok {
			u.s.put(p.edited(p.input().Edited(e)))
		}
	}
}

func cancel(u *update) {
	if p, ok := u.s.top().(typed); ok {
		u.replace(p.cancel())
	}
}

// text is a page to be read: what it shows, and all that this depends on.
type text[K comparable] struct {
	key  K
	body component.Text
}

// moved is the text with other lines in sight.
func (t text[K]) moved(n, h int) text[K] {
	t.body = t.body.At(t.body.Top() + lines(n, h))
	return t
}

// roundPage is all that the players print while they decide the shown round.
type roundPage struct{ text[roundKey] }

// roundKey is all that the page depends on.
type roundKey struct {
	w, h       int
	palette    *theme.Palette
	round      int
	came, goes *sim.Turn
	selected   Ref
	byScore    bool
}

// readOutput opens the page, or closes it.
func readOutput(u *update) {
	switch u.s.top().(type) {
	case *roundPage:
		u.s.pop()
	case *indexPage:
		u.s.put(&roundPage{})
	default:
		u.s.push(&roundPage{})
	}
}

func (p *roundPage) where() Where { return InRound }
func (p *roundPage) covers() bool { return false }

// roundRect is the frame of the page as large as it may be.
func roundRect(w, h int) screen.Rect { return screen.Rect{Y: 1, W: min(w, 112), H: h - 3} }

func (p *roundPage) fit(v *Viewer, s *State) page {
	k := v.load(s)
	key := roundKey{s.W, s.H, s.Palette, k, v.match.Record.Turn(k - 1), v.goes(s, k), s.Event, s.ByScore}
	if key == p.key {
		return p
	}
	v.match.hist.Update()
	v.fillInfo(s, k)
	r := roundRect(s.W, s.H)
	w, h := max(r.W-4, 1), max(r.H-2, 1)
	list := component.Styled(w, s.Palette, func(g *screen.Grid, skip int) int {
		return panel.DrawAllOutput(g, g.Bounds(), &v.info, skip)
	})
	q := &roundPage{text[roundKey]{key, component.NewText(list, w, min(h, max(len(list), 1)))}}
	if p.key.round == k { // the same thing in another form
		q.body = q.body.At(p.body.Top())
	}
	return q
}

func (p *roundPage) scroll(n int) page {
	return &roundPage{p.moved(n, roundRect(p.key.w, p.key.h).H-2)}
}

func (p *roundPage) draw(_ *Viewer, g *screen.Grid, s *State) {
	r := roundRect(g.W, g.H)
	r.H = min(r.H, p.body.Lines()+2)
	title := "what the players print while they decide round " + strconv.Itoa(p.key.round)
	p.body.Draw(g, component.Frame(g, r, title, "↑ ↓ scroll, ← → rounds, "+Name("output")+" closes", s.Palette), s.Palette)
}

// prompt asks for a text, in place of the keys.
type prompt struct {
	in   component.Input
	take func(u *update, text string) // of what was typed, when the prompt is gone
}

func (p *prompt) where() Where                   { return InPrompt }
func (p *prompt) covers() bool                   { return false }
func (p *prompt) fit(*Viewer, *State) page       { return p }
func (p *prompt) input() component.Input         { return p.in }
func (p *prompt) edited(in component.Input) page { return &prompt{in, p.take} }
func (p *prompt) cancel() page                   { return nil }
func (p *prompt) inFooter() bool                 { return true }

func (p *prompt) accept(u *update) {
	u.s.pop()
	p.take(u, p.in.Value())
}

func (p *prompt) draw(_ *Viewer, g *screen.Grid, s *State) {
	r := screen.Rect{Y: g.H - 1, W: g.W, H: 1}
	g.Fill(r, screen.Cell{R: ' ', Style: screen.Style{BG: s.Palette.Page}})
	drawTyped(g, p.in, s)
}

// maxRound is the longest number of a round that is taken.
const maxRound = 6

// askRound asks for a round to go to.
func askRound(u *update) {
	in := component.NewInput("go to round (0 to "+strconv.Itoa(u.s.Play.Last)+"): ", maxRound).Of(digit)
	u.s.push(&prompt{in, func(u *update, text string) {
		if n, err := strconv.Atoi(text); err == nil {
			u.goTyped(n)
		}
	}})
}

// digit reports whether a rune is one. Others are ignored, so that a slip of the
// finger is no jump.
func digit(r rune) bool { return r >= '0' && r <= '9' }
