package tournament

import "game-tui/tui/ui"

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
