package page

import (
	"cmp"
	"strconv"
	"strings"

	"game-tui/sim/sanitize"
	"game-tui/tui/cells/component"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/branch"
	"game-tui/tui/ui"
)

var whatIfPage = &ui.Lister{
	Context: InWhatIf,
	Key:     func(p *ui.Program, _ any) any { return matchState(p) },
	Rows:    func(p *ui.Program, _ any) ui.Rows { return read(p, (*MatchState).whatIfRows) },
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		switch it := rows.(ui.Items[whatIfRow]).All[i]; {
		case it.orders:
			editOrders(u)
		case it.to < 0:
			act(u, func(_ *MatchState, a Actions) { a.PlayOn(it.change, it.words) })
		default:
			u.Pop()
			if !it.here {
				act(u, func(_ *MatchState, a Actions) { a.SwitchTo(it.to) })
			}
		}
	},
	Title: func(p *ui.Program, _ any) string {
		f := matchState(p)
		title := "what if, from round " + strconv.Itoa(f.Place.Round)
		if f.Compared != "" {
			title += " of " + f.Compared
		}
		return title
	},
	Hint: func(*ui.Program) string {
		return ui.Name("choose") + " plays on from there, " + ui.Name("search") + " searches, " + ui.Name("all") + " closes"
	},
	Placeholder: "nothing can be changed",
}

func OpenWhatIf(u *ui.Update) {
	f := matchState(&u.Program)
	switch words := u.Refusal(ui.CanBranch); {
	case words != "":
		u.Notify(words)
	case f.Place.Round >= f.Record.Rounds() && f.Branches == nil:
		u.Notify("the match is over: go back to an earlier round first")
	default:
		act(u, func(_ *MatchState, a Actions) { a.Pause() })
		whatIfPage.Open(u, nil)
	}
}

type whatIfRow struct {
	change branch.Change
	to     int // index of an existing branch, or -1 for a new one
	words  string
	here   bool // whether this row's branch is shown
	orders bool // whether this row opens the page for changing orders
}

func (m *MatchState) whatIfRows() ui.Rows {
	var list []whatIfRow
	if b := m.Branches; b != nil {
		for i, kept := range b.List {
			words := b.chain(i)
			if kept.Worth != "" {
				words += "; " + kept.Worth
			}
			list = append(list, whatIfRow{to: i, words: words, here: i == b.At})
		}
	}
	if k := m.Place.Round; k < m.Record.Rounds() {
		add := func(ch branch.Change, words string) {
			ch.Round = k
			list = append(list, whatIfRow{change: ch, to: -1, words: words})
		}
		add(branch.Change{Dice: len(list)}, "the same players, other dice")
		list = append(list, whatIfRow{orders: true, to: -1, words: "other orders of chosen units…"})
		for seat, name := range m.Names {
			add(branch.Change{Seat: seat, Mute: true}, name+" gives no more orders")
			if m.Players == nil {
				continue
			}
			for _, player := range *m.Players {
				if player != m.Meta.Names[seat] {
					add(branch.Change{Seat: seat, Player: player}, player+" plays for "+name)
				}
			}
		}
	}
	return ui.NewItems(list, []ui.Column{{TakesRest: true}}, func(it whatIfRow, p *theme.Palette) ui.Row {
		row := ui.Row{Key: it.words, SearchText: it.words, Cells: []ui.Cell{{Text: it.words}}}
		if it.to >= 0 { // Branches can be renamed, so their index is the key.
			row.Key = it.to
		}
		if it.change.Mute {
			row.SearchText += ", muted" // Titles of muted branches contain this word.
		}
		switch {
		case it.here:
			row.Mark = ui.Cell{Text: "*", Style: p.Strong}
		case it.change.Mute || it.change.Player != "":
			row.Mark = ui.Cell{Text: strconv.Itoa(it.change.Seat), Style: p.SeatStyle(int8(it.change.Seat))}
		}
		return row
	})
}

// Title returns the name of the branch, or its change if it has no name.
func (b *Branch) Title() string { return cmp.Or(b.Name, b.Change) }

// chain describes branch n by the titles of its ancestors, its own name and its change.
func (b *Branches) chain(n int) string {
	words := b.List[n].Change
	if name := b.List[n].Name; name != "" {
		words = name + ": " + words
	}
	for range b.List {
		if n = b.List[n].From; n == 0 {
			break
		}
		words = b.List[n].Title() + ", then " + words
	}
	return words
}

func renameBranch(u *ui.Update) {
	rows, i, ok := ui.ChosenRow(&u.Program)
	if !ok || rows.(ui.Items[whatIfRow]).All[i].to <= 0 {
		u.Notify("choose a branch first, below the match itself")
		return
	}
	n := rows.(ui.Items[whatIfRow]).All[i].to
	in := component.NewInput("name of the branch: ", 40).Typed(matchState(&u.Program).Branches.List[n].Name)
	u.Prompt(in, func(u *ui.Update, text string) {
		act(u, func(_ *MatchState, a Actions) { a.NameBranch(n, strings.TrimSpace(sanitize.Line(text))) })
	})
}
