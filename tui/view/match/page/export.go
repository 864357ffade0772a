package page

import (
	"fmt"
	"strconv"

	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/location"
	"game-tui/tui/ui"
)

type exportChoice struct {
	text string
	ui.ExportOptions
}

// Export is the page that exports the match to a file.
var Export = &ui.Lister{
	Key: func(p *ui.Program, _ any) any { return [...]any{matchState(p), p.W, p.H, p.ChosenPalette()} },
	Rows: func(p *ui.Program, _ any) ui.Rows {
		return ui.NewItems(exportChoices(p), []ui.Column{{Rest: true}, {Right: true}}, func(e exportChoice, p *theme.Palette) ui.Row {
			return ui.Row{Key: e.ExportOptions, SearchText: e.text + " " + e.Format, Cells: []ui.Cell{{Text: e.text, Style: p.Text}, {Text: e.Format, Style: p.Dim}}}
		})
	},
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		u.Pop()
		act(u, func(_ *MatchState, a Actions) { a.Export(rows.(ui.Items[exportChoice]).All[i].ExportOptions) })
	},
	Title: func(*ui.Program, any) string { return "export" },
	Hint: func(*ui.Program) string {
		return ui.Name("choose") + " makes the file, " + ui.Name("leave") + " closes"
	},
}

func exportChoices(p *ui.Program) (list []exportChoice) {
	f := matchState(p)
	k, last := f.Place.Round, f.Horizon
	all := ui.ExportOptions{Round: -1, From: -1, To: -1, NoSpoilers: p.NoSpoilers}
	whole := "the whole match"
	if last < f.Record.Rounds() {
		whole, all.To = "rounds 0 to "+strconv.Itoa(last), last
	}
	mine := all
	if f.Front > 0 {
		mine.Me = strconv.Itoa(int(f.Front) - 1)
	}
	one := mine
	one.Round, one.To, one.W, one.H = k, -1, max(p.W, ui.MinW), max(p.H, ui.MinH)
	one.Follow = location.FormatUnit(f.Legend, int32(f.Place.Follow.Index()))
	add := func(text, format string, w ui.ExportOptions) {
		w.Format = format
		list = append(list, exportChoice{text, w})
	}
	colored := one
	colored.Palette = p.ChosenPalette()
	add("this screen, a picture", "png", colored)
	add("this screen, scalable", "svg", colored)
	add("this screen, as text", "txt", one)
	card := all
	card.Round, card.To, card.Palette = k, -1, colored.Palette
	add("result card to share", "card", card)
	films := func(what string, w ui.ExportOptions) {
		add(what+", a page that plays it", "html", w)
		add(what+", an animation", "gif", w)
	}
	marks := f.Bookmarks()
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
