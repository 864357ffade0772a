// Package chances draws and describes how likely each player is to win: four stacked shares
// over the timeline, and turning points with their reasons.
package chances

import (
	"cmp"
	"fmt"

	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/tui/numbers"
	"game-tui/tui/panel"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/timeline"
)

// View is all that is shown of the chances in a round.
type View struct {
	Now     *chance.Snapshot // nil: nothing has been looked into
	Why     string           // nothing more is found out at present; empty: it is
	Curve   chance.Curve     // of the rounds that may be told about; without any nothing is known
	Names   *[sim.Seats]string
	Seats   [sim.Seats]int // in the order in which they are shown
	Front   int            // whose share stands at the bottom
	Span    timeline.Span
	Palette *theme.Palette
}

// State says in a line how far the analysis has come; what is under way comes first, since
// a narrow window cuts the line.
func (v *View) State() string {
	if v.Now == nil {
		text := cmp.Or(v.Why, "looking…")
		if len(v.Curve.Line) > 0 {
			text += "; " + string(chance.Estimate) + " from score and board"
		}
		return text
	}
	text := Labels(v.Now, v.Curve.Source)[0]
	switch {
	case v.Now.Estimate || v.Now.Level == chance.Done:
	case v.Why != "":
		text += "; " + v.Why
	default:
		text = fmt.Sprintf("%s %s; %s", v.Now.Level, numbers.Percent(v.Now.Part), text)
	}
	return text
}

// State is the State of a view of what is known up to a horizon.
func State(a Analysed, horizon int) string {
	v := View{Now: a.Now, Why: a.Why}
	if a.Now != nil {
		v.Curve = a.Now.Curve(horizon)
	}
	return v.State()
}

// Draw draws the chances of the present round, and says what turned them. It returns how many lines
// it took.
func (v *View) Draw(g *screen.Grid, r screen.Rect) int {
	p := v.Palette
	w := panel.NewWriter(g, r)
	w.Rule("win chance", p.Line, p.Strong)
	if len(v.Curve.Line) == 0 {
		w.Wrap(v.State(), 0, p.Dim)
		return r.H - w.Left()
	}
	at := &v.Curve.Line[min(max(v.Span.Round, 0), len(v.Curve.Line)-1)]
	for _, seat := range v.Seats {
		v.bar(g, w.Rest(), at, seat)
		w.Skip(min(1, w.Left()))
	}
	w.Skip(min(1, w.Left()))
	w.Wrap(v.State(), 2, p.Dim)
	w.Wrap(fmt.Sprintf("the chart shows the mean over ± %d rounds", around), 2, p.Dim)
	if v.Now != nil {
		for _, l := range v.words(at.Round) {
			w.Wrap(l, 2, p.Text)
		}
	}
	return r.H - w.Left()
}

// bar draws the chance of a seat in one line.
func (v *View) bar(g *screen.Grid, r screen.Rect, at *chance.Chance, seat int) {
	if r.H < 1 {
		return
	}
	p := v.Palette
	const value = 11 // "100 % ± 10"
	name := min(max(r.W-value-3, 4), 16)
	g.Set(r.X, r.Y, rune('0'+seat), p.Player(int8(seat)).With(screen.Bold))
	g.Text(r.X+2, r.Y, name, v.Names[seat], p.Text)
	g.Right(r.X+2+name, r.Y, min(value, r.W-2-name), Band(at, seat, v.Span.Last), p.Text)
	if x, w := 2+name+value+1, r.W-3-name-value; w > 4 {
		for i := range w {
			if float64(i)+0.5 < at.Win[seat]*float64(w) {
				sign := '█'
				if p.Letters {
					sign = rune('0' + seat)
				}
				g.Set(r.X+x+i, r.Y, sign, p.Player(int8(seat)))
			}
		}
	}
}

// words say what else the chances come from, and why the last turning point up to a round came.
func (v *View) words(round int) []string {
	list := Labels(v.Now, v.Curve.Source)[1:]
	seen := v.Now.Seen(v.Span.Edge)
	var at *chance.Turning
	for i := range seen {
		if seen[i].Round <= round {
			at = &seen[i]
		}
	}
	switch {
	case at != nil:
		list = append(list, Turning(at, v.Names)...)
	case len(seen) > 0:
		list = append(list, fmt.Sprintf("the first of %s: round %d", sim.Count(len(seen), "turning point"), seen[0].Round))
	case v.Span.Edge >= v.Span.Last || v.Now.Level < chance.Split:
		list = append(list, NoTurnings(v.Now, v.Span.Edge, v.Span.Last, v.Names))
	}
	if v.Now.Pace != nil && round >= v.Span.Last {
		list = append(list, "pace: of what "+v.Now.Pace[0].Reference+" scores in the same seat")
		for _, seat := range v.Seats {
			list = append(list, fmt.Sprintf("%s %s", v.Names[seat], Pace(&v.Now.Pace[seat])))
		}
	}
	return list
}

// Pace describes the pace of a player, whole and in parts.
func Pace(p *chance.PaceOf) string {
	text := Rate(p.Whole)
	for i, name := range PaceParts {
		text += ", " + name + " " + Rate(p.Parts[i])
	}
	return text
}

// Mark draws the turning points that may be shown over the bar of the timeline.
func (v *View) Mark(g *screen.Grid, y int, a timeline.Axis) {
	if v.Now == nil {
		return
	}
	for _, t := range v.Now.Seen(v.Span.Edge) {
		up := t.Seat
		if t.To < t.From {
			up = t.Other
		}
		sign := []rune(sim.TurnShape)[0]
		if v.Palette.ASCII {
			sign = sim.TurnASCII
		}
		st := v.Palette.Strong
		if c := v.Palette.Seat(int8(up)); t.Round > v.Span.Round {
			st = v.Palette.Dim
		} else if c != 0 {
			st.FG = c
		}
		g.Set(a.Column(t.Round), y, sign, st.With(screen.Bold))
	}
}

// around is how many rounds before and after one its chances are weighed with in the curve.
const around = 4

// DrawCurve draws the chances of every round that may be told about as shares in r, whose columns
// are the axis's, from that of the seat Front at the bottom, where its height can be read.
// It reports whether it shows how far that share may be off.
func (v *View) DrawCurve(g *screen.Grid, r screen.Rect, a timeline.Axis) (band bool) {
	line, s := v.Curve.Line, v.Span
	edge := min(s.Edge, len(line)-1)
	if r.H < 1 || edge < 0 {
		return false
	}
	return timeline.DrawShares(g, r, a, edge, s.Round, v.Front, func(k int) timeline.Shares {
		of := Mean(line[:edge+1], k, s.Last)
		return timeline.Shares{Part: of.Win, Band: 2 * of.Error[v.Front]}
	}, v.Palette)
}

// Mean are the chances of a round weighed with those around it, the nearest most: rollouts differ
// from round to round by their own error. What is decided stays so, and says nothing of before.
func Mean(line []chance.Chance, k, last int) chance.Chance {
	decided := func(c *chance.Chance) bool { return c.Round == last || c.Win[c.Favourite()] == 1 }
	of := line[k]
	if decided(&of) || !of.Known() {
		return of
	}
	of.Win, of.Error = [sim.Seats]float64{}, [sim.Seats]float64{}
	sum := 0.0
	for i := max(k-around, 0); i <= min(k+around, len(line)-1); i++ {
		if decided(&line[i]) || !line[i].Known() {
			continue
		}
		weight := float64(around + 1 - max(i-k, k-i))
		sum += weight
		for seat, win := range line[i].Win {
			of.Win[seat] += weight * win
			of.Error[seat] += weight * line[i].Error[seat]
		}
	}
	for seat := range of.Win {
		of.Win[seat] /= sum
		of.Error[seat] /= sum
	}
	return of
}
