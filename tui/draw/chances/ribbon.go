package chances

import (
	"math"
	"slices"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/panel"
)

var leftBlocks = [...]rune{' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'}

// DrawRibbon draws the win chances of all seats in one row, with names and numbers where they fit.
// If there is room, the largest share's label includes the source of the win chances.
func DrawRibbon(g *screen.Grid, r screen.Rect, in *panel.Info) {
	if r.Empty() || !in.HasChances {
		return
	}
	p, win := in.Palette, &in.WinChances
	likeliest := slices.Index(win[:], slices.Max(win[:]))
	from, sum := 0, 0.0
	for seat, part := range win {
		sum += part
		to := int(math.Round(8 * float64(r.W) * min(sum, 1)))
		if p.UseLetters {
			to = (to + 4) / 8 * 8
		}
		if seat == sim.Seats-1 {
			to = 8 * r.W
		}
		st, sign := p.Strong.WithBG(p.RibbonColor(int8(seat))), ' '
		if p.Profile == theme.NoColor {
			sign = rune('0' + seat)
		}
		if from%8 > 0 && to > from {
			cell := &g.Row(r.Y)[r.X+from/8]
			cell.R, cell.Style.FG, cell.Style.BG = leftBlocks[from%8], cell.Style.BG, st.BG
		}
		x, end := (from+7)/8, (to+7)/8
		g.Fill(screen.Rect{X: r.X + x, Y: r.Y, W: end - x, H: 1}, screen.Cell{R: sign, Style: st})
		label, room := in.ChanceText(seat), to/8-x-1
		if long := in.Names[seat] + " " + label; screen.Width(long) < room {
			label = long
		}
		if seat == likeliest && !in.IsResult { // All shares have the same source, so one label suffices.
			short := label
			for _, end := range []string{" to win", " to win (" + string(in.ChanceSource) + ")"} {
				if screen.Width(short+end) < room {
					label = short + end
				}
			}
		}
		if n := screen.Width(label); n < room {
			g.WriteText(r.X+x, r.Y, room, " "+label, st.WithAttr(screen.Bold))
		}
		from = to
	}
}
