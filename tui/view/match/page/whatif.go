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

var whatIfPage = &ui.ListSpec{
	Context: InWhatIf,
	Key:     func(p *ui.Program, _ any) any { return matchState(p) },
	Rows:    func(p *ui.Program, _ any) ui.Rows { return read(p, (*MatchState).whatIfRows) },
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		switch it := rows.(ui.Items[whatIfRow]).Values[i]; {
		case it.opensOrders:
			editOrders(u)
		case it.branchIndex < 0:
			act(u, func(_ *MatchState, a Actions) { a.RequestBranch(it.change, it.text) })
		default:
			u.Pop()
			if !it.isCurrent {
				act(u, func(_ *MatchState, a Actions) { a.SwitchToBranch(it.branchIndex) })
			}
		}
	},
	Title: func(p *ui.Program, _ any) string {
		f := matchState(p)
		title := "what-if from round " + strconv.Itoa(f.Place.Round)
		if f.ComparisonSide != "" {
			title += " of " + f.ComparisonSide
		}
		return title
	},
	Hint: func(*ui.Program) string {
		return ui.KeyLabel("choose") + " continues from here, " + ui.KeyLabel("search") + " searches, " + ui.KeyLabel("all") + " closes"
	},
	Placeholder: "nothing to change here",
}

func OpenWhatIf(u *ui.Update) {
	f := matchState(&u.Program)
	switch words := u.Refusal(ui.CanBranch); {
	case words != "":
		u.Notify(words)
	case f.Place.Round >= f.Record.Rounds() && f.Branches == nil:
		u.Notify("the match is over; go back to an earlier round first")
	default:
		act(u, func(_ *MatchState, a Actions) { a.Pause() })
		whatIfPage.Open(u, nil)
	}
}

type whatIfRow struct {
	change      branch.Change
	branchIndex int // index of an existing branch, or -1 for a new one
	text        string
	isCurrent   bool
	opensOrders bool // whether this row opens the page for changing orders
}

func (m *MatchState) whatIfRows() ui.Rows {
	var list []whatIfRow
	if b := m.Branches; b != nil {
		for i, kept := range b.List {
			text := b.lineageText(i)
			if kept.Worth != "" {
				text += "; " + kept.Worth
			}
			list = append(list, whatIfRow{branchIndex: i, text: text, isCurrent: i == b.Current})
		}
	}
	if k := m.Place.Round; k < m.Record.Rounds() {
		add := func(ch branch.Change, text string) {
			ch.Round = k
			list = append(list, whatIfRow{change: ch, branchIndex: -1, text: text})
		}
		add(branch.Change{DiceSeed: len(list)}, "same players, different dice")
		list = append(list, whatIfRow{opensOrders: true, branchIndex: -1, text: "change units' orders…"})
		for seat, name := range m.Names {
			add(branch.Change{Seat: seat, Muted: true}, name+" gives no more orders")
			if m.BuiltinPlayers == nil {
				continue
			}
			for _, player := range *m.BuiltinPlayers {
				if player != m.Meta.Names[seat] {
					add(branch.Change{Seat: seat, Player: player}, player+" replaces "+name)
				}
			}
		}
	}
	return ui.NewItems(list, []ui.ListColumn{{TakesRest: true}}, func(it whatIfRow, p *theme.Palette) ui.Row {
		row := ui.Row{Key: it.text, SearchText: it.text, Cells: []ui.RowCell{{Text: it.text}}}
		if it.branchIndex >= 0 { // Branches can be renamed, so their index is the key.
			row.Key = it.branchIndex
		}
		if it.change.Muted {
			row.SearchText += ", muted" // Let searches for "muted", the word in branch titles, find the row.
		}
		switch {
		case it.isCurrent:
			row.Mark = ui.RowCell{Text: "*", Style: p.Strong}
		case it.change.Muted || it.change.Player != "":
			row.Mark = ui.RowCell{Text: strconv.Itoa(it.change.Seat), Style: p.SeatStyle(int8(it.change.Seat))}
		}
		return row
	})
}

// Title returns the name of the branch, or its change if it has no name.
func (b *Branch) Title() string { return cmp.Or(b.Name, b.ChangeText) }

// lineageText describes branch n by the titles of its ancestors, its own name and its change.
func (b *Branches) lineageText(n int) string {
	text := b.List[n].ChangeText
	if name := b.List[n].Name; name != "" {
		text = name + ": " + text
	}
	for range b.List {
		if n = b.List[n].Parent; n == 0 {
			break
		}
		text = b.List[n].Title() + ", then " + text
	}
	return text
}

func renameBranch(u *ui.Update) {
	rows, i, ok := ui.ChosenRow(&u.Program)
	if !ok || rows.(ui.Items[whatIfRow]).Values[i].branchIndex <= 0 {
		u.Notify("choose a branch first; the original match cannot be renamed")
		return
	}
	n := rows.(ui.Items[whatIfRow]).Values[i].branchIndex
	in := component.NewInput("branch name: ", 40).Insert(matchState(&u.Program).Branches.List[n].Name)
	u.Prompt(in, func(u *ui.Update, text string) {
		act(u, func(_ *MatchState, a Actions) { a.NameBranch(n, strings.TrimSpace(sanitize.Line(text))) })
	})
}
