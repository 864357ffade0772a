package match

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/tui/cells/screen"
	"game-tui/tui/draw/chances"
	"game-tui/tui/draw/timeline"
	"game-tui/tui/replay/branch"
	"game-tui/tui/view/match/page"
)

// A comparison shows two matches, A and B, in the same round. In narrow windows, only the match in
// front is visible. Keys, pages and the mouse act on that match.

func swapMatches(u *actions) {
	if !u.requireComparison() {
		return
	}
	u.bringToFront(!u.s.IsSecondInFront)
	u.Notify("showing " + u.s.label() + "; " + u.s.differenceText())
}

// bringToFront brings match A or B to the front. It adjusts the clock to that match's length and
// drops the other match's analysis.
func (u *actions) bringToFront(isSecond bool) {
	if u.s.IsSecondInFront == isSecond {
		return
	}
	u.replace(func(s *State) {
		s.IsSecondInFront, s.analysis = isSecond, chances.Analysis{}
		s.syncWithRecord()
	})
}

func (u *actions) requireComparison() bool {
	if u.s.match.pair == nil {
		u.Notify("no second match; run game-tui diff A B --ui to compare two")
	}
	return u.s.match.pair != nil
}

// goToDifference returns an action that goes to the first difference if first is set, and otherwise
// to the next round in which new differences appear.
func goToDifference(first bool) func(*actions) {
	return func(u *actions) {
		if !u.requireComparison() {
			return
		}
		pair, after, end := u.s.match.pair, u.s.Play.Round, u.s.Horizon()
		if first {
			after = -1
		}
		if k, ok := pair.NextDifference(after, end); ok {
			u.jumpToRound(k)
			u.Notify(u.s.differenceText())
		} else if _, ok := pair.NextDifference(-1, end); ok {
			u.Notify("no new difference after round " + strconv.Itoa(after))
		} else {
			u.Notify("the matches do not differ in their common rounds")
		}
	}
}

func (s *scene) drawSideBySide(g *screen.Grid) {
	for _, second := range []bool{false, true} {
		state := s.State
		state.IsStillPicture = true // Playback, notices and keys are drawn only once, below both matches.
		if second != s.IsSecondInFront {
			state.IsSecondInFront, state.analysis = second, chances.Analysis{}
			state.Play = s.match.otherMatch.withEnd(s.Play.Pause()) // The other match may have fewer rounds.
		}
		x := state.open(s.program)
		x.pageContext = s.pageContext
		at := x.matchArea()
		x.halfGrid.Resize(at.W, at.H)
		x.halfGrid.Fill(x.halfGrid.Bounds(), screen.Cell{R: ' ', Style: screen.Style{BG: s.Palette.Page}})
		x.drawMatch(&x.halfGrid)
		g.Paste(at.X, at.Y, &x.halfGrid)
		x.close()
	}
	s.drawComparison(g)
}

func (s *scene) drawComparison(g *screen.Grid) {
	p, pair := s.Palette, s.match.pair
	y := g.H - pairRows(s.H)
	for row := range y {
		g.Set((g.W-halfGap)/2, row, '│', p.Line)
	}
	if y+pairChartHeight < g.H-2+1 && pairRows(s.H) > 2 {
		g.WriteText(1, y, g.W-2, "A minus B", p.Dim)
		span := s.span()
		rounds := pair.Rounds()
		a := timeline.NewAxis(screen.Rect{W: g.W}, span.LastRound)
		timeline.DrawCurve(g, screen.Rect{Y: y + 1, W: g.W, H: pairChartHeight - 1}, a, min(span.Edge, len(rounds)-1), s.Play.Round,
			func(k int) [sim.Seats]int32 { return rounds[k].ScoreDiff }, p)
	}
	y = g.H - 2
	n := g.WriteText(1, y, g.W-2, playText(s.Play, g.W), modeStyle(s.Play, p)) + 2
	g.WriteText(1+n, y, g.W-2-n, s.differenceText(), p.Text)
	s.program.DrawFooter(g, 1, g.W-2)
}

// differenceText describes the differences in the shown round and mentions where the first
// difference is.
func (s *scene) differenceText() string {
	pair := s.match.pair
	rounds := pair.Rounds()
	k := min(max(s.Play.Round, 0), len(rounds)-1)
	r := &rounds[k]
	var parts []string
	if r.CellCount > 0 {
		parts = append(parts, sim.FormatCount(r.CellCount, "cell"))
	}
	if r.UnitCount > 0 {
		parts = append(parts, sim.FormatCount(r.UnitCount, "unit"))
	}
	var seats []string
	for seat, differs := range r.OrdersDiffer {
		// Orders belong to the next round, which is hidden at the horizon.
		if differs && !(s.noSpoilers && k >= s.Horizon()) {
			seats = append(seats, s.match.Names[seat])
		}
	}
	if len(seats) > 0 {
		parts = append(parts, "orders of "+strings.Join(seats, ", "))
	}
	text := "round " + strconv.Itoa(k) + ": "
	switch {
	case len(parts) == 1 && r.CellCount+r.UnitCount == 1:
		text += parts[0] + " differs"
	case len(parts) > 0:
		text += strings.Join(parts, ", ") + " differ"
	case pair.IsMissing(k):
		text += "unknown; this round is missing from a recording"
	default:
		text += "no difference"
	}
	if r.ScoreDiff != [sim.Seats]int32{} {
		text += fmt.Sprintf("; A minus B %+d %+d %+d %+d", r.ScoreDiff[0], r.ScoreDiff[1], r.ScoreDiff[2], r.ScoreDiff[3])
	}
	first, ok := pair.NextDifference(-1, s.Horizon())
	switch {
	case !ok && pair.IsIncomplete():
		return text
	case !ok:
		return text + " so far"
	case first != k:
		return text + "; first difference in round " + strconv.Itoa(first)
	}
	return text + "; this is the first difference"
}

func (s *State) originalMatch() *Match {
	if s.branches != nil {
		return s.branches.matches[0]
	}
	return s.mainMatch
}

func (s *State) inBranch() bool { return s.branches != nil && s.branches.Current > 0 }

// isBranchInFront reports whether the match in front is a branch. The other match of the comparison
// is then its parent, which may also be a branch.
func (s *State) isBranchInFront() bool {
	return s.inBranch() && (s.IsSecondInFront || s.branches.List[s.branches.Current].Parent > 0)
}

func (b *branches) find(rec *record.Record) int {
	return slices.IndexFunc(b.matches, func(m *Match) bool {
		if m.otherMatch != nil {
			m = m.otherMatch
		}
		return m.Record == rec
	})
}

// add returns a copy of the branches with p added as a branch of parent. If b is nil, parent
// becomes the original match.
func (b *branches) add(parent *Match, p branch.Result) (*branches, error) {
	comparison, err := parent.compareWith(p.Record)
	if err != nil {
		return nil, err
	}
	if b == nil {
		b = &branches{matches: []*Match{parent}, states: make([]branchState, 1)}
		b.List = []page.Branch{{ChangeText: "original match"}}
	}
	q := &branches{matches: append(slices.Clip(b.matches), comparison), states: append(slices.Clip(b.states), branchState{})}
	q.Branches = page.Branches{Current: b.Current, List: append(slices.Clip(b.List), page.Branch{ChangeText: p.ChangeText, Worth: p.Worth, Parent: max(b.find(parent.Record), 0)})}
	return q, nil
}

func (s *State) showMatch(m *Match, b *branches) {
	s.mainMatch, s.perMatch = m, perMatch{branches: b}
	s.IsSecondInFront = m.pair != nil
	s.Event, s.FollowedUnit, s.IsResultClosed = 0, 0, false
	s.Play = s.Play.GoTo(0)
	s.Play.IsReversed = false
	s.syncWithRecord()
}

// enterBranch shows branch n next to its parent, or the original match if n is 0. It pauses at the
// given round, or where the viewer last left the branch if round is -1.
func (s *State) enterBranch(n, round int) {
	b := *s.branches
	b.states = slices.Clone(b.states)
	l := &b.states[b.Current]
	l.place, l.lastSeen, l.jumps, l.filter, l.outsSeen = s.place(), max(l.lastSeen, s.LastSeen), s.jumps, s.filter, s.outsSeen
	l.bookmarks = s.bookmarkLists[0]
	if s.mainMatch.pair != nil {
		from := &b.states[b.List[b.Current].Parent]
		from.lastSeen, from.bookmarks, l.bookmarks = max(from.lastSeen, s.LastSeen), s.bookmarkLists[0], s.bookmarkLists[1]
	}

	b.Current, l = n, &b.states[n]
	s.showMatch(b.matches[n], &b)
	s.LastSeen, s.jumps, s.filter, s.outsSeen, s.bookmarkLists[0] = l.lastSeen, l.jumps, l.filter, l.outsSeen, l.bookmarks
	if s.mainMatch.pair != nil { // Show only rounds that the viewer has seen in both matches.
		from := &b.states[b.List[n].Parent]
		s.LastSeen, s.bookmarkLists = min(from.lastSeen, l.lastSeen), bookmarkPair{from.bookmarks, l.bookmarks}
	}
	if round < 0 {
		round, s.View = l.place.Round, l.place.View
	}
	s.Play = s.Play.GoTo(round)
}
