package match

import "game-tui/tui/component"

// Sets of places in which many keys count.
const (
	inLists = InLobby | InList | InWhatIf
	inPages = InRound | InHelp | InIndex | inLists
)

// table is all keys, in the order in which help shows them.
func table() []Section {
	return []Section{
		{"Time", timeKeys()},
		{"Board", boardKeys()},
		{"Compare", pairKeys()},
		{"Panels", panelKeys()},
		{"Match", matchKeys()},
		{"Lists and pages", listKeys()},
		{"While typing", typingKeys()},
	}
}

func timeKeys() []Binding {
	return []Binding{
		bind("back", "← h ↑ k", "one round back", overMatch, step(-1), "left", "h", "up", "k"),
		bind("on", "→ l ↓ j", "one round on", overMatch, step(1), "right", "l", "down", "j").foot(1, "←→", "step").when(looking),
		bind("back10", "PgUp", "ten rounds back", overMatch, step(-10), "pgup"),
		bind("on10", "PgDn", "ten rounds on", overMatch, step(10), "pgdown"),
		bind("first", "Home", "first round", overMatch, first, "home"),
		bind("last", "End G", "last round", overMatch, last, "end", "G"),
		bind("tenth", "1…9 0", "to that tenth; the start", overMatch, tenth, "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
		bind("go", "g", "go to a round", overMatch, askRound, "g").foot(11, "", "go to"),
		bind("prevEvent", "[", "previous event", overMatch, nextStop(-1), "["),
		bind("nextEvent", "]", "next event", overMatch, nextStop(1), "]").foot(6, "[ ]", "event"),
		bind("prevLead", "{", "previous lead change", overMatch, stop(-1, leads), "{"),
		bind("nextLead", "}", "next lead change", overMatch, stop(1, leads), "}"),
		bind("find", "/", "find: units, events, places", overMatch, openFind, "/").foot(7, "", "find"),
		bind("nextFound", ".", "next of what was found", overMatch, nextFound(1), "."),
		bind("prevFound", ",", "previous of what was found", overMatch, nextFound(-1), ","),
		ask("link", "y", "copy the command that opens this", overMatch, CopyCommand, "y"),
		bind("bookmark", "b", "set a bookmark", overMatch, askMark, "b"),
		bind("play", "space", "play, pause", overMatch, play, "space", " ").foot(2, "", "play"),
		bind("reverse", "r", "direction", overMatch, reverse, "r"),
		bind("faster", "+", "faster", overMatch, faster, "+", "=").foot(8, "+-", "speed"),
		bind("slower", "-", "slower", overMatch, slower, "-", "_"),
		bind("highlights", "H", "play the ten most eventful moments", overMatch, highlights, "H"),
		bind("hurry", "a", "quiet stretches faster, or not", overMatch, hurry, "a"),
		bind("wayBack", "Backspace Ctrl+o", "back from a jump", overMatch, wayBack, "backspace", "ctrl+o").foot(3, "Backspace", "back").when(func(s *State) bool { return s.HasBack() && !s.Follows() }),
		bind("wayAhead", "Ctrl+r", "forward again", overMatch, wayAhead, "ctrl+r"),
		bind("live", "L", "live edge, and follow it", overMatch, live, "L").foot(3, "", "live").when(func(s *State) bool { return behind(s.Play) }),
	}
}

func boardKeys() []Binding {
	return []Binding{
		bind("zoomIn", "z", "zoom in", overMatch, zoom(1), "z").foot(10, "", "zoom"),
		bind("zoomOut", "Z", "zoom out", overMatch, zoom(-1), "Z"),
		bind("panUp", "Shift+↑", "viewport up", overMatch, pan(-1, 0), "shift+up"),
		bind("panDown", "Shift+↓", "viewport down", overMatch, pan(1, 0), "shift+down"),
		bind("panLeft", "Shift+←", "viewport left", overMatch, pan(0, -1), "shift+left"),
		bind("panRight", "Shift+→", "viewport right", overMatch, pan(0, 1), "shift+right"),
		bind("inspect", "i", "inspect a cell; Esc leaves", overMatch, inspect, "i").foot(5, "", "inspect").when(looking),
		bind("enter", "Enter", "inspect, then follow", InMatch|InInspect, inspectOrFollow, "enter"),
		bind("cursorUp", "arrows", "inspecting: another cell", InInspect, cursor(-1, 0), "up").foot(1, "", "move"),
		bind("cursorDown", "", "", InInspect, cursor(1, 0), "down"),
		bind("cursorLeft", "", "", InInspect, cursor(0, -1), "left"),
		bind("cursorRight", "", "", InInspect, cursor(0, 1), "right"),
		bind("cursorFar", "Ctrl+arrows", "ten cells at once", InInspect, cursor(-far, 0), "ctrl+up"),
		bind("cursorFarDown", "", "", InInspect, cursor(far, 0), "ctrl+down"),
		bind("cursorFarLeft", "", "", InInspect, cursor(0, -far), "ctrl+left"),
		bind("cursorFarRight", "", "", InInspect, cursor(0, far), "ctrl+right"),
		bind("nextUnit", "u U", "next, previous unit", InMatch|InInspect, nextUnit(1), "u"),
		bind("prevUnit", "", "", InMatch|InInspect, nextUnit(-1), "U"),
		bind("nextEnemy", "E", "next enemy", InMatch|InInspect, nextEnemy, "E"),
		bind("nextThing", "I", "next thing (item)", InMatch|InInspect, nextThing, "I"),
		bind("follow", "f", "follow the unit there, or of the event", overMatch, follow, "f").foot(2, "", "follow").when(func(s *State) bool { return !looking(s) }),
	}
}

func pairKeys() []Binding {
	return []Binding{
		bind("other", "|", "the other match in front", overMatch, turnOver, "|").foot(2, "", "other match").only(comparing).when(comparingHere),
		bind("nextDifference", "d", "where more begins to differ", overMatch, nextDifference, "d").foot(1, "d D", "difference").only(comparing).when(comparingHere),
		bind("firstDifference", "D", "the first difference", overMatch, firstDifference, "D").only(comparing),
	}
}

func panelKeys() []Binding {
	return []Binding{
		bind("tab", "Tab", "next panel", overMatch, tab(1), "tab").foot(7, "", "panel"),
		bind("prevTab", "Shift+Tab", "previous panel", overMatch, tab(-1), "shift+tab"),
		bind("chart", "c", "win chance, and other charts", overMatch, showCharts(1), "c"),
		bind("prevChart", "C", "the chart before", overMatch, showCharts(-1), "C"),
		bind("whatif", "B", "what if: play on from this round", overMatch&^InIndex, openWhatIf, "B").asks(Branch),
		bind("turnings", "K", "key moments: turning points", overMatch, listTurnings, "K").asks(Analyse),
		bind("events", "e", "index of the match: events, orders", overMatch, openIndex, "e").foot(4, "", "events"),
		bind("overlays", "v", "over the board: trails, heat maps…", overMatch, overlays, "v"),
		bind("why", "W", "why: where the points came from", overMatch, why, "W"),
		bind("output", "o", "all that the players print", overMatch, readOutput, "o"),
		bind("front", "p", "put the next player in front", overMatch&^InIndex, nextFront, "p"),
		bind("sort", "s", "seat or score order", overMatch, sortCards, "s"),
		bind("palette", "t", "palette", anywhere&^typing, palette, "t").foot(12, "", "palette"),
		bind("mouse", "m", "mouse: for the terminal, for game-tui", anywhere&^typing, mouse, "m"),
	}
}

func matchKeys() []Binding {
	return []Binding{
		bind("next", "n", "play again, next seed", overMatch, start(Next, "playing the next seed…"), "n").asks(Next),
		bind("again", "N", "play the same again", overMatch, start(Again, "playing it again…"), "N").asks(Again),
		bind("write", "w", "write the match as .res", overMatch, start(Write, "writing the match…"), "w").asks(Write),
		bind("export", "x", "a page, picture or animation of it", overMatch, askExport, "x").asks(Export),
		bind("help", "?", "all keys", anywhere&^typing, help, "?").foot(2, "", "keys"),
		ask("redraw", "Ctrl+l", "draw the screen anew", anywhere, Redraw, "ctrl+l"),
		ask("suspend", "Ctrl+z", "suspend, fg goes on", anywhere, Suspend, "ctrl+z"),
		bind("leave", "Esc", "leave, dismiss", overMatch|InHelp, leave, "esc").foot(2, "", "match alone").when(func(s *State) bool { return inBranch(s) && s.where() == InMatch }),
		ask("quit", "q", "quit", anywhere&^typing, Leave, "q").foot(9, "", "quit"),
		bind("interrupt", "Ctrl+c", "quit, from everywhere", anywhere, interrupt, "ctrl+c"),
	}
}

func listKeys() []Binding {
	return []Binding{
		bind("up", "↑ k", "up", inPages|InMenu, scroll(-1), "up", "k").foot(1, "↑↓", "move"),
		bind("down", "↓ j", "down", inPages|InMenu, scroll(1), "down", "j"),
		bind("pageUp", "PgUp", "a page up", inPages, scroll(-page1), "pgup"),
		bind("pageDown", "PgDn", "a page down", inPages, scroll(page1), "pgdown"),
		bind("top", "Home", "to the start", inPages, scroll(-toEnd), "home"),
		bind("bottom", "End", "to the end; G", inPages, scroll(toEnd), "end", "G"),
		bind("open", "Enter", "watch the chosen match", InLobby, choose, "enter", "right", "l", "space").foot(2, "", "watch"),
		bind("choose", "Enter", "take the chosen line", InList|InWhatIf, choose, "enter").foot(2, "", "choose"),
		bind("switch", "Enter", "switch the chosen line on or off", InMenu, choose, "enter", "space", " ").foot(2, "", "switch"),
		bind("goLine", "Enter", "go to the chosen line", InIndex, chooseLine, "enter").foot(2, "", "go there"),
		bind("filterSeat", "p", "of the next player only", InIndex, filterSeat, "p").foot(3, "", "player"),
		bind("filterKind", "Tab", "of the next, previous kind only", InIndex, filterKind(1), "tab").foot(4, "", "kind"),
		bind("filterKindBack", "", "", InIndex, filterKind(-1), "shift+tab"),
		bind("filterDeaths", "d", "deaths only", InIndex, filterDeaths, "d").foot(5, "", "deaths"),
		bind("filterUnit", "u", "of the unit of that line only", InIndex, filterUnit, "u").foot(6, "", "unit"),
		bind("unmark", "Del D", "remove a bookmark", InIndex, unmark, "delete", "D"),
		bind("rename", "R", "name the chosen branch", InWhatIf, renameBranch, "R").foot(4, "", "name").when(func(s *State) bool { return s.branches != nil }),
		bind("search", "/", "search in the list", inLists, search, "/").foot(3, "", "search"),
		bind("all", "Esc", "all of the list again", inLists, clearSearch, "esc"),
	}
}

func typingKeys() []Binding {
	return []Binding{
		bind("accept", "Enter", "take it", typing, accept, "enter").foot(1, "", "take it"),
		bind("cancel", "Esc", "leave it", typing, cancel, "esc").foot(2, "", "leave it"),
		bind("erase", "Backspace", "erase a character", typing, edit(component.EraseBack), "backspace", "ctrl+h"),
		bind("eraseNext", "Del", "erase the next one", typing, edit(component.EraseNext), "delete"),
		bind("eraseWord", "Ctrl+w", "erase a word", typing, edit(component.EraseWord), "ctrl+w", "alt+backspace"),
		bind("eraseAll", "Ctrl+u", "erase all before the cursor", typing, edit(component.EraseToHere), "ctrl+u"),
		bind("caretLeft", "← →", "move the cursor", typing, edit(component.GoLeft), "left"),
		bind("caretRight", "", "", typing, edit(component.GoRight), "right"),
		bind("caretStart", "Home End", "to the start, to the end", typing, edit(component.GoStart), "home", "ctrl+a"),
		bind("caretEnd", "", "", typing, edit(component.GoEnd), "end", "ctrl+e"),
		bind("searchUp", "↑ ↓", "searching: up and down the list", InSearch|InOrders, scroll(-1), "up").foot(3, "↑↓", "move"),
		bind("searchDown", "", "", InSearch|InOrders, scroll(1), "down"),
		bind("searchPageUp", "PgUp PgDn", "and by pages", InSearch|InOrders, scroll(-page1), "pgup"),
		bind("searchPageDown", "", "", InSearch|InOrders, scroll(page1), "pgdown"),
		bind("nextOrder", "Tab", "orders: the next that the unit can be given", InOrders, nextOrder, "tab").foot(4, "", "next order"),
		bind("dropOrder", "Ctrl+x", "orders: remove the chosen one", InOrders, dropOrder, "ctrl+x").foot(5, "", "remove"),
	}
}
