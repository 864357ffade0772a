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

// Pages holds the links of a standings page. If Player is nil, names are not linked. WritePlayerHTML
// requires Match.
type Pages struct {
	Player func(entry int) string          // returns the link to a player's page
	Match  func(at league.MatchRef) string // returns the link to a match's page, or ""
	Note   string                          // reason why matches have no pages
}

// WriteHTML writes the standings as one self-contained page.
func (r *Standings) WriteHTML(w io.Writer, p Pages) error {
	f := r.htmlMarkup(p)
	openPage(w, r.File)
	fmt.Fprintf(w, "<h1>%s</h1>\n<p>%s</p>\n", sanitize.HTML(r.File), sanitize.HTML(r.progressText()))
	if r.Duel != nil {
		fmt.Fprintf(w, "<p>%s</p>\n", sanitize.HTML(r.Duel.Text))
	}
	r.writeBody(w, f)
	return closePage(w)
}

// WritePlayerHTML writes the page of the player in row i of the standings. home is the link to the
// standings, or "".
func (r *Standings) WritePlayerHTML(w io.Writer, i int, home string, p Pages) error {
	s, f := &r.Players[i], r.htmlMarkup(p)
	openPage(w, s.Name)
	if home != "" {
		fmt.Fprintf(w, "<p><a href=\"%s\">all players</a></p>\n", home)
	}
	fmt.Fprintf(w, "<h1>%s</h1>\n", sanitize.HTML(s.displayName))
	only := *r
	only.Players = r.Players[i : i+1]
	only.writeTable(w, f)
	for _, l := range []struct {
		*notableMatch
		title string
	}{{s.Worst, "Worst match"}, {s.Best, "Best match"}} {
		if l.notableMatch == nil {
			continue
		}
		section(w, f, l.title)
		text := fmt.Sprintf("seed %d, seat %d: ", l.Seed, l.Seat)
		switch {
		case l.Margin < 0:
			text += "behind by " + format.GroupDigits(-l.Margin)
		case l.Margin > 0:
			text += "ahead by " + format.GroupDigits(l.Margin)
		default:
			text += "level"
		}
		if to := p.Match(l.at); to != "" {
			fmt.Fprintf(w, "<p><a href=\"%s\">%s</a></p>\n", to, text)
		} else {
			fmt.Fprintln(w, f.line(text+strings.TrimSuffix("; "+p.Note, "; "), l.Command))
		}
	}
	section(w, f, "Head to head: percentage of comparisons won")
	fmt.Fprintln(w, f.table(r.opponents(s)))
	only.Outs = slices.DeleteFunc(slices.Clone(r.Outs), func(o outReport) bool { return o.Player != s.Name })
	only.writeOuts(w, f)
	return closePage(w)
}

// opponents returns a table of a player's results against each opponent.
func (r *Standings) opponents(s *Standing) table.Table {
	list := slices.DeleteFunc(r.rows(), func(o *Standing) bool {
		_, met := s.Against[o.Name]
		return !met
	})
	return table.Format([]table.Column[*Standing]{
		alignLeft(column("", "player", func(o *Standing) string { return o.Name })),
		alignLeft(column("", "proven", func(o *Standing) string { return s.Against[o.Name].Proven })),
		column("", "%", func(o *Standing) string { return fmt.Sprintf("%.0f", 100*s.Against[o.Name].Share) }),
		column("", "ahead", func(o *Standing) int { return s.Against[o.Name].Ahead }),
		column("", "level", func(o *Standing) int { return s.Against[o.Name].Level }),
		column("", "behind", func(o *Standing) int { return s.Against[o.Name].Behind }),
	}, list...)
}

// htmlMarkup returns the markup of WriteHTML pages. Names, which link to players' pages, must be
// unique.
func (r *Standings) htmlMarkup(p Pages) markup {
	to := map[string]string{}
	if p.Player != nil {
		for i := range r.Players {
			s := &r.Players[i]
			to[sanitize.Line(s.displayName)], to[sanitize.Line(s.Name)] = p.Player(s.Entry), p.Player(s.Entry)
		}
	}
	return markup{headingPrefix: "<h2>", headingSuffix: "</h2>", itemPrefix: "<p>", escape: sanitize.HTML, maxMatrixPlayers: schedule.MaxPlayers,
		command: func(command string) string { return "<br><code>" + sanitize.HTML(command) + "</code>" },
		table:   func(t table.Table) string { return htmlTable(t, to) }}
}

// htmlTable returns t as WriteHTML. It links players' names to the addresses in the map to.
func htmlTable(t table.Table, to map[string]string) string {
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
			if address := to[text]; t.Columns[i].Title == tournament.Player.Title && address != "" {
				cell("td", i, fmt.Sprintf("<a href=\"%s\">%s</a>", address, sanitize.HTML(text)))
			} else {
				cell("td", i, sanitize.HTML(text))
			}
		}
	}
	b.WriteString("\n</table></div>")
	return b.String()
}

// openPage writes the start of a page that loads no resources and runs no scripts.
func openPage(w io.Writer, title string) {
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

func closePage(w io.Writer) error {
	_, err := io.WriteString(w, "</body>\n</html>\n")
	return err
}
