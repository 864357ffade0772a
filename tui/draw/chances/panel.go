// Package chances draws win chances as a [Panel], as a ribbon, and as a stacked chart above the
// timeline. It also describes turning points. An [Analyst] computes the chances.
package chances

import (
	"cmp"
	"fmt"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/winchance"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/panel"
	"game-tui/tui/draw/timeline"
	"game-tui/tui/format"
)

// An Analyst analyses each match once for all its viewers. It is safe for concurrent use.
type Analyst interface {
	// Register registers a viewer who needs the given results. The analysis runs as long as any
	// viewer is registered.
	Register(rec *record.Record, want ResultSet) Registration
}

type ResultSet uint8

const (
	ChanceResults ResultSet = 1 << iota // requests win chances and turning points
	PaceResults                         // requests the players' pace, which is computed before the win chances
)

type Registration interface {
	// Latest returns the newest results, which may be nil, and a channel that is closed when newer
	// results arrive. The error is non-nil if the analysis has stopped.
	Latest() (*winchance.Snapshot, <-chan struct{}, error)
	Close()
}

// Analysis is the state of a match's analysis. Match views receive it as an input.
type Analysis struct {
	Snapshot   *winchance.Snapshot
	StopReason string
}

type Panel struct {
	Snapshot   *winchance.Snapshot // latest results of the analysis, or nil
	StopReason string
	Curve      winchance.Curve
	Names      *[sim.Seats]string
	SeatOrder  [sim.Seats]int
	BottomSeat int // seat whose share is drawn at the bottom of the chart
	Span       timeline.Span
	Palette    *theme.Palette
}

// StatusText describes the progress of the analysis. It mentions unfinished work first, because narrow
// windows cut off the end.
func (v *Panel) StatusText() string {
	if v.Snapshot == nil {
		text := cmp.Or(v.StopReason, "analysing…")
		if len(v.Curve.Chances) > 0 {
			text += "; " + string(winchance.SourceEstimate) + " from score and board"
		}
		return text
	}
	text := SourceNotes(v.Snapshot, v.Curve.Source)[0]
	switch {
	case v.Snapshot.IsEstimateOnly || v.Snapshot.Level == winchance.LevelDone:
		return text
	case v.StopReason != "":
		return text + "; " + v.StopReason
	}
	return fmt.Sprintf("%s %s; %s", v.Snapshot.Level, format.Percent(v.Snapshot.Progress), text)
}

// StatusText describes the progress of an analysis, using only rounds up to the horizon.
func StatusText(a Analysis, horizon int) string {
	v := Panel{Snapshot: a.Snapshot, StopReason: a.StopReason}
	if a.Snapshot != nil {
		v.Curve = a.Snapshot.Curve(horizon)
	}
	return v.StatusText()
}

// Draw draws the win chances and the latest turning point, and returns the number of lines.
func (v *Panel) Draw(g *screen.Grid, r screen.Rect) int {
	p := v.Palette
	w := panel.NewWriter(g, r)
	w.WriteRule("win chance", p.Line, p.Strong)
	if len(v.Curve.Chances) == 0 {
		w.Wrap(v.StatusText(), 0, p.Dim)
		return r.H - w.FreeLines()
	}
	at := &v.Curve.Chances[min(max(v.Span.Round, 0), len(v.Curve.Chances)-1)]
	for _, seat := range v.SeatOrder {
		v.drawBar(g, w.FreeArea(), at, seat)
		w.Skip(min(1, w.FreeLines()))
	}
	w.Skip(min(1, w.FreeLines()))
	w.Wrap(v.StatusText(), 2, p.Dim)
	w.Wrap(fmt.Sprintf("the chart shows the mean over ± %d rounds", meanRadius), 2, p.Dim)
	if v.Snapshot != nil {
		for _, l := range v.notes(at.Round) {
			w.Wrap(l, 2, p.Text)
		}
	}
	return r.H - w.FreeLines()
}

func (v *Panel) drawBar(g *screen.Grid, r screen.Rect, chance *winchance.Chance, seat int) {
	if r.H < 1 {
		return
	}
	p := v.Palette
	const value = 11 // width of a value such as "100 % ± 10"
	name := min(max(r.W-value-3, 4), 16)
	g.Set(r.X, r.Y, rune('0'+seat), p.SeatStyle(int8(seat)).WithAttr(screen.Bold))
	g.WriteText(r.X+2, r.Y, name, v.Names[seat], p.Text)
	g.WriteTextRight(r.X+2+name, r.Y, min(value, r.W-2-name), FormatChance(chance, seat, v.Span.LastRound), p.Text)
	if x, w := 2+name+value+1, r.W-3-name-value; w > 4 {
		for i := range w {
			if float64(i)+0.5 < chance.WinChance[seat]*float64(w) {
				sign := '█'
				if p.UseLetters {
					sign = rune('0' + seat)
				}
				g.Set(r.X+x+i, r.Y, sign, p.SeatStyle(int8(seat)))
			}
		}
	}
}

func (v *Panel) notes(round int) []string {
	list := SourceNotes(v.Snapshot, v.Curve.Source)[1:]
	seen := v.Snapshot.TurningPointsUntil(v.Span.Edge)
	var at *winchance.TurningPoint
	for i := range seen {
		if seen[i].Round <= round {
			at = &seen[i]
		}
	}
	switch {
	case at != nil:
		list = append(list, TurningLines(at, v.Names)...)
	case len(seen) > 0:
		list = append(list, fmt.Sprintf("%s, the first in round %d", sim.FormatCount(len(seen), "turning point"), seen[0].Round))
	case v.Span.Edge >= v.Span.LastRound || v.Snapshot.Level < winchance.LevelSplit:
		list = append(list, ExplainNoTurnings(v.Snapshot, v.Span.Edge, v.Span.LastRound, v.Names))
	}
	if v.Snapshot.Pace != nil && round >= v.Span.LastRound {
		list = append(list, "pace: relative to "+v.Snapshot.Pace[0].Reference+" in the same seat")
		for _, seat := range v.SeatOrder {
			list = append(list, fmt.Sprintf("%s %s", v.Names[seat], FormatPace(&v.Snapshot.Pace[seat])))
		}
	}
	return list
}

func FormatPace(p *winchance.SeatPace) string {
	text := FormatRate(p.Overall)
	for i, name := range PaceParts {
		text += ", " + name + " " + FormatRate(p.Parts[i])
	}
	return text
}

// DrawTurnings draws the turning points on the timeline, except those after the horizon.
func (v *Panel) DrawTurnings(g *screen.Grid, y int, a timeline.Axis) {
	if v.Snapshot == nil {
		return
	}
	for _, t := range v.Snapshot.TurningPointsUntil(v.Span.Edge) {
		up := t.Seat
		if t.ChanceAfter < t.ChanceBefore {
			up = t.OtherSeat
		}
		sign := []rune(sim.TurningPointSymbol)[0]
		if v.Palette.UseASCII {
			sign = sim.TurningPointASCII
		}
		st := v.Palette.Strong
		if c := v.Palette.SeatColor(int8(up)); t.Round > v.Span.Round {
			st = v.Palette.Dim
		} else if c != 0 {
			st.FG = c
		}
		g.Set(a.Column(t.Round), y, sign, st.WithAttr(screen.Bold))
	}
}

const meanRadius = 4

// DrawCurve draws the win chances up to the horizon as a stacked chart.
func (v *Panel) DrawCurve(g *screen.Grid, r screen.Rect, a timeline.Axis) {
	line, s := v.Curve.Chances, v.Span
	edge := min(s.Edge, len(line)-1)
	if r.H < 1 || edge < 0 {
		return
	}
	timeline.DrawShares(g, r, a, edge, s.Round, v.BottomSeat, func(k int) timeline.Shares {
		mean := Mean(line[:edge+1], k, s.LastRound)
		return timeline.Shares{Parts: mean.WinChance, Error: 2 * mean.Error[v.BottomSeat]}
	}, v.Palette)
}

// Mean returns a weighted mean of the win chances around round k, which smooths the noise of
// rollouts. Decided and unknown rounds are returned unchanged and excluded from means.
func Mean(line []winchance.Chance, k, lastRound int) winchance.Chance {
	fixed := func(c *winchance.Chance) bool {
		return c.Round == lastRound || c.WinChance[c.Favorite()] == 1 || !c.IsKnown()
	}
	mean := line[k]
	if fixed(&mean) {
		return mean
	}
	mean.WinChance, mean.Error = [sim.Seats]float64{}, [sim.Seats]float64{}
	sum := 0.0
	for i := max(k-meanRadius, 0); i <= min(k+meanRadius, len(line)-1); i++ {
		if !fixed(&line[i]) {
			weight := float64(meanRadius + 1 - max(i-k, k-i))
			sum += weight
			for seat, win := range line[i].WinChance {
				mean.WinChance[seat] += weight * win
				mean.Error[seat] += weight * line[i].Error[seat]
			}
		}
	}
	for seat := range mean.WinChance {
		mean.WinChance[seat] /= sum
		mean.Error[seat] /= sum
	}
	return mean
}
