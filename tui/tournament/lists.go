package tournament

import (
	"fmt"
	"strings"

	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/tui/numbers"
	"game-tui/tui/theme"
	"game-tui/tui/ui"
)

// matches are the matches of the chosen that are worth a look.
var matches = ui.Lister{
	Title: func(p *ui.Program, about any) string {
		now, c := p.View().(View).now, about.(chosen)
		if c.other >= 0 {
			return "matches of " + now.name(c.player) + " with " + now.name(c.other)
		}
		return "matches of " + now.name(c.player)
	},
	Hint: func(*ui.Program) string {
		return ownKeys.Name("watch") + " watches, " + ui.Name("leave") + " closes"
	},
	Key: func(p *ui.Program, _ any) any { return p.View().(View).now },
	Rows: func(p *ui.Program, about any) ui.Rows {
		v, c := p.View().(View), about.(chosen)
		var list []seen
		for k, m := range v.board.Highlights(c.player, c.other) {
			list = append(list, seen{league.Kind(k), m})
		}
		return ui.NewItems(list, []ui.Column{{Max: 13}, {Max: 40}, {Rest: true}}, v.now.row)
	},
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		if m := rows.(ui.Items[seen]).All[i]; m.Played {
			watch(u, m.MatchRef)
			return
		}
		u.Notify("they have not played yet")
	},
	Context: inMatches,
	NoMatch: "nothing matches",
}

// watch asks for a match.
func watch(u *ui.Update, at league.MatchRef) {
	u.Request(ui.Open{Name: Name(at)}, "playing it again…")
}

// seen is a match that is worth a look, and why.
type seen struct {
	kind league.Kind
	league.Highlight
}

// row is the line of a match.
func (s *Snapshot) row(m seen, _ *theme.Palette) ui.Row {
	if !m.Played {
		return line(m.kind, kindText(m.kind), "none yet", "")
	}
	seed := s.Plan.Seed + int32(m.Task/s.perSeed)
	return line(m.kind, kindText(m.kind), margin(m.Highlight), fmt.Sprintf("seed %d, seat %d", seed, m.Seat))
}

// line is a line of texts, which a search finds.
func line(key any, texts ...string) ui.Row {
	r := ui.Row{Key: key, Find: strings.Join(texts, "\n")}
	for _, text := range texts {
		r.Cells = append(r.Cells, ui.Cell{Text: text})
	}
	return r
}

func kindText(k league.Kind) string {
	return [league.Kinds]string{"worst", "closest", "most exciting", "newest"}[k]
}

func margin(m league.Highlight) string {
	text := "level"
	if m.Margin != 0 {
		text = "ahead by " + numbers.Grouped(m.Margin)
	}
	if m.Margin < 0 {
		text = "behind by " + numbers.Grouped(-m.Margin)
	}
	return text + ", " + numbers.Count(m.Leads, "lead change")
}

// outs lists who went out.
var outs = ui.Lister{
	Title: func(*ui.Program, any) string { return "Out, the newest first" },
	Key:   func(p *ui.Program, _ any) any { return p.View().(View).now },
	Rows: func(p *ui.Program, _ any) ui.Rows {
		now := p.View().(View).now
		return ui.NewItems(now.Outs, []ui.Column{{}, {Rest: true}, {Right: true}}, func(o Out, _ *theme.Palette) ui.Row {
			return line(o.At, now.name(o.Entry), clean.Line(o.Text), fmt.Sprintf("seed %d", o.Seed))
		})
	},
	Choose:  func(u *ui.Update, rows ui.Rows, i int) { watch(u, rows.Key(i).(league.MatchRef)) },
	Context: inOuts,
	Covers:  true,
	None:    "nobody has gone out",
	NoMatch: "nothing matches",
}

// Name is how a match of a tournament is called where matches are named: t12-3 is the
// match 3 of task 12.
func Name(at league.MatchRef) string { return fmt.Sprintf("t%d-%d", at.Task, at.Match) }

// Parse reads a name.
func Parse(name string) (at league.MatchRef, ok bool) {
	_, err := fmt.Sscanf(name, "t%d-%d", &at.Task, &at.Match)
	return at, err == nil && at.Task >= 0 && at.Match >= 0 && Name(at) == name
}
