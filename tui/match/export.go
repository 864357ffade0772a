package match

import (
	"fmt"
	"strconv"

	"game-tui/sim/record"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/ui"
)

// exporting is one way to export what is shown.
type exporting struct {
	text string // what it gives
	ui.Wanted
}

// exports lists what can be exported.
var exports = &ui.Lister{
	Key: func(p *ui.Program, _ any) any { return exportKey{keyOf(p), p.W, p.H, p.ChosenPalette()} },
	Rows: func(p *ui.Program, _ any) ui.Rows {
		return ui.NewItems(exportings(p), []ui.Column{{Rest: true}, {Right: true}}, exportRow)
	},
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		u.Pop()
		act(func(u *update) { u.export(rows.(ui.Items[exporting]).All[i].Wanted) })(u)
	},
	Title: func(*ui.Program, any) string { return "export, for people without this program" },
	Hint: func(*ui.Program) string {
		return ui.Name("choose") + " makes the file, " + ui.Name("leave") + " closes"
	},
	None:    "there is nothing to export",
	NoMatch: "nothing of that name",
}

// exportKey is all that the ways to export depend on.
type exportKey struct {
	of      pageKey
	w, h    int
	palette string
}

// openExport opens the list, or closes it.
func openExport(u *ui.Update) {
	if words := u.Refusal(ui.CanExport); words != "" {
		u.Notify(words)
		return
	}
	exports.Open(u, nil)
}

func exportRow(e exporting, p *theme.Palette) ui.Row {
	return ui.Row{Key: e.Wanted, Find: e.text + " " + e.Format, Cells: []ui.Cell{{Text: e.text, Style: p.Text}, {Text: "." + e.Format, Style: p.Dim}}}
}

// exportings are the ways to export what is shown, the nearest first.
func exportings(p *ui.Program) (list []exporting) {
	s := stateOf(p).on(p)
	k, last := s.Play.Round, s.horizon()
	all := ui.Wanted{Round: -1, From: -1, To: -1, Follow: -1, NoSpoilers: p.NoSpoilers}
	whole := "the whole match"
	if last < s.front().Record.Rounds() {
		whole, all.To = "rounds 0 to "+strconv.Itoa(last), last
	}
	mine := all
	if s.Front > 0 {
		mine.Me = strconv.Itoa(int(s.Front) - 1)
	}
	one := mine
	one.Round, one.To, one.W, one.H = k, -1, max(p.W, ui.MinW), max(p.H, ui.MinH)
	one.Follow = int32(max(s.Follow.Index(), -1)) // one of nobody has no number
	add := func(text, format string, w ui.Wanted) {
		w.Format = format
		list = append(list, exporting{text, w})
	}
	colored := one
	colored.Palette = p.ChosenPalette()
	add("this screen, a picture", "png", colored)
	add("this screen, a drawing that stays sharp", "svg", colored)
	add("this screen, as text", "txt", one)
	films := func(what string, w ui.Wanted) {
		add(what+", a page that plays it", "html", w)
		add(what+", an animation", "gif", w)
	}
	marks := s.bookmarks()
	for i := len(marks) - 1; i >= 0; i-- {
		if b := &marks[i]; b.Place.Round < k {
			since := mine
			since.From, since.To = b.Place.Round, k
			films(fmt.Sprintf("from %q (round %d) to here", b.Name, b.Place.Round), since)
			break
		}
	}
	films(whole, mine)
	best := all
	best.Highlights = true
	add("the most eventful moments, an animation", "gif", best)
	add(whole+", a terminal recording", "cast", all)
	return list
}

// noted is the record of the match in front; a branch's note holds its name.
func (u *update) noted() *record.Record { return u.s.branches.noted(u.v.Record) }

// link asks for the command that opens what is shown. A unit of nobody has no number.
func link(u *update) {
	u.Ask(ui.Copy{Record: u.v.Record, Round: u.s.Play.Round, Unit: int32(max(u.s.Follow.Index(), -1)),
		Front: int(u.s.Front) - 1, IsBranch: u.s.branchInFront()})
}

// write has the match written.
func write(u *update) {
	if u.s.branchInFront() && u.Refusal(ui.CanWrite) != "" { // what the shell hints at is the match itself
		u.Notify("a branch cannot be written here")
		return
	}
	u.Request(ui.Write{Record: u.noted()}, "writing the match…")
}

// export has a file made of what is shown.
func (u *update) export(w ui.Wanted) {
	p, s := u.Program, u.s.State
	u.Request(ui.Export{Wanted: w, Record: u.noted(), Colors: u.Palette, IsBranch: s.branchInFront(),
		Screen: func() *screen.Grid { return s.picture(p) }}, "making the file…")
}

// picture is what is shown, for somebody without keys.
func (s State) picture(p ui.Program) *screen.Grid {
	s.Still = true
	p, g := p.Picture(s), &screen.Grid{}
	p.Draw(g)
	return g
}
