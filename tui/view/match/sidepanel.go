package match

import (
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/board"
	"game-tui/tui/draw/chances"
	"game-tui/tui/draw/panel"
	"game-tui/tui/replay/index"
	"game-tui/tui/view/match/page"
)

func (s *scene) drawPanel(g *screen.Grid, l *Layout) {
	in := &s.info
	s.cards.Draw(g, l.Players, in)
	panel.DrawLabels(g, l.Labels, in)
	s.events.Draw(g, l.Events, in)
	if !l.Tabs.Empty() {
		s.drawTabs(g, l.Tabs)
	}
	if l.OpenPart.Empty() {
		return
	}
	switch s.openPart() {
	case openNothing:
		if rest := s.drawInsetAbove(g, l.OpenPart); rest.H >= ordersMinHeight {
			panel.DrawOrders(g, rest, in)
		}
	case openCell:
		s.drawInspection(g, l, l.OpenPart)
	case openTab:
		s.drawTab(g, l.OpenPart)
	case openCharts:
		s.drawChartList(g, l.OpenPart)
	case openResult:
		s.drawResult(g, l.OpenPart)
	}
}

func (s *scene) drawTabs(g *screen.Grid, r screen.Rect) {
	p := s.Palette
	for t := range panel.NumTabs {
		st := p.Dim
		if t == s.Tab {
			st = p.Strong.WithAttr(screen.Underline)
		}
		g.WriteText(tabColumn(r, t), r.Y, r.W, t.String(), st)
	}
	x := tabColumn(r, panel.NumTabs)
	g.WriteText(x, r.Y, r.X+r.W-x, KeyLabel("tab"), p.Dim)
}

func tabColumn(r screen.Rect, t panel.Tab) int {
	for i := range t {
		r.X += len(i.String()) + 2
	}
	return r.X
}

func (s *scene) drawTab(g *screen.Grid, r screen.Rect) {
	if s.Tab == panel.OutputTab {
		panel.DrawOutput(g, r, &s.info)
		return
	}
	if r.H > 2*ordersMinHeight {
		low := cutTop(r, r.H/2)
		r.H -= low.H + 1
		panel.DrawOrders(g, low, &s.info)
	}
	w := panel.NewWriter(g, r)
	w.WriteRule("events that led here", s.Palette.Line, s.Palette.Strong)
	panel.DrawAllEvents(g, w.FreeArea(), &s.info)
}

// drawInspection describes the inspected cell or the followed unit. If there is room, it also draws an
// enlarged view of the surrounding cells and lists the unit's past events.
func (s *scene) drawInspection(g *screen.Grid, l *Layout, r screen.Rect) {
	p, at, title := s.Palette, s.Cursor, "inspect "+s.Cursor.String()
	if u := s.unit(s.FollowedUnit); u != nil {
		title = "following " + s.match.ShortUnitName(&s.frame, u.ID)
		if u.OnBoard && !s.IsInspecting {
			at = u.At
		}
	}
	near := r
	if s.showsInset() && r.H < 2*insetMinHeight && r.H >= insetMinHeight && r.W >= 2*panelOpenWidth {
		near.X, near.W = r.X+r.W-insetWidth, insetWidth
		r.W -= insetWidth + 2
		s.drawInset(g, near)
	}
	w := panel.NewWriter(g, r)
	w.WriteRule(title+", "+l.Port.Describe(at), p.Line, p.Strong)
	for _, line := range panel.InspectLines(&s.info, s.frameState, at) {
		w.Wrap(line, 2, p.Text)
	}
	past := w.FreeArea()
	if near = past; s.showsInset() && near.H > insetMinHeight && near.W >= insetWidth {
		near.H = min(max(near.H/2, insetMinHeight), insetMaxHeight)
		near.Y += past.H - near.H
		s.drawInset(g, near)
		past.H -= near.H + 1
	}
	if w = panel.NewWriter(g, past); w.FreeLines() < 2 {
		return
	}
	for i, line := range panel.HistoryLines(&s.info, s.match.Record.Turn, at, w.FreeLines()-1) {
		title := max(1-i, 0) // The title takes a row above the first line.
		if title+w.CountLines(line, 2) > w.FreeLines() {
			break
		}
		if i == 0 {
			w.WriteRule("in earlier rounds", p.Line, p.Dim)
		}
		w.Wrap(line, 2, p.Text)
	}
}

// These constants limit the size of the enlarged board, including rulers.
const (
	insetMinHeight = 6
	insetWidth     = 24
	insetMaxHeight = 16 // maximum height of the enlarged board next to orders and events
)

// showsInset reports whether to enlarge part of the board: at a small zoom, for an inspected cell,
// a followed unit or a selected event.
func (s *scene) showsInset() bool {
	return s.board.Viewport.Zoom <= board.OneColumn && (s.IsInspecting || !s.FollowedUnit.IsZero() || !s.Event.IsZero())
}

// drawInsetAbove draws the enlarged board at the top of r if there is room. It returns the rest of
// r.
func (s *scene) drawInsetAbove(g *screen.Grid, r screen.Rect) screen.Rect {
	if !s.showsInset() || r.H <= 2*insetMinHeight || r.W < insetWidth {
		return r
	}
	part := screen.Rect{X: r.X, Y: r.Y, W: r.W, H: min(r.H/2, insetMaxHeight)}
	s.drawInset(g, part)
	return cutTop(r, part.H+1)
}

func (s *scene) drawInset(g *screen.Grid, r screen.Rect) {
	if at, ok := s.target(); ok {
		near, f := s.board, &s.frame
		r.W-- // Leave a column for the scroll bar.
		near.Viewport = board.NewViewport(r, board.RulerWidth(f.Rows, s.Palette), board.Shapes.ForPalette(s.Palette), f.Rows, f.Cols, 0, 0)
		near.Viewport.Move(at.Row-near.Viewport.VisibleRows/2, at.Col-near.Viewport.VisibleCols/2)
		near.Viewport.CellArea.W = near.Viewport.VisibleCols * 2 // Avoid cells that are only half visible.
		board.Draw(g, &near)
	}
}

// switchTab returns an action that opens the next tab (delta = 1) or the previous one (delta = -1).
func switchTab(delta int) func(*actions) {
	return func(u *actions) {
		u.s.Tab = panel.Tab(int(u.s.Tab)+int(panel.NumTabs)+delta) % panel.NumTabs
		u.s.IsInspecting = false
	}
}

func (u *actions) highlightSeat(highlighted int8) {
	if u.s.HighlightedSeat = highlighted; highlighted == 0 {
		u.Notify("no player highlighted")
		return
	}
	u.Notify("highlighting " + u.s.match.Names[highlighted-1] + "; " + KeyLabel("front") + " for the next player")
}

// drawResult draws the result of a match: the winner in large letters, the final scores with their
// sources, and what decided the match. If there are too few rows, it draws the scores next to the
// winner.
func (s *scene) drawResult(g *screen.Grid, r screen.Rect) {
	in := s.info
	in.SortByScore, in.Front = true, 0
	seats := in.Seats()
	names, places, each := r, r, 1
	low := r.H < 2*openMinHeight && r.W >= 2*panelOpenWidth
	if low {
		names.W = r.W/2 - 1
		places.X, places.W, places.H = r.X+r.W/2+1, r.W-r.W/2-1, min(sim.Seats, r.H)
	}
	w := panel.NewWriter(g, names)
	s.drawWinner(w, seats)
	if !low {
		w.Skip(1)
		places = w.FreeArea()
		for each < 3 && places.H >= (each+1)*sim.Seats+openMinHeight {
			each++
		}
		w.Skip(each * sim.Seats)
	}
	for i := range seats {
		at := cutTop(places, i*each)
		at.H = min(each, 2, at.H)
		s.drawRankedPlayer(g, at, i, seats)
	}
	if low {
		w = panel.NewWriter(g, cutTop(r, max(1+wordHeight, sim.Seats)))
	} else if each > 1 {
		s.drawSources(w)
		w.Skip(1)
	}
	for _, t := range s.decidingMoments() {
		if low {
			w.WriteLine(t[0]+": "+t[1], s.Palette.Text)
			continue
		}
		w.WriteRule(t[0], s.Palette.Line, s.Palette.Strong)
		w.Wrap(t[1], 0, s.Palette.Text)
		w.Skip(1)
	}
	if !s.IsStillPicture {
		ends := KeyLabel("why") + " why, " + KeyLabel("leave") + " closes"
		if next := page.EndKeys(s.program, 2*r.W); next != "" {
			ends = next + ", " + ends
		}
		if w.CountLines(ends, 0) <= w.FreeLines() {
			w.Wrap(ends, 0, s.Palette.Dim)
		}
	}
}

func (s *scene) drawWinner(w *panel.Writer, seats [sim.Seats]int) {
	p, title := s.Palette, "the winner"
	_, by := sim.Lead(s.frame.Scores())
	word, st := s.match.Names[seats[0]], p.SeatStyle(int8(seats[0]))
	if by == 0 {
		title, word, st = "no single winner", "draw", p.Strong
	}
	if w.FreeLines() > 1 {
		w.WriteRule(title, p.Line, p.Strong)
	}
	w.Skip(drawBigWord(w, word, st))
}

// drawRankedPlayer draws the player in place i of the final ranking. If there are two rows, the
// second one shows the sources of the player's points as a bar.
func (s *scene) drawRankedPlayer(g *screen.Grid, r screen.Rect, i int, seats [sim.Seats]int) {
	if r.H < 1 {
		return
	}
	p, seat := s.Palette, seats[i]
	score, best := s.frame.Players[seat].Score, s.frame.Players[seats[0]].Score
	st := p.SeatStyle(int8(seat)).WithAttr(screen.Bold)
	mark := strconv.Itoa(sim.Place(s.frame.Scores(), seat))
	if p.Profile == theme.NoColor {
		mark += string(rune('A' + seat))
	}
	g.WriteText(r.X, r.Y, 2, mark, p.Dim)
	g.WriteText(r.X+3, r.Y, r.W-3, s.match.Names[seat], st)
	x := r.X + 3 + sim.MaxNameLen + 2
	g.WriteTextRight(x, r.Y, 7, strconv.Itoa(score), p.Strong.WithAttr(screen.Bold))
	if behind := best - score; behind > 0 {
		g.WriteTextRight(x+7, r.Y, r.X+r.W-x-7, "-"+strconv.Itoa(behind), p.Dim)
	}
	if r.H < 2 || best <= 0 {
		return
	}
	points, from, sum := s.match.Stats.Points(s.info.Round), 0, 0
	for n, source := range s.match.SourcesByPoints(s.info.Round) {
		sum += max(points[source][seat], 0)
		to := min(sum*(r.W-3)/best, r.W-3)
		g.Fill(screen.Rect{X: r.X + 3 + from, Y: r.Y + 1, W: to - from, H: 1}, sourceCell(n, seat, p))
		from = to
	}
}

// sourceCell returns a cell for the bar of a seat's points. The number n is an index into the
// result of SourcesByPoints.
func sourceCell(n, seat int, p *theme.Palette) screen.Cell {
	sign, s := '▄', int8(seat)
	if p.UseLetters {
		sign = rune('0' + seat)
	}
	return screen.Cell{R: sign, Style: screen.Style{FG: [...]screen.Color{p.SeatColor(s), p.AreaColor(s, false), p.RibbonColor(s)}[n%3], BG: p.Page}}
}

func (s *scene) drawSources(w *panel.Writer) {
	seat, _ := sim.Lead(s.frame.Scores())
	g, names, x := w.Grid(), s.match.Meta.Game.PointSources(), 3
	for i, k := range s.match.SourcesByPoints(s.info.Round) {
		n := screen.Width(names[k]) + 4
		if x > 3 && x+n > w.FreeArea().W {
			w.Skip(1)
			x = 3
		}
		if r := w.FreeArea(); r.H > 0 {
			*g.At(r.X+x, r.Y) = sourceCell(i, seat, s.Palette)
			g.WriteText(r.X+x+2, r.Y, r.W-x-2, names[k], s.Palette.Dim)
			x += n
		}
	}
	w.Skip(1)
}

// SourcesByPoints returns the indices of the sources of points, sorted by the points that all players
// gained from them up to a round, largest first.
func (m *Match) SourcesByPoints(round int) []int {
	points := m.Stats.Points(round)
	order, sum := make([]int, len(m.Meta.Game.PointSources())), func(i int) (n int) {
		for _, of := range points[i] {
			n += of
		}
		return n
	}
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return sum(b) - sum(a) })
	return order
}

// decidingMoments returns titles and texts about the moment that decided the match and the largest
// win chance that a loser had. It returns nil for a draw.
func (s *scene) decidingMoments() (list [][2]string) {
	winner, by := sim.Lead(s.frame.Scores())
	if by == 0 {
		return nil
	}
	entry := func(title, text string) [2]string { return [2]string{title, text} }
	if now := s.analysis.Snapshot; now != nil {
		if t := chances.LastRise(now.TurningPointsUntil(s.Horizon()), winner); t != nil {
			list = append(list, entry(chances.Decision(t, winner, true, &s.match.Names)))
		}
	}
	if rows := s.match.Index.Rows(); list == nil {
		for i := rows.CountTo(s.info.Round) - 1; i >= 0; i-- {
			if row := rows.At(i); row.Kind == index.LeadChange {
				list = append(list, [2]string{"ahead for good", "since round " + strconv.Itoa(int(row.Round))})
				break
			}
		}
	}
	thrown := s.estimatedCurve().Extremes(s.frame.Scores(), true) // Unlike the analysis, the estimate is always complete.
	if text := chances.ClosestLoser(&thrown, &s.match.Names); text != "" {
		list = append(list, entry(chances.ClosestToWinning, text))
	}
	return list
}

// Block letters are three by five pixels, with a column between letters. The small form draws two
// pixels per cell.
const (
	letterWidth  = 3 + 1
	letterHeight = 5
	wordHeight   = (letterHeight + 1) / 2
)

// drawBigWord draws a word in block letters and returns their height. If they do not fit, it writes
// plain text and returns 0.
func drawBigWord(w *panel.Writer, word string, st screen.Style) int {
	r, g := w.FreeArea(), w.Grid()
	n := screen.Width(word)
	big := r.H >= 2*openMinHeight && n*2*letterWidth <= r.W
	if n*letterWidth-1 > r.W || r.H < wordHeight {
		w.WriteLine(word, st.WithAttr(screen.Bold))
		return 0
	}
	for i, c := range []rune(strings.ToUpper(word)) {
		bits, ok := font[screen.PrintableRune(c)]
		if !ok {
			bits = font['?']
		}
		for k := range 3 * letterHeight {
			if bits>>(3*letterHeight-1-k)&1 == 0 {
				continue
			}
			x, y := i*letterWidth+k%3, k/3
			if big {
				g.Set(r.X+2*x, r.Y+y, '█', st)
				g.Set(r.X+2*x+1, r.Y+y, '█', st)
			} else if cell := g.At(r.X+x, r.Y+y/2); cell != nil && cell.R == '▀' {
				cell.R = '█'
			} else {
				g.Set(r.X+x, r.Y+y/2, []rune("▀▄")[y%2], st)
			}
		}
	}
	if big {
		return letterHeight
	}
	return wordHeight
}

// font holds the pixels of the block letters, with three bits per row.
var font = map[rune]uint16{
	'A': 0b010_101_111_101_101, 'B': 0b110_101_110_101_110, 'C': 0b011_100_100_100_011, 'D': 0b110_101_101_101_110,
	'E': 0b111_100_110_100_111, 'F': 0b111_100_110_100_100, 'G': 0b011_100_101_101_011, 'H': 0b101_101_111_101_101,
	'I': 0b111_010_010_010_111, 'J': 0b001_001_001_101_010, 'K': 0b101_101_110_101_101, 'L': 0b100_100_100_100_111,
	'M': 0b101_111_111_101_101, 'N': 0b111_101_101_101_101, 'O': 0b010_101_101_101_010, 'P': 0b110_101_110_100_100,
	'Q': 0b111_101_101_111_001, 'R': 0b110_101_110_101_101, 'S': 0b011_100_010_001_110, 'T': 0b111_010_010_010_010,
	'U': 0b101_101_101_101_111, 'V': 0b101_101_101_101_010, 'W': 0b101_101_111_111_101, 'X': 0b101_101_010_101_101,
	'Y': 0b101_101_010_010_010, 'Z': 0b111_001_010_100_111, '0': 0b111_101_101_101_111, '1': 0b010_110_010_010_111,
	'2': 0b110_001_010_100_111, '3': 0b110_001_010_001_110, '4': 0b101_101_111_001_001, '5': 0b111_100_110_001_110,
	'6': 0b011_100_111_101_111, '7': 0b111_001_010_010_010, '8': 0b111_101_111_101_111, '9': 0b111_101_111_001_110,
	'-': 0b000_000_111_000_000, '_': 0b000_000_000_000_111, '.': 0b000_000_000_000_010, ' ': 0,
	'/': 0b001_001_010_100_100, '+': 0b000_010_111_010_000, '?': 0b110_001_010_000_010,
}
