package watch

import (
	"strconv"
	"unicode"

	"game-tui/tui/component"
	"game-tui/tui/lobby"
	"game-tui/tui/screen"
)

// lobbyPage is the list of matches, where no match is watched yet.
type lobbyPage struct {
	list      lobby.List
	searching bool
	in        component.Input // what is searched for, while it is typed
}

// maxSearch is the longest text to search for.
const maxSearch = 32

// Lobby is the state of a watcher who has no match yet, and the viewer for it.
// from is where it was left, nil at the first time.
func Lobby(o Options, from *Choice) (*Viewer, State) {
	s := state(&o)
	list := lobby.New(s.W, lobbyHigh(s.H))
	if from != nil {
		list = list.With(from.Items).Filtered(from.Search).Choose(from.Name)
	}
	s.push(&lobbyPage{list: list})
	return &Viewer{}, s
}

// Choice is what is kept of a lobby while a match is watched.
type Choice struct {
	Items        []lobby.Item
	Search, Name string
}

// Choice is what the lobby shows and what is chosen in it.
func (s *State) Choice() *Choice {
	for _, p := range s.pages {
		if p, ok := p.(*lobbyPage); ok {
			return &Choice{Search: p.list.Filter(), Name: p.list.Chosen()}
		}
	}
	return &Choice{}
}

// lobbyHigh is the height of the list: a title, a footer and blank lines are around it.
func lobbyHigh(h int) int { return h - 4 }

// Wears is the state in the colours and with the mouse of another one, which
// may be none.
func (s State) Wears(o *State) State {
	if o.Palette != nil {
		w, h := s.W, s.H
		s.Terminal = o.Terminal
		s.W, s.H = w, h
		s.requests = o.requests // numbers are not used again
	}
	return s
}

// listed puts other matches into the lobby.
func (u *update) listed(items []lobby.Item) {
	pages := append([]page(nil), u.s.pages...)
	for i, p := range pages {
		if p, ok := p.(*lobbyPage); ok {
			q := *p
			q.list = p.list.With(items)
			pages[i] = &q
		}
	}
	u.s.pages = pages
}

func open(u *update) {
	if name := u.s.Choice().Name; name != "" {
		u.request(Open, name, "opening "+name+"…")
	}
}

func search(u *update) {
	if p, ok := u.s.top().(*lobbyPage); ok {
		u.s.put(&lobbyPage{p.list, true, component.NewInput("search: ", maxSearch).Typed(p.list.Filter())})
	}
}

func clearSearch(u *update) {
	if u.cancelWork() {
		return
	}
	if p, ok := u.s.top().(*lobbyPage); ok {
		u.s.put(p.cancel())
	}
}

func (p *lobbyPage) where() Where {
	if p.searching {
		return InPrompt
	}
	return InLobby
}

func (p *lobbyPage) covers() bool { return true }

func (p *lobbyPage) fit(_ *Viewer, s *State) page {
	if p.list.Fits(s.W, lobbyHigh(s.H)) {
		return p
	}
	q := *p
	q.list = p.list.Sized(s.W, lobbyHigh(s.H))
	return &q
}

func (p *lobbyPage) scroll(n int) page {
	q := *p
	q.list = p.list.Moved(lines(n, p.list.High()))
	return &q
}

// searched is the page with something else searched for.
func (p *lobbyPage) searched(in component.Input) *lobbyPage {
	return &lobbyPage{p.list.Filtered(in.Value()), true, in}
}

func (p *lobbyPage) typing(text string) page {
	for _, r := range text {
		if !unicode.IsPrint(r) {
			return p
		}
	}
	return p.searched(p.in.Typed(text))
}

func (p *lobbyPage) erase() page {
	if p.in.Value() == "" {
		return p.cancel()
	}
	return p.searched(p.in.Erased())
}

func (p *lobbyPage) accept(u *update) {
	u.s.put(&lobbyPage{list: p.list})
}

func (p *lobbyPage) cancel() page { return &lobbyPage{list: p.list.Filtered("")} }

func (p *lobbyPage) draw(_ *Viewer, g *screen.Grid, s *State) {
	c := s.Palette
	g.Fill(screen.Rect{W: g.W, H: 1}, screen.Cell{R: ' ', Style: c.Strong.On(c.Bar)})
	g.Text(1, 0, g.W-2, "Game-tui   choose a match", c.Strong.On(c.Bar))
	g.Right(0, 0, g.W-1, strconv.Itoa(p.list.Len()), c.Dim.On(c.Bar))
	p.list.Draw(g, screen.Rect{Y: 2, W: g.W, H: lobbyHigh(g.H)}, c)
	if g.H <= 2 {
		return
	}
	foot := screen.Rect{X: 1, Y: g.H - 1, W: g.W - 2, H: 1}
	switch {
	case p.searching:
		p.in.Draw(g, foot, c)
	case p.list.Filter() != "" && s.Says() == "":
		g.Text(foot.X, foot.Y, foot.W, "search: "+p.list.Filter(), c.Strong)
	default:
		drawKeys(g, foot.X, foot.Y, foot.W, s)
	}
}
