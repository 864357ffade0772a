package match

import (
	"slices"

	"game-tui/tui/screen"
)

// listing is a list of lines of which one is chosen, and a view into it. It is a value;
// its lines never change.
type listing struct {
	lines []line
	at    int // the chosen line, -1 none
	top   int // the first line in sight
}

// newListing is a list in which a line is chosen: that one, or the next that can be.
func newListing(lines []line, at int) listing {
	l := listing{lines: lines, at: at - 1}
	return l.moved(1)
}

// chosen is the chosen line.
func (l listing) chosen() (line, bool) {
	if uint(l.at) >= uint(len(l.lines)) {
		return line{}, false
	}
	return l.lines[l.at], true
}

// again is a list of other lines with the same one chosen, or else that at the same
// place.
func (l listing) again(lines []line) listing {
	at := l.at
	if was, ok := l.chosen(); ok {
		if i := slices.Index(lines, was); i >= 0 {
			at = i
		}
	}
	n := newListing(lines, min(at, len(lines)-1))
	n.top = l.top
	return n
}

// moved is the list with the choice n lines further, as far as lines can be chosen.
func (l listing) moved(n int) listing {
	at := min(max(l.at+n, 0), len(l.lines)-1)
	dir := 1
	if n < 0 {
		dir = -1
	}
	for _, d := range []int{dir, -dir} {
		for i := at; i >= 0 && i < len(l.lines); i += d {
			if l.lines[i].chosen() {
				l.at = i
				return l
			}
		}
	}
	l.at = -1
	return l
}

// most is how many lines of the window a line takes at most.
const most = 4

// seen is the list with the chosen line in sight of a window of w×h cells.
func (l listing) seen(v *Viewer, s *State, w, h int) listing {
	at, room := max(l.at, 0), h
	first := at
	for i := at; i >= 0 && i < len(l.lines); i-- {
		if room -= v.drawLine(nil, 0, 0, w, most, s, l.lines[i], false); room < 0 {
			break
		}
		first = i
	}
	above := at
	for above > 0 && !l.lines[above-1].chosen() { // its heading
		above--
	}
	l.top = max(min(l.top, max(above, first)), first)
	return l
}

// clicked is a page of which a line can be clicked.
type clicked interface {
	click(u *update, x, y int)
}

// under is the line that is drawn at row y of a window of w×h cells, -1 none.
func (l listing) under(v *Viewer, s *State, y, w, h int) int {
	for i, row := l.top, 0; i < len(l.lines) && row < h; i++ {
		if row += v.drawLine(nil, 0, 0, w, most, s, l.lines[i], false); y < row && l.lines[i].chosen() {
			return i
		} else if y < row {
			break
		}
	}
	return -1
}

// draw draws what is seen of the list.
func (l listing) draw(v *Viewer, g *screen.Grid, r screen.Rect, s *State) {
	y := r.Y
	for i := l.top; i < len(l.lines) && y < r.Y+r.H; i++ {
		y += v.drawLine(g, r.X, y, r.W, min(most, r.Y+r.H-y), s, l.lines[i], i == l.at)
	}
}

// high is how many rows the lines take, at most h.
func (l listing) high(v *Viewer, s *State, w, h int) int {
	n := 0
	for i := 0; i < len(l.lines) && n < h; i++ {
		n += v.drawLine(nil, 0, 0, w, most, s, l.lines[i], false)
	}
	return min(n, h)
}
