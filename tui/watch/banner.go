package watch

import (
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// drawBanner says over the board who has won: the name in letters that are
// read from the back of a room, and the final scores. The timeline stays free.
func (v *Viewer) drawBanner(g *screen.Grid, l *Layout, s *State) {
	p := s.Palette
	seats, tie := v.ranking()
	word, color := v.match.names[seats[0]], p.Seat(int8(seats[0]))
	if tie {
		word, color = "draw", p.Strong.FG
	}
	top, bottom := 1, l.Bar.Y-l.Chart.H
	c := l.Port.Cells
	r := bannerColumns(g, l)
	high := bottom - top - sim.Seats - 4
	size := fitLetters(word, r.W-4, high, p)
	r.H = size.height() + sim.Seats + 4
	r.Y = max(min(c.Y+max((c.H-r.H)/2, 0), bottom-r.H), top)
	edge := screen.Style{FG: color, BG: p.Page}
	g.Box(r, edge)
	title := " wins with " + strconv.Itoa(v.frame.Players[seats[0]].Score) + " "
	if tie {
		title = " nobody wins alone "
	}
	g.Text(r.X+2, r.Y, r.W-4, title, edge.With(screen.Bold))
	g.Right(r.X, r.Y+r.H-1, r.W-2, " Esc closes ", p.Dim)
	size.draw(g, r.X+(r.W-size.width(word))/2, r.Y+1, word, edge)
	for i, seat := range seats {
		v.bannerLine(g, r, r.Y+size.height()+2+i, i, seat, s)
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

func (v *Viewer) bannerLine(g *screen.Grid, r screen.Rect, y, place, seat int, s *State) {
	p := s.Palette
	x := r.X + max((r.W-32)/2, 1)
	st := p.Text
	if v.frame.Players[seat].Score == v.frame.Players[v.best()].Score {
		st = p.Strong.With(screen.Bold)
	}
	g.Text(x, y, 2, strconv.Itoa(place+1)+".", p.Dim)
	mark := '■'
	if p.Profile == theme.NoColor {
		mark = rune('A' + seat)
	}
	g.Set(x+3, y, mark, screen.Style{FG: p.Seat(int8(seat)), BG: p.Page})
	g.Text(x+5, y, 16, v.match.names[seat], st)
	g.Right(x+22, y, min(10, r.X+r.W-1-x-22), strconv.Itoa(v.frame.Players[seat].Score), st)
}

func (v *Viewer) best() int {
	seats, _ := v.ranking()
	return seats[0]
}

// ranking lists the seats by score, and tells whether the first place is shared.
func (v *Viewer) ranking() ([sim.Seats]int, bool) {
	in := v.info
	in.ByScore = true
	seats := in.Seats()
	return seats, v.frame.Players[seats[0]].Score == v.frame.Players[seats[1]].Score
}

// letters is a size of block letters.
type letters uint8

const (
	lettersText letters = iota // plain
	lettersTiny                // a pixel is a quarter of a character
	lettersHalf                // a pixel is half a character
	lettersThin                // a pixel is one character
	lettersFat                 // the same with thick stems
	lettersFull                // a pixel is two characters wide
)

// fitLetters is the largest size in which a word has room.
func fitLetters(word string, w, h int, p *theme.Palette) letters {
	for s := lettersFull; s > lettersText; s-- {
		if s.width(word) <= w && s.height() <= h && (s > lettersHalf || !p.ASCII) {
			return s
		}
	}
	return lettersText
}

// columns holds where the pixels of a letter begin, and its width with a gap.
func (s letters) columns() [6]int {
	switch s {
	case lettersFull:
		return [6]int{0, 2, 4, 6, 8, 12}
	case lettersFat:
		return [6]int{0, 2, 3, 4, 5, 8}
	}
	return [6]int{0, 1, 2, 3, 4, 6}
}

func (s letters) width(word string) int {
	n := screen.Width(word)
	if s == lettersText {
		return n
	}
	switch s {
	case lettersTiny:
		return 3 * n
	case lettersFull:
		return n*s.columns()[5] - 2
	}
	return n*s.columns()[5] - 1
}

func (s letters) height() int {
	switch s {
	case lettersText:
		return 1
	case lettersTiny, lettersHalf:
		return 4
	}
	return 7
}

func (s letters) draw(g *screen.Grid, x, y int, word string, st screen.Style) {
	if s == lettersText {
		g.Text(x, y, screen.Width(word), word, st.With(screen.Bold))
		return
	}
	for _, r := range strings.ToUpper(word) {
		glyph, ok := font[screen.Printable(r)]
		if !ok {
			glyph = font['?']
		}
		for row, bits := range glyph {
			for col := range 5 {
				if bits>>(4-col)&1 != 0 {
					s.pixel(g, x, y, col, row, st)
				}
			}
		}
		x += s.width("M ") - s.width("M")
	}
}

func (s letters) pixel(g *screen.Grid, x, y, col, row int, st screen.Style) {
	at := s.columns()
	if s == lettersTiny {
		quarter(g, x+col/2, y+row/2, uint8(1)<<(col%2+row%2*2), st)
		return
	}
	if s != lettersHalf {
		end := at[col+1]
		if col == 4 {
			end = at[4] + at[1] // as wide as the first
		}
		for i := at[col]; i < end; i++ {
			g.Set(x+i, y+row, '█', st)
		}
		return
	}
	c := g.At(x+col, y+row/2)
	switch {
	case c == nil:
	case row%2 == 1 && c.R == '▀':
		c.R = '█'
	case row%2 == 1:
		*c = screen.Cell{R: '▄', Style: st}
	default:
		*c = screen.Cell{R: '▀', Style: st}
	}
}

// quarters are the characters of a set of quarters: upper left 1, upper right
// 2, lower left 4, lower right 8.
var quarters = []rune(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")

// quarter adds one quarter to a cell.
func quarter(g *screen.Grid, x, y int, bit uint8, st screen.Style) {
	c := g.At(x, y)
	if c == nil {
		return
	}
	now := max(slices.Index(quarters, c.R), 0)
	*c = screen.Cell{R: quarters[now|int(bit)], Style: st}
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
