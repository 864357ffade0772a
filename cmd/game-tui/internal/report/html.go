package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
	"game-tui/sim/sanitize"
	"game-tui/tui/cells/table"
	"game-tui/tui/format"
	"game-tui/tui/view/tournament"
)

// PageLinks holds the links of a standings page. If Player is nil, names are not linked.
// WritePlayerHTML requires Match.
type PageLinks struct {
	Player        func(entry int) string           // returns the link to a player's page
	Match         func(ref league.MatchRef) string // returns the link to a match's page, or ""
	MissingReason string                           // reason why matches have no pages
}

// WriteHTML writes the standings as one self-contained page.
func (r *Standings) WriteHTML(w io.Writer, p PageLinks) error {
	f := r.htmlMarkup(p)
	writePageStart(w, r.File)
	fmt.Fprintf(w, "<h1>%s</h1>\n<p>%s</p>\n", sanitize.HTML(r.File), sanitize.HTML(r.progressText()))
	if r.Duel != nil {
		fmt.Fprintf(w, "<p>%s</p>\n", sanitize.HTML(r.Duel.Text))
	}
	r.writeBody(w, f)
	return writePageEnd(w)
}

// WritePlayerHTML writes the page of the player in row i of the standings. home is the link to the
// standings, or "".
func (r *Standings) WritePlayerHTML(w io.Writer, i int, home string, p PageLinks) error {
	s, f := &r.Players[i], r.htmlMarkup(p)
	writePageStart(w, s.Name)
	if home != "" {
		fmt.Fprintf(w, "<p><a href=\"%s\">all players</a></p>\n", home)
	}
	fmt.Fprintf(w, "<h1>%s</h1>\n", sanitize.HTML(s.displayName))
	playerReport := *r
	playerReport.Players = r.Players[i : i+1]
	playerReport.writeTable(w, f)
	for _, l := range []struct {
		*notableMatch
		title string
	}{{s.WorstLoss, "Worst match"}, {s.BestMatch, "Best match"}} {
		if l.notableMatch == nil {
			continue
		}
		writeHeading(w, f, l.title)
		text := fmt.Sprintf("seed %d, seat %d: ", l.Seed, l.Seat)
		switch {
		case l.Margin < 0:
			text += "behind by " + format.GroupDigits(-l.Margin)
		case l.Margin > 0:
			text += "ahead by " + format.GroupDigits(l.Margin)
		default:
			text += "level"
		}
		if link := p.Match(l.ref); link != "" {
			fmt.Fprintf(w, "<p><a href=\"%s\">%s</a></p>\n", link, text)
		} else {
			fmt.Fprintln(w, f.listItem(text+strings.TrimSuffix("; "+p.MissingReason, "; "), l.Command))
		}
	}
	writeHeading(w, f, "Head to head: percentage of comparisons won")
	fmt.Fprintln(w, f.formatTable(r.opponentTable(s)))
	playerReport.Outs = slices.DeleteFunc(slices.Clone(r.Outs), func(o outReport) bool { return o.Player != s.Name })
	playerReport.writeOuts(w, f)
	return writePageEnd(w)
}

// opponentTable returns a table of a player's results against each opponent.
func (r *Standings) opponentTable(s *Standing) table.Table {
	list := slices.DeleteFunc(r.rows(), func(o *Standing) bool {
		_, met := s.HeadToHead[o.Name]
		return !met
	})
	return table.Format([]table.Column[*Standing]{
		alignLeft(column("", "player", func(o *Standing) string { return o.Name })),
		alignLeft(column("", "proven", func(o *Standing) string { return s.HeadToHead[o.Name].ProvenVerdict })),
		column("", "%", func(o *Standing) string { return fmt.Sprintf("%.0f", 100*s.HeadToHead[o.Name].Share) }),
		column("", "ahead", func(o *Standing) int { return s.HeadToHead[o.Name].Ahead }),
		column("", "level", func(o *Standing) int { return s.HeadToHead[o.Name].Level }),
		column("", "behind", func(o *Standing) int { return s.HeadToHead[o.Name].Behind }),
	}, list...)
}

// htmlMarkup returns the markup of HTML pages. Names, which link to players' pages, must be unique.
func (r *Standings) htmlMarkup(p PageLinks) markup {
	linkByName := map[string]string{}
	if p.Player != nil {
		for i := range r.Players {
			s := &r.Players[i]
			linkByName[sanitize.Line(s.displayName)], linkByName[sanitize.Line(s.Name)] = p.Player(s.Entry), p.Player(s.Entry)
		}
	}
	return markup{headingPrefix: "<h2>", headingSuffix: "</h2>", itemPrefix: "<p>", escape: sanitize.HTML, maxMatrixPlayers: schedule.MaxPlayers,
		formatCommand: func(command string) string { return "<br><code>" + sanitize.HTML(command) + "</code>" },
		formatTable:   func(t table.Table) string { return htmlTable(t, linkByName) }}
}

// htmlTable returns t as HTML. It links players' names to the addresses in linkByName.
func htmlTable(t table.Table, linkByName map[string]string) string {
	var b strings.Builder
	cell := func(tag string, column int, text string) {
		if t.Columns[column].AlignLeft {
			tag += ` class="l"`
		}
		fmt.Fprintf(&b, "<%s>%s", tag, text)
	}
	b.WriteString("<div><table>\n<tr>")
	for i, title := range t.Titles() {
		cell("th", i, sanitize.HTML(title))
	}
	for _, row := range t.Rows {
		b.WriteString("\n<tr>")
		for i, text := range row {
			if address := linkByName[text]; t.Columns[i].Title == tournament.Player.Title && address != "" {
				cell("td", i, fmt.Sprintf("<a href=\"%s\">%s</a>", address, sanitize.HTML(text)))
			} else {
				cell("td", i, sanitize.HTML(text))
			}
		}
	}
	b.WriteString("\n</table></div>")
	return b.String()
}

// writePageStart writes the start of a page that loads no resources and runs no scripts.
func writePageStart(w io.Writer, title string) {
	fmt.Fprintf(w, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'">
<meta name="generator" content="game-tui">
<title>%s</title>
<style>
html { font: 15px/1.5 system-ui, sans-serif; color-scheme: light dark; }
body { margin: 0 auto; max-width: 80em; padding: 1ex 1em; }
div { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2em .7em; text-align: right; white-space: nowrap; border-bottom: 1px solid #8884; }
.l { text-align: left; }
code { overflow-wrap: anywhere; }
</style>
</head>
<body>
`, sanitize.HTMLAttr(title))
}

func writePageEnd(w io.Writer) error {
	_, err := io.WriteString(w, "</body>\n</html>\n")
	return err
}
