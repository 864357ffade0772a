package match

import (
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/format"
	"game-tui/tui/replay/playback"
	"game-tui/tui/ui"
)

func (s *scene) drawTitle(g *screen.Grid, l *Layout, k int) {
	p := s.Palette
	r := l.Title
	mid := s.roundColumn(r.W)
	switch words := s.match.Meta.Heading; {
	case s.match.pair != nil && words == "":
		g.WriteText(1, 0, mid-2, s.label(), p.Strong.WithAttr(screen.Bold))
	case words != "":
		if s.match.pair != nil {
			words = s.label()
		}
		mid = min(max(mid, screen.Width(words)+3), r.W-roundWidth(s.match.Record.Rounds())-1)
		g.WriteText(1, 0, mid-2, words, p.Strong.WithAttr(screen.Bold|screen.Reverse))
	default:
		x := g.WriteText(1, 0, mid-2, s.match.Meta.Game.Title(), p.Strong.WithAttr(screen.Bold)) + 3
		if seed := "seed " + strconv.Itoa(int(s.match.Meta.Seed)); len(seed) <= mid-1-x {
			x += g.WriteText(x, 0, mid-1-x, seed, p.Dim) + 2
			if file := filepath.Base(s.match.Meta.Source); s.match.Meta.Source != "" && screen.Width(file) <= mid-1-x {
				g.WriteText(x, 0, mid-1-x, file, p.Dim)
			}
		}
	}

	x := mid + s.drawRound(g, mid, k)
	if !s.IsStillPicture {
		x = s.drawPlayState(g, x+2, r.W)
	}
	lead := s.leadText(k)
	if n := screen.Width(lead); n+2 <= r.W-x {
		s.info.DrawSentence(g, screen.Rect{X: r.W - 1 - n, W: n, H: 1}, lead, p.Text)
	}
}

// drawPlayState draws the playback state from column x, up to column w, and returns the next free
// column.
func (s *scene) drawPlayState(g *screen.Grid, x, w int) int {
	p := s.Palette
	strong, dim := p.Strong, p.Dim
	words, st, live := playText(s.Play, w), modeStyle(s.Play, p), s.Play.Mode == playback.Live
	if live && s.isSilent() {
		words, st = s.silentText(w-x), strong
	}
	if screen.Width(words) > w-x {
		return x
	}
	x += g.WriteText(x, 0, w-x, words, st)
	add := func(words string, st screen.Style) bool {
		fits := words != "" && x+2+len(words) < w
		if fits {
			x += 2 + g.WriteText(x+2, 0, w-x-2, words, st)
		}
		return fits
	}
	if s.HasNewerMatch && add("next match: "+KeyLabel("live"), strong) {
		return x
	}
	switch {
	case live:
	case s.isSilent():
		add(s.silentText(w-x-3), strong)
	case s.isBehind():
		add("live at "+strconv.Itoa(s.Play.Edge), dim)
	}
	if s.timeToStart > 0 {
		words = "begins in "
		if s.Play.IsOver {
			words = "next match in "
		}
		add(words+strconv.Itoa(int((s.timeToStart+time.Second-1)/time.Second))+" s", strong)
	}
	if s.ViewerCount > 0 {
		x += 2 + g.WriteText(x+2, 0, w-x-2, strconv.Itoa(s.ViewerCount)+" watching", dim)
	}
	return x
}

// silentText describes how long the source has been silent. If the text does not fit in w columns,
// a short form is used.
func (s *scene) silentText(w int) string {
	if words := (ui.SourceSilent{Duration: s.silentFor}).String(); len(words) <= w {
		return words
	}
	return "silent " + format.Duration(s.silentFor)
}

// label returns the letter of a compared match, followed by the name of its branch or file.
func (s *scene) label() string {
	m := s.match
	name := ""
	switch b := s.branches; {
	case b != nil && m.side == "B":
		name = b.List[b.Current].Title()
	case b != nil:
		name = b.List[b.List[b.Current].Parent].Title()
	case m.Meta.Source != "":
		name = filepath.Base(m.Meta.Source)
	}
	return strings.TrimSuffix(m.side+": "+name, ": ")
}

// roundColumn returns the column at which the round number starts. It is the same for all rounds, so
// that the number does not move during playback.
func (s *scene) roundColumn(w int) int {
	last := len(strconv.Itoa(s.match.Record.Rounds()))
	switch {
	case w >= 130:
		return 60
	case w >= 90:
		return 36
	case w >= 70:
		return 27
	}
	return max(w-20-2*last, 2)
}

// drawRound draws text such as "round 57/200" and returns its fixed width. Even and odd rounds use
// different styles that look the same, so that each screen update contains the whole text.
func (s *scene) drawRound(g *screen.Grid, x int, k int) int {
	p := s.Palette
	st := p.Strong
	if k%2 == 1 {
		st = p.StrongAlternate
	}
	last := strconv.Itoa(s.match.Record.Rounds())
	words := "round " + strconv.Itoa(k) + "/" + last
	w := roundWidth(s.match.Record.Rounds())
	if s.match.Record.IsMissing(k) {
		words += " (missing)"
		w = max(w, len(words))
	}
	g.WriteText(x, 0, w, words, st.WithAttr(screen.Bold|screen.Contiguous))
	return w
}

func roundWidth(rounds int) int { return len("round /") + 2*len(strconv.Itoa(rounds)) }

func playText(s playback.State, w int) string {
	sign := "▶"
	switch {
	case s.Mode == playback.Paused && s.HasEnded() && w >= 70:
		return "■ end, paused"
	case s.Mode == playback.Paused:
		sign = "‖"
	case s.Mode == playback.Live:
		return "● live"
	case s.IsReversed:
		sign = "◀"
	}
	if s.Mode == playback.Paused && w < 70 {
		return sign + " " + s.Mode.String()
	}
	return sign + " " + s.Mode.String() + " " + s.SpeedText()
}

func modeStyle(s playback.State, p *theme.Palette) screen.Style {
	st := p.Text
	role := [...]sim.Role{playback.Paused: sim.RoleNone, playback.Playing: sim.RoleGood, playback.Live: sim.RoleBad}[s.Mode]
	if c := p.RoleColor(role); role != sim.RoleNone && c != 0 {
		st.FG = c
	}
	return st
}

// leadText describes the lead or the result in round k. It returns "" if the round is missing.
func (s *scene) leadText(k int) string {
	if s.match.Record.IsMissing(k) {
		return ""
	}
	scores := s.frame.Scores()
	seat, by := sim.Lead(scores)
	names := s.match.Names[seat]
	switch {
	case s.match.Record.IsFinal(k) && by == 0:
		var winners []string
		for _, seat := range sim.Winners(scores) {
			winners = append(winners, s.match.Names[seat])
		}
		return "draw: " + format.Join(winners)
	case s.match.Record.IsFinal(k):
		return names + " wins by " + strconv.Itoa(by)
	case by == 0:
		return "tie at " + strconv.Itoa(scores[seat])
	}
	return names + " leads by " + strconv.Itoa(by)
}

func (s *scene) drawScores(g *screen.Grid, l *Layout) {
	p := s.info.Palette
	if l.Scores.Empty() {
		return
	}
	for i, seat := range s.info.Seats() {
		at := scoreRect(l.Scores, i)
		x, w := at.X, at.W
		st := p.SeatStyle(int8(seat))
		g.Set(x+1, l.Scores.Y, rune('0'+seat), st.WithAttr(screen.Bold))
		text := strconv.Itoa(s.frame.Players[seat].Score)
		if reason, out := s.info.OutReason(seat); out {
			text, st = "out: "+reason, p.Dim
		}
		g.WriteText(x+3, l.Scores.Y, w-3, text, st)
	}
}

func scoreRect(scores screen.Rect, i int) screen.Rect {
	w := scores.W / sim.Seats
	return screen.Rect{X: scores.X + i*w, Y: scores.Y, W: w, H: scores.H}
}
