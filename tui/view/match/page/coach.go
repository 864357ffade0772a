package page

import (
	"slices"

	"game-tui/tui/cells/screen"
	"game-tui/tui/ui"
)

// Lessons holds the lines of the coach page for one seat. It is an input of a match view and never
// changes.
type Lessons struct {
	Seat  int
	Lines []Lesson
	Done  bool // whether the coach has finished
}

type Lesson struct {
	Text   string
	Head   bool
	Moment string // name to open with ui.Open, or ""
}

type lessonRows []Lesson

func (l lessonRows) Len() int                { return len(l) }
func (l lessonRows) Key(i int) any           { return l[i].Text }
func (l lessonRows) SearchText(i int) string { return l[i].Text }

// CanChoose reports whether a row has text.
func (l lessonRows) CanChoose(i int) bool { return l[i].Text != "" }

// Draw draws a row, wrapped to the width.
func (l lessonRows) Draw(g *screen.Grid, r screen.Rect, p *ui.Program, i int, chosen bool) int {
	style := p.Palette.Text
	if l[i].Head {
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

var coachPage = &ui.Lister{
	Key: func(p *ui.Program, _ any) any { return matchState(p) },
	Rows: func(p *ui.Program, _ any) ui.Rows {
		var list []Lesson
		if l := matchState(p).Lessons; l != nil {
			list = l.Lines
		}
		return lessonRows(list)
	},
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		if moment := rows.(lessonRows)[i].Moment; moment != "" {
			u.Request(ui.Open{Name: moment}, "opening it…")
		}
	},
	Title: func(p *ui.Program, _ any) string {
		f := matchState(p)
		if f.Lessons == nil {
			return "coach"
		}
		title := "coach: " + f.Names[f.Lessons.Seat]
		if !f.Lessons.Done && p.Busy() {
			title += ", so far"
		}
		return title
	},
	Hint: func(p *ui.Program) string {
		hint := name(p, "coach") + " closes"
		if l := matchState(p).Lessons; l != nil && slices.ContainsFunc(l.Lines, func(l Lesson) bool { return l.Moment != "" }) {
			hint = ui.Name("choose") + " shows a moment, " + hint
		}
		return hint
	},
	Placeholder: "playing the first matches…",
	Plain:       true,
}

// OpenCoach opens or closes the coach page. If there are no lessons for the player yet, it starts
// the coach.
func OpenCoach(u *ui.Update) {
	f, seat := matchState(&u.Program), read(&u.Program, func(m *MatchState) int { return int(m.playerInView()) })
	switch words := u.Refusal(ui.CanCoach); {
	case coachPage.Is(u.Top()):
	case words != "":
		u.Notify(words)
		return
	case f.Lessons != nil && f.Lessons.Seat == seat:
	case !u.Request(ui.Coach{Record: f.Record, Seat: seat}, "playing matches of "+f.Names[seat]+"…"):
		return
	}
	coachPage.Open(u, nil)
}
