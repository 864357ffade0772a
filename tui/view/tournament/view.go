package tournament

import (
	"fmt"
	"strings"
	"sync"

	"game-tui/sim/league"
	"game-tui/sim/sanitize"
	"game-tui/tui/cells/theme"
	"game-tui/tui/format"
	"game-tui/tui/ui"
)

var _ interface {
	ui.Sharer
	ui.Helper
} = View{}

// A View is what one viewer sees of a tournament: a snapshot and the chosen players.
type View struct {
	board *Board
	now   *Snapshot
	chosen
}

// chosen holds the indices of the chosen players.
type chosen struct {
	player int
	other  int // opponent to compare the player with; -1 means all
}

func (b *Board) Open(ui.Opening) ui.View { return View{board: b, now: b.Now(), chosen: chosen{-1, -1}} }

// Follow implements ui.Source. It keeps the chosen players.
func (b *Board) Follow(v ui.View, _ *ui.Program, _ bool) ui.View {
	if v, ok := v.(View); ok && v.board == b {
		v.now = b.Now()
		return v
	}
	return b.Open(ui.Opening{})
}

func (v View) Update(u *ui.Update, in ui.Input) ui.View {
	switch in := in.(type) {
	case ui.Grown:
		v.now = v.board.Now()
	case ui.Close:
		if v.other < 0 {
			v.player = -1
		}
		v.other = -1
	case ui.Scroll:
		return v.withNextPlayer(in.N)
	case ui.Select:
		v = v.withPlayer()
		matches.Open(u, v.chosen)
	case ui.Pointer:
		switch in.Kind {
		case ui.WheelUp:
			return v.withNextPlayer(-1)
		case ui.WheelDown:
			return v.withNextPlayer(1)
		}
	}
	return v
}

const tablePageLines = 11

func (v View) withNextPlayer(n int) View {
	at := v.now.rowOf(v.player) + ui.Lines(n, tablePageLines)
	at = min(max(at, 0), len(v.now.Rows)-1)
	v.player = v.now.Rows[at].Entry
	if v.other == v.player {
		v.other = -1
	}
	return v
}

func (v View) withPlayer() View {
	if v.player < 0 {
		v.player = v.now.Rows[0].Entry
	}
	return v
}

// withNextOpponent returns the view compared with an opponent n places further in the table. "All"
// comes before the first place.
func (v View) withNextOpponent(n int) View {
	v = v.withPlayer()
	at := v.now.rowOf(v.other) // row of the opponent; -1 means all
	rows := len(v.now.Rows)
	for {
		at = (at+1+n+rows+1)%(rows+1) - 1
		if at < 0 || v.now.Rows[at].Entry != v.player {
			break
		}
	}
	v.other = -1
	if at >= 0 {
		v.other = v.now.Rows[at].Entry
	}
	return v
}

func (v View) Keys() *ui.KeyTable {
	if v.board.isVisit {
		return visitorKeys()
	}
	return ownKeys()
}

// SharedState implements ui.Sharer. The screen depends on the chosen players.
func (v View) SharedState(*ui.Program) any { return v.chosen }

func (View) Title() string { return "game-tui: tournament" }

func (View) KeyContext() ui.KeyContext { return inTable }

func (v View) Source() ui.Source { return v.board }

// These key contexts belong to the tournament.
const (
	inTable   = ui.Own << iota // table of players
	inMatches                  // list of notable matches
	inOuts                     // list of players who went out

	inLists  = inMatches | inOuts
	anywhere = inTable | inLists | ui.InHelp
)

// The owner and visitors have separate key tables, because q ends the tournament only for the
// owner.
var ownKeys, visitorKeys func() *ui.KeyTable

func init() { // an initializer would be a cycle, because actions refer to the tables
	ownKeys = sync.OnceValue(func() *ui.KeyTable { return newKeys("end here; nothing is lost") })
	visitorKeys = sync.OnceValue(func() *ui.KeyTable { return newKeys("leave; the tournament goes on") })
}

func newKeys(quit string) *ui.KeyTable {
	watch := ui.Bind("watch", "Enter", "watch the chosen match, played again", inLists, ui.TakeChosen, "enter", "space")
	return ui.NewKeyTable(inTable, inLists,
		ui.Section{Title: "Players", Keys: []ui.Binding{
			ui.Bind("compare", "← →", "compare the chosen player with another one", inTable, compare(-1), "left", "h").InFooter(2, "←→", "against"),
			ui.Bind("compareNext", "", "", inTable, compare(1), "right", "l"),
			ui.Bind("matches", "Enter", "notable matches", inTable, ui.TakeChosen, "enter").InFooter(2, "", "matches"),
			ui.Bind("outs", "o", "list players that went out", inTable|inLists, func(u *ui.Update) { outs.Open(u, nil) }, "o").InFooter(3, "", "outs"),
		}},
		ui.Section{Title: "Lists and pages", Keys: ui.ListKeys(ui.ListContexts{Scrolled: inTable, Searched: inLists}, watch.InFooter(2, "", "watch"))},
		ui.Section{Title: "Tournament", Keys: append(ui.WindowKeys(anywhere), ui.ProgramKeys(anywhere, quit, ui.LeaveKey(anywhere))...)},
		ui.Section{Title: "While typing", Keys: ui.TypingKeys()},
	)
}

func compare(n int) func(*ui.Update) {
	return func(u *ui.Update) { u.SetView(u.View().(View).withNextOpponent(n)) }
}

// matches lists the notable matches of the chosen players.
var matches = ui.Lister{
	Title: func(p *ui.Program, about any) string {
		now, c := p.View().(View).now, about.(chosen)
		if c.other >= 0 {
			return "matches of " + now.name(c.player) + " with " + now.name(c.other)
		}
		return "matches of " + now.name(c.player)
	},
	Hint: func(*ui.Program) string {
		return ownKeys().Name("watch") + " watches, " + ui.Name("leave") + " closes"
	},
	Key: func(p *ui.Program, _ any) any { return p.View().(View).now },
	Rows: func(p *ui.Program, about any) ui.Rows {
		v, c := p.View().(View), about.(chosen)
		var list []notableMatch
		for k, m := range v.board.Highlights(c.player, c.other) {
			list = append(list, notableMatch{league.Kind(k), m})
		}
		return ui.NewItems(list, []ui.Column{{MaxWidth: 13}, {MaxWidth: 40}, {Rest: true}}, func(m notableMatch, _ *theme.Palette) ui.Row {
			if !m.Played {
				return line(m.kind, kindText(m.kind), "none yet", "")
			}
			seed := v.now.Plan.Seed + int32(m.Task/v.now.perSeed)
			return line(m.kind, kindText(m.kind), margin(m.Highlight), fmt.Sprintf("seed %d, seat %d", seed, m.Seat))
		})
	},
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		if m := rows.(ui.Items[notableMatch]).All[i]; m.Played {
			watch(u, m.MatchRef)
			return
		}
		u.Notify("not played yet")
	},
	Context: inMatches,
}

func watch(u *ui.Update, at league.MatchRef) {
	u.Request(ui.Open{Name: Name(at)}, "playing it again…")
}

type notableMatch struct {
	kind league.Kind
	league.Highlight
}

func line(key any, texts ...string) ui.Row {
	r := ui.Row{Key: key, SearchText: strings.Join(texts, "\n")}
	for _, text := range texts {
		r.Cells = append(r.Cells, ui.Cell{Text: text})
	}
	return r
}

func kindText(k league.Kind) string {
	return [league.Kinds]string{"worst", "closest", "most exciting", "newest", "best"}[k]
}

func margin(m league.Highlight) string {
	text := "level"
	if m.Margin != 0 {
		text = "ahead by " + format.Grouped(m.Margin)
	}
	if m.Margin < 0 {
		text = "behind by " + format.Grouped(-m.Margin)
	}
	return text + ", " + format.Count(m.Leads, "lead change")
}

var outs = ui.Lister{
	Title: func(*ui.Program, any) string { return "Out, the newest first" },
	Key:   func(p *ui.Program, _ any) any { return p.View().(View).now },
	Rows: func(p *ui.Program, _ any) ui.Rows {
		now := p.View().(View).now
		return ui.NewItems(now.Outs, []ui.Column{{}, {Rest: true}, {Right: true}}, func(o Out, _ *theme.Palette) ui.Row {
			return line(o.At, now.name(o.Entry), sanitize.Line(o.Text), fmt.Sprintf("seed %d", o.Seed))
		})
	},
	Choose:      func(u *ui.Update, rows ui.Rows, i int) { watch(u, rows.Key(i).(league.MatchRef)) },
	Context:     inOuts,
	Covers:      true,
	Placeholder: "no player is out",
}

// Name returns the name of a match in a tournament, such as t12-3 for match 3 of task 12.
func Name(at league.MatchRef) string { return fmt.Sprintf("t%d-%d", at.Task, at.Match) }

// Parse parses a match name returned by Name.
func Parse(name string) (at league.MatchRef, ok bool) {
	_, err := fmt.Sscanf(name, "t%d-%d", &at.Task, &at.Match)
	return at, err == nil && at.Task >= 0 && at.Match >= 0 && Name(at) == name
}
