package match

import (
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/tui/match/page"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// drawBanner says over the board who has won: the name in letters that are
// read from the back of a room, and the final scores. The timeline stays free.
func (v *viewer) drawBanner(g *screen.Grid, l *Layout, s *sight) {
	p := s.Palette
	in := v.info
	in.ByScore = true
	seats := in.Seats()
	_, by := sim.Lead(v.frame.Scores())
	word, color := v.match.Names[seats[0]], p.Seat(int8(seats[0]))
	if by == 0 {
		word, color = "draw", p.Strong.FG
	}
	top, bottom := 1, l.Bar.Y-l.Chart.H
	c := l.Port.Cells
	r := bannerColumns(g, l)
	each := 1 // rows of a player
	if bottom-top >= letterHigh+2*sim.Seats+4 {
		each = 2
	}
	high := bottom - top - each*sim.Seats - 4
	letters := wordHigh(word, r.W-4, high)
	r.H = letters + each*sim.Seats + 4
	r.Y = max(min(c.Y+max((c.H-r.H)/2, 0), bottom-r.H), top)
	edge := screen.Style{FG: color, BG: p.Page}
	g.Box(r, edge)
	title := " wins with " + strconv.Itoa(v.frame.Players[seats[0]].Score) + " "
	if by == 0 {
		title = " nobody wins alone "
	}
	g.Text(r.X+2, r.Y, r.W-4, title, edge.With(screen.Bold))
	if !s.Still {
		ends := " " + Name("why") + " why, " + Name("leave") + " closes "
		if next := page.NextKeys(s.program, r.W-4-len(ends)); next != "" {
			ends = " " + next + "," + ends
		}
		g.Right(r.X, r.Y+r.H-1, r.W-2, ends, p.Dim)
	}
	drawWord(g, r.X+2, r.Y+1, r.W-4, letters, word, edge)
	for i, seat := range seats {
		y := r.Y + letters + 2 + each*i
		v.bannerLine(g, r, y, i, seat, v.frame.Players[seat].Score == v.frame.Players[seats[0]].Score, s)
		if each == 2 {
			x := bannerText(r) + 5
			g.Text(x, y+1, r.X+r.W-1-x, v.earned(seat, r.X+r.W-1-x), p.Dim)
		}
	}
}

// bannerColumns are those of the board, or of all that is beside the panel
// where the board is narrow: the cards stay in sight.
func bannerColumns(g *screen.Grid, l *Layout) screen.Rect {
	if c := l.Port.Cells; c.W >= 40 {
		return screen.Rect{X: c.X, W: c.W}
	}
	if l.Panel.Empty() {
		return screen.Rect{W: g.W}
	}
	return screen.Rect{W: l.Panel.X - 1}
}

func (v *viewer) bannerLine(g *screen.Grid, r screen.Rect, y, place, seat int, won bool, s *sight) {
	p := s.Palette
	x := bannerText(r)
	st := p.Text
	if won {
		st = p.Strong.With(screen.Bold)
	}
	g.Text(x, y, 2, strconv.Itoa(place+1)+".", p.Dim)
	mark := '■'
	if p.Profile == theme.NoColor {
		mark = rune('A' + seat)
	}
	g.Set(x+3, y, mark, screen.Style{FG: p.Seat(int8(seat)), BG: p.Page})
	g.Text(x+5, y, 16, v.match.Names[seat], st)
	g.Right(x+22, y, min(10, r.X+r.W-1-x-22), strconv.Itoa(v.frame.Players[seat].Score), st)
}

// bannerText is where the lines of the players begin.
func bannerText(r screen.Rect) int { return r.X + max((r.W-32)/2, 1) }

// earned says in w columns where the points of a seat came from, the most first.
func (v *viewer) earned(seat, w int) string {
	points := v.match.Book.Points(v.info.Round)
	sources := v.match.Meta.Game.Sources()
	order := make([]int, len(sources))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return points[b][seat] - points[a][seat] })
	text := ""
	for _, i := range order {
		more := sources[i] + " " + strconv.Itoa(points[i][seat])
		if text != "" {
			more = ", " + more
		}
		if points[i][seat] != 0 && screen.Width(text+more) <= w {
			text += more
		}
	}
	return text
}

// A letter of the banner is five by seven cells; words have a blank between letters.
const (
	letterWide = 5 + 1
	letterHigh = 7
)

// wordHigh is the height of a word in w×h cells: block letters, or text where they
// have no room.
func wordHigh(word string, w, h int) int {
	if screen.Width(word)*letterWide-1 > w || letterHigh > h {
		return 1
	}
	return letterHigh
}

// drawWord writes a word as high as wordHigh says in the middle of w columns.
func drawWord(g *screen.Grid, x, y, w, high int, word string, st screen.Style) {
	n := screen.Width(word)
	if high == 1 {
		g.Text(x+(w-n)/2, y, n, word, st.With(screen.Bold))
		return
	}
	x += (w - n*letterWide + 1) / 2
	for _, r := range strings.ToUpper(word) {
		if r = screen.Printable(r); r == 0 {
			continue
		}
		glyph, ok := font[r]
		if !ok {
			glyph = font['?']
		}
		for row, bits := range glyph {
			for col := range letterWide - 1 {
				if bits>>(4-col)&1 != 0 {
					g.Set(x+col, y+row, '█', st)
				}
			}
		}
		x += letterWide
	}
}

// font holds letters of five by seven pixels, one byte a row.
var font = map[rune][7]byte{
	'A': {0x0e, 0x11, 0x11, 0x1f, 0x11, 0x11, 0x11}, 'B': {0x1e, 0x11, 0x11, 0x1e, 0x11, 0x11, 0x1e},
	'C': {0x0e, 0x11, 0x10, 0x10, 0x10, 0x11, 0x0e}, 'D': {0x1e, 0x11, 0x11, 0x11, 0x11, 0x11, 0x1e},
	'E': {0x1f, 0x10, 0x10, 0x1e, 0x10, 0x10, 0x1f}, 'F': {0x1f, 0x10, 0x10, 0x1e, 0x10, 0x10, 0x10},
	'G': {0x0e, 0x11, 0x10, 0x17, 0x11, 0x11, 0x0f}, 'H': {0x11, 0x11, 0x11, 0x1f, 0x11, 0x11, 0x11},
	'I': {0x0e, 0x04, 0x04, 0x04, 0x04, 0x04, 0x0e}, 'J': {0x07, 0x02, 0x02, 0x02, 0x02, 0x12, 0x0c},
	'K': {0x11, 0x12, 0x14, 0x18, 0x14, 0x12, 0x11}, 'L': {0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x1f},
	'M': {0x11, 0x1b, 0x15, 0x15, 0x11, 0x11, 0x11}, 'N': {0x11, 0x11, 0x19, 0x15, 0x13, 0x11, 0x11},
	'O': {0x0e, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0e}, 'P': {0x1e, 0x11, 0x11, 0x1e, 0x10, 0x10, 0x10},
	'Q': {0x0e, 0x11, 0x11, 0x11, 0x15, 0x12, 0x0d}, 'R': {0x1e, 0x11, 0x11, 0x1e, 0x14, 0x12, 0x11},
	'S': {0x0f, 0x10, 0x10, 0x0e, 0x01, 0x01, 0x1e}, 'T': {0x1f, 0x04, 0x04, 0x04, 0x04, 0x04, 0x04},
	'U': {0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0e}, 'V': {0x11, 0x11, 0x11, 0x11, 0x11, 0x0a, 0x04},
	'W': {0x11, 0x11, 0x11, 0x15, 0x15, 0x1b, 0x11}, 'X': {0x11, 0x11, 0x0a, 0x04, 0x0a, 0x11, 0x11},
	'Y': {0x11, 0x11, 0x0a, 0x04, 0x04, 0x04, 0x04}, 'Z': {0x1f, 0x01, 0x02, 0x04, 0x08, 0x10, 0x1f},
	'0': {0x0e, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0e}, '1': {0x04, 0x0c, 0x04, 0x04, 0x04, 0x04, 0x0e},
	'2': {0x0e, 0x11, 0x01, 0x02, 0x04, 0x08, 0x1f}, '3': {0x1f, 0x02, 0x04, 0x02, 0x01, 0x11, 0x0e},
	'4': {0x02, 0x06, 0x0a, 0x12, 0x1f, 0x02, 0x02}, '5': {0x1f, 0x10, 0x1e, 0x01, 0x01, 0x11, 0x0e},
	'6': {0x06, 0x08, 0x10, 0x1e, 0x11, 0x11, 0x0e}, '7': {0x1f, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08},
	'8': {0x0e, 0x11, 0x11, 0x0e, 0x11, 0x11, 0x0e}, '9': {0x0e, 0x11, 0x11, 0x0f, 0x01, 0x02, 0x0c},
	'-': {0x00, 0x00, 0x00, 0x1f, 0x00, 0x00, 0x00}, '_': {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x1f},
	'.': {0x00, 0x00, 0x00, 0x00, 0x00, 0x0c, 0x0c}, ' ': {}, '?': {0x0e, 0x11, 0x01, 0x02, 0x04, 0x00, 0x04},
	'/': {0x01, 0x01, 0x02, 0x04, 0x08, 0x10, 0x10}, '+': {0x00, 0x04, 0x04, 0x1f, 0x04, 0x04, 0x00},
}
