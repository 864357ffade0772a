package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"game-tui/sim/league"
	"game-tui/sim/sanitize"
	"game-tui/tui/format"
)

// Pages holds the links of a page of standings. A nil function means no links.
type Pages struct {
	Player func(entry int) string          // link to a player's page
	Match  func(at league.MatchRef) string // link to a match's page, or ""
	Note   string                          // why matches have no pages
}

// HTML writes the standings as one self-contained page.
func (r *Standings) HTML(w io.Writer, p Pages) error {
	f := r.inHTML(p)
	openPage(w, r.File)
	fmt.Fprintf(w, "<h1>%s</h1>\n<p>%s</p>\n", sanitize.HTML(r.File), sanitize.HTML(r.played()))
	if r.Duel != nil {
		fmt.Fprintf(w, "<p>%s</p>\n", sanitize.HTML(r.Duel.Text))
	}
	r.table(w, f)
	r.left(w, f)
	if r.Duel == nil {
		r.matrix(w, f)
	}
	r.outs(w, f)
	r.effect(w, f)
	return closePage(w)
}

// PlayerHTML writes the page of the player in row i of the table. Home is the link to the
// standings.
func (r *Standings) PlayerHTML(w io.Writer, i int, home string, p Pages) error {
	s, f := &r.Players[i], r.inHTML(p)
	openPage(w, s.Name)
	if home != "" {
		fmt.Fprintf(w, "<p><a href=\"%s\">all players</a></p>\n", home)
	}
	fmt.Fprintf(w, "<h1>%s</h1>\n", sanitize.HTML(s.shown))
	only := *r
	only.Players = r.Players[i : i+1]
	only.table(w, f)
	for _, l := range []struct {
		*look
		title string
	}{{s.Worst, "Its worst match"}, {s.Best, "Its best match"}} {
		if l.look == nil {
			continue
		}
		section(w, f, l.title)
		text := fmt.Sprintf("seed %d, seat %d: level", l.Seed, l.Seat)
		switch {
		case l.Margin < 0:
			text = fmt.Sprintf("seed %d, seat %d: behind by %s", l.Seed, l.Seat, format.Grouped(-l.Margin))
		case l.Margin > 0:
			text = fmt.Sprintf("seed %d, seat %d: ahead by %s", l.Seed, l.Seat, format.Grouped(l.Margin))
		}
		if to := p.Match(l.at); to != "" {
			fmt.Fprintf(w, "<p><a href=\"%s\">%s</a></p>\n", to, text)
		} else {
			fmt.Fprintln(w, f.line(text+strings.TrimSuffix("; "+p.Note, "; "), l.Command))
		}
	}
	section(w, f, "Against the others: in how many percent of comparisons it is ahead")
	var rows [][]string
	for k := range r.Players {
		if m, met := s.Against[r.Players[k].Name]; met {
			rows = append(rows, []string{sanitize.Line(r.Players[k].Name), m.Proven, fmt.Sprintf("%.0f", 100*m.Share), strconv.Itoa(m.Ahead), strconv.Itoa(m.Level), strconv.Itoa(m.Behind)})
		}
	}
	fmt.Fprintln(w, f.table([]string{"player", "proven", "%", "ahead", "level", "behind"}, rows))
	only.Outs = nil
	for _, o := range r.Outs {
		if o.Player == s.Name {
			only.Outs = append(only.Outs, o)
		}
	}
	only.outs(w, f)
	return closePage(w)
}

// inHTML returns the markup for pages, with names linked to players' pages. Names are unique.
func (r *Standings) inHTML(p Pages) form {
	to := map[string]string{}
	if p.Player != nil {
		for i := range r.Players {
			s := &r.Players[i]
			to[sanitize.Line(s.shown)], to[sanitize.Line(s.Name)] = p.Player(s.Entry), p.Player(s.Entry)
		}
	}
	return form{title: "<h2>", end: "</h2>", item: "<p>", clean: sanitize.HTML, wide: league.MaxPlayers,
		command: func(command string) string { return "<br><code>" + sanitize.HTML(command) + "</code>" },
		table:   func(head []string, rows [][]string) string { return htmlRows(head, rows, to) }}
}

// htmlRows returns a table as HTML. Cells that are keys of to become links.
func htmlRows(head []string, rows [][]string, to map[string]string) string {
	var b strings.Builder
	b.WriteString("<div><table>\n<tr>")
	for _, title := range head {
		fmt.Fprintf(&b, "<th>%s", sanitize.HTML(title))
	}
	for _, row := range rows {
		b.WriteString("\n<tr>")
		for i, text := range row {
			if address := to[text]; head[i] == "player" && address != "" {
				fmt.Fprintf(&b, "<td><a href=\"%s\">%s</a>", address, sanitize.HTML(text))
				continue
			}
			fmt.Fprintf(&b, "<td>%s", sanitize.HTML(text))
		}
	}
	b.WriteString("\n</table></div>")
	return b.String()
}

// openPage writes the start of a page that loads nothing and runs no script.
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
th:nth-child(-n+2), td:nth-child(-n+2) { text-align: left; }
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
