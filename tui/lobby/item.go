package lobby

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"game-tui/sim/clean"
	"game-tui/tui/theme"
	"game-tui/tui/ui"
)

// Item is a match that can be chosen.
type Item struct {
	Name   string // unique; letters, digits and . _ - only
	Title  string // the game, for people
	Origin string // where the match comes from, for people: "seed 7"
	Detail string // the players, or what is known of them
	State  string // "live", "round 57/200", "over"; empty: Result has it
	When   time.Time
	Live   bool   // it is marked
	Result Result // the zero value: it is not known, or not told
}

// rows are how matches stand in a list. All that is shown can be searched.
func rows(items []Item) ui.Rows {
	return ui.NewItems(items, []ui.Column{{}, {Rest: true, Least: 36}, {Right: true}, {Right: true}}, Item.row)
}

func (it Item) row(p *theme.Palette) ui.Row {
	r := ui.Row{Key: it.Name, Find: it.find(), Cells: []ui.Cell{{Text: it.Name}, {Text: it.About(), Style: p.Dim}, {Text: it.date(), Style: p.Dim}, {Text: it.state()}}}
	if it.Live {
		r.Mark.Text = "▶"
	}
	return r
}

func (it Item) find() string {
	return strings.Join([]string{it.Name, it.Title, it.Origin, it.Detail, it.Result.Outcome, it.Result.Length, it.State, it.date()}, "\n")
}

// date is when the match was written, empty where that is not known.
func (it Item) date() string {
	if it.When.IsZero() {
		return ""
	}
	return it.When.Format("2006-01-02 15:04")
}

// state is how far the match has come, empty where that is not known.
func (it Item) state() string { return cmp.Or(it.State, it.Result.Length) }

// stand is in a few words how far the match has come, or when it was written.
func (it Item) stand() string { return cmp.Or(it.state(), it.date()) }

// About tells of a match what matters most first: how it ended names the players, too.
func (it Item) About() string {
	parts := []string{it.Title, it.Origin, it.Detail}
	if it.Result.Outcome != "" {
		parts = []string{it.Title, it.Result.Outcome, it.Origin}
	}
	text := ""
	for _, part := range parts {
		if part != "" && text != "" {
			text += "   "
		}
		text += part
	}
	return text
}

// AppendItems appends a list of matches as text.
func AppendItems(dst []byte, items []Item) []byte {
	b := bytes.NewBuffer(dst)
	table := tabwriter.NewWriter(b, 0, 0, 3, ' ', 0)
	for i := range items {
		it := &items[i]
		fmt.Fprintf(table, "%s\t%s\t%s\n", it.Name, clean.Line(it.stand()), clean.Line(it.About()))
	}
	table.Flush()
	if len(items) == 0 {
		b.WriteString("nothing to watch yet\n")
	}
	return b.Bytes()
}
