package tournament

import (
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

// Keys are those of who plays the tournament, or of a visitor.
func (v View) Keys() *ui.Table {
	if v.board.visited {
		return visitorKeys
	}
	return ownKeys
}

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
var ownKeys, visitorKeys *ui.Table

func init() { // the actions read the tables, too
	ownKeys, visitorKeys = table("end here; nothing is lost"), table("leave; the tournament goes on")
}

func table(quit string) *ui.Table {
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
