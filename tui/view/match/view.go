package match

import (
	"cmp"
	"iter"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/tui/cells/component"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/board"
	"game-tui/tui/draw/chances"
	"game-tui/tui/draw/panel"
	"game-tui/tui/draw/timeline"
	"game-tui/tui/plain"
	"game-tui/tui/replay/index"
	"game-tui/tui/replay/location"
	"game-tui/tui/replay/playback"
	"game-tui/tui/ui"
	"game-tui/tui/view/match/page"
)

// NewState returns the initial state of a new viewer.
func (m *Match) NewState(o ui.OpenOptions) State {
	o.MaxBranches = cmp.Or(o.MaxBranches, ui.DefaultMaxBranches)
	s := State{mainMatch: m, View: o.Place.View, Play: playback.New(o.Speed), opts: &o}
	s.HighlightedSeat, s.bookmarkLists[0], s.openingRound = int8(location.FindSeat(m.Meta, o.HighlightedPlayer))+1, bookmarksOrNil(o.Bookmarks), o.Place.Round
	return s
}

func (m *Match) Open(o ui.OpenOptions) ui.View { return m.NewState(o) }

// Follow returns the state of a viewer who follows the live edge, without pages or open panels. If
// keepPersonal is set, it keeps the viewer's branches and bookmarks.
func (m *Match) Follow(v ui.View, p *ui.Program, keepPersonal bool) ui.View {
	was, watched := v.(State)
	if !watched {
		was = m.NewState(ui.OpenOptions{})
	}
	if was.originalMatch() != m {
		was.perMatch = perMatch{}
	} else if was.inBranch() {
		was.enterBranch(0, -1)
	}
	s := State{mainMatch: m, View: location.View{Zoom: was.Zoom}, Play: was.Play, ViewerCount: was.ViewerCount, opts: was.opts, speedUpQuietRounds: was.speedUpQuietRounds}
	s.LastSeen = was.LastSeen
	if keepPersonal {
		s.branches, s.hiddenBookmarks = was.branches, was.bookmarkLists
		if s.hiddenBookmarks == (bookmarkPair{}) {
			s.hiddenBookmarks = was.hiddenBookmarks
		}
	}
	s.syncWithRecord()
	x := s.open(p)
	s.Play = x.liveClock()
	x.close()
	return s
}

// Stills yields pictures of the given rounds, clamped to the record. The pictures are the same on
// every system. Each grid is valid only until the next iteration. Live, Paused and Speed of o are
// ignored.
func (m *Match) Stills(opts ui.Options, o ui.OpenOptions, rounds []int) iter.Seq2[int, *screen.Grid] {
	return func(yield func(int, *screen.Grid) bool) {
		s := m.NewState(o)
		s.IsStillPicture = true
		p := ui.NewProgram(opts, s)
		var g screen.Grid
		for i, k := range rounds {
			s := p.View().(State)
			if i == 0 {
				s.View = o.Place.View
			}
			s.Play = s.Play.GoTo(k)
			p = p.WithView(s)
			p.Draw(&g)
			if !yield(s.Play.Round, &g) {
				return
			}
		}
	}
}

func (s State) Title() string { return "game-tui: " + s.mainMatch.Meta.Game.Title() }

func (s State) Keys() *ui.KeyTable { return keys() }

func (s State) KeyContext() ui.KeyContext {
	if s.IsInspecting {
		return InInspect
	}
	return InMatch
}

func (s State) Update(u *ui.Update, in ui.Input) ui.View {
	switch in.(type) {
	case ui.Key, ui.Paste: // The key table runs the keys' actions.
		return s.afterKey()
	}
	return s.change(u, func(u *actions) { u.handle(in) })
}

func (s State) Draw(g *screen.Grid, p *ui.Program) {
	x := s.open(p)
	if s.fitsSideBySide(p.W, p.H) {
		x.drawSideBySide(g)
	} else {
		x.drawMatch(g)
	}
	x.close()
}

func (s State) AppendText(dst []byte, _ *ui.Program) []byte {
	return plain.AppendState(dst, s.frontMatch().Record, s.Play.Round)
}

// FooterArea implements ui.Placer. It returns the first column and the width of the key list in the
// last row.
func (s State) FooterArea(p *ui.Program) (x, w int) {
	if s.fitsSideBySide(p.W, p.H) {
		return 1, p.W - 2
	}
	w, _, _ = s.frontMatch().splitFooter(p.W, s.IsStillPicture)
	return 1, w
}

// PageArea implements ui.Placer. Pages are drawn next to the board if it leaves enough columns, and
// otherwise between the heading and the timeline.
func (s State) PageArea(p *ui.Program, minWidth int) screen.Rect {
	x := s.open(p)
	x.fillInfo()
	l, a := x.placeBoard()
	if !s.fitsSideBySide(p.W, p.H) {
		l = x.layout()
	}
	beside := l.OpenPart.W >= minWidth && l.OpenPart.H >= eventsMinHeight && x.openPart() == openPage
	x.close()
	if beside {
		return l.OpenPart
	}
	return a.body
}

func (s State) Help(p *ui.Program) (any, func(w int) []string) {
	x := s.open(p)
	x.decode()
	m, zoom, nightIndex := x.match, x.port().Zoom, 0
	if x.frame.Dark {
		nightIndex = 1
	}
	x.close()
	return [...]any{m, zoom, nightIndex}, func(w int) []string {
		return component.Lines(w, p.Palette, func(g *screen.Grid) int { return m.drawLegend(g, p.Palette, zoom, nightIndex) })
	}
}

// Source returns the shown match, or match A of a comparison.
func (s State) Source() ui.Source { return s.mainMatch }

// SharedState implements ui.Sharer. It returns nil if the viewer does not follow the live edge.
func (s State) SharedState(p *ui.Program) any {
	if !s.followsEdge() {
		return nil
	}
	return struct {
		zoom   board.Zoom
		motion bool
	}{s.Zoom, p.ShowMotion}
}

// WithLiveView implements ui.LiveMerger. It takes the playback state, the scroll position and the
// state of the source from view. If view shows another match, it drops the old one's data.
func (s State) WithLiveView(view ui.View) ui.View {
	o := view.(State)
	if s.mainMatch != o.mainMatch {
		s.mainMatch, s.perMatch = o.mainMatch, perMatch{}
	}
	s.Play, s.Top, s.Left, s.LastSeen, s.ViewerCount = o.Play, o.Top, o.Left, o.LastSeen, o.ViewerCount
	s.timeToStart, s.silentFor, s.HasNewerMatch, s.motion = o.timeToStart, o.silentFor, o.HasNewerMatch, o.motion
	return s
}

func (s State) AtEdge() bool { return s.Play.Mode == playback.Live || s.Play.Round >= s.Play.Edge }

// AnalysisTarget implements ui.AnalysisTargeter. It returns the record of the match in front and
// the results that the viewer needs.
func (s State) AnalysisTarget(p *ui.Program) (*record.Record, chances.ResultSet) {
	want := page.WantedAnalysis(p)
	if s.Tab == panel.ChartTab && s.Chart == ChartChances && p.Refusal(ui.CanAnalyse) == "" {
		want |= chances.ChanceResults
	}
	return s.frontMatch().Record, want
}

func (s State) MatchState(p *ui.Program) page.MatchState {
	x := s.open(p)
	m := x.matchState()
	x.close()
	return m
}

func (s State) Read(p *ui.Program, do func(m *page.MatchState)) {
	x := s.open(p)
	m := x.matchStateWithInfo()
	do(&m)
	x.close()
}

func (s State) Act(u *ui.Update, do func(m *page.MatchState, a page.Actions)) {
	act(func(u *actions) {
		m := u.s.matchStateWithInfo()
		do(&m, u)
	})(u)
}

type sample struct {
	name string
	draw func(g *screen.Grid, x, y int)
}

const (
	sampleWidth     = 39
	sampleSignWidth = 9
)

func (m *Match) drawLegend(g *screen.Grid, p *theme.Palette, zoom board.Zoom, nightIndex int) int {
	y, cols := 0, max(g.W/sampleWidth, 1)
	for _, part := range []struct {
		title   string
		samples []sample
	}{
		{"On the board (" + zoom.String() + ")", m.boardSamples(p, zoom, nightIndex)},
		{"Events on the timeline and in lists", m.eventSamples(p)},
		{"Shown at round N", []sample{
			textSample("score change since N-1", "+ -", p),
			textSample("events and orders since N-1", "events", p),
			textSample("cpu, output and marks in N", "cpu", p),
		}},
	} {
		high := (len(part.samples) + cols - 1) / cols
		g.WriteText(0, y, g.W, part.title, p.Strong.WithAttr(screen.Underline))
		for i, s := range part.samples {
			x, y := i/high*sampleWidth, y+1+i%high
			s.draw(g, x, y)
			g.WriteText(x+sampleSignWidth, y, sampleWidth-sampleSignWidth-2, s.name, p.Dim)
		}
		y += 2 + high
	}
	return y
}

// boardSamples returns a sample of each sign on the board at the given zoom. A sign that differs
// between seats is shown once per seat.
func (m *Match) boardSamples(p *theme.Palette, zoom board.Zoom, nightIndex int) []sample {
	var list []sample
	for _, e := range m.skins.Skin(m.Legend, p).Legend(zoom, nightIndex) {
		list = append(list, sample{e.Name, func(g *screen.Grid, x, y int) {
			if uint(y) < uint(g.H) {
				copy(g.Row(y)[x:], e.SeatSigns)
			}
		}})
	}
	for _, n := range m.skins.Skin(m.Legend, p).NumberLegend(zoom) {
		list = append(list, textSample(n[1], n[0], p))
	}
	if panel.ShowsUnitsSingly(m.Legend) {
		list = append(list, sample{"in cards: unit and its life", func(g *screen.Grid, x, y int) {
			for seat := range sim.Seats {
				panel.DrawUnit(g, x+2*seat, y, &sim.Unit{Seat: int8(seat), Life: 3, MaxLife: 4}, m.Legend, p)
			}
		}})
	}
	return append(list,
		sample{"cursor, followed unit", repeatRune(' ', p.HighlightStyle(p.Cursor))},
		sample{"marked by a player", repeatRune(' ', p.HighlightStyle(p.Mark))})
}

func repeatRune(r rune, st screen.Style) func(*screen.Grid, int, int) {
	return func(g *screen.Grid, x, y int) {
		g.Fill(screen.Rect{X: x, Y: y, W: 2, H: 1}, screen.Cell{R: r, Style: st})
	}
}

func (m *Match) eventSamples(p *theme.Palette) []sample {
	var list []sample
	for i := range len(m.Legend.Events) + 1 {
		kind := uint8(i)
		if i == len(m.Legend.Events) {
			kind = index.LeadChange
		}
		r, st := timeline.EventSign(m.Legend, kind, -1, p)
		list = append(list, sample{m.Index.Kind(kind).Name, func(g *screen.Grid, x, y int) { g.Set(x, y, r, st) }})
	}
	return list
}

func textSample(name, text string, p *theme.Palette) sample {
	return sample{name, func(g *screen.Grid, x, y int) { g.WriteText(x, y, sampleSignWidth, text, p.Text) }}
}
