package match

import (
	"strconv"
	"strings"

	"game-tui/sim/clean"
	"game-tui/tui/component"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/ui"
)

// maxBranchName is how many characters the name of a branch has at most.
const maxBranchName = 40

// whatIf is the page of what can be changed, and of branches.
var whatIf = &ui.Lister{
	Context: InWhatIf,
	Key:     anyKey,
	Rows:    func(p *ui.Program, _ any) ui.Rows { return read(p, (*look).possibles) },
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		switch it := rows.(ui.Items[possible]).All[i]; {
		case it.orders:
			editOrders(u)
		case it.to < 0:
			act(func(u *update) { u.playOn(it.change, it.words) })(u)
		default:
			u.Pop()
			if !it.here {
				act(func(u *update) { u.switchTo(it.to) })(u)
			}
		}
	},
	Title: func(p *ui.Program, _ any) string {
		s := stateOf(p)
		title := "what if, from round " + strconv.Itoa(s.Play.Round)
		if letter := s.front().letter(); letter != "" {
			title += " of " + letter
		}
		return title
	},
	Hint: func(*ui.Program) string {
		return ui.Name("choose") + " plays on from there, " + ui.Name("search") + " searches, " + ui.Name("all") + " closes"
	},
	None:    "nothing can be changed",
	NoMatch: "nothing matches",
}

// openWhatIf opens the page, or closes it.
func openWhatIf(u *update) {
	s := &u.s
	switch words := u.Refusal(ui.CanBranch); {
	case words != "":
		u.Notify(words)
	case s.Play.Round >= u.v.Record.Rounds() && s.branches == nil:
		u.Notify("the match is over: go back to the round from which it should go another way")
	default:
		s.Play = s.Play.Pause()
		whatIf.Open(u.Update, nil)
	}
}

// whatIfKeys are the keys of the page.
func whatIfKeys() []ui.Binding {
	return []ui.Binding{
		bind("rename", "R", "name the chosen branch", InWhatIf, renameBranch, "R").Footed(4, "", "name").
			When(when(func(s *State) bool { return s.branches != nil })),
	}
}

// possible is a line of the page: something that can be changed, or a branch that is
// there.
type possible struct {
	change ui.Change
	to     int // the branch, -1: none
	words  string
	here   bool // it is watched
	orders bool // it asks for orders
}

// possibles are what is there, and what can be changed in the shown round.
func (c *look) possibles() ui.Rows {
	var list []possible
	if b := c.branches; b != nil {
		for i, kept := range b.list {
			words := b.chain(i)
			if kept.worth != "" {
				words += "; " + kept.worth
			}
			list = append(list, possible{to: i, words: words, here: i == b.at})
		}
	}
	if k := c.Play.Round; k < c.Record.Rounds() {
		add := func(ch ui.Change, words string) {
			ch.Round = k
			list = append(list, possible{change: ch, to: -1, words: words})
		}
		add(ui.Change{Dice: len(list)}, "the same players, other dice")
		list = append(list, possible{orders: true, to: -1, words: "other orders of chosen units…"})
		for seat, name := range c.Names {
			add(ui.Change{Seat: seat, Mute: true}, name+" gives no orders any more")
			for _, player := range c.opts.Players {
				if player != c.Meta.Names[seat] {
					add(ui.Change{Seat: seat, Player: player}, player+" plays for "+name)
				}
			}
		}
	}
	return ui.NewItems(list, []ui.Column{{Rest: true}}, possibleRow)
}

func possibleRow(it possible, p *theme.Palette) ui.Row {
	row := ui.Row{Key: it.words, Find: it.words, Cells: []ui.Cell{{Text: it.words}}}
	if it.to >= 0 { // which may be given another name
		row.Key = it.to
	}
	if it.change.Mute {
		row.Find += ", muted" // as a branch of it is called
	}
	switch {
	case it.here:
		row.Mark = ui.Cell{Text: "*", Style: p.Strong}
	case it.change.Mute || it.change.Player != "":
		row.Mark = ui.Cell{Text: strconv.Itoa(it.change.Seat), Style: screen.Style{FG: p.Seat(int8(it.change.Seat)), BG: p.Page}}
	}
	return row
}

// chain is the name of a branch and what is other in it; of a branch of a branch behind
// those between it and the match itself.
func (b *branches) chain(n int) string {
	words := b.list[n].change
	if name := b.list[n].name; name != "" {
		words = name + ": " + words
	}
	for n = b.list[n].from; n != 0; n = b.list[n].from {
		words = b.list[n].title() + ", then " + words
	}
	return words
}

// renameBranch asks for the name of the chosen branch.
func renameBranch(u *update) {
	rows, i, ok := ui.Chosen(&u.Program)
	if !ok || rows.(ui.Items[possible]).All[i].to <= 0 {
		u.Notify("choose a branch first: they stand below the match itself")
		return
	}
	n := rows.(ui.Items[possible]).All[i].to
	in := component.NewInput("name of the branch: ", maxBranchName).Typed(u.s.branches.list[n].name)
	u.Prompt(in, func(u *ui.Update, text string) {
		act(func(u *update) { u.nameBranch(n, strings.TrimSpace(clean.Line(text))) })(u)
	})
}
