package timeline

import (
	"math"
	"math/bits"
	"strconv"
	"time"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/format"
)

// drawLines draws one line per player up to state edge. Where lines cross, it uses the leading
// player's colour. The scale covers past values; future values may exceed it.
func (f *chart) drawLines(edge, round int, rounds []roundValues, unit string) {
	low, high := f.drawBounds(rounds, edge, round, unit)
	top := 4*f.r.H - 1
	height := func(v int32) int { return top - (int(v)-low)*top/(high-low) }
	if f.p.UseASCII {
		for x := f.axis.X; x <= f.axis.Column(edge); x++ {
			values := &rounds[min(f.axis.Round(x), edge)].bySeat
			for seat := sim.Seats - 1; seat >= 0; seat-- {
				if v := (int(values[seat]) - low) * (f.r.H - 1) / (high - low); values[seat] != missingValue && v < f.r.H {
					f.g.Set(x, f.r.Y+f.r.H-1-v, rune('0'+seat), f.p.SeatStyle(int8(seat)))
				}
			}
		}
		return
	}
	f.drawCurves(edge, func(k int) (to [sim.Seats]int) {
		for seat, v := range rounds[k].bySeat {
			if to[seat] = missingValue; v != missingValue {
				to[seat] = height(v)
			}
		}
		return to
	}, func(x, _, k int, seatMask uint) screen.Style {
		ahead := bits.TrailingZeros(seatMask)
		for seat, v := range rounds[k].bySeat {
			if seatMask>>seat&1 != 0 && v > rounds[k].bySeat[ahead] {
				ahead = seat
			}
		}
		st := f.p.SeatStyle(int8(ahead))
		if x > f.currentX {
			st.FG = f.p.FutureCurveColor(int8(ahead))
		}
		return st
	})
}

func (f *chart) drawBounds(rounds []roundValues, edge, round int, unit string) (low, high int) {
	at := &rounds[min(max(round, 0), edge)]
	switch low, high = int(at.low), int(at.high); { // Round the limits of all past values to keep the scale stable.
	case low > high: // There are no values yet.
		low, high = 0, 10
	case low > 0: // Only the scale of SeriesShare may start above 0.
		low, high = low/10*10, (high/10+1)*10
	default:
		low, high = -niceCeil(-low), max(niceCeil(high), 1)
	}
	w := f.axis.LabelWidth - 1
	if unit == "%" {
		f.drawScale(strconv.Itoa(high)+" %", strconv.Itoa(low)+" %", "")
	} else {
		f.drawScale(shortNumber(high, w), shortNumber(low, w), unit)
	}
	return low, high
}

func (f *chart) drawBars(edge, round int, rounds []roundValues, unit string) {
	_, high := f.drawBounds(rounds, edge, round, unit)
	for x := f.axis.X; x <= f.axis.Column(edge); x++ {
		for seat, v := range rounds[min(f.axis.Round(x), edge)].bySeat {
			if v != missingValue {
				f.drawBar(x, f.r.Y+f.r.H-1, f.r.H, seat, int(v)*8*f.r.H/high)
			}
		}
	}
}

// Error margins are drawn in charts with at least errorMinHeight rows and at most errorMaxRounds
// rounds per column.
const (
	errorMinHeight = 9
	errorMaxRounds = 4
)

// Shares holds each player's share of a total in one round.
type Shares struct {
	Parts [sim.Seats]float64 // shares that add up to 1, or all 0 if unknown
	Error float64
}

// DrawShares draws a stacked chart of the shares up to round edge. The seat given by bottomSeat is at
// the bottom and gets an error margin if there is room.
func DrawShares(g *screen.Grid, r screen.Rect, a Axis, edge, round, bottomSeat int, shares func(k int) Shares, p *theme.Palette) {
	f := newChart(g, r, a, round, p)
	for x := a.X; x <= a.Column(edge); x++ {
		k := min(a.Round(x), edge)
		if x == f.currentX {
			k = min(round, edge)
		}
		share := shares(k)
		if share.Parts == [sim.Seats]float64{} {
			continue
		}
		var parts [sim.Seats]part
		sum := 0.0
		for i := range parts {
			seat := (bottomSeat + i) % sim.Seats
			sum += share.Parts[seat]
			parts[i] = part{int8(seat), int(math.Round(8 * sum * float64(r.H)))}
		}
		parts[sim.Seats-1].to = 8 * r.H
		f.drawColumn(x, r.Y+r.H-1, r.H, parts[:])
	}
	f.drawScale("100 %", "0 %", "chance")
	if r.H >= errorMinHeight && !p.UseLetters && a.LastRound <= errorMaxRounds*a.W && shares(min(round, edge)).Error > 0 {
		f.drawError(edge, bottomSeat, shares)
	}
}

func (f *chart) drawError(edge, bottomSeat int, shares func(k int) Shares) {
	top := float64(4*f.r.H - 1)
	f.drawCurves(edge, func(k int) [sim.Seats]int {
		to := [sim.Seats]int{missingValue, missingValue, missingValue, missingValue}
		if share := shares(k); share.Error > 0 {
			for i, end := range [2]float64{share.Parts[bottomSeat] - share.Error, share.Parts[bottomSeat] + share.Error} {
				to[i] = int(math.Round((1 - min(max(end, 0), 1)) * top))
			}
		}
		return to
	}, func(x, y, _ int, _ uint) screen.Style {
		at := f.g.At(x, y)
		st := f.p.Strong.WithBG(at.BG)
		if at.R >= eighths[4] && at.R <= eighths[8] { // The lower area fills at least half of the cell.
			st.BG = at.FG
		}
		if x > f.currentX {
			st.FG = f.p.Dim.FG
		}
		return st
	})
}

// drawCPU draws each player's processor time per answer. It returns false if no times are known.
// The scale's label may overlap the heading above r.
func (h *History) drawCPU(g *screen.Grid, r screen.Rect, a Axis, s Span, p *theme.Palette) bool {
	var cost [sim.Seats][screen.MaxW]time.Duration
	most := time.Duration(0)
	n := min(a.Column(s.Edge)-a.X+1, screen.MaxW)
	for x := range n {
		// Each column shows the maximum over its rounds. In very long matches, only a column's
		// first eight rounds count.
		from, to := a.Round(a.X+x), a.Round(a.X+x+1)
		for k := from; k < max(to, from+1) && k < from+8; k++ {
			t := h.marks.Record().Turn(k)
			if t == nil || t.KnownParts&sim.KnownReports == 0 {
				continue
			}
			for seat := range cost {
				cost[seat][x] = max(cost[seat][x], t.Reports[seat].CPU)
				most = max(most, cost[seat][x])
			}
		}
	}
	if most == 0 {
		return false
	}
	high := max(r.H/sim.Seats, 1)
	f := newChart(g, r, a, s.Round, p)
	for seat := range min(sim.Seats, r.H/high) {
		y := r.Y + seat*high + high - 1
		for x := range n {
			if v := cost[seat][x]; v > 0 {
				f.drawBar(a.X+x, y, high, seat, int(v*time.Duration(8*high)/most))
			}
		}
		g.Set(r.X, y, rune('0'+seat), p.Dim)
	}
	top := shortTime(most)
	if n := a.X - r.X - 1; len(top) <= n {
		g.WriteTextRight(r.X, r.Y, n, top, p.Dim)
	} else {
		g.WriteTextRight(r.X, r.Y-1, r.W, top, p.Dim)
	}
	if high > 1 {
		g.WriteTextRight(r.X, r.Y+high-1, a.LabelWidth-1, "0", p.Dim)
	}
	return true
}

// niceCeil rounds n up to 1, 1.5, 2, 3, 4, 5, 6 or 8 times a power of ten.
func niceCeil(n int) int {
	if n <= 0 {
		return 0
	}
	p := 1
	for p <= n/10 {
		p *= 10
	}
	for _, m := range []int{10, 15, 20, 30, 40, 50, 60, 80} {
		if v := m * p / 10; v >= n {
			return v
		}
	}
	return 10 * p
}

// shortNumber formats a score in at most w columns, with a unit suffix if necessary.
func shortNumber(n, w int) string {
	s := format.GroupDigits(n)
	if len(s) > w {
		s = strconv.Itoa(n)
	}
	for _, unit := range []string{"k", "M", "G", "T"} {
		if len(s) <= w || n > -1000 && n < 1000 {
			break
		}
		if s = strconv.Itoa(n/1000) + unit; n%1000 != 0 && n > -10_000 && n < 10_000 {
			s = strconv.FormatFloat(float64(n)/1000, 'f', 1, 64) + unit
		}
		n /= 1000
	}
	return s
}

// shortTime formats a processor time, such as "0.4ms".
func shortTime(d time.Duration) string {
	switch ms := float64(d) / float64(time.Millisecond); {
	case d >= 10*time.Second:
		return strconv.FormatFloat(ms/1000, 'f', 0, 64) + "s"
	case d >= time.Second:
		return strconv.FormatFloat(ms/1000, 'f', 1, 64) + "s"
	case ms >= 10:
		return strconv.FormatFloat(ms, 'f', 0, 64) + "ms"
	case ms >= 0.1:
		return strconv.FormatFloat(ms, 'f', 1, 64) + "ms"
	}
	return strconv.FormatInt(d.Microseconds(), 10) + "µs"
}
