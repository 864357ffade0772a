package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/winchance"
	"game-tui/tui/cells/component"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/chances"
	"game-tui/tui/draw/panel"
	"game-tui/tui/format"
	"game-tui/tui/replay/highlight"
	"game-tui/tui/ui"
)

// Why is the page that explains how the players got their points up to the shown round.
var Why = &ui.TextSpec{
	Key: func(p *ui.Program, _ any) any { return matchState(p) },
	Lines: func(p *ui.Program, _ any, w int) []string {
		return read(p, func(m *MatchState) []string {
			if m.isMissing() {
				return []string{record.MissingRoundText}
			}
			why := m.explanation()
			if m.isFinal() && p.Refusal(ui.CanAnalyse) == "" {
				why.Pace = m.pace()
			}
			return component.Lines(w, p.Palette, func(g *screen.Grid) int { return panel.DrawExplanation(g, m.Info, why) })
		})
	},
	PlainLines: func(p *ui.Program, _ any) []string {
		return read(p, func(m *MatchState) []string {
			if m.isMissing() {
				return []string{record.MissingRoundText}
			}
			return panel.ExplanationLines(m.Info, m.explanation())
		})
	},
	Title: func(p *ui.Program, _ any) string { return read(p, (*MatchState).whyTitle) },
	Hint: func(p *ui.Program, _ any) string {
		closes := keyLabel(p, "why") + " closes"
		if next := EndKeys(p, ui.InnerRect(p.PageArea(0)).W-len(closes)-2); matchState(p).isFinal() && next != "" {
			return next + ", " + closes
		}
		return ui.KeyLabel("searchUp") + " scroll, ← → rounds, " + closes
	},
}

func (m *MatchState) isMissing() bool { return m.Record.IsMissing(m.Place.Round) }

func (m *MatchState) explanation() *panel.Explanation {
	why := &panel.Explanation{Figures: m.Stats.At(m.Place.Round)}
	for _, s := range m.Swings.UpTo(m.Place.Round) {
		why.Swings = append(why.Swings, panel.ExplainedSwing{Round: s.Round, Seat: s.Seat, Gain: s.Gain, Reason: m.SwingReason(s)})
	}
	return why
}

// SwingReason describes the source and the main event of a swing. If one event accounts for the whole
// gain, it describes only that event.
func (d *Data) SwingReason(s highlight.Swing) (reason string) {
	if s.Source >= 0 {
		reason = d.Meta.Game.PointSources()[s.Source] + " +" + strconv.Itoa(s.SourceGain)
	}
	if e, more := highlight.MainEvent(d.Record, s.Round, s.Seat); e != nil {
		event := string(d.Meta.Game.AppendEventText(nil, e, &d.Names))
		if strings.HasSuffix(event, " +"+strconv.Itoa(s.Gain)) {
			return event
		}
		reason += ": " + event
		if more > 0 {
			reason += ", and " + strconv.Itoa(more) + " more"
		}
	}
	return reason
}

func (m *MatchState) pace() *panel.PaceTable {
	now, reason := m.Chances.Snapshot, m.Chances.StopReason
	switch {
	case now == nil && reason != "":
		return &panel.PaceTable{Note: reason}
	case now == nil:
		return &panel.PaceTable{Note: "analysing…"}
	case now.NoPaceReason != "":
		return &panel.PaceTable{Note: "not measured: " + now.NoPaceReason}
	}
	t := &panel.PaceTable{}
	for i, name := range append([]string{"whole match"}, chances.PaceParts[:]...) {
		l := panel.PaceRow{Name: name}
		for seat := range l.Values {
			l.Values[seat] = [2]string{"…", "…"}
			if now.Pace != nil {
				r := now.Pace[seat].Overall
				if i > 0 {
					r = now.Pace[seat].Parts[i-1]
				}
				l.Values[seat] = [2]string{chances.FormatRate(r), chances.FormatRateShort(r)}
			}
		}
		t.Lines = append(t.Lines, l)
	}
	switch {
	case now.Pace != nil:
		words := append([]string{chances.ExplainPace(now.Pace[0].Reference)}, chances.PaceNotes(now.Pace[:], "")...)
		t.Note = strings.Join(words, "; ")
	case reason != "":
		t.Note = reason
	default:
		t.Note = "measuring: " + format.Percent(now.PaceProgress)
	}
	return t
}

func (m MatchState) isFinal() bool { return m.Record.IsFinal(m.Place.Round) }

func (m *MatchState) whyTitle() string {
	seat, by := sim.Lead(m.Info.Frame.Scores())
	switch name, round := m.Names[seat], strconv.Itoa(m.Place.Round); {
	case m.isMissing():
		return "round " + round + " is missing"
	case m.isFinal() && by == 0:
		return "why the match was a draw"
	case m.isFinal():
		return "why " + name + " won"
	case by == 0:
		return "why the lead is tied in round " + round
	default:
		return "why " + name + " leads in round " + round
	}
}

// EndKeys lists keys that are useful at the end of a match, in at most w columns. It omits keys
// that the shell does not support.
func EndKeys(p *ui.Program, w int) string {
	text := ""
	for _, k := range [...]struct{ id, word string }{{"play", "replay"}, {"next", "next seed"}, {"again", "again"}, {"write", "save"}, {"export", "export"}} {
		b := p.View().Keys().Binding(k.id)
		if p.Refusal(b.Capability) != "" {
			continue
		}
		more := b.Label + " " + k.word
		if text != "" {
			more = ", " + more
		}
		if screen.Width(text+more) <= w {
			text += more
		}
	}
	return text
}

var Turnings = &ui.ListSpec{
	Key:  func(p *ui.Program, _ any) any { return matchState(p) },
	Rows: func(p *ui.Program, _ any) ui.Rows { return read(p, (*MatchState).turningRows) },
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		u.Pop()
		act(u, func(m *MatchState, a Actions) {
			a.ShowChances()
			a.Jump(m.Place.WithRound(rows.(ui.Items[winchance.TurningPoint]).Values[i].Round))
		})
	},
	Title: func(p *ui.Program, _ any) string {
		f := matchState(p)
		return "turning points: " + chances.StatusText(f.Chances, f.Horizon)
	},
	Hint: func(*ui.Program) string {
		return ui.KeyLabel("choose") + " goes there, " + ui.KeyLabel("all") + " closes"
	},
	PlaceholderFor: func(p *ui.Program, _ any) string {
		f := matchState(p)
		if f.Chances.Snapshot == nil {
			return "turning points are not known yet"
		}
		return chances.ExplainNoTurnings(f.Chances.Snapshot, f.Horizon, f.Record.Rounds(), &f.Names)
	},
}

func (m *MatchState) turningRows() ui.Rows {
	var list []winchance.TurningPoint
	if m.Chances.Snapshot != nil {
		list = m.Chances.Snapshot.TurningPointsUntil(m.Horizon)
	}
	names := &m.Names
	return ui.NewItems(list, []ui.ListColumn{{MaxWidth: 9}, {MaxWidth: 34}, {TakesRest: true}}, func(t winchance.TurningPoint, p *theme.Palette) ui.Row {
		return ui.Row{
			Key:        [2]int{t.Round, t.Seat},
			SearchText: fmt.Sprint(chances.TurningLines(&t, names)),
			Mark:       ui.RowCell{Text: strconv.Itoa(t.Seat), Style: p.SeatStyle(int8(t.Seat))},
			Cells: []ui.RowCell{
				{Text: fmt.Sprintf("%d–%d", t.Round, t.EndRound)},
				{Text: fmt.Sprintf("%s %s → %s", names[t.Seat], format.OpenChance(t.ChanceBefore), format.OpenChance(t.ChanceAfter))},
				{Text: turningReason(&t)},
			},
		}
	})
}

// turningReason returns the first reason for a turning point that concerns its seat, or else the first
// reason.
func turningReason(t *winchance.TurningPoint) string {
	for _, r := range t.Reasons {
		if r.Seat == t.Seat {
			return r.Text
		}
	}
	return t.Reasons[0].Text
}

// WantedAnalysis returns the analysis results that the open pages need.
func WantedAnalysis(p *ui.Program) (want chances.ResultSet) {
	for _, page := range p.Pages() {
		switch {
		case Turnings.Owns(page):
			want |= chances.ChanceResults
		case Why.Owns(page) && matchState(p).isFinal():
			want |= chances.PaceResults
		}
	}
	return want
}

// Lessons holds the coach page's lines for one seat. Views receive it as an input. It is immutable.
type Lessons struct {
	Seat       int
	Lines      []Lesson
	IsComplete bool // whether the coach has sent all lines
}

type Lesson struct {
	Text       string
	IsHeading  bool
	MomentName string // number of the lesson's moment, for use as ui.Open.Name, or ""
}

type lessonRows []Lesson

func (l lessonRows) Len() int      { return len(l) }
func (l lessonRows) Key(i int) any { return l[i].Text }

func (l lessonRows) CanChoose(i int) bool { return l[i].Text != "" }

func (l lessonRows) Draw(g *screen.Grid, r screen.Rect, p *ui.Program, i int, chosen bool) int {
	style := p.Palette.Text
	if l[i].IsHeading {
		style = p.Palette.Strong
	}
	if chosen {
		style = p.Palette.Strong.WithAttr(screen.Bold)
		if g != nil {
			g.Set(r.X, r.Y, '▸', style)
		}
	}
	return max(g.Wrap(screen.Rect{X: r.X + 2, Y: r.Y, W: max(r.W-3, 1), H: r.H}, 2, l[i].Text, style), 1)
}

var coachPage = &ui.ListSpec{
	Key: func(p *ui.Program, _ any) any { return matchState(p) },
	Rows: func(p *ui.Program, _ any) ui.Rows {
		var list []Lesson
		if l := matchState(p).Lessons; l != nil {
			list = l.Lines
		}
		return lessonRows(list)
	},
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		if moment := rows.(lessonRows)[i].MomentName; moment != "" {
			u.StartRequest(ui.Open{Name: moment}, "opening…")
		}
	},
	Title: func(p *ui.Program, _ any) string {
		f := matchState(p)
		if f.Lessons == nil {
			return "coach"
		}
		title := "coach: " + f.Names[f.Lessons.Seat]
		if !f.Lessons.IsComplete && p.IsBusy() {
			title += ", so far"
		}
		return title
	},
	Hint: func(p *ui.Program) string {
		hint := keyLabel(p, "coach") + " closes"
		if l := matchState(p).Lessons; l != nil && slices.ContainsFunc(l.Lines, func(l Lesson) bool { return l.MomentName != "" }) {
			hint = ui.KeyLabel("choose") + " shows a moment, " + hint
		}
		return hint
	},
	Placeholder: "playing the first matches…",
	NoSearch:    true,
}

// OpenCoach opens or closes the coach page. If there are no lessons for the player in view yet,
// OpenCoach starts the coach.
func OpenCoach(u *ui.Update) {
	f, seat := matchState(&u.Program), read(&u.Program, func(m *MatchState) int { return int(m.playerInView()) })
	switch words := u.Refusal(ui.CanCoach); {
	case coachPage.Owns(u.TopPage()):
	case words != "":
		u.Notify(words)
		return
	case f.Lessons != nil && f.Lessons.Seat == seat:
	case !u.StartRequest(ui.Coach{Record: f.Record, Seat: seat}, "playing "+f.Names[seat]+"'s matches…"):
		return
	}
	coachPage.Open(u, nil)
}
