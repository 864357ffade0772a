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
	if !u.checkComparison() {
		return
	}
	u.bringToFront(!u.s.SecondFront)
	u.Notify("showing " + u.s.label() + "; " + u.s.differenceText())
}

// bringToFront brings match A or B to the front. It adjusts the clock to that match's length and
// drops the other match's analysis.
func (u *actions) bringToFront(second bool) {
	if u.s.SecondFront == second {
		return
	}
	u.replace(func(s *State) {
		s.SecondFront, s.analysed = second, chances.Analysis{}
		s.grow()
	})
}

func (u *actions) checkComparison() bool {
	if u.s.match.pair == nil {
		u.Notify("no second match; run game-tui diff A B --ui to compare two")
	}
	return u.s.match.pair != nil
}

// goToDifference returns an action that goes to the first difference if first is set, and otherwise
// to the next round in which new differences appear.
func goToDifference(first bool) func(*actions) {
	return func(u *actions) {
		if !u.checkComparison() {
			return
		}
		pair, after, end := u.s.match.pair, u.s.Play.Round, u.s.Horizon()
		if first {
			after = -1
		}
		if k, ok := pair.NextDifference(after, end); ok {
			u.JumpRound(k)
			u.Notify(u.s.differenceText())
		} else if _, ok := pair.NextDifference(-1, end); ok {
			u.Notify("no new difference after round " + strconv.Itoa(after))
		} else {
			u.Notify("the recordings do not differ in their common rounds")
		}
	}
}

func (s *scene) drawBoth(g *screen.Grid) {
	for _, second := range []bool{false, true} {
		state := s.State
		state.StillPicture = true // Playback, notices and keys are drawn only once, below both matches.
		if second != s.SecondFront {
			state.SecondFront, state.analysed = second, chances.Analysis{}
			state.Play = s.match.otherMatch.updateEnd(s.Play.Pause()) // The other match may have fewer rounds.
		}
		x := state.open(s.program)
		x.page = s.page
		at := x.windowOf()
		x.half.Resize(at.W, at.H)
		x.half.Fill(x.half.Bounds(), screen.Cell{R: ' ', Style: screen.Style{BG: s.Palette.Page}})
		x.drawMatch(&x.half)
		g.Paste(at.X, at.Y, &x.half)
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
	if y+pairChart < g.H-2+1 && pairRows(s.H) > 2 {
		g.WriteText(1, y, g.W-2, "A minus B", p.Dim)
		span := s.span()
		rounds := pair.Rounds()
		a := timeline.NewAxis(screen.Rect{W: g.W}, span.LastRound)
		timeline.DrawCurve(g, screen.Rect{Y: y + 1, W: g.W, H: pairChart - 1}, a, min(span.Edge, len(rounds)-1), s.Play.Round,
			func(k int) [sim.Seats]int32 { return rounds[k].Gain }, p)
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
	if r.Cells > 0 {
		parts = append(parts, sim.FormatCount(r.Cells, "cell"))
	}
	if r.Units > 0 {
		parts = append(parts, sim.FormatCount(r.Units, "unit"))
	}
	var seats []string
	for seat, other := range r.Orders {
		// Orders belong to the next round, which is hidden at the horizon.
		if other && !(s.noSpoilers && k >= s.Horizon()) {
			seats = append(seats, s.match.Names[seat])
		}
	}
	if len(seats) > 0 {
		parts = append(parts, "orders of "+strings.Join(seats, ", "))
	}
	text := "round " + strconv.Itoa(k) + ": "
	switch {
	case len(parts) > 0:
		text += strings.Join(parts, ", ") + " differ"
	case pair.IsMissing(k):
		text += "unknown; this round is missing from a recording"
	default:
		text += "no difference"
	}
	if r.Gain != [sim.Seats]int32{} {
		text += fmt.Sprintf("; A minus B %+d %+d %+d %+d", r.Gain[0], r.Gain[1], r.Gain[2], r.Gain[3])
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
	return text + "; first difference"
}

func (s *State) originalMatch() *Match {
	if s.branches != nil {
		return s.branches.matches[0]
	}
	return s.first
}

func (s *State) inBranch() bool { return s.branches != nil && s.branches.Current > 0 }

// branchInFront reports whether the match in front is a branch. The other match of the comparison
// is then its parent, which may also be a branch.
func (s *State) branchInFront() bool {
	return s.inBranch() && (s.SecondFront || s.branches.List[s.branches.Current].From > 0)
}

func (b *branches) find(rec *record.Record) int {
	return slices.IndexFunc(b.matches, func(m *Match) bool {
		if m.otherMatch != nil {
			m = m.otherMatch
		}
		return m.Record == rec
	})
}

// add returns a copy of the branches with p added as a branch of match from. If b is nil, from
// becomes the original match.
func (b *branches) add(from *Match, p branch.Played) (*branches, error) {
	beside, err := from.compareWith(p.Record)
	if err != nil {
		return nil, err
	}
	if b == nil {
		b = &branches{matches: []*Match{from}, places: make([]branchPlace, 1)}
		b.List = []page.Branch{{Change: "original match"}}
	}
	q := &branches{matches: append(slices.Clip(b.matches), beside), places: append(slices.Clip(b.places), branchPlace{})}
	q.Branches = page.Branches{Current: b.Current, List: append(slices.Clip(b.List), page.Branch{Change: p.Change, Worth: p.Value, From: max(b.find(from.Record), 0)})}
	return q, nil
}

func (s *State) showMatch(m *Match, b *branches) {
	s.first, s.perMatch = m, perMatch{branches: b}
	s.SecondFront = m.pair != nil
	s.Event, s.Follow, s.ResultClosed = 0, 0, false
	s.Play = s.Play.GoTo(0)
	s.Play.Backwards = false
	s.grow()
}

// enterBranch shows branch n next to its parent, or the original match if n is 0. It pauses at the
// given round, or where the viewer last left the branch if round is -1.
func (s *State) enterBranch(n, round int) {
	b := *s.branches
	b.places = slices.Clone(b.places)
	l := &b.places[b.Current]
	l.place, l.seen, l.jumps, l.filter, l.outsSeen = s.place(), max(l.seen, s.LastSeen), s.jumps, s.filter, s.outsSeen
	l.marks = s.bookmarkLists[0]
	if s.first.pair != nil {
		from := &b.places[b.List[b.Current].From]
		from.seen, from.marks, l.marks = max(from.seen, s.LastSeen), s.bookmarkLists[0], s.bookmarkLists[1]
	}

	b.Current, l = n, &b.places[n]
	s.showMatch(b.matches[n], &b)
	s.LastSeen, s.jumps, s.filter, s.outsSeen, s.bookmarkLists[0] = l.seen, l.jumps, l.filter, l.outsSeen, l.marks
	if s.first.pair != nil { // Show only rounds that the viewer has seen in both matches.
		from := &b.places[b.List[n].From]
		s.LastSeen, s.bookmarkLists = min(from.seen, l.seen), marks{from.marks, l.marks}
	}
	if round < 0 {
		round, s.View = l.place.Round, l.place.View
	}
	s.Play = s.Play.GoTo(round)
}
