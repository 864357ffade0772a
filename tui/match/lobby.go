package match

import (
	"slices"

	"game-tui/tui/lobby"
)

// matchList is the list of matches, where no match is watched yet.
var matchList = &lister[lobby.Item]{
	Title:  func(*Viewer, *State) string { return "Game-tui   choose a match" },
	Rows:   &lobby.Rows,
	Where:  InLobby,
	Covers: true,
	Choose: func(u *update, it lobby.Item) { u.request(Open, it.Name, "opening "+it.Name+"…") },
}

// Lobby is the state of a watcher who has no match yet, and the viewer for it.
// from is where it was left, nil at the first time.
func Lobby(o Options, from *Choice) (*Viewer, State) {
	s := state(&o)
	p := newList(matchList, &s, false)
	if from != nil {
		p.list = p.list.With(s.told(from.Items)).Filtered(from.Search).Choose(from.Name)
	}
	s.push(p)
	return &Viewer{}, s
}

// told are the items as they may be told: without results to somebody who wants no
// spoilers.
func (s *State) told(items []lobby.Item) []lobby.Item {
	if !s.NoSpoilers {
		return items
	}
	list := slices.Clone(items)
	for i := range list {
		list[i].Result = lobby.Result{}
	}
	return list
}

// Choice is what is kept of a lobby while a match is watched.
type Choice struct {
	Items        []lobby.Item
	Search, Name string
}

// Choice is what the lobby shows and what is chosen in it.
func (s *State) Choice() *Choice {
	for _, p := range s.pages {
		if p, ok := p.(*listPage[lobby.Item]); ok {
			it, _ := p.list.Chosen()
			return &Choice{Search: p.list.Filter(), Name: it.Name}
		}
	}
	return &Choice{}
}

// WithTerminalOf is the state on the terminal of another one: in its colours, and with its
// mouse. The other may be the zero value.
func (s State) WithTerminalOf(o *State) State {
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
		if p, ok := p.(*listPage[lobby.Item]); ok {
			q := *p
			q.list = p.list.With(u.s.told(items))
			pages[i] = &q
		}
	}
	u.s.pages = pages
}
