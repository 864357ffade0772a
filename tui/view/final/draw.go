package final

import (
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/sim/league/playoff"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/board"
	"game-tui/tui/format"
	"game-tui/tui/replay/playback"
	"game-tui/tui/ui"
)

type drawing struct {
	View
	g *screen.Grid
	p *theme.Palette
	b *bracket
}

func (v View) Draw(g *screen.Grid, p *ui.Program) {
	d := drawing{v, g, p.Palette, v.moment.bracket(p)}
	d.drawHeading()
	l := d.layout()
	chosen := slices.Clone(d.moment.order[:len(l.boards)])
	slices.Sort(chosen)
	for i, at := range l.boards {
		d.drawBoard(at, d.moment.boards[chosen[i]])
	}
	if r := l.boardArea; len(l.boards) == 0 {
		text := "waiting for these matches to finish…"
		if d.moment.heat != nil {
			text = d.moment.loadError
		}
		g.Wrap(screen.Rect{X: r.X + 1, Y: r.Y + r.H/2, W: r.W - 2, H: 3}, 2, text, d.p.Text)
	}
	d.drawGroups(l.bracket)
	d.drawComments(l.comments)
	p.DrawFooter(g, 1, g.W-2)
}

func (d *drawing) drawHeading() {
	p, g, m := d.p, d.g, d.moment
	bar := func(st screen.Style) screen.Style { return st.WithBG(p.Bar) }
	g.Fill(screen.Rect{W: g.W, H: 1}, screen.Cell{R: ' ', Style: bar(p.Strong)})
	x := 1 + g.WriteText(1, 0, g.W-2, "Grand final", bar(p.Strong).WithAttr(screen.Bold)) + 2
	x += g.WriteText(x, 0, g.W-x-1, m.roundText(), bar(p.Text)) + 2
	state := "▶ " + m.Play.SpeedText()
	name, won := m.champion(d.b)
	switch {
	case won:
		state = "★ " + name + " wins"
	case m.Play.Mode == playback.Paused:
		state = "‖ paused"
	}
	if n := screen.Width(state) + 2; n < g.W-x {
		g.WriteTextRight(0, 0, g.W-1, state, bar(p.Strong))
		g.WriteText(x, 0, g.W-x-n-1, m.Title, bar(p.Dim))
	}
}

// layout holds the screen areas of all parts. Parts that do not fit have empty areas.
type layout struct {
	boards            []screen.Rect // areas of the boards, including their titles
	boardArea         screen.Rect   // area for all boards together
	bracket, comments screen.Rect
}

// These constants are the minimum window sizes for two and four boards, and the sizes of the
// bracket and gaps.
const (
	twoBoardsW, twoBoardsH   = 160, 50
	fourBoardsW, fourBoardsH = 240, 60

	minSideW, wideSideW = 24, 34 // widths of the bracket next to the boards in narrow and wide windows
	groupW, groupH      = 23, 1 + sim.Seats
	maxGroupW           = 36 // maximum width of one group in the bracket
	groupsH             = (playoff.LastGroup + 1) * groupH
	allGroupsH          = groupsH + playoff.LastGroup // height of all groups, including the gaps
	gap                 = 1
)

// layout returns the layout that shows the most board cells. If several do, it prefers the one with
// the largest boards.
func (d *drawing) layout() (best layout) {
	body := screen.Rect{Y: 1, W: d.g.W, H: d.g.H - 2}
	n, bestScore := 1, -1
	switch {
	case d.g.W >= fourBoardsW && d.g.H >= fourBoardsH:
		n = 4
	case d.g.W >= twoBoardsW && d.g.H >= twoBoardsH:
		n = 2
	}
	n = min(n, len(d.moment.order))
	side := minSideW
	if body.W >= 100 {
		side = wideSideW
	}
	lines := max(min(body.H/7, 9), 3)
	for cols := max(n, 1); cols >= 1; cols-- { // First try layouts with the boards next to the bracket.
		rows := (n + cols - 1) / cols
		l := layout{comments: screen.Rect{X: 1, Y: body.Y + body.H - lines, W: body.W - 2, H: lines}}
		l.boardArea = screen.Rect{Y: body.Y, W: body.W - side - gap, H: body.H - lines - 1}
		l.bracket = screen.Rect{X: l.boardArea.W + gap, Y: body.Y, W: side - 2, H: l.boardArea.H}
		l.placeBoards(n, cols, rows)
		if high := max(d.boardRows(&l), min(allGroupsH, l.boardArea.H)); n > 0 { // Comments get the rows that remain.
			l.comments.Y, l.comments.H = body.Y+high+1, body.H-high-1
		}
		if size := d.layoutScore(&l); size > bestScore {
			best, bestScore = l, size
		}
	}
	if d.g.W >= (playoff.LastGroup+1)*groupW { // Then try layouts with the boards above the bracket.
		l := layout{boardArea: screen.Rect{Y: body.Y, W: body.W, H: body.H - groupH - 2 - lines}}
		l.placeBoards(n, max(n, 1), 1)
		if size := d.layoutScore(&l); size > bestScore {
			if n > 0 {
				l.boardArea.H = d.boardRows(&l)
			}
			l.bracket = screen.Rect{X: 1, Y: l.boardArea.Y + l.boardArea.H + 1, W: body.W - 2, H: groupH}
			l.comments = screen.Rect{X: 1, Y: l.bracket.Y + groupH + 1, W: body.W - 2}
			l.comments.H = body.Y + body.H - l.comments.Y
			best = l
		}
	}
	return best
}

func (l *layout) placeBoards(n, cols, rows int) {
	w, h := (l.boardArea.W-(cols-1)*gap)/cols, 0
	if rows > 0 {
		h = l.boardArea.H / rows
	}
	for i := range n {
		l.boards = append(l.boards, screen.Rect{X: l.boardArea.X + i%cols*(w+gap), Y: l.boardArea.Y + i/cols*h, W: w, H: h})
	}
}

func (d *drawing) boardRows(l *layout) (rows int) {
	for _, r := range l.boards {
		rows = max(rows, r.Y-l.boardArea.Y+d.viewport(r).CellArea.H+1)
	}
	return rows
}

func (d *drawing) layoutScore(l *layout) (score int) {
	for _, r := range l.boards {
		port := d.viewport(r)
		score += port.VisibleRows*port.VisibleCols<<16 + port.CellArea.W*port.CellArea.H
	}
	return score
}

func (d *drawing) viewport(r screen.Rect) board.Viewport {
	f := d.moment.frame
	zoom, _ := board.NearestZoom(d.p, func(z board.Zoom) bool {
		w, h := z.SizeWithRulers(0, f.Rows, f.Cols)
		return w <= r.W && h <= r.H
	})
	port := board.NewViewport(r, 0, zoom, f.Rows, f.Cols, 0, 0)
	port.CellArea.X += (r.W - port.CellArea.W) / 2
	return port
}

// highlightRounds is the number of rounds for which a comment's cell is highlighted.
const highlightRounds = 3

func (d *drawing) drawBoard(r screen.Rect, s *shownMatch) {
	k := min(d.moment.Play.Round, s.Record.Edge())
	var f sim.Frame
	s.Record.State(k).FillFrame(&f)
	port := d.viewport(r)
	scene := board.Scene{Frame: &f, Skin: d.show.skins.Skin(s.Legend, d.p), FollowedUnit: sim.NoUnit, Viewport: port}
	to := f.Focus
	if comments := s.commentsUntil(k); len(comments) > 0 {
		if c := comments[len(comments)-1]; c.at.Pos().In(f.Rows, f.Cols) {
			to = c.at.Pos()
			scene.Cursor, scene.ShowCursor = to, k-c.round < highlightRounds && k < s.Record.Edge()
		}
	}
	scene.Viewport.Reveal(to)
	board.Draw(d.g, &scene)
	d.drawTitle(screen.Rect{X: r.X, Y: r.Y, W: r.W, H: 1}, s, &f)
}

func (d *drawing) drawTitle(r screen.Rect, s *shownMatch, f *sim.Frame) {
	x, scores := r.X+1, f.Scores()
	var texts [sim.Seats]string
	var wide [sim.Seats]int
	needs := -2 // columns needed for all names and scores
	for seat, name := range s.Names {
		texts[seat] = " " + format.GroupDigits(scores[seat])
		wide[seat] = screen.Width(name)
		needs += wide[seat] + len(texts[seat]) + 2
	}
	label := GroupName(s.match.GroupIndex)
	if screen.Width(label)+2+needs > r.W-2 {
		label = strings.TrimPrefix(label, "semifinal ")
	}
	x += d.g.WriteText(x, r.Y, r.W-1, label, d.p.Strong.WithAttr(screen.Bold)) + 2
	for ; x+needs > r.X+r.W && needs > 0; needs-- {
		wide[slices.Index(wide[:], slices.Max(wide[:]))]--
	}
	for seat, name := range s.Names {
		st := d.p.SeatStyle(int8(seat))
		if slices.Contains(sim.Winners(scores), seat) {
			st = st.WithAttr(screen.Bold)
		}
		x += d.g.Fit(x, r.Y, wide[seat], name, st)
		x += d.g.WriteText(x, r.Y, r.X+r.W-x, texts[seat], d.p.Text) + 2
	}
}

func (d *drawing) drawGroups(r screen.Rect) {
	if r.W >= (playoff.LastGroup+1)*groupW {
		w := min(r.W/(playoff.LastGroup+1), maxGroupW)
		for g := range d.b.tables {
			d.drawGroup(screen.Rect{X: r.X + g*w, Y: r.Y, W: w - 2, H: groupH}, g)
		}
		return
	}
	space := 0
	if r.H >= allGroupsH {
		space = 1
	}
	full := 0 // Draw the group of the most eventful board in full, even if space is short.
	switch {
	case d.moment.HeatIndex >= d.moment.MatchesPerGroup:
		full = playoff.LastGroup
	case len(d.moment.order) > 0:
		full = d.moment.boards[d.moment.order[0]].match.GroupIndex
	}
	y := r.Y
	for g := range d.b.tables {
		h := groupH
		if r.H < groupsH && g != full {
			h = 1
		}
		if h = min(h, r.Y+r.H-y); h > 0 {
			d.drawGroup(screen.Rect{X: r.X, Y: y, W: r.W, H: h}, g)
		}
		y += h + space
	}
}

func (d *drawing) drawGroup(r screen.Rect, group int) {
	p, g, table := d.p, d.g, d.b.tables[group]
	over := d.b.heatCount >= d.moment.MatchesPerGroup
	if group == playoff.LastGroup {
		over = d.b.heatCount >= 2*d.moment.MatchesPerGroup
	}
	title := GroupName(group)
	if r.H == 1 {
		x := r.X + g.WriteText(r.X, r.Y, r.W, title+" ", p.Dim)
		if table != nil && d.b.heatCount > 0 {
			d.drawStanding(screen.Rect{X: x, Y: r.Y, W: r.X + r.W - x, H: 1}, table[0], group, over)
		}
		return
	}
	st := p.Dim
	if (group == playoff.LastGroup) == (d.moment.HeatIndex >= d.moment.MatchesPerGroup) {
		st = p.Strong
	}
	g.WriteText(r.X, r.Y, r.W, title, st.WithAttr(screen.Bold))
	g.WriteTextRight(r.X, r.Y, r.W, "points", p.Dim)
	for i := range sim.Seats {
		row := screen.Rect{X: r.X, Y: r.Y + 1 + i, W: r.W, H: 1}
		switch {
		case i+1 >= r.H:
		case table == nil:
			g.WriteText(row.X+2, row.Y, row.W-2, "winner of semifinal "+strconv.Itoa(i+1), p.Dim)
		default:
			d.drawStanding(row, table[i], group, over && i == 0)
		}
	}
}

func (d *drawing) drawStanding(r screen.Rect, s playoff.FinalRow, group int, isWinner bool) {
	mark := " "
	if isWinner {
		mark = "★"
	}
	st := d.p.Text
	if d.moment.heat != nil {
		for _, b := range d.moment.boards {
			if seat := slices.Index(b.match.Seats[:], s.Finalist); seat >= 0 && b.match.GroupIndex == group {
				st = d.p.SeatStyle(int8(seat))
			}
		}
	}
	if isWinner {
		st = st.WithAttr(screen.Bold)
	}
	points := strconv.FormatFloat(s.Points, 'f', -1, 64)
	d.g.WriteText(r.X, r.Y, 1, mark, d.p.Strong)
	d.g.Fit(r.X+2, r.Y, r.W-3-len(points), d.moment.name(s.Finalist), st)
	d.g.WriteTextRight(r.X, r.Y, r.W, points, d.p.Text)
}

func (d *drawing) drawComments(r screen.Rect) {
	if d.moment.heat == nil || r.H < 1 {
		return
	}
	type line struct {
		comment
		groups []int // numbers of the groups in whose matches the comment was made
	}
	var list []line
	for _, s := range d.moment.boards {
		comments := s.commentsUntil(d.moment.Play.Round)
		for _, c := range comments[max(len(comments)-r.H, 0):] {
			list = append(list, line{c, []int{s.match.GroupIndex}})
		}
	}
	slices.SortStableFunc(list, func(a, b line) int { return b.round - a.round })
	for i := 0; i < len(list); i++ { // Merge equal comments on different matches into one line.
		for j := len(list) - 1; j > i; j-- {
			if list[j].round == list[i].round && list[j].text == list[i].text {
				list[i].groups = append(list[i].groups, list[j].groups...)
				list = slices.Delete(list, j, j+1)
			}
		}
	}
	for i, l := range list[:min(len(list), r.H)] {
		st := d.p.Dim
		if d.moment.Play.Round-l.round < 2*highlightRounds {
			st = d.p.Text
		}
		x := r.X
		d.g.WriteTextRight(x, r.Y+i, 3, strconv.Itoa(l.round), d.p.Dim)
		x += 5
		if len(d.moment.boards) > 1 {
			label := GroupName(l.groups[0])
			if len(l.groups) > 1 {
				label = sim.FormatCount(len(l.groups), "board")
			}
			x += d.g.WriteText(x, r.Y+i, 13, label, d.p.Dim) + 2
		}
		d.g.Fit(x, r.Y+i, r.X+r.W-x, l.text, st)
	}
}
