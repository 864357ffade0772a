package tournament

import (
	"fmt"
	"strings"
	"sync"

	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/tui/numbers"
	"game-tui/tui/theme"
	"game-tui/tui/ui"
)

// View is what one watcher looks at: a moment of the tournament, and who is chosen.
type View struct {
	ui.Defaults
	board *Board
	now   *Snapshot
	chosen
}

// chosen are entries, -1: none.
type chosen struct {
	player int
	other  int // with whom player is compared; none: all
}

// Open is the view of a new watcher.
func (b *Board) Open(ui.Opening) ui.View { return View{board: b, now: b.Now(), chosen: chosen{-1, -1}} }

// Follow is the view with the same players chosen.
func (b *Board) Follow(v ui.View, _ *ui.Program, _ bool) ui.View {
	if v, ok := v.(View); ok && v.board == b {
		v.now = b.Now()
		return v
	}
	return b.Open(ui.Opening{})
}

// Update takes in what is newer, and chooses.
func (v View) Update(u *ui.Update, in ui.Input) ui.View {
	switch in := in.(type) {
	case ui.Grown:
		v.now = v.board.Now()
	case ui.Close:
		return v.closed()
	case ui.Scroll:
		return v.moved(in.N)
	case ui.Choose:
		v = v.someone()
		matches.Open(u, v.chosen)
	case ui.Pointer:
		switch in.Kind {
		case ui.WheelUp:
			return v.moved(-1)
		case ui.WheelDown:
			return v.moved(1)
		}
	}
	return v
}

// lines is how many lines of the table a page of it has.
const lines = 11

// moved is the view with another player chosen: n lines down, where none was from above the
// first.
func (v View) moved(n int) View {
	at := v.now.place(v.player) + ui.Lines(n, lines)
	at = min(max(at, 0), len(v.now.Rows)-1)
	v.player = v.now.Rows[at].Entry
	if v.other == v.player {
		v.other = -1
	}
	return v
}

// someone is the view with a player chosen.
func (v View) someone() View {
	if v.player < 0 {
		v.player = v.now.Rows[0].Entry
	}
	return v
}

// compared is the view with the next or previous one of those with whom the chosen player is
// compared: the rows of the table in their order, and before the first all of them.
func (v View) compared(n int) View {
	v = v.someone()
	at := v.now.place(v.other) // -1: all
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

// closed is the view with nobody chosen: first to compare with, then at all.
func (v View) closed() View {
	if v.other < 0 {
		v.player = -1
	}
	v.other = -1
	return v
}

// Keys are those of the one who plays the tournament, or of a visitor.
func (v View) Keys() *ui.Table {
	if v.board.visited {
		return visitorKeys()
	}
	return ownKeys()
}

// Keys is the table of keys of the one who plays a tournament.
func Keys() *ui.Table { return ownKeys() }

// Shared is who is chosen: the table shows it.
func (v View) Shared(*ui.Program) any { return v.chosen }

// Title names no tournament: the heading does.
func (View) Title() string { return "game-tui: tournament" }

// KeyContext is where keys go.
func (View) KeyContext() ui.KeyContext { return inTable }

// Source is the board.
func (v View) Source() ui.Source { return v.board }

// The places of a tournament.
const (
	inTable   = ui.Own << iota // the table of the players
	inMatches                  // matches that are worth a look
	inOuts                     // who went out

	inLists  = inMatches | inOuts
	anywhere = inTable | inLists | ui.InHelp
)

// The tables of keys: q ends the tournament of its owner, and the visit of a visitor.
var ownKeys, visitorKeys func() *ui.Table

func init() { // not in their declaration: the actions read the tables, too
	ownKeys = sync.OnceValue(func() *ui.Table { return newKeys("end here; nothing is lost") })
	visitorKeys = sync.OnceValue(func() *ui.Table { return newKeys("leave; the tournament goes on") })
}

func newKeys(quit string) *ui.Table {
	watch := ui.Bind("watch", "Enter", "watch the chosen match, played again", inLists, ui.TakeChosen, "enter", "space")
	return ui.NewTable(inTable, inLists,
		ui.Section{Title: "Players", Keys: []ui.Binding{
			ui.Bind("compare", "← →", "compare the chosen player with another one", inTable, compare(-1), "left", "h").Footed(2, "←→", "against"),
			ui.Bind("compareNext", "", "", inTable, compare(1), "right", "l"),
			ui.Bind("matches", "Enter", "matches that are worth a look", inTable, ui.TakeChosen, "enter").Footed(2, "", "matches"),
			ui.Bind("outs", "o", "who went out, when and why", inTable|inLists, func(u *ui.Update) { outs.Open(u, nil) }, "o").Footed(3, "", "outs"),
		}},
		ui.Section{Title: "Lists and pages", Keys: ui.ListKeys(ui.ListContexts{Scrolled: inTable, Searched: inLists}, watch.Footed(2, "", "watch"))},
		ui.Section{Title: "Tournament", Keys: append(ui.WindowKeys(anywhere), ui.ProgramKeys(anywhere, quit, ui.LeaveKey(anywhere))...)},
		ui.Section{Title: "While typing", Keys: ui.TypingKeys()},
	)
}

// compare chooses whom the chosen player is compared with.
func compare(n int) func(*ui.Update) {
	return func(u *ui.Update) { u.SetView(u.View().(View).compared(n)) }
}

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
		return ownKeys().Name("watch") + " watches, " + ui.Name("leave") + " closes"
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
	return [league.Kinds]string{"worst", "closest", "most exciting", "newest", "best"}[k]
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
