package match

import (
	"fmt"
	"strconv"

	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/tui/chances"
	"game-tui/tui/numbers"
	"game-tui/tui/panel"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/ui"
)

// turnings is the list of the turning points.
var turnings = &ui.Lister{
	Key:  anyKey,
	Rows: func(p *ui.Program, _ any) ui.Rows { return read(p, (*look).turnings) },
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		u.Pop()
		act(func(u *update) {
			u.s.Chances, u.s.Tab = true, panel.Chart
			u.jumpRound(rows.(ui.Items[chance.Turning]).All[i].Round)
		})(u)
	},
	Title: func(p *ui.Program, _ any) string {
		s := stateOf(p)
		view := chances.View{Now: s.analysed.Now, Why: s.analysed.Why}
		return "turning points: " + view.State()
	},
	Hint:    func(*ui.Program) string { return ui.Name("choose") + " goes there, " + ui.Name("all") + " closes" },
	None:    "nothing to tell: no change is larger than 10 % and than the dice explain, or it has not been looked for yet",
	NoMatch: "nothing matches",
}

// openTurnings opens the list of the turning points, or closes it.
func openTurnings(u *update) {
	if words := u.Refusal(ui.CanAnalyse); words != "" {
		u.Notify(words)
		return
	}
	u.s.Chances = true
	turnings.Open(u.Update, nil)
}

// turnings are the turning points that may be shown.
func (c *look) turnings() ui.Rows {
	var list []chance.Turning
	if c.analysed.Now != nil {
		list = c.analysed.Now.Seen(c.horizon())
	}
	names := &c.Names // which never change
	return ui.NewItems(list, []ui.Column{{Max: 9}, {Max: 34}, {Rest: true}}, func(t chance.Turning, p *theme.Palette) ui.Row {
		return ui.Row{
			Key:  [2]int{t.Round, t.Seat},
			Find: fmt.Sprint(chances.Turning(&t, names)),
			Mark: ui.Cell{Text: strconv.Itoa(t.Seat), Style: screen.Style{FG: p.Seat(int8(t.Seat)), BG: p.Page}},
			Cells: []ui.Cell{
				{Text: fmt.Sprintf("%d–%d", t.Round, t.Until)},
				{Text: fmt.Sprintf("%s %s → %s", names[t.Seat], numbers.Chance(t.From), numbers.Chance(t.To))},
				{Text: reason(&t)},
			},
		}
	})
}

// reason is why a turning point came about for its seat; the first reason where there is none of it.
func reason(t *chance.Turning) string {
	for _, r := range t.Reasons {
		if r.Seat == t.Seat {
			return r.Text
		}
	}
	return t.Reasons[0].Text
}

// wants is what is computed for the pages that are open.
func (s *State) wants(p *ui.Program) (want chances.Want) {
	if s.Chances {
		want = chances.WantChances
	}
	for _, page := range p.Pages() {
		switch {
		case turnings.Is(page):
			want |= chances.WantChances
		case why.Is(page) && s.ended():
			want |= chances.WantPace
		}
	}
	return want
}

// chancesView is what is shown of the chances in the loaded round.
func (v *viewer) chancesView(s *sight) chances.View {
	view := chances.View{Now: s.analysed.Now, Why: s.analysed.Why, Names: &v.Names, Seats: v.info.Seats(), Span: v.span(s), Palette: s.Palette}
	view.Front = v.favourite(s, v.info.Round)
	if !s.Still {
		view.Hint = Name("chart") + " next, " + Name("turnings") + " turnings"
	}
	return view
}

// favourite is the seat whose chance a watcher reads first: the one in front, or else the one
// that is most likely to win in round k; the leader where no chances are known of it.
func (v *viewer) favourite(s *sight, k int) int {
	if v.info.Front > 0 {
		return int(v.info.Front) - 1
	}
	at, known := s.chanceAt(k)
	if !known {
		seat, _ := sim.Lead(v.frame.Scores())
		return seat
	}
	return at.Favourite()
}

// chanceAt are the chances in round k, where they are known and may be shown.
func (s *sight) chanceAt(k int) (at chance.Chance, known bool) {
	if s.analysed.Now == nil || k > s.horizon() {
		return at, false
	}
	line := s.analysed.Now.Line(s.horizon())
	if k >= len(line) {
		return at, false
	}
	return line[k], true
}

// chanceText is the chance of the favourite, or of the player in front, in a longer and a
// shorter form, empty where it is not known.
func (v *viewer) chanceText(s *sight, k int) (long, short string) {
	at, known := s.chanceAt(k)
	if !s.Chances || !known || v.final(k) {
		return "", ""
	}
	seat := v.favourite(s, k)
	percent := numbers.Chance(at.Win[seat])
	long, short = v.Names[seat]+" wins at "+percent, v.Names[seat]+" "+percent
	if s.analysed.Now.Estimate {
		long, short = long+", estimate", "~"+short
	}
	return long, short
}
