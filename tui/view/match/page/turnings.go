package page

import (
	"fmt"
	"strconv"

	"game-tui/sim/winchance"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/chances"
	"game-tui/tui/format"
	"game-tui/tui/ui"
)

// Turnings is the list of turning points.
var Turnings = &ui.Lister{
	Key:  func(p *ui.Program, _ any) any { return matchState(p) },
	Rows: func(p *ui.Program, _ any) ui.Rows { return read(p, (*MatchState).turnings) },
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		u.Pop()
		act(u, func(m *MatchState, a Actions) {
			a.ShowChances()
			a.Jump(m.Place.InRound(rows.(ui.Items[winchance.Turning]).All[i].Round))
		})
	},
	Title: func(p *ui.Program, _ any) string {
		f := matchState(p)
		return "turning points: " + chances.State(f.Chances, f.Horizon)
	},
	Hint: func(*ui.Program) string { return ui.Name("choose") + " goes there, " + ui.Name("all") + " closes" },
	PlaceholderFor: func(p *ui.Program, _ any) string {
		f := matchState(p)
		if f.Chances.Now == nil {
			return "turning points are not known yet"
		}
		return chances.ExplainNoTurnings(f.Chances.Now, f.Horizon, f.Record.Rounds(), &f.Names)
	},
}

func (m *MatchState) turnings() ui.Rows {
	var list []winchance.Turning
	if m.Chances.Now != nil {
		list = m.Chances.Now.TurningsUntil(m.Horizon)
	}
	names := &m.Names
	return ui.NewItems(list, []ui.Column{{MaxWidth: 9}, {MaxWidth: 34}, {Rest: true}}, func(t winchance.Turning, p *theme.Palette) ui.Row {
		return ui.Row{
			Key:        [2]int{t.Round, t.Seat},
			SearchText: fmt.Sprint(chances.TurningLines(&t, names)),
			Mark:       ui.Cell{Text: strconv.Itoa(t.Seat), Style: p.SeatStyle(int8(t.Seat))},
			Cells: []ui.Cell{
				{Text: fmt.Sprintf("%d–%d", t.Round, t.Until)},
				{Text: fmt.Sprintf("%s %s → %s", names[t.Seat], format.OpenChance(t.From), format.OpenChance(t.To))},
				{Text: reason(&t)},
			},
		}
	})
}

// reason returns the first reason that concerns the seat of a turning point, or otherwise the first
// reason.
func reason(t *winchance.Turning) string {
	for _, r := range t.Reasons {
		if r.Seat == t.Seat {
			return r.Text
		}
	}
	return t.Reasons[0].Text
}

// AnalysisWanted returns the analysis results that the open pages need.
func AnalysisWanted(p *ui.Program) (want chances.Want) {
	for _, page := range p.Pages() {
		switch {
		case Turnings.Is(page):
			want |= chances.WantChances
		case Why.Is(page) && matchState(p).final():
			want |= chances.WantPace
		}
	}
	return want
}
