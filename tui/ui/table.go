package ui

import "slices"

// The keys that all views have. A view puts them into its table, where help is to show them;
// in is where they count.

func init() { // the actions read the table, too
	shared = NewTable(0, 0, Section{"", WindowKeys(0)}, Section{"", ProgramKeys(0, "quit")}, Section{"", ListKeys(0, 0)}, Section{"", TypingKeys()})
}

// WindowKeys are those of colours and mouse.
func WindowKeys(in Where) []Binding {
	return []Binding{
		Bind("palette", "t", "palette", in, nextPalette, "t").Footed(12, "", "palette"),
		Bind("mouse", "m", "mouse: for the terminal, for game-tui", in, switchMouse, "m"),
	}
}

// ProgramKeys are those of the program itself, in the places in which nothing is typed; quit
// is what q does.
func ProgramKeys(in Where, quit string) []Binding {
	return []Binding{
		Bind("help", "?", "all keys", in, help, "?").Footed(2, "", "keys"),
		BindAsk("redraw", "Ctrl+l", "draw the screen anew", anywhere, Redraw{}, "ctrl+l"),
		BindAsk("suspend", "Ctrl+z", "suspend, fg goes on", anywhere, Suspend{}, "ctrl+z"),
		Bind("leave", "Esc", "leave, dismiss", in, leave, "esc"),
		Bind("quit", "q", quit, in, (*Update).Back, "q").Footed(9, "", "quit"),
		Bind("interrupt", "Ctrl+c", "quit, from everywhere", anywhere, interrupt, "ctrl+c"),
	}
}

// ListKeys are those of lists and pages. A view adds places of its own: in lines, lines are
// gone through; in lists they can be searched, too. What takes the chosen line there are keys
// of the view's, which do TakeChosen.
func ListKeys(lines, lists Where, choose ...Binding) []Binding {
	lists |= InList
	lines |= InText | InHelp | lists
	return slices.Concat([]Binding{
		Bind("up", "↑ k", "up", lines, scroll(-1), "up", "k").Footed(1, "↑↓", "move"),
		Bind("down", "↓ j", "down", lines, scroll(1), "down", "j"),
		Bind("pageUp", "PgUp", "a page up", lines, scroll(-onePage), "pgup"),
		Bind("pageDown", "PgDn", "a page down", lines, scroll(onePage), "pgdown"),
		Bind("top", "Home", "to the start", lines, scroll(-toEnd), "home"),
		Bind("bottom", "End", "to the end; G", lines, scroll(toEnd), "end", "G"),
		Bind("choose", "Enter", "take the chosen line", InList, TakeChosen, "enter").Footed(2, "", "choose"),
	}, choose, []Binding{
		Bind("search", "/", "search in the list", lists, search, "/").Footed(3, "", "search"),
		Bind("all", "Esc", "all of the list again", lists, clearSearch, "esc"),
	})
}

// TypingKeys are those that count while something is typed. The other keys edit it, as
// Bubbles' text input has them.
func TypingKeys() []Binding {
	return []Binding{
		Bind("accept", "Enter", "take it", Typing, accept, "enter").Footed(1, "", "take it"),
		Bind("cancel", "Esc", "leave it", Typing, cancel, "esc").Footed(2, "", "leave it"),
		Bind("edit", "← → Del …", "edit it, as in a shell: Ctrl+w, Ctrl+u, Alt+b…", Typing, nil),
		Bind("searchUp", "↑ ↓", "searching: up and down the list", InSearch|InTyping, scroll(-1), "up").Footed(3, "↑↓", "move"),
		Bind("searchDown", "", "", InSearch|InTyping, scroll(1), "down"),
		Bind("searchPageUp", "PgUp PgDn", "and by pages", InSearch|InTyping, scroll(-onePage), "pgup"),
		Bind("searchPageDown", "", "", InSearch|InTyping, scroll(onePage), "pgdown"),
	}
}
