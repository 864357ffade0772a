package match

import (
	"cmp"
	"iter"
	"time"

	"game-tui/sim/record"
	"game-tui/tui/board"
	"game-tui/tui/chances"
	"game-tui/tui/component"
	"game-tui/tui/match/page"
	"game-tui/tui/panel"
	"game-tui/tui/playback"
	"game-tui/tui/screen"
	"game-tui/tui/text"
	"game-tui/tui/ui"
	"game-tui/tui/viewpoint"
	"game-tui/tui/where"
)

// View is the view of a new watcher of the match.
func (m *Match) View(o ui.Opening) State {
	o.MostBranches = cmp.Or(o.MostBranches, ui.MaxBranches)
	s := State{first: m, View: o.Place.View, Play: playback.New(o.Speed), opts: &o}
	s.Front, s.marks[0], s.opening = int8(where.Player(m.Meta, o.Me))+1, marked(o.Bookmarks), o.Place.Round
	return s
}

// Open is the same as a view of a source.
func (m *Match) Open(o ui.Opening) ui.View { return m.View(o) }

// Follow is the view of the watcher of another one who follows what is newest of the match
// and has nothing else open.
func (m *Match) Follow(v ui.View, p *ui.Program, own bool) ui.View {
	was, watched := v.(State)
	if !watched {
		was = m.View(ui.Opening{})
	}
	if was.origin() != m {
		was.ofMatch = ofMatch{}
	} else if was.inBranch() {
		was.enter(0, -1)
	}
	s := State{first: m, View: viewpoint.View{Zoom: was.Zoom}, Play: was.Play, Watchers: was.Watchers, opts: was.opts, hurry: was.hurry}
	s.Seen = was.Seen
	if own {
		s.branches, s.kept = was.branches, was.marks
		if s.kept == (marks{}) {
			s.kept = was.kept
		}
	}
	s.grow()
	x := s.open(p)
	s.Play = x.live()
	x.close()
	return s
}

// Stills yields rounds with their screens as pictures for people who have no
// keys: the same wherever they are made. The rounds are clamped to those that
// the record has. A screen is valid until the next one. Of the options those that
// do not concern time count.
func (m *Match) Stills(w ui.Options, o ui.Opening, rounds []int) iter.Seq2[int, *screen.Grid] {
	return func(yield func(int, *screen.Grid) bool) {
		s := m.View(o)
		s.Still = true
		p := ui.New(w, s)
		var g screen.Grid
		for i, k := range rounds {
			s := p.View().(State)
			if i == 0 { // it opens there
				s.View = o.Place.View
			}
			s.Play = s.Play.Go(k)
			p = p.On(s)
			p.Draw(&g)
			if !yield(s.Play.Round, &g) {
				return
			}
		}
	}
}

// Title names the game.
func (s State) Title() string { return "game-tui: " + s.first.Meta.Game.Title() }

// Keys are the keys of a match and of the pages over it.
func (s State) Keys() *ui.Table { return keys() }

// KeyContext is where keys go.
func (s State) KeyContext() ui.KeyContext {
	if s.Inspect {
		return InInspect
	}
	return InMatch
}

// Update is the state after an input.
func (s State) Update(u *ui.Update, in ui.Input) ui.View {
	switch in.(type) {
	case ui.Key, ui.Paste: // what they do is in the table
		return s.touched()
	}
	return s.change(u, func(u *actions) { u.take(in) })
}

// Draw draws the match, or both that are compared.
func (s State) Draw(g *screen.Grid, p *ui.Program) {
	x := s.open(p)
	if s.sideBySide(p.W, p.H) {
		x.drawBoth(g)
	} else {
		x.drawMatch(g)
	}
	x.close()
}

// Layout is where everything of the match in front is drawn.
func (s State) Layout(p *ui.Program) Layout {
	x := s.open(p)
	x.fillInfo()
	l := x.layout()
	x.close()
	return l
}

// AppendText appends the shown round as plain text.
func (s State) AppendText(dst []byte, _ *ui.Program) []byte {
	return text.AppendState(dst, s.front().Record, s.Play.Round)
}

// Footer is where in the last row keys are named.
func (s State) Footer(p *ui.Program) (x, w int) {
	if s.sideBySide(p.W, p.H) {
		return 1, p.W - 2
	}
	signs, _ := s.front().signs(p.W, s.Still)
	return 1, keysWide(p.W, signs)
}

// Room is beside the board, where there are as many columns and some rows, or else all below the heading.
func (s State) Room(p *ui.Program, least int) screen.Rect {
	x := s.open(p)
	x.fillInfo()
	l, a := x.placeBoard()
	if !s.sideBySide(p.W, p.H) {
		l = x.layout()
	}
	beside := l.Open.W >= least && l.Open.H >= eventsMin && x.opened() == openPage
	x.close()
	if beside {
		return l.Open
	}
	return a.body
}

// helpKey is all that the vocabulary of a match depends on.
type helpKey struct {
	match *Match
	zoom  board.Zoom // that the board has
	night int
}

// Help is the vocabulary of the match.
func (s State) Help(p *ui.Program) (any, func(w int) []string) {
	x := s.open(p)
	x.decode()
	key := helpKey{match: x.match, zoom: x.port().Zoom}
	if x.frame.Dark {
		key.night = 1
	}
	x.close()
	return key, func(w int) []string {
		return component.Lines(w, p.Palette, func(g *screen.Grid) int { return key.match.drawLegend(g, p.Palette, key.zoom, key.night) })
	}
}

// Wait is how long until the state needs a Tick.
func (s State) Wait(p *ui.Program) time.Duration { return s.wait(p.Top() == nil && s.follows()) }

// Source is what is shown, of a branch both.
func (s State) Source() ui.Source { return s.first }

// Shared is the zoom of those who see the live edge, or the end of a match that is over, and
// nothing else, and whether they see motion.
func (s State) Shared(p *ui.Program) any {
	if !s.follows() {
		return nil
	}
	return struct {
		zoom   board.Zoom
		motion bool
	}{s.Zoom, p.Motion}
}

// WithLiveView is the state brought to what another one sees who follows. Of another match than
// before nothing is kept that belongs to rounds.
func (s State) WithLiveView(view ui.View) ui.View {
	o := view.(State)
	if s.first != o.first {
		s.first, s.ofMatch = o.first, ofMatch{}
	}
	s.Play, s.Top, s.Left, s.Seen, s.Watchers = o.Play, o.Top, o.Left, o.Seen, o.Watchers
	s.starts, s.silent, s.Newer, s.motion = o.starts, o.silent, o.Newer, o.motion
	return s
}

// AtEdge reports whether the newest is shown, or what stands beside it.
func (s State) AtEdge() bool { return s.Play.Mode == playback.Live || s.Play.Round >= s.Play.Edge }

// Looks is the record in front, and what is computed of it for the watcher.
func (s State) Looks(p *ui.Program) (*record.Record, chances.Want) {
	want := page.Wants(p)
	if s.Tab == panel.Chart && s.Chart == ChartChances && p.Refusal(ui.CanAnalyse) == "" {
		want |= chances.WantChances
	}
	return s.front().Record, want
}

// MatchState returns what pages see of the match.
func (s State) MatchState(p *ui.Program) page.MatchState {
	x := s.open(p)
	m := x.matchState()
	x.close()
	return m
}

// Read calls do with what pages see of the match.
func (s State) Read(p *ui.Program, do func(m *page.MatchState)) {
	x := s.open(p)
	m := x.fullState()
	do(&m)
	x.close()
}

// Act calls do with what pages see of the match and can do with it.
func (s State) Act(u *ui.Update, do func(m *page.MatchState, a page.Actions)) {
	act(func(u *actions) {
		m := u.s.fullState()
		do(&m, u)
	})(u)
}
