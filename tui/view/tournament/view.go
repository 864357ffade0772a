package tournament

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"text/tabwriter"

	"game-tui/sim/league"
	"game-tui/sim/league/rating"
	"game-tui/sim/sanitize"
	"game-tui/tui/cells/component"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/table"
	"game-tui/tui/cells/theme"
	"game-tui/tui/format"
	"game-tui/tui/ui"
)

var _ interface {
	ui.Sharer
	ui.HelpProvider
} = View{}

// A View is what one viewer sees of a tournament: a snapshot and the chosen players.
type View struct {
	board    *Board
	snapshot *Snapshot
	selection
}

type selection struct {
	player   int
	opponent int // opponent to compare the player with; -1 means all players
}

func (b *Board) Open(ui.OpenOptions) ui.View {
	return View{board: b, snapshot: b.Snapshot(), selection: selection{-1, -1}}
}

// Follow implements ui.Source. It keeps the chosen players.
func (b *Board) Follow(v ui.View, _ *ui.Program, _ bool) ui.View {
	if v, ok := v.(View); ok && v.board == b {
		v.snapshot = b.Snapshot()
		return v
	}
	return b.Open(ui.OpenOptions{})
}

func (v View) Update(u *ui.Update, in ui.Input) ui.View {
	switch in := in.(type) {
	case ui.SourceGrown:
		v.snapshot = v.board.Snapshot()
	case ui.Close:
		if v.opponent < 0 {
			v.player = -1
		}
		v.opponent = -1
	case ui.Scroll:
		return v.withSelectionMoved(in.N)
	case ui.Select:
		v = v.withDefaultPlayer()
		matchesPage.Open(u, v.selection)
	case ui.PointerEvent:
		switch in.Kind {
		case ui.WheelUp:
			return v.withSelectionMoved(-1)
		case ui.WheelDown:
			return v.withSelectionMoved(1)
		}
	}
	return v
}

func (v View) withSelectionMoved(delta int) View {
	at := v.snapshot.rowOf(v.player) + ui.ScrollLines(delta, 11)
	at = min(max(at, 0), len(v.snapshot.Rows)-1)
	v.player = v.snapshot.Rows[at].Entry
	if v.opponent == v.player {
		v.opponent = -1
	}
	return v
}

func (v View) withDefaultPlayer() View {
	if v.player < 0 {
		v.player = v.snapshot.Rows[0].Entry
	}
	return v
}

// withNextOpponent returns a view that compares the player with the opponent n rows further down
// the table. An entry for all opponents precedes the first row.
func (v View) withNextOpponent(n int) View {
	v = v.withDefaultPlayer()
	at := v.snapshot.rowOf(v.opponent) // row of the opponent in the table; -1 means all opponents
	rows := len(v.snapshot.Rows)
	for {
		at = (at+1+n+rows+1)%(rows+1) - 1
		if at < 0 || v.snapshot.Rows[at].Entry != v.player {
			break
		}
	}
	v.opponent = -1
	if at >= 0 {
		v.opponent = v.snapshot.Rows[at].Entry
	}
	return v
}

func (v View) Keys() *ui.KeyTable {
	if v.board.isHosted {
		return hostedKeys()
	}
	return ownerKeys()
}

// SharedState implements ui.Sharer. The screen depends on the chosen players.
func (v View) SharedState(*ui.Program) any { return v.selection }

func (View) Title() string { return "game-tui: tournament" }

func (View) KeyContext() ui.KeyContext { return inTable }

func (v View) Source() ui.Source { return v.board }

const (
	inTable = ui.FirstViewContext << iota
	inMatches
	inOuts

	inLists     = inMatches | inOuts
	allContexts = inTable | inLists | ui.InHelp
)

// The owner and hosted viewers have separate key tables, because q ends the tournament only for the
// owner.
var ownerKeys, hostedKeys func() *ui.KeyTable

func init() { // init avoids an initialisation cycle: the actions refer to the tables.
	ownerKeys = sync.OnceValue(func() *ui.KeyTable { return newKeys("stop here; nothing is lost") })
	hostedKeys = sync.OnceValue(func() *ui.KeyTable { return newKeys("leave; the tournament continues") })
}

func newKeys(quitHelp string) *ui.KeyTable {
	watch := ui.Bind("watch", "Enter", "replay the chosen match", inLists, ui.ConfirmChosen, "enter", "space")
	return ui.NewKeyTable(inTable, inLists,
		ui.Section{Title: "Players", Keys: []ui.Binding{
			ui.Bind("compare", "← →", "compare the chosen player with another one", inTable, compare(-1), "left", "h").InFooter(2, "←→", "against"),
			ui.Bind("compareNext", "", "", inTable, compare(1), "right", "l"),
			ui.Bind("matches", "Enter", "notable matches", inTable, ui.ConfirmChosen, "enter").InFooter(2, "", "matches"),
			ui.Bind("outs", "o", "list players who went out", inTable|inLists, func(u *ui.Update) { outsPage.Open(u, nil) }, "o").InFooter(3, "", "outs"),
		}},
		ui.Section{Title: "Lists and pages", Keys: ui.ListKeys(ui.ListContexts{Scroll: inTable, Search: inLists}, watch.InFooter(2, "", "watch"))},
		ui.Section{Title: "Tournament", Keys: append(ui.WindowKeys(allContexts), ui.ProgramKeys(allContexts, quitHelp, ui.LeaveKey(allContexts))...)},
		ui.Section{Title: "While typing", Keys: ui.TypingKeys()},
	)
}

func compare(n int) func(*ui.Update) {
	return func(u *ui.Update) { u.SetView(u.View().(View).withNextOpponent(n)) }
}

var matchesPage = ui.ListSpec{
	Title: func(p *ui.Program, arg any) string {
		now, c := p.View().(View).snapshot, arg.(selection)
		if c.opponent >= 0 {
			return "matches of " + now.name(c.player) + " with " + now.name(c.opponent)
		}
		return "matches of " + now.name(c.player)
	},
	Hint: func(*ui.Program) string {
		return ownerKeys().Label("watch") + " watches, " + ui.KeyLabel("leave") + " closes"
	},
	Key: func(p *ui.Program, _ any) any { return p.View().(View).snapshot },
	Rows: func(p *ui.Program, arg any) ui.Rows {
		v, c := p.View().(View), arg.(selection)
		var list []notableMatch
		for k, m := range v.board.Highlights(c.player, c.opponent) {
			list = append(list, notableMatch{league.HighlightKind(k), m})
		}
		return ui.NewItems(list, []ui.ListColumn{{MaxWidth: 13}, {MaxWidth: 40}, {TakesRest: true}}, func(m notableMatch, _ *theme.Palette) ui.Row {
			if !m.Played {
				return newRow(m.kind, kindText(m.kind), "none yet", "")
			}
			seed := v.snapshot.Plan.Seed + int32(m.Task/v.snapshot.tasksPerSeed)
			return newRow(m.kind, kindText(m.kind), marginText(m.Highlight), fmt.Sprintf("seed %d, seat %d", seed, m.Seat))
		})
	},
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		if m := rows.(ui.Items[notableMatch]).Values[i]; m.Played {
			watch(u, m.MatchRef)
			return
		}
		u.Notify("not played yet")
	},
	Context: inMatches,
}

func watch(u *ui.Update, ref league.MatchRef) {
	u.StartRequest(ui.Open{Name: MatchName(ref)}, "replaying the match…")
}

type notableMatch struct {
	kind league.HighlightKind
	league.Highlight
}

func newRow(key any, texts ...string) ui.Row {
	r := ui.Row{Key: key, SearchText: strings.Join(texts, "\n")}
	for _, text := range texts {
		r.Cells = append(r.Cells, ui.RowCell{Text: text})
	}
	return r
}

func kindText(k league.HighlightKind) string {
	return [league.HighlightKinds]string{"worst", "closest", "most exciting", "newest", "best"}[k]
}

func marginText(m league.Highlight) string {
	text := "level"
	if m.Margin != 0 {
		text = "ahead by " + format.GroupDigits(m.Margin)
	}
	if m.Margin < 0 {
		text = "behind by " + format.GroupDigits(-m.Margin)
	}
	return text + ", " + format.Count(m.LeadChanges, "lead change")
}

var outsPage = ui.ListSpec{
	Title: func(*ui.Program, any) string { return "Out, newest first" },
	Key:   func(p *ui.Program, _ any) any { return p.View().(View).snapshot },
	Rows: func(p *ui.Program, _ any) ui.Rows {
		now := p.View().(View).snapshot
		return ui.NewItems(now.Outs, []ui.ListColumn{{}, {TakesRest: true}, {AlignRight: true}}, func(o OutPlayer, _ *theme.Palette) ui.Row {
			return newRow(o.Match, now.name(o.Entry), sanitize.Line(o.Text), fmt.Sprintf("seed %d", o.MatchSeed))
		})
	},
	Choose:      func(u *ui.Update, rows ui.Rows, i int) { watch(u, rows.Key(i).(league.MatchRef)) },
	Context:     inOuts,
	Covers:      true,
	Placeholder: "no player is out",
}

// MatchName returns the name of a match in a tournament. For example, match 3 of task 12 is named
// t12-3.
func MatchName(ref league.MatchRef) string { return fmt.Sprintf("t%d-%d", ref.Task, ref.Match) }

// ParseMatchName parses a match name returned by MatchName.
func ParseMatchName(name string) (ref league.MatchRef, ok bool) {
	_, err := fmt.Sscanf(name, "t%d-%d", &ref.Task, &ref.Match)
	return ref, err == nil && ref.Task >= 0 && ref.Match >= 0 && MatchName(ref) == name
}

type drawing struct {
	View
	g *screen.Grid
	p *theme.Palette
}

func (v View) Draw(g *screen.Grid, p *ui.Program) {
	d := drawing{v, g, p.Palette}
	d.drawHeading()
	y := d.drawProgress(1) + 1
	low := d.drawOuts(y)
	component.DrawTable(g, screen.Rect{X: 1, Y: y, W: g.W - 2, H: low - y}, d.tableRows().Fit(g.W-2, 1), d.snapshot.rowOf(d.player), d.p)
	p.DrawFooter(g, 1, g.W-2)
}

func (d *drawing) drawHeading() {
	p, g := d.p, d.g
	g.Fill(screen.Rect{W: g.W, H: 1}, screen.Cell{R: ' ', Style: p.Strong.WithBG(p.Bar)})
	x := 1 + g.WriteText(1, 0, g.W-2, "Tournament", p.Strong.WithBG(p.Bar).WithAttr(screen.Bold)) + 2
	x += g.WriteText(x, 0, g.W-x-1, sanitize.Line(d.snapshot.Title), p.Dim.WithBG(p.Bar)) + 2
	state := "● live"
	if d.snapshot.EndReason != "" {
		state = "■ " + d.snapshot.EndReason
	}
	if screen.Width(state)+1 < g.W-x {
		g.WriteTextRight(0, 0, g.W-1, state, p.Text.WithBG(p.Bar))
	}
}

// drawProgress draws the tournament's progress, running matches and remarks from row y on. It returns
// the next free row.
func (d *drawing) drawProgress(y int) int {
	p, g, now := d.p, d.g, d.snapshot
	bar := min(g.W/3, 40)
	component.DrawProgress(g, screen.Rect{X: 1, Y: y, W: bar, H: 1}, float64(now.PlayedMatches)/float64(max(now.PlannedMatches, 1)), p)
	rate := now.Rate
	if now.EndReason != "" {
		rate = 0
	}
	text := format.Progress(now.PlayedMatches, now.PlannedMatches, rate, now.Remaining)
	if n := len(now.Plan.Rejected); n > 0 {
		text += fmt.Sprintf(" · %s left out", format.Count(n, "submission"))
	}
	g.WriteText(bar+3, y, g.W-bar-4, text, p.Text)
	y++
	if len(now.Running) > 0 {
		x := 1 + g.WriteText(1, y, g.W-2, "now", p.Dim) + 1
		for i, m := range now.Running {
			if i > 0 {
				x += g.WriteText(x, y, g.W-x-1, " · ", p.Dim)
			}
			x += g.WriteText(x, y, g.W-x-1, d.lineUpText(&m), p.Text)
		}
		y++
	}
	for _, text := range []string{now.DuelResult, now.Note} {
		if text != "" {
			g.WriteText(1, y, g.W-2, sanitize.Line(text), p.Strong)
			y++
		}
	}
	return y
}

func (d *drawing) lineUpText(m *RunningMatch) string {
	var names []string
	for _, e := range m.LineUp {
		names = append(names, d.snapshot.name(e))
	}
	return fmt.Sprintf("%s, seed %d", strings.Join(names, " "), m.Seed)
}

func (v *View) tableRows() table.Table {
	mark := Column{Layout: table.Layout{AlignLeft: true}, Text: func(r Row) string {
		switch r.Entry {
		case v.player:
			return "›"
		case v.opponent:
			return "×"
		}
		return " "
	}}
	against := Column{Layout: table.Layout{Title: "ahead of", Optional: true}, Text: func(r Row) string {
		if v.player < 0 || v.player == r.Entry {
			return ""
		}
		p := v.snapshot.pairs[v.player*len(v.snapshot.Plan.Players)+r.Entry]
		if p.matchCount == 0 {
			return ""
		}
		sign := map[rating.Verdict]string{rating.VerdictAhead: "+", rating.VerdictBehind: "−", rating.VerdictLevel: "="}[p.verdict]
		return fmt.Sprintf("%.0f%1s", 100*p.share, sign)
	}}
	return table.Format([]Column{mark, Rank, Player, Pass, Points, Interval, WinPercent, against, Outs, Matches, MeanScore, ProvenAhead}, v.snapshot.Rows...)
}

func (d *drawing) drawOuts(top int) int {
	p, g := d.p, d.g
	bottom := g.H - 1
	room := min(bottom-top-len(d.snapshot.Rows)-2, 8)
	if g.H >= 20 {
		room = max(room, 3)
	}
	n := min(len(d.snapshot.Outs), room-1)
	if n <= 0 {
		return bottom
	}
	y := bottom - n - 1
	g.WriteText(1, y, g.W-2, "Out, newest first", p.Dim)
	for i, o := range d.snapshot.Outs[:n] {
		g.WriteText(1, y+1+i, g.W-2, fmt.Sprintf("%s, seed %d: %s", d.snapshot.name(o.Entry), o.MatchSeed, sanitize.Line(o.Text)), p.Text)
	}
	return y - 1
}

// Help implements ui.HelpProvider. It explains the table's columns and signs.
func (View) Help(p *ui.Program) (key any, lines func(w int) []string) {
	signs := []component.KeyGroup{{Title: "Table", Keys: [][2]string{
		{"rank", "players share a rank (2=) unless one is proven to be stronger"},
		{"proven ahead", "players proven to be stronger"},
		{"P(pass)", "chance of finishing ahead of at least two rivals without going out"},
		{"points", "a lead of 400 means ten-to-one odds of being ahead"},
		{"95 %", "expected range of points with other seeds"},
		{"win %", "matches won; shared wins count in part"},
		{"ahead of", "how often the chosen player finished ahead, in percent"},
		{"+ − =", "proven: better, worse, level"},
	}}}
	return nil, func(w int) []string { return component.HelpLines(signs, w, p.Palette) }
}

func (v View) AppendText(dst []byte, _ *ui.Program) []byte {
	b := bytes.NewBuffer(dst)
	lines := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	standing := v.tableRows()
	for _, row := range append([][]string{standing.Titles()}, standing.Rows...) {
		fmt.Fprintln(lines, strings.Join(row[1:], "\t"))
	}
	lines.Flush()
	return b.Bytes()
}
