package match

import (
	"sync"

	"game-tui/sim"
	"game-tui/tui/ui"
	"game-tui/tui/view/match/page"
)

const (
	InMatch   ui.KeyContext = ui.Own << iota // InMatch is active if no page is open and no cell is inspected.
	InInspect                                // InInspect is active while the viewer inspects a cell.

	onMatch = InMatch | InInspect
	over    = onMatch | page.Over
)

func init() { keys = sync.OnceValue(newKeys) } // init avoids an initialization cycle: the actions refer to keys.

func newKeys() *ui.KeyTable {
	return ui.NewKeyTable(onMatch, page.Over,
		ui.Section{Title: "Time", Keys: timeKeys()},
		ui.Section{Title: "Board", Keys: boardKeys()},
		ui.Section{Title: "Compare", Keys: []ui.Binding{
			bind("other", "|", "show the other match", over, swapMatches, "|").InFooter(2, "", "other match").If(comparing).When(comparingWithoutPage),
			bind("nextDifference", "d D", "next, first change", over, goToDifference(false), "d").InFooter(1, "d D", "difference").If(comparing).When(comparingWithoutPage),
			bind("firstDifference", "", "", over, goToDifference(true), "D").If(comparing),
		}},
		ui.Section{Title: "Panels", Keys: panelKeys()},
		ui.Section{Title: "Match", Keys: matchKeys()},
		ui.Section{Title: "Lists and pages", Keys: page.ListKeys()},
		ui.Section{Title: "While typing", Keys: page.TypingKeys()})
}

func bind(id, show, help string, in ui.KeyContext, do func(*actions), keys ...string) ui.Binding {
	return ui.Bind(id, show, help, in, act(do), keys...)
}

func bindPage(id, key, help string, target interface{ Open(u *ui.Update, about any) }, needs ui.Capability) ui.Binding {
	return ui.Bind(id, key, help, over, func(u *ui.Update) {
		if words := u.Refusal(needs); words != "" {
			u.Notify(words)
			return
		}
		target.Open(u, nil)
	}, key).Requiring(needs)
}

func onlyIf(f func(s *State) bool) func(*ui.Program) bool {
	return func(p *ui.Program) bool {
		s := p.View().(State)
		return f(&s)
	}
}

func playKeyWord(p *ui.Program) string { return p.View().(State).Play.Mode.ToggleName() }

var notInspecting = onlyIf(func(s *State) bool { return !s.Inspect })

var inspecting = onlyIf(func(s *State) bool { return s.Inspect })

var comparing = onlyIf(func(s *State) bool { return s.first.pair != nil })

func comparingWithoutPage(p *ui.Program) bool { return comparing(p) && p.Top() == nil }

func canGoBack(p *ui.Program) bool {
	s := p.View().(State)
	return s.jumps != nil && len(s.jumps[0]) > 0 && !(p.Top() == nil && s.follows())
}

func onlyBranchToLeave(p *ui.Program) bool {
	s := p.View().(State)
	return s.inBranch() && p.Top() == nil && !s.Inspect
}

func timeKeys() []ui.Binding {
	return []ui.Binding{
		bind("back", "← → hjkl", "previous, next round", over, step(-1), "left", "h", "up", "k"),
		bind("on", "", "", over, step(1), "right", "l", "down", "j").InFooter(1, "←→", "step").When(notInspecting),
		bind("back10", "PgUp PgDn", "ten rounds", over, step(-10), "pgup"),
		bind("on10", "", "", over, step(10), "pgdown"),
		bind("first", "Home End G", "first, last round", over, func(u *actions) { u.JumpRound(0) }, "home"),
		bind("last", "", "", over, func(u *actions) { u.JumpRound(u.s.Play.Edge) }, "end", "G"),
		bind("tenth", "1…9 0", "go to 10…90 %, start", over, goToTenth, "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
		bind("go", "g", "go to a round", over, askRound, "g").InFooter(11, "", "go to"),
		bind("prevEvent", "[ ]", "event", over, goToStop(-1), "["),
		bind("nextEvent", "", "", over, goToStop(1), "]").InFooter(6, "[ ]", "event"),
		bind("prevLead", "{ }", "lead change", over, goToRow(-1, leadFilter), "{"),
		bind("nextLead", "", "", over, goToRow(1, leadFilter), "}"),
		bindPage("find", "/", "find: units, events…", page.Find, "").InFooter(7, "", "find"),
		bind("nextFound", ". ,", "next, previous hit", over, goToFound(1), "."),
		bind("prevFound", "", "", over, goToFound(-1), ","),
		bind("link", "y", "copy the command", over, copyLink, "y").Requiring(ui.CanCopy),
		ui.Bind("bookmark", "b", "set a bookmark", over, page.AskBookmark, "b"),
		bind("play", "space", "play, pause", over, togglePlay, "space", " ").InFooter(2, "", "play").WithCurrentWord(playKeyWord),
		bind("reverse", "r", "direction", over, reverse, "r"),
		bind("faster", "+ -", "faster, slower", over, changeSpeed(1, "fastest speed"), "+", "=").InFooter(8, "+-", "speed"),
		bind("slower", "", "", over, changeSpeed(-1, "slowest speed"), "-", "_"),
		bind("highlights", "H", "ten best moments", over, highlights, "H"),
		bind("hurry", "a", "speed up quiet parts", over, toggleHurry, "a"),
		bind("wayBack", "Backspace", "back from a jump", over, moveInHistory(0, "no jump to return from"), "backspace", "ctrl+o").InFooter(3, "Backspace", "back").When(canGoBack),
		bind("wayAhead", "Ctrl+r", "forward again", over, moveInHistory(1, "no jump to go forward to"), "ctrl+r"),
		bind("live", "L", "follow the live edge", over, goToLive, "L").InFooter(3, "", "live").When(onlyIf((*State).behind)),
	}
}

func boardKeys() []ui.Binding {
	return []ui.Binding{
		bind("zoomIn", "z Z", "zoom in, out", over, zoom(1), "z").InFooter(10, "z", "zoom"),
		bind("zoomOut", "", "", over, zoom(-1), "Z"),
		bind("panUp", "Shift+↑↓←→", "move the viewport", over, pan(-1, 0), "shift+up"),
		bind("panDown", "", "", over, pan(1, 0), "shift+down"),
		bind("panLeft", "", "", over, pan(0, -1), "shift+left"),
		bind("panRight", "", "", over, pan(0, 1), "shift+right"),
		bind("inspect", "i", "inspect; Esc closes", over, toggleInspect, "i").InFooter(5, "", "inspect").When(notInspecting),
		bind("enter", "Enter", "inspect, then follow", onMatch, inspectOrFollow, "enter"),
		bind("cursorUp", "arrows", "inspecting: move", InInspect, cursor(-1, 0), "up").InFooter(1, "", "move"),
		bind("cursorDown", "", "", InInspect, cursor(1, 0), "down"),
		bind("cursorLeft", "", "", InInspect, cursor(0, -1), "left"),
		bind("cursorRight", "", "", InInspect, cursor(0, 1), "right"),
		bind("cursorFar", "Ctrl+↑↓←→", "ten cells at once", InInspect, cursor(-cursorStride, 0), "ctrl+up"),
		bind("cursorFarDown", "", "", InInspect, cursor(cursorStride, 0), "ctrl+down"),
		bind("cursorFarLeft", "", "", InInspect, cursor(0, -cursorStride), "ctrl+left"),
		bind("cursorFarRight", "", "", InInspect, cursor(0, cursorStride), "ctrl+right"),
		bind("nextUnit", "u U", "next, previous unit", onMatch, nextUnit(1), "u"),
		bind("prevUnit", "", "", onMatch, nextUnit(-1), "U"),
		bind("nextEnemy", "E", "next enemy", onMatch, nextEnemy, "E"),
		bind("nextThing", "I", "next item", onMatch, nextThing, "I"),
		bind("follow", "f", "follow the unit", over, follow, "f").InFooter(2, "", "follow").When(inspecting),
	}
}

func panelKeys() []ui.Binding {
	return append([]ui.Binding{
		bind("tab", "Tab", "next panel", over, tab(1), "tab").InFooter(7, "", "panel"),
		bind("prevTab", "Shift+Tab", "previous panel", over, tab(-1), "shift+tab"),
		bind("chart", "c C", "win chance, charts", over, showCharts(1), "c"),
		bind("prevChart", "", "", over, showCharts(-1), "C"),
		ui.Bind("whatif", "B", "try a what-if here", over&^page.InIndex, page.OpenWhatIf, "B").Requiring(ui.CanBranch),
		bindPage("turnings", "K", "turning points", page.Turnings, ui.CanAnalyse),
		ui.Bind("coach", "A", "what costs points", over, page.OpenCoach, "A").Requiring(ui.CanCoach),
		ui.Bind("events", "e", "events and orders", over, page.OpenIndex, "e").InFooter(4, "", "events"),
		bindPage("overlays", "v", "trails, heat maps…", page.OverlayMenu, ""),
		bindPage("why", "W", "points by source", page.Why, ""),
		ui.Bind("mine", "O", "my orders, my units", over, page.OpenOverview, "O"),
		ui.Bind("output", "o", "player output", over, page.OpenOutput, "o"),
		bind("front", "p", "highlight a player", over&^page.InIndex, func(u *actions) { u.putInFront((u.s.Front + 1) % (sim.Seats + 1)) }, "p"),
		bind("sort", "s", "seat or score order", over, func(u *actions) { u.s.ByScore = !u.s.ByScore }, "s"),
	}, ui.WindowKeys(over|ui.InHelp)...)
}

func matchKeys() []ui.Binding {
	return append([]ui.Binding{
		request("next", "n", "play the next seed", ui.PlayNext{}, "playing the next seed…"),
		request("again", "N", "play it again", ui.Replay{}, "replaying the match…"),
		bind("write", "w", "save as .res", over, writeMatch, "w").Requiring(ui.CanWrite),
		bindPage("export", "x", "export page or image", page.Export, ui.CanExport),
	}, ui.ProgramKeys(over|ui.InHelp, "quit", ui.LeaveKey(over|ui.InHelp).InFooter(2, "", "leave branch").When(onlyBranchToLeave))...)
}

func request(id, key, help string, ask ui.Ask, words string) ui.Binding {
	return ui.Bind(id, key, help, over, func(u *ui.Update) { u.Request(ask, words) }, key).Requiring(ask.Capability())
}
