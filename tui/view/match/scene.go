package match

import (
	"slices"

	"game-tui/sim"
	"game-tui/sim/winchance"
	"game-tui/tui/cells/screen"
	"game-tui/tui/draw/board"
	"game-tui/tui/draw/panel"
	"game-tui/tui/draw/timeline"
	"game-tui/tui/replay/location"
	"game-tui/tui/replay/playback"
	"game-tui/tui/ui"
	"game-tui/tui/view/match/page"
)

// A scene is a state in a window, with the shown round decoded for one draw or update. It depends
// only on the state, the window and the record. Each match pools its scenes to reuse memory.
type scene struct {
	State
	ui.Window
	program     *ui.Program
	noSpoilers  bool
	status      string        // message to show in place of the keys
	pageContext ui.KeyContext // key context of the topmost page, or 0
	match       *Match        // shown match, or the match in front of a comparison

	frameState    sim.State // state decoded in frame, or nil
	frame         sim.Frame
	previousFrame sim.Frame
	otherFrame    sim.Frame // frame of the compared match in the same round

	chanceState sim.State // state to which winChances belong
	winChances  [sim.Seats]float64

	info        panel.Info
	cards       panel.Cards
	events      panel.EventList
	playerMarks [sim.Seats][]sim.Mark
	board       board.Scene // scene of the board when it was last drawn
	halfGrid    screen.Grid // buffer for drawing one of two matches side by side
}

// open returns a scene of the state in a program's window. Callers must close the scene.
func (s State) open(p *ui.Program) *scene {
	m := s.frontMatch()
	x, ok := m.scenes.Get().(*scene)
	if !ok {
		x = &scene{match: m}
		x.info = panel.Info{Game: m.Meta.Game, Legend: m.Legend, Names: &m.Names, HasClock: m.Meta.HasClock, Frame: &x.frame}
	}
	x.State, x.Window, x.program, x.noSpoilers = s, p.Window, p, p.NoSpoilers
	if x.status, x.pageContext = "", 0; s.IsStillPicture {
		return x
	}
	x.status = p.Status()
	if top := p.TopPage(); top != nil {
		x.pageContext = top.KeyContext()
	}
	return x
}

// close returns the scene to the pool. Do not defer it: after a panic, the scene must not be
// reused.
func (s *scene) close() {
	s.State, s.program = State{}, nil
	s.match.scenes.Put(s)
}

func (s *scene) decode() int {
	k := min(max(s.Play.Round, 0), s.match.Record.Edge())
	if st := s.match.Record.State(k); st != s.frameState {
		s.frameState = nil // Reset frameState first: a panic would leave the frame incomplete.
		st.FillFrame(&s.frame)
		s.frameState = st
	}
	return k
}

// Horizon returns the last round that may be shown. In no-spoilers mode, this is the newest round
// that the viewer has seen. Later rounds must not be shown, found, counted or visited.
func (s *scene) Horizon() int {
	if s.noSpoilers {
		return min(s.Play.Edge, max(s.LastSeen, s.Play.Round))
	}
	return s.Play.Edge
}

// liveClock returns the clock at the live edge. If later rounds of a finished match are hidden, it
// returns the clock at the horizon.
func (s *scene) liveClock() playback.State {
	if h := s.Horizon(); s.Play.IsOver && h < s.Play.Edge {
		return s.Play.GoTo(h)
	}
	return s.Play.Follow()
}

func (s *scene) matchState() page.MatchState {
	m := page.MatchState{Data: s.match.Data, Version: s.match.Record.Version(), Place: s.place(), Horizon: s.Horizon(), ComparisonSide: s.match.side,
		HighlightedSeat: s.HighlightedSeat, SortByScore: s.SortByScore, Filter: s.filter, BookmarkList: *s.frontBookmarks(), Overlays: s.Overlays, Chances: s.analysis, Lessons: s.lessons}
	if len(s.opts.BranchPlayers) > 0 {
		m.BuiltinPlayers = &s.opts.BranchPlayers
	}
	if s.branches != nil {
		m.Branches = &s.branches.Branches
	}
	return m
}

func (s *scene) matchStateWithInfo() page.MatchState {
	s.fillInfo()
	m := s.matchState()
	m.Info = &s.info
	return m
}

func (s *scene) unit(r location.Ref) *sim.Unit { return page.FindUnit(&s.frame, r) }

func (s *scene) target() (sim.Pos, bool) {
	if s.IsPanned {
		return sim.Pos{}, false
	}
	if u := s.unit(s.FollowedUnit); u != nil && u.OnBoard {
		return u.At, true
	}
	if s.IsInspecting {
		return s.Cursor, true
	}
	if at, ok := s.eventPos(s.Play.Round, s.Event); ok {
		return at, true
	}
	return s.frame.Focus, s.frame.Focus.In(s.frame.Rows, s.frame.Cols)
}

// eventPos returns the position of an event in the turn that led to state k.
func (s *scene) eventPos(k int, r location.Ref) (sim.Pos, bool) {
	t, event := s.match.Record.Turn(k-1), r.Index()
	if t == nil || event < 0 || event >= len(t.Events) {
		return sim.Pos{}, false
	}
	at := t.Events[event].At.Pos()
	return at, at.In(s.frame.Rows, s.frame.Cols)
}

func (s *scene) fillInfo() (k int) {
	k = s.decode()
	in, m := &s.info, s.match
	m.history.Update()
	in.Palette, in.Round, in.PreviousFrame = s.Palette, k, nil
	in.PreviousTurn, in.NextTurn = m.Record.Turn(k-1), m.Record.Turn(k)
	if s.noSpoilers && k >= s.Horizon() { // At the horizon, the next turn belongs to a hidden round.
		in.NextTurn = nil
	}
	if in.PreviousTurn != nil && in.PreviousTurn.Missing {
		in.PreviousTurn = nil
	}
	in.IsNextHidden = in.NextTurn == nil && k < s.Play.Edge
	in.Status = s.frameState.Status()
	in.SortByScore, in.Front, in.SelectedEvent, in.MoreKey = s.SortByScore, s.HighlightedSeat, s.Event.Index(), KeyLabel("events")
	if s.IsStillPicture {
		in.MoreKey = ""
	}
	in.LeadChange = m.lead(k)
	s.fillChances(k)
	s.fillDifferences(k)
	over, _ := m.Record.Ended()
	in.IsOver = over && k >= m.Record.Edge()
	for seat := range in.RoundGains {
		in.ExitReports[seat], in.RoundGains[seat] = nil, 0
		if out := in.Failure(seat); out != nil {
			if t := m.Record.Turn(out.Round); t != nil && t.KnownParts&sim.KnownReports != 0 {
				in.ExitReports[seat] = &t.Reports[seat]
			}
		}
		if was, ok := m.history.Score(k-1, seat); ok && in.PreviousTurn != nil {
			in.RoundGains[seat] = s.frame.Players[seat].Score - was
		}
		in.GainCount = 0
		for i := range in.Gains[seat] {
			from, to := m.Record.Rounds()*i/panel.SparklineBars, m.Record.Rounds()*(i+1)/panel.SparklineBars
			if to > k {
				break
			}
			startScore, startKnown := m.history.Score(from, seat)
			endScore, endKnown := m.history.Score(to, seat)
			if in.Gains[seat][i] = 0; startKnown && endKnown {
				in.Gains[seat][i] = endScore - startScore
			}
			in.GainCount++
		}
	}
	if in.PreviousTurn != nil && in.PreviousTurn.KnownParts&sim.KnownOrders == 0 {
		// If the orders are unknown, the previous state's units determine the seats of executed
		// orders.
		if before := m.Record.State(k - 1); before != nil {
			before.FillFrame(&s.previousFrame)
			in.PreviousFrame = &s.previousFrame
		}
	}
	return k
}

func (s *scene) fillChances(k int) {
	in := &s.info
	if in.HasChances = s.match.estimator != nil && !s.match.Record.IsMissing(k); !in.HasChances {
		return
	}
	if s.chanceState != s.frameState {
		s.chanceState, s.winChances = s.frameState, s.match.estimator.Chances(s.frameState)
	}
	in.IsResult = k >= s.match.Record.Rounds()
	in.WinChances, in.ChanceErrors, in.ChanceSource = s.winChances, [sim.Seats]float64{}, winchance.SourceEstimate
	if s.analysis.Snapshot == nil || k > s.Horizon() {
		return
	}
	if known := s.analysis.Snapshot.Curve(s.Horizon()); k < len(known.Chances) && known.Chances[k].IsKnown() {
		at := &known.Chances[k]
		in.WinChances, in.ChanceErrors, in.ChanceSource = at.WinChance, at.Error, known.Source
	}
}

func (s *scene) fillDifferences(k int) {
	in := &s.info
	in.StateDiffers, in.OrdersDiffer = [sim.Seats]bool{}, [sim.Seats]bool{}
	if s.match.pair == nil {
		return
	}
	rec := s.match.otherMatch.Record
	rec.State(min(max(s.Play.Round, 0), rec.Edge())).FillFrame(&s.otherFrame)
	for seat := range in.StateDiffers {
		a, b := &s.frame.Players[seat], &s.otherFrame.Players[seat]
		in.StateDiffers[seat] = a.Score != b.Score || !slices.Equal(a.Stats, b.Stats)
	}
	if rounds := s.match.pair.Rounds(); k > 0 && k <= len(rounds) {
		in.OrdersDiffer = rounds[k-1].OrdersDiffer
	}
}

func (s *scene) span() timeline.Span {
	return timeline.Span{Round: s.info.Round, Edge: s.Horizon(), LastRound: s.match.Record.Rounds(), ShowEarlyEnd: !s.noSpoilers}
}
