package panel

import (
	"strconv"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
)

// DrawOutput draws the texts and marks that players printed while choosing their orders for this
// round. If a player is out, it draws the player's last output.
func DrawOutput(g *screen.Grid, r screen.Rect, in *Info) {
	p := in.Palette
	w := NewWriter(g, r)
	if words := in.noOutputText(); words != "" {
		w.Wrap(words, 0, p.Dim)
		if in.NextTurn != nil {
			return
		}
	} else {
		round := strconv.Itoa(in.Round)
		heading := "output in round " + round
		if len(heading) > r.W-4 {
			heading = "round " + round
		}
		w.WriteRule(heading, p.Line, p.Dim)
	}
	each := max(w.FreeLines()/sim.Seats, 2)
	for _, seat := range in.Seats() {
		part := NewWriter(g, screen.Rect{X: r.X, Y: w.y, W: r.W, H: min(each, w.FreeLines())})
		if in.drawSeatOutput(part, seat) {
			w.Skip(each)
		}
	}
}

func (in *Info) noOutputText() string {
	switch {
	case in.NextTurn == nil && in.IsOver:
		return "the match is over; there are no more rounds"
	case in.IsNextHidden:
		return "no-spoilers mode: output is hidden until the next round"
	case in.NextTurn == nil:
		return "this round has not been played"
	case in.NextTurn.KnownParts&sim.KnownReports == 0:
		return "this recording contains no player output"
	}
	return ""
}

// DrawAllOutput draws the complete output of all players and returns the number of lines.
func DrawAllOutput(g *screen.Grid, in *Info) int {
	w := NewWriter(g, screen.Rect{W: g.W, H: unlimitedLines})
	if words := in.noOutputText(); words != "" {
		w.Wrap(words, 0, in.Palette.Dim)
	}
	if in.NextTurn == nil || in.NextTurn.KnownParts&sim.KnownReports != 0 {
		for _, seat := range in.Seats() {
			in.drawSeatOutput(w, seat)
		}
	}
	return w.y
}

const unlimitedLines = 1 << 20

func (in *Info) drawSeatOutput(w *Writer, seat int) bool {
	p := in.Palette
	var rep sim.Report
	if in.NextTurn != nil {
		rep = in.NextTurn.Reports[seat]
	}
	out, words := in.Failure(seat), in.ExitReports[seat]
	if in.NextTurn == nil && out == nil {
		return false
	}
	w.WriteLine(in.Names[seat], p.SeatStyle(int8(seat)).WithAttr(screen.Bold))
	if out != nil {
		w.Wrap("out: "+out.Text(), 2, p.Dim)
	}
	lines := rep.Stderr
	switch {
	case out != nil && words != nil && len(words.Stderr) > 0 && (in.NextTurn == nil || in.Round != out.Round):
		w.Wrap(lastOutputTitle(out)+":", 2, p.Dim)
		lines = words.Stderr[max(len(words.Stderr)-max(w.FreeLines(), 1), 0):]
	case out == nil && len(rep.Stderr)+len(rep.Marks) == 0:
		w.WriteLine("no output", p.Dim)
	}
	for _, line := range lines {
		w.Wrap(line, 2, p.Text)
	}
	for i := range rep.Marks {
		m := &rep.Marks[i]
		place := m.At.String()
		if m.Unit >= 0 {
			place = "unit " + strconv.Itoa(int(m.Unit))
		}
		w.Wrap("@ "+place+" "+m.Text, 2, p.Text)
	}
	return true
}

func lastOutputTitle(failure *sim.Failure) string {
	return "last output (round " + strconv.Itoa(failure.Round) + ")"
}
