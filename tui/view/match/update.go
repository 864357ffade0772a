package match

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/winchance"
	"game-tui/tui/cells/screen"
	"game-tui/tui/draw/chances"
	"game-tui/tui/draw/panel"
	"game-tui/tui/replay/branch"
	"game-tui/tui/replay/index"
	"game-tui/tui/replay/location"
	"game-tui/tui/replay/playback"
	"game-tui/tui/ui"
	"game-tui/tui/view/match/page"
)

// actions holds a state that is being changed. Its methods implement the effects of keys, pages and
// other inputs.
type actions struct {
	*ui.Update
	s *scene
}

func (s State) change(u *ui.Update, do func(u *actions)) ui.View {
	x := &actions{u, s.open(&u.Program)}
	do(x)
	now := u.View()
	if x.s.State != s {
		now = x.s.State
	}
	x.s.close()
	return now
}

func act(do func(u *actions)) func(*ui.Update) {
	return func(u *ui.Update) { u.SetView(u.View().(State).change(u, do)) }
}

func (u *actions) replace(change func(s *State)) {
	s := u.s.State
	u.s.close()
	change(&s)
	u.s = s.open(&u.Program)
}

// clampRound limits a round to the horizon. If no-spoilers mode hides the requested round, it
// notifies the viewer.
func (u *actions) clampRound(round int) int {
	h := u.s.Horizon()
	if round > h && h < u.s.Play.Edge {
		u.Notify("no-spoilers mode: rounds after " + strconv.Itoa(h) + " are hidden until you reach them")
	}
	return max(min(round, h), 0)
}

// setClock changes the clock. If the round changes, it clears the selected event and the tour.
// Reverse playback and following the live edge also end the tour.
func (u *actions) setClock(p playback.State) {
	if p.Round != u.s.Play.Round {
		u.s.Event, u.s.tour = 0, nil
	}
	if p.IsReversed || p.Mode == playback.Live {
		u.s.tour = nil
	}
	u.s.Play = p
}

func (u *actions) goTo(to location.Place) {
	to = to.WithRound(u.clampRound(to.Round))
	u.s.Play, u.s.View, u.s.tour = u.s.Play.GoTo(to.Round), to.View, nil
}

func (u *actions) Jump(to location.Place) {
	u.recordJump(func() { u.goTo(to) })
}

// recordJump calls move and, if the place changes, adds the old one to the jump history.
func (u *actions) recordJump(move func()) {
	from := u.s.place()
	move()
	if u.s.place() == from {
		return
	}
	way := &jumpHistory{}
	if u.s.jumps != nil {
		way[0] = u.s.jumps[0]
	}
	way[0] = appendPlace(way[0], from)
	u.s.jumps = way
}

func (u *actions) jumpToRound(n int) { u.Jump(u.s.place().WithRound(n)) }

func (u *actions) GoToRow(row *index.Row) {
	to := u.s.place().WithRound(int(row.Round))
	to.Event, to.FollowedUnit, to.IsPanned = location.RefTo(int(row.Event)), 0, false
	if at := row.At.Pos(); at.In(u.s.match.Size()) {
		to.Cursor = at
	}
	u.Jump(to)
}

// pauseOnOut pauses when a player goes out in the shown round, if the viewer has enabled this.
func (u *actions) pauseOnOut() {
	s := u.s
	if !s.opts.PauseOnOut {
		return
	}
	t := u.s.match.Record.Turn(s.Play.Round - 1)
	if t == nil || t.KnownParts&sim.KnownReports == 0 {
		return
	}
	for seat := range t.Reports {
		if bit := uint8(1) << seat; t.Reports[seat].Failure != nil && s.outsSeen&bit == 0 {
			s.outsSeen |= bit
			s.Play = s.Play.Pause()
			u.Notify(u.s.match.Names[seat] + " is out: " + string(t.Reports[seat].Failure.Reason))
		}
	}
}

func (u *actions) goToOpening() {
	s := u.s
	p := s.Play.GoTo(s.openingRound)
	if !s.opts.Paused {
		p.Mode = playback.Playing
	}
	s.Play = p
	if p.IsOver && s.openingRound > p.Edge {
		u.Notify("the match has rounds 0 to " + strconv.Itoa(p.Edge))
	}
	if p.Round == s.openingRound || p.IsOver {
		s.openingRound = 0
	}
}

// Replacement is an input that replaces the shown match.
type Replacement struct {
	Match  *Match
	Paused bool
}

func (u *actions) handle(in ui.Input) {
	s := u.s
	switch e := in.(type) {
	case ui.PointerEvent:
		s.State = s.afterKey()
		u.handlePointer(e)
	case ui.Tick:
		u.tick(e)
	case ui.ViewShown:
		u.begin()
	case ui.Refresh:
		u.reconcile()
	case ui.Close:
		u.dismiss()
	case ui.SourceGrown:
		u.handleGrowth(e.SkipHighlights)
	case ui.MatchStarted:
		s.HasNewerMatch = true
		u.Notify("the next match has begun; press " + KeyLabel("live") + " to watch it")
	case ui.Viewers:
		s.ViewerCount = e.Count
	case ui.MatchStarting:
		s.timeToStart = 0
		if s.isBetweenMatches() {
			s.timeToStart = max(e.Delay, 0)
		}
	case ui.SourceSilent:
		s.silentFor = e.Duration.Truncate(time.Second)
	case chances.Analysis:
		if _, want := s.AnalysisTarget(&u.Program); want != 0 {
			s.analysis = e
		}
	case *page.Lessons:
		s.lessons = e
	case branch.Result:
		u.showBranch(e)
	case Replacement:
		u.replace(func(s *State) { s.showMatch(e.Match, nil) })
		if u.s.Play.Mode = playback.Playing; e.Paused {
			u.s.Play.Mode = playback.Paused
		}
	}
}

func (u *actions) begin() {
	s := u.s
	s.syncWithRecord()
	switch {
	case s.IsStillPicture:
		s.Play = s.Play.Pause()
		return
	case s.opts.Live:
		s.Play = s.liveClock()
	case s.openingRound > 0 || s.opts.Paused:
		u.goToOpening()
	}
	if note := u.s.match.note(); note != "" {
		u.Notify(note)
	}
}

func (u *actions) handleGrowth(skipMotion bool) {
	round := u.s.Play.Round
	u.s.syncWithRecord()
	if u.s.openingRound > 0 {
		u.goToOpening()
	}
	if u.s.Play.Round != round {
		u.s.Event = 0
	}
	u.pauseOnOut()
	u.s.setMotion(round, skipMotion)
}

func (u *actions) tick(e ui.Tick) {
	s, d := u.s, e.Elapsed
	s.timeToStart, s.motion.flashTime = max(s.timeToStart-d, 0), max(s.motion.flashTime-d, 0)
	t, round := s.tour, s.Play.Round
	u.setClock(s.Play.Tick(d))
	if s.tour = t; t != nil {
		u.continueTour()
	}
	u.pauseOnOut()
	s.setMotion(round, e.SkipHighlights)
}

// reconcile makes the state consistent after a change. Unless Free is set, it scrolls the viewport
// to the followed unit, the inspected cell, the selected event or else the frame's Focus.
func (u *actions) reconcile() {
	s := u.s
	s.LastSeen = max(s.LastSeen, s.decode())
	if _, want := s.AnalysisTarget(&u.Program); want == 0 {
		s.analysis = chances.Analysis{}
	}
	s.Play = s.Play.WithQuiet(s.shouldSpeedUp())
	if unit := s.unit(s.FollowedUnit); unit != nil && s.IsInspecting && unit.OnBoard {
		s.Cursor = unit.At
	}
	l, _ := s.placeBoard()
	if !l.Port.ShowsAll() {
		if at, ok := s.target(); ok {
			l.Port.Reveal(at)
		}
	}
	s.Top, s.Left = l.Port.Top, l.Port.Left
	if s.pageContext != 0 {
		s.drag = dragNothing
	}
}

// dismiss closes the topmost part that Esc can close.
func (u *actions) dismiss() {
	s := u.s
	switch {
	case s.IsInspecting:
		s.IsInspecting = false
	case !s.Event.IsZero():
		s.dismissed.round, s.dismissed.event = s.Play.Round, s.Event
		s.Event = 0
	case !s.FollowedUnit.IsZero():
		s.FollowedUnit = 0
	case s.filter != nil:
		s.filter = nil
		u.Notify("filter removed")
	case s.IsPanned:
		s.IsPanned = false
	case s.Tab != panel.PlayersTab:
		s.Tab = panel.PlayersTab
	case s.showsResult(u.s.decode()):
		s.IsResultClosed = true
	case s.inBranch():
		u.SwitchToBranch(0)
	}
}

func (u *actions) SetSearch(text string) { u.s.lastSearch, u.s.moments = text, nil }

func (u *actions) GoToMoment(m *page.Moments, i int) {
	to, rows := m.List[i], u.s.match.Index.Rows()
	if n := rows.Find(to.Round, to.Event); n >= 0 {
		u.GoToRow(rows.At(n))
	} else {
		u.Jump(to.Place(m.Data, u.s.place()))
	}
	u.s.moments = m
	u.Notify(fmt.Sprintf("%d of %d: %s", i+1, len(m.List), m.Title))
}

func (u *actions) SetFilter(f *index.Filter) { u.s.filter = f }

func (u *actions) SetOverlays(o page.Overlays) { u.s.Overlays = o }

func (u *actions) ShowChances() {
	u.s.Tab, u.s.Chart, u.s.IsInspecting = panel.ChartTab, ChartChances, false
}

func (u *actions) Pause() { u.s.Play = u.s.Play.Pause() }

func (u *actions) SetBookmarks(list []location.Bookmark) {
	*u.s.frontBookmarks() = bookmarksOrNil(list)
	u.Send(ui.SaveBookmarks{Record: u.s.match.Record, Bookmarks: list})
}

// recordInFront returns the record of the match in front. For a named branch, it returns a copy
// with the name in its note and heading.
func (u *actions) recordInFront() *record.Record {
	rec, b := u.s.match.Record, u.s.branches
	if b == nil {
		return rec
	}
	n := b.find(rec)
	if n <= 0 || b.List[n].Name == "" {
		return rec
	}
	meta, name := *rec.Meta(), b.List[n].Name
	meta.Note, meta.Heading = winchance.NoteWithName(meta.Note, name), "branch: "+name
	return rec.WithMeta(meta)
}

func copyLink(u *actions) {
	u.Send(ui.CopyCommand{Record: u.s.match.Record, Round: u.s.Play.Round, Unit: location.FormatUnit(u.s.match.Legend, int32(u.s.FollowedUnit.Index())),
		HighlightedSeat: int(u.s.HighlightedSeat) - 1, IsBranch: u.s.isBranchInFront()})
}

func writeMatch(u *actions) {
	if u.s.isBranchInFront() && u.Refusal(ui.CanWrite) != "" { // The shell's message applies only to the original match.
		u.Notify("cannot save branches here")
		return
	}
	u.StartRequest(ui.Write{Record: u.recordInFront()}, "saving the match…")
}

func (u *actions) Export(opts ui.ExportOptions) {
	p, s := u.Program, u.s.State
	s.IsStillPicture, s.motion = true, motion{} // Exported pictures show neither keys nor notices nor motion.
	draw := func() *screen.Grid {
		p, g := p.PictureProgram(s), &screen.Grid{}
		p.Draw(g)
		return g
	}
	u.StartRequest(ui.Export{ExportOptions: opts, Record: u.recordInFront(), Palette: u.Palette, IsBranch: s.isBranchInFront(), Screen: draw}, "exporting…")
}

func (u *actions) RequestBranch(c branch.Change, description string) {
	if b := u.s.branches; b != nil && len(b.List) > u.s.opts.MaxBranches {
		u.Notify(fmt.Sprintf("at most %d branches can be kept", u.s.opts.MaxBranches))
		return
	}
	if u.StartRequest(ui.Branch{Record: u.s.match.Record, Change: c}, "continuing: "+description+"…") {
		u.s.branchParent = u.s.match
		u.ClosePages()
	}
}

func (u *actions) showBranch(p branch.Result) {
	from := u.s.branchParent
	if u.s.branchParent = nil; from == nil {
		return
	}
	b, err := u.s.branches.add(from, p)
	if err != nil {
		u.Notify(err.Error())
		return
	}
	u.s.branches = b
	u.enterBranch(len(b.List)-1, p.Round)
}

func (u *actions) SwitchToBranch(n int) {
	if u.IsBusy() {
		u.NotifyBusy()
		return
	}
	u.enterBranch(n, -1)
}

func (u *actions) enterBranch(n, round int) {
	u.replace(func(s *State) { s.enterBranch(n, round) })
	b := &u.s.branches.List[n]
	u.Notify(cmp.Or(b.Worth, b.Title()))
}

func (u *actions) NameBranch(n int, name string) {
	b := *u.s.branches
	b.List = slices.Clone(b.List)
	b.List[n].Name = name
	u.s.branches = &b
	u.Notify("branch name: " + b.List[n].Title())
}
