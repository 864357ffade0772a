package chances

import (
	"math"
	"slices"

	"game-tui/sim"
	"game-tui/tui/numbers"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// lefts are blocks that fill a cell from the left, by eighths.
var lefts = [...]rune{' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'}

// DrawRibbon draws the chances of all players in one row, in the order of their seats. Each
// share is named with its number as far as it has room for that.
func DrawRibbon(g *screen.Grid, r screen.Rect, win *[sim.Seats]float64, names *[sim.Seats]string, p *theme.Palette) {
	if r.Empty() {
		return
	}
	likeliest := slices.Index(win[:], slices.Max(win[:]))
	from, sum := 0, 0.0 // in eighths of a column
	for seat, part := range win {
		sum += part
		to := int(math.Round(8 * float64(r.W) * min(sum, 1)))
		if p.Letters { // whole cells
			to = (to + 4) / 8 * 8
		}
		if seat == sim.Seats-1 {
			to = 8 * r.W
		}
		st, sign := p.Strong.On(p.Ribbon(int8(seat))), ' '
		if p.Profile == theme.NoColor {
			sign = rune('0' + seat)
		}
		if from%8 > 0 && to > from { // the cell that it shares with the ones before
			cell := &g.Row(r.Y)[r.X+from/8]
			cell.R, cell.Style.FG, cell.Style.BG = lefts[from%8], cell.Style.BG, st.BG
		}
		x, end := (from+7)/8, (to+7)/8
		g.Fill(screen.Rect{X: r.X + x, Y: r.Y, W: end - x, H: 1}, screen.Cell{R: sign, Style: st})
		label, room := numbers.Chance(part), to/8-x-1
		if long := names[seat] + " " + label; screen.Width(long) < room {
			label = long
		}
		if said := label + " to win"; seat == likeliest && screen.Width(said) < room { // once it tells what all of them are
			label = said
		}
		if n := screen.Width(label); n < room {
			g.Text(r.X+x, r.Y, room, " "+label, st.With(screen.Bold))
		}
		from = to
	}
}
