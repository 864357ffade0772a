package match

import (
	"game-tui/tui/match/page"
	"game-tui/tui/ui"
)

// The places of a match itself.
const (
	InMatch   ui.KeyContext = ui.Own << iota // nothing lies over the match
	InInspect                                // the same, with the cursor on the board

	onMatch = InMatch | InInspect
	over    = onMatch | page.Over
)

func init() { // the actions read the table, too
	keys = ui.NewTable(onMatch, page.Over,
		ui.Section{Title: "Time", Keys: timeKeys()},
		ui.Section{Title: "Board", Keys: boardKeys()},
		ui.Section{Title: "Compare", Keys: pairKeys()},
		ui.Section{Title: "Panels", Keys: panelKeys()},
		ui.Section{Title: "Match", Keys: matchKeys()},
		ui.Section{Title: "Lists and pages", Keys: page.ListKeys()},
		ui.Section{Title: "While typing", Keys: page.TypingKeys()})
}

// bind is a key that does something with the match.
func bind(id, show, help string, in ui.KeyContext, do func(*update), keys ...string) ui.Binding {
	return ui.Bind(id, show, help, in, act(do), keys...)
}

// when is a condition on the state.
func when(f func(s *State) bool) func(*ui.Program) bool {
	return func(p *ui.Program) bool {
		s := p.View().(State)
		return f(&s)
	}
}

// looking is when nothing is inspected: the footer names other keys there.
var looking = when(func(s *State) bool { return !s.Inspect })

// inspecting is when the cursor is shown.
var inspecting = when(func(s *State) bool { return s.Inspect })

// comparing is when two matches are watched.
var comparing = when(func(s *State) bool { return s.match.pair != nil })

// comparingHere is comparing where no page lies over the two.
func comparingHere(p *ui.Program) bool { return comparing(p) && p.Top() == nil }

// goingBack is when there is a jump to come back from.
func goingBack(p *ui.Program) bool {
	s := p.View().(State)
	return s.hasBack() && !(p.Top() == nil && s.follows())
}

// aside is when a branch is watched and nothing else is to be left.
func aside(p *ui.Program) bool {
	s := p.View().(State)
	return s.inBranch() && p.Top() == nil && !s.Inspect
}

func timeKeys() []ui.Binding {
	return []ui.Binding{
		bind("back", "← h ↑ k", "one round back", over, step(-1), "left", "h", "up", "k"),
		bind("on", "→ l ↓ j", "one round on", over, step(1), "right", "l", "down", "j").Footed(1, "←→", "step").When(looking),
		bind("back10", "PgUp", "ten rounds back", over, step(-10), "pgup"),
		bind("on10", "PgDn", "ten rounds on", over, step(10), "pgdown"),
		bind("first", "Home", "first round", over, first, "home"),
		bind("last", "End G", "last round", over, last, "end", "G"),
		bind("tenth", "1…9 0", "to that tenth; the start", over, tenth, "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
		bind("go", "g", "go to a round", over, askRound, "g").Footed(11, "", "go to"),
		bind("prevEvent", "[", "previous event", over, nextStop(-1), "["),
		bind("nextEvent", "]", "next event", over, nextStop(1), "]").Footed(6, "[ ]", "event"),
		bind("prevLead", "{", "previous lead change", over, stop(-1, leads), "{"),
		bind("nextLead", "}", "next lead change", over, stop(1, leads), "}"),
		ui.Bind("find", "/", "find: units, events, places", over, page.Find, "/").Footed(7, "", "find"),
		bind("nextFound", ".", "next of what was found", over, nextFound(1), "."),
		bind("prevFound", ",", "previous of what was found", over, nextFound(-1), ","),
		bind("link", "y", "copy the command that opens this", over, link, "y").Asking(ui.CanCopy),
		ui.Bind("bookmark", "b", "set a bookmark", over, page.AskMark, "b"),
		bind("play", "space", "play, pause", over, play, "space", " ").Footed(2, "", "play"),
		bind("reverse", "r", "direction", over, reverse, "r"),
		bind("faster", "+", "faster", over, faster, "+", "=").Footed(8, "+-", "speed"),
		bind("slower", "-", "slower", over, slower, "-", "_"),
		bind("highlights", "H", "play the ten most eventful moments", over, highlights, "H"),
		bind("hurry", "a", "quiet stretches faster, or not", over, hurry, "a"),
		bind("wayBack", "Backspace Ctrl+o", "back from a jump", over, wayBack, "backspace", "ctrl+o").Footed(3, "Backspace", "back").When(goingBack),
		bind("wayAhead", "Ctrl+r", "forward again", over, wayAhead, "ctrl+r"),
		bind("live", "L", "live edge, and follow it", over, live, "L").Footed(3, "", "live").When(when((*State).behind)),
	}
}

func boardKeys() []ui.Binding {
	return []ui.Binding{
		bind("zoomIn", "z", "zoom in", over, zoom(1), "z").Footed(10, "", "zoom"),
		bind("zoomOut", "Z", "zoom out", over, zoom(-1), "Z"),
		bind("panUp", "Shift+↑", "viewport up", over, pan(-1, 0), "shift+up"),
		bind("panDown", "Shift+↓", "viewport down", over, pan(1, 0), "shift+down"),
		bind("panLeft", "Shift+←", "viewport left", over, pan(0, -1), "shift+left"),
		bind("panRight", "Shift+→", "viewport right", over, pan(0, 1), "shift+right"),
		bind("inspect", "i", "inspect a cell; Esc leaves", over, inspect, "i").Footed(5, "", "inspect").When(looking),
		bind("enter", "Enter", "inspect, then follow", onMatch, inspectOrFollow, "enter"),
		bind("cursorUp", "arrows", "inspecting: another cell", InInspect, cursor(-1, 0), "up").Footed(1, "", "move"),
		bind("cursorDown", "", "", InInspect, cursor(1, 0), "down"),
		bind("cursorLeft", "", "", InInspect, cursor(0, -1), "left"),
		bind("cursorRight", "", "", InInspect, cursor(0, 1), "right"),
		bind("cursorFar", "Ctrl+arrows", "ten cells at once", InInspect, cursor(-far, 0), "ctrl+up"),
		bind("cursorFarDown", "", "", InInspect, cursor(far, 0), "ctrl+down"),
		bind("cursorFarLeft", "", "", InInspect, cursor(0, -far), "ctrl+left"),
		bind("cursorFarRight", "", "", InInspect, cursor(0, far), "ctrl+right"),
		bind("nextUnit", "u U", "next, previous unit", onMatch, nextUnit(1), "u"),
		bind("prevUnit", "", "", onMatch, nextUnit(-1), "U"),
		bind("nextEnemy", "E", "next enemy", onMatch, nextEnemy, "E"),
		bind("nextThing", "I", "next thing (item)", onMatch, nextThing, "I"),
		bind("follow", "f", "follow the unit there, or of the event", over, follow, "f").Footed(2, "", "follow").When(inspecting),
	}
}

func pairKeys() []ui.Binding {
	return []ui.Binding{
		bind("other", "|", "the other match in front", over, turnOver, "|").Footed(2, "", "other match").If(comparing).When(comparingHere),
		bind("nextDifference", "d", "where more begins to differ", over, difference(false), "d").Footed(1, "d D", "difference").If(comparing).When(comparingHere),
		bind("firstDifference", "D", "the first difference", over, difference(true), "D").If(comparing),
	}
}

func panelKeys() []ui.Binding {
	return append([]ui.Binding{
		bind("tab", "Tab", "next panel", over, tab(1), "tab").Footed(7, "", "panel"),
		bind("prevTab", "Shift+Tab", "previous panel", over, tab(-1), "shift+tab"),
		bind("chart", "c", "win chance, and other charts", over, showCharts(1), "c"),
		bind("prevChart", "C", "the chart before", over, showCharts(-1), "C"),
		ui.Bind("whatif", "B", "what if: play on from this round", over&^page.InIndex, page.OpenWhatIf, "B").Asking(ui.CanBranch),
		ui.Bind("turnings", "K", "key moments: turning points", over, page.OpenTurnings, "K").Asking(ui.CanAnalyse),
		ui.Bind("events", "e", "index of the match: events, orders", over, page.OpenIndex, "e").Footed(4, "", "events"),
		ui.Bind("overlays", "v", "over the board: trails, heat maps…", over, page.OpenOverlays, "v"),
		ui.Bind("why", "W", "why: where the points came from", over, page.OpenWhy, "W"),
		ui.Bind("output", "o", "all that the players print", over, page.OpenOutput, "o"),
		bind("front", "p", "put the next player in front", over&^page.InIndex, nextFront, "p"),
		bind("sort", "s", "seat or score order", over, sortCards, "s"),
	}, ui.WindowKeys(over|ui.InHelp)...)
}

func matchKeys() []ui.Binding {
	return append([]ui.Binding{
		request("next", "n", "play again, next seed", ui.Next{}, "playing the next seed…"),
		request("again", "N", "play the same again", ui.Again{}, "playing it again…"),
		bind("write", "w", "write the match as .res", over, write, "w").Asking(ui.CanWrite),
		ui.Bind("export", "x", "a page, picture or animation of it", over, page.OpenExport, "x").Asking(ui.CanExport),
	}, ui.ProgramKeys(over|ui.InHelp, "quit", ui.LeaveKey(over|ui.InHelp).Footed(2, "", "match alone").When(aside))...)
}

// request is a key that asks for something that takes time; words say what is being done.
func request(id, key, help string, what ui.Ask, words string) ui.Binding {
	return ui.Bind(id, key, help, over, func(u *ui.Update) { u.Request(what, words) }, key).Asking(what.Kind())
}
