package match

import (
	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/board"
	"game-tui/tui/draw/panel"
	"game-tui/tui/draw/timeline"
	"game-tui/tui/replay/index"
)

type sample struct {
	name string
	draw func(g *screen.Grid, x, y int)
}

const (
	sampleWidth = 39
	sampleName  = 9
)

func (m *Match) drawLegend(g *screen.Grid, p *theme.Palette, zoom board.Zoom, night int) int {
	y, cols := 0, max(g.W/sampleWidth, 1)
	for _, part := range []struct {
		title   string
		samples []sample
	}{
		{"On the board (" + zoom.String() + ")", m.boardSamples(p, zoom, night)},
		{"Events, on the timeline and in lists", m.eventSamples(p)},
		{"What belongs to round N", []sample{
			textSample("score change that led to N", "+ -", p),
			textSample("and orders: what led to N", "events", p),
			textSample("output, marks: of deciding N", "cpu", p),
		}},
	} {
		high := (len(part.samples) + cols - 1) / cols
		g.Text(0, y, g.W, part.title, p.Strong.WithAttr(screen.Underline))
		for i, s := range part.samples {
			x, y := i/high*sampleWidth, y+1+i%high
			s.draw(g, x, y)
			g.Text(x+sampleName, y, sampleWidth-sampleName-2, s.name, p.Dim)
		}
		y += 2 + high
	}
	return y
}

// boardSamples returns samples of the signs on the board at a zoom. Signs that differ between seats
// are shown for each seat.
func (m *Match) boardSamples(p *theme.Palette, zoom board.Zoom, night int) []sample {
	var list []sample
	for _, e := range m.palettes.Skin(m.Legend, p).Legend(zoom, night) {
		list = append(list, sample{e.Name, func(g *screen.Grid, x, y int) {
			if uint(y) < uint(g.H) {
				copy(g.Row(y)[x:], e.Seats)
			}
		}})
	}
	for _, n := range m.palettes.Skin(m.Legend, p).Numbers(zoom) {
		list = append(list, textSample(n[1], n[0], p))
	}
	if panel.ShowsUnitsSingly(m.Legend) {
		list = append(list, sample{"in cards: a unit and its life", func(g *screen.Grid, x, y int) {
			for seat := range sim.Seats {
				panel.DrawUnit(g, x+2*seat, y, &sim.Unit{Seat: int8(seat), Life: 3, MaxLife: 4}, m.Legend, p)
			}
		}})
	}
	return append(list,
		sample{"cursor, followed unit", repeatTwice(' ', p.Highlight(p.Cursor))},
		sample{"marked by a player", repeatTwice(' ', p.Highlight(p.Mark))})
}

func repeatTwice(r rune, st screen.Style) func(*screen.Grid, int, int) {
	return func(g *screen.Grid, x, y int) {
		g.Fill(screen.Rect{X: x, Y: y, W: 2, H: 1}, screen.Cell{R: r, Style: st})
	}
}

func (m *Match) eventSamples(p *theme.Palette) []sample {
	var list []sample
	for i := range len(m.Legend.Events) + 1 {
		kind := uint8(i)
		if i == len(m.Legend.Events) {
			kind = index.LeadChange
		}
		r, st := timeline.EventSign(m.Legend, kind, -1, p)
		list = append(list, sample{m.Index.Kind(kind).Name, func(g *screen.Grid, x, y int) { g.Set(x, y, r, st) }})
	}
	return list
}

func textSample(name, text string, p *theme.Palette) sample {
	return sample{name, func(g *screen.Grid, x, y int) { g.Text(x, y, sampleName, text, p.Text) }}
}
