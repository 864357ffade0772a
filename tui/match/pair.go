package match

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/tui/compare"
	"game-tui/tui/screen"
	"game-tui/tui/timeline"
)

// A comparison shows two matches in lockstep: A, the first, and B. Where the window is
// wide enough they stand side by side, each as it would on a screen of its own;
// otherwise one is in front. Keys, pages and mouse are about the one in front.

// Compare is what the watchers of two records share who compare them, the one that
// differs from the other included. It is the match A; both must be of one game, with
// boards of one size.
func Compare(a, b *record.Record) (*Match, error) { return NewMatch(a).Beside(b) }

// Beside is Compare of the match with another record; what is known of the match is used
// again. The match itself is not compared.
func (m *Match) Beside(b *record.Record) (*Match, error) {
	pair, err := compare.New(m.Record, b)
	if err != nil {
		return nil, err
	}
	first, second := m.again(), NewMatch(b)
	gains := &timeline.Curve{}
	first.pair, first.gains, first.other = pair, gains, second
	second.pair, second.gains, second.other, second.second = pair, gains, first, true
	return first, nil
}

// halfMin is the narrowest screen of one of two matches, and the gap between both.
const (
	halfMin = 56
	halfGap = 1
)

// front is the viewer of the match that is in front.
func (v *Viewer) front(s *State) *Viewer {
	if v.match == nil || v.match.pair == nil || s.SecondFront == v.match.second {
		return v
	}
	return v.beside()
}

// beside is the viewer of the other match.
func (v *Viewer) beside() *Viewer {
	if v.other == nil {
		v.other = v.match.other.Viewer()
		v.other.other = v
	}
	return v.other
}

// sideBySide reports whether both matches are seen.
func (v *Viewer) sideBySide(s *State) bool {
	return v.match != nil && v.match.pair != nil && s.W >= 2*halfMin+halfGap && s.H >= MinH+pairRows(s)
}

// pairRows is how many rows below both matches are about the two of them: the
// differences, the keys, and where there is room how far the scores are apart.
func pairRows(s *State) int {
	if s.H >= 40 {
		return 2 + pairChart
	}
	return 2
}

// pairChart is how many rows the differences of scores have, their title included.
const pairChart = 5

// windowOf is the part of the screen that the match in front has to itself.
func (v *Viewer) windowOf(s *State) screen.Rect {
	r := screen.Rect{W: s.W, H: s.H}
	if !v.sideBySide(s) {
		return r
	}
	w := (s.W - halfGap) / 2
	r.W, r.H = w, s.H-pairRows(s)
	if s.SecondFront {
		r.X = w + halfGap
	}
	return r
}

// drawBoth draws two matches side by side, and below them what differs.
func (v *Viewer) drawBoth(g *screen.Grid, s *State) {
	for _, second := range []bool{false, true} {
		half := *s
		half.Still, half.Notice, half.work = true, "", work{} // what plays, notices and keys stand once, below
		half.SecondFront = second
		w := v.front(&half)
		if w != v {
			half.Play = w.grown(s.Play.Pause()) // it may be the shorter one
			half.Chances, half.analysed = false, analysed{}
		}
		at := w.windowOf(&half)
		w.part.Resize(at.W, at.H)
		w.part.Fill(w.part.Bounds(), screen.Cell{R: ' ', Style: screen.Style{BG: s.Palette.Page}})
		w.drawMatch(&w.part, &half)
		g.Paste(at.X, at.Y, &w.part)
	}
	v.drawBetween(g, s)
}

// drawBetween draws what is about both matches.
func (v *Viewer) drawBetween(g *screen.Grid, s *State) {
	p, pair := s.Palette, v.match.pair
	y := g.H - pairRows(s)
	for row := range y {
		g.Set((g.W-halfGap)/2, row, '│', p.Line)
	}
	if y+pairChart < g.H-2+1 && pairRows(s) > 2 {
		g.Text(1, y, g.W-2, "score of A less that of B", p.Dim)
		span := v.span(s)
		rounds := pair.Rounds()
		a := timeline.NewAxis(screen.Rect{W: g.W}, span.Last)
		v.match.gains.Draw(g, screen.Rect{Y: y + 1, W: g.W, H: pairChart - 1}, a, min(span.Edge, len(rounds)-1), s.Play.Round,
			func(k int) [sim.Seats]int32 { return rounds[k].Gain }, p)
	}
	y = g.H - 2
	n := g.Text(1, y, g.W-2, playText(s.Play, g.W), modeStyle(s.Play, p)) + 2
	g.Text(1+n, y, g.W-2-n, v.differences(s), p.Text)
	drawKeys(g, 1, g.H-1, g.W-2, s)
}

// differences says how the two matches differ in the shown round, and where that began.
func (v *Viewer) differences(s *State) string {
	pair := v.match.pair
	rounds := pair.Rounds()
	k := min(max(s.Play.Round, 0), len(rounds)-1)
	r := &rounds[k]
	var parts []string
	if r.Cells > 0 {
		parts = append(parts, sim.Count(r.Cells, "cell"))
	}
	if r.Units > 0 {
		parts = append(parts, sim.Count(r.Units, "unit"))
	}
	var seats []string
	for seat, other := range r.Orders {
		if other && !(s.NoSpoilers && k >= s.Horizon()) { // they lead to the next round
			seats = append(seats, v.match.names[seat])
		}
	}
	if len(seats) > 0 {
		parts = append(parts, "orders of "+strings.Join(seats, ", "))
	}
	text := "round " + strconv.Itoa(k) + ": no difference"
	if len(parts) > 0 {
		text = "round " + strconv.Itoa(k) + ": other " + strings.Join(parts, ", ")
	}
	if r.Gain != [sim.Seats]int32{} {
		text += fmt.Sprintf("; A less B %+d %+d %+d %+d", r.Gain[0], r.Gain[1], r.Gain[2], r.Gain[3])
	}
	first, ok := pair.Next(-1, s.Horizon())
	switch {
	case !ok:
		return text + " so far"
	case first != k:
		return text + "; first in round " + strconv.Itoa(first)
	}
	return text + "; the first"
}

// unlike lists the cells that differ from those of the other match in round k.
func (v *Viewer) unlike(s *State) []sim.Pos {
	v.cells = v.cells[:0]
	if v.match.pair == nil {
		return v.cells
	}
	o := v.beside()
	o.load(s)
	for i := range v.frame.Cells {
		if !compare.SameCell(&v.frame, &o.frame, i) {
			v.cells = append(v.cells, sim.Pos{Row: i / v.frame.Cols, Col: i % v.frame.Cols})
		}
	}
	return v.cells
}

// fillUnlike tells the panels what differs from the other match in round k.
func (v *Viewer) fillUnlike(s *State, k int) {
	in := &v.info
	in.Unlike, in.OtherOrders = [sim.Seats]bool{}, [sim.Seats]bool{}
	if v.match.pair == nil {
		return
	}
	o := v.beside()
	o.load(s)
	for seat := range in.Unlike {
		a, b := &v.frame.Players[seat], &o.frame.Players[seat]
		in.Unlike[seat] = a.Score != b.Score || !slices.Equal(a.Stats, b.Stats)
	}
	if rounds := v.match.pair.Rounds(); k > 0 && k <= len(rounds) {
		in.OtherOrders = rounds[k-1].Orders
	}
}

// Compared reports whether the match is one of two that are compared.
func (m *Match) Compared() bool { return m.pair != nil }

// InFront is of two matches that are compared the one that the state has in front, and
// otherwise the match itself.
func (m *Match) InFront(s *State) *Match {
	if m.pair == nil || s.SecondFront == m.second {
		return m
	}
	return m.other
}

// letter is how a match of two is called, empty where there is one.
func (m *Match) letter() string {
	switch {
	case m.pair == nil:
		return ""
	case m.second:
		return "B"
	}
	return "A"
}

// label tells a match of two from the other one: its letter, and its name as a branch or
// its file.
func (v *Viewer) label(s *State) string {
	m := v.match
	name := ""
	switch b := s.branches; {
	case b != nil && m.second:
		name = b.list[b.at].title()
	case b != nil:
		name = b.list[b.list[b.at].From].title()
	case m.meta.Source != "":
		name = filepath.Base(m.meta.Source)
	}
	if name == "" {
		return m.letter()
	}
	return m.letter() + ": " + name
}

// comparing reports whether two matches are watched.
func comparing(s *State) bool { return s.opts.pair }

// comparingHere is comparing where no page lies over the two.
func comparingHere(s *State) bool { return comparing(s) && s.top() == nil }

// turnOver puts the other of two matches in front.
func turnOver(u *update) {
	if !u.comparing() {
		return
	}
	u.turnTo(!u.s.SecondFront)
	u.say(u.v.label(&u.s) + " in front; " + u.v.differences(&u.s))
}

// turnTo puts one of two matches in front. It says how far both go, and what is known
// of the chances of the other one does not count.
func (u *update) turnTo(second bool) {
	if u.s.SecondFront == second {
		return
	}
	u.s.SecondFront, u.s.analysed = second, analysed{}
	u.v = u.v.front(&u.s)
	u.grow()
}

// comparing reports whether there are two matches, and says so where there are not.
func (u *update) comparing() bool {
	if !u.s.opts.pair {
		u.say("there is one match here: game-tui diff A B --ui compares two")
	}
	return u.s.opts.pair
}

// firstDifference goes to where the two matches begin to differ.
func firstDifference(u *update) {
	if u.comparing() {
		u.toDifference(-1)
	}
}

// nextDifference goes to where more begins to differ.
func nextDifference(u *update) {
	if u.comparing() {
		u.toDifference(u.s.Play.Round)
	}
}

func (u *update) toDifference(after int) {
	pair, end := u.v.match.pair, u.s.Horizon()
	if k, ok := pair.Next(after, end); ok {
		u.jumpRound(k)
		u.say(u.v.differences(&u.s))
		return
	}
	words := "the two matches differ nowhere so far"
	if _, ok := pair.Next(-1, end); ok {
		words = "nothing else begins to differ after round " + strconv.Itoa(after)
	}
	u.say(words)
}
