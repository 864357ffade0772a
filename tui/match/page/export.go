package page

import (
	"fmt"
	"strconv"

	"game-tui/tui/theme"
	"game-tui/tui/ui"
	"game-tui/tui/where"
)

// exporting is one way to export what is shown.
type exporting struct {
	text  string // what it gives
	file  string // how its name ends
	flags string // of the export command, without the file
}

// exports lists what can be exported.
var exports = &ui.Lister{
	Key: func(p *ui.Program, _ any) any { return exportKey{facts(p), p.W, p.H, p.ChosenPalette()} },
	Rows: func(p *ui.Program, _ any) ui.Rows {
		return ui.NewItems(exportings(p), []ui.Column{{Rest: true}, {Right: true}}, exportRow)
	},
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		u.Pop()
		act(u, func(_ *Context, a Actions) { a.Export(rows.(ui.Items[exporting]).All[i].flags) })
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
	of      Facts
	w, h    int
	palette string
}

// OpenExport opens the list, or closes it.
func OpenExport(u *ui.Update) {
	if words := u.Refusal(ui.CanExport); words != "" {
		u.Notify(words)
		return
	}
	exports.Open(u, nil)
}

func exportRow(e exporting, p *theme.Palette) ui.Row {
	return ui.Row{Key: e.flags, Find: e.text + " " + e.file, Cells: []ui.Cell{{Text: e.text, Style: p.Text}, {Text: "." + e.file, Style: p.Dim}}}
}

// exportings are the ways to export what is shown, the nearest first.
func exportings(p *ui.Program) []exporting {
	f := facts(p)
	k, last := f.Place.Round, f.Horizon
	secret := ""
	if p.NoSpoilers {
		secret = " --no-spoilers"
	}
	one := fmt.Sprintf(" --round %d --size %dx%d", k, max(p.W, ui.MinW), max(p.H, ui.MinH)) + secret
	if unit := f.Place.Follow.Index(); unit >= 0 { // one of nobody has no number
		one += " --follow " + strconv.Itoa(unit)
	}
	me := where.Me(int(f.Front) - 1)
	one += me
	colors := ""
	if name := p.ChosenPalette(); name != "" {
		colors = " --palette " + name
	}
	list := []exporting{
		{"this screen, a picture", "png", "--format png" + one + colors},
		{"this screen, a drawing that stays sharp", "svg", "--format svg" + one + colors},
		{"this screen, as text", "txt", "--format txt" + one},
	}
	films := func(what, flags string) {
		flags += me
		list = append(list, exporting{what + ", a page that plays it", "html", "--format html" + flags},
			exporting{what + ", an animation", "gif", "--format gif" + flags})
	}
	marks := f.Bookmarks()
	for i := len(marks) - 1; i >= 0; i-- {
		if b := &marks[i]; b.Place.Round < k {
			films(fmt.Sprintf("from %q (round %d) to here", b.Name, b.Place.Round), fmt.Sprintf(" --from %d --to %d", b.Place.Round, k)+secret)
			break
		}
	}
	whole, to := "the whole match", ""
	if last < f.Record.Rounds() {
		whole, to = "rounds 0 to "+strconv.Itoa(last), " --to "+strconv.Itoa(last)
	}
	films(whole, to+secret)
	return append(list, exporting{"the most eventful moments, an animation", "gif", "--format gif --highlights" + to + secret},
		exporting{whole + ", a terminal recording", "cast", "--format cast" + to + secret})
}
