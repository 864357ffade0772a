package match

import (
	"sync"

	"game-tui/sim"
	"game-tui/tui/ui"
	"game-tui/tui/view/match/page"
)

const (
	InMatch   ui.KeyContext = ui.FirstViewContext << iota // InMatch is active if no page is open and no cell is inspected.
	InInspect                                             // InInspect is active while the viewer inspects a cell.

	matchOnly     = InMatch | InInspect
	matchAndPages = matchOnly | page.PageContexts
)

func init() { keys = sync.OnceValue(newKeys) } // init avoids an initialisation cycle: the actions refer to keys.

func newKeys() *ui.KeyTable {
	return ui.NewKeyTable(matchOnly, page.PageContexts,
		ui.Section{Title: "Time", Keys: timeKeys()},
		ui.Section{Title: "Board", Keys: boardKeys()},
		ui.Section{Title: "Compare", Keys: []ui.Binding{
			bind("other", "|", "show the other match", matchAndPages, swapMatches, "|").InFooter(2, "", "other match").WithCondition(comparing).WithFooterCondition(comparingWithoutPage),
			bind("nextDifference", "d D", "go to differences", matchAndPages, goToDifference(false), "d").InFooter(1, "d D", "difference").WithCondition(comparing).WithFooterCondition(comparingWithoutPage),
			bind("firstDifference", "", "", matchAndPages, goToDifference(true), "D").WithCondition(comparing),
		}},
		ui.Section{Title: "Panels", Keys: panelKeys()},
		ui.Section{Title: "Match", Keys: matchKeys()},
		ui.Section{Title: "Lists and pages", Keys: page.ListKeys()},
		ui.Section{Title: "While typing", Keys: page.TypingKeys()})
}

func bind(id, label, help string, context ui.KeyContext, do func(*actions), keys ...string) ui.Binding {
	return ui.Bind(id, label, help, context, act(do), keys...)
}

func bindPage(id, key, help string, target interface{ Open(u *ui.Update, arg any) }, needs ui.Capability) ui.Binding {
	return ui.Bind(id, key, help, matchAndPages, func(u *ui.Update) {
		if words := u.Refusal(needs); words != "" {
			u.Notify(words)
			return
		}
		target.Open(u, nil)
	}, key).Requiring(needs)
}

func statePredicate(f func(s *State) bool) func(*ui.Program) bool {
	return func(p *ui.Program) bool {
		s := p.View().(State)
		return f(&s)
	}
}

func playKeyWord(p *ui.Program) string { return p.View().(State).Play.Mode.ToggleName() }

var notInspecting = statePredicate(func(s *State) bool { return !s.IsInspecting })

var inspecting = statePredicate(func(s *State) bool { return s.IsInspecting })

var comparing = statePredicate(func(s *State) bool { return s.mainMatch.pair != nil })

func comparingWithoutPage(p *ui.Program) bool { return comparing(p) && p.TopPage() == nil }

func canGoBack(p *ui.Program) bool {
	s := p.View().(State)
	return s.jumps != nil && len(s.jumps[0]) > 0 && !(p.TopPage() == nil && s.followsEdge())
}

func canLeaveBranch(p *ui.Program) bool {
	s := p.View().(State)
	return s.inBranch() && p.TopPage() == nil && !s.IsInspecting
}

func timeKeys() []ui.Binding {
	return []ui.Binding{
		bind("back", "← → hjkl", "previous, next round", matchAndPages, step(-1), "left", "h", "up", "k"),
		bind("on", "", "", matchAndPages, step(1), "right", "l", "down", "j").InFooter(1, "←→", "step").WithFooterCondition(notInspecting),
		bind("back10", "PgUp PgDn", "ten rounds at a time", matchAndPages, step(-10), "pgup"),
		bind("on10", "", "", matchAndPages, step(10), "pgdown"),
		bind("first", "Home End G", "first, last round", matchAndPages, func(u *actions) { u.jumpToRound(0) }, "home"),
		bind("last", "", "", matchAndPages, func(u *actions) { u.jumpToRound(u.s.Play.Edge) }, "end", "G"),
		bind("tenth", "1…9 0", "go to 10…90 %, start", matchAndPages, goToTenth, "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
		bind("go", "g", "go to a round", matchAndPages, askRound, "g").InFooter(11, "", "go to"),
		bind("prevEvent", "[ ]", "previous, next event", matchAndPages, goToEvent(-1), "["),
		bind("nextEvent", "", "", matchAndPages, goToEvent(1), "]").InFooter(6, "[ ]", "event"),
		bind("prevLead", "{ }", "lead change", matchAndPages, goToRow(-1, leadFilter), "{"),
		bind("nextLead", "", "", matchAndPages, goToRow(1, leadFilter), "}"),
		bindPage("find", "/", "find: units, events…", page.Find, "").InFooter(7, "", "find"),
		bind("nextFound", ". ,", "next, previous hit", matchAndPages, goToHit(1), "."),
		bind("prevFound", "", "", matchAndPages, goToHit(-1), ","),
		bind("link", "y", "copy view as command", matchAndPages, copyLink, "y").Requiring(ui.CanCopy),
		ui.Bind("bookmark", "b", "set a bookmark", matchAndPages, page.AskBookmark, "b"),
		bind("play", "space", "play, pause", matchAndPages, togglePlay, "space", " ").InFooter(2, "", "play").WithCurrentWord(playKeyWord),
		bind("reverse", "r", "reverse playback", matchAndPages, reverse, "r"),
		bind("faster", "+ -", "faster, slower", matchAndPages, changeSpeed(1, "fastest speed"), "+", "=").InFooter(8, "+-", "speed"),
		bind("slower", "", "", matchAndPages, changeSpeed(-1, "slowest speed"), "-", "_"),
		bind("highlights", "H", "ten best moments", matchAndPages, toggleHighlights, "H"),
		bind("hurry", "a", "speed up quiet parts", matchAndPages, toggleSpeedUpQuietRounds, "a"),
		bind("wayBack", "Backspace", "back from a jump", matchAndPages, moveInHistory(0, "nothing to go back to"), "backspace", "ctrl+o").InFooter(3, "Backspace", "back").WithFooterCondition(canGoBack),
		bind("wayAhead", "Ctrl+r", "forward again", matchAndPages, moveInHistory(1, "nothing to go forward to"), "ctrl+r"),
		bind("live", "L", "follow the live edge", matchAndPages, goToLive, "L").InFooter(3, "", "live").WithFooterCondition(statePredicate((*State).isBehind)),
	}
}

func boardKeys() []ui.Binding {
	return []ui.Binding{
		bind("zoomIn", "z Z", "zoom in, out", matchAndPages, zoom(1), "z").InFooter(10, "z", "zoom"),
		bind("zoomOut", "", "", matchAndPages, zoom(-1), "Z"),
		bind("panUp", "Shift+↑↓←→", "move the viewport", matchAndPages, pan(-1, 0), "shift+up"),
		bind("panDown", "", "", matchAndPages, pan(1, 0), "shift+down"),
		bind("panLeft", "", "", matchAndPages, pan(0, -1), "shift+left"),
		bind("panRight", "", "", matchAndPages, pan(0, 1), "shift+right"),
		bind("inspect", "i", "inspect; Esc closes", matchAndPages, toggleInspect, "i").InFooter(5, "", "inspect").WithFooterCondition(notInspecting),
		bind("enter", "Enter", "inspect, then follow", matchOnly, inspectOrFollow, "enter"),
		bind("cursorUp", "arrows", "move the cursor", InInspect, moveCursorBy(-1, 0), "up").InFooter(1, "", "move"),
		bind("cursorDown", "", "", InInspect, moveCursorBy(1, 0), "down"),
		bind("cursorLeft", "", "", InInspect, moveCursorBy(0, -1), "left"),
		bind("cursorRight", "", "", InInspect, moveCursorBy(0, 1), "right"),
		bind("cursorFar", "Ctrl+↑↓←→", "ten cells at a time", InInspect, moveCursorBy(-cursorStride, 0), "ctrl+up"),
		bind("cursorFarDown", "", "", InInspect, moveCursorBy(cursorStride, 0), "ctrl+down"),
		bind("cursorFarLeft", "", "", InInspect, moveCursorBy(0, -cursorStride), "ctrl+left"),
		bind("cursorFarRight", "", "", InInspect, moveCursorBy(0, cursorStride), "ctrl+right"),
		bind("nextUnit", "u U", "next, previous unit", matchOnly, inspectNextUnit(1), "u"),
		bind("prevUnit", "", "", matchOnly, inspectNextUnit(-1), "U"),
		bind("nextEnemy", "E", "next enemy", matchOnly, inspectNextEnemy, "E"),
		bind("nextThing", "I", "next item", matchOnly, inspectNextItem, "I"),
		bind("follow", "f", "follow the unit", matchAndPages, toggleFollow, "f").InFooter(2, "", "follow").WithFooterCondition(inspecting),
	}
}

func panelKeys() []ui.Binding {
	return append([]ui.Binding{
		bind("tab", "Tab", "next panel", matchAndPages, switchTab(1), "tab").InFooter(7, "", "panel"),
		bind("prevTab", "Shift+Tab", "previous panel", matchAndPages, switchTab(-1), "shift+tab"),
		bind("chart", "c C", "win chance, charts", matchAndPages, showCharts(1), "c"),
		bind("prevChart", "", "", matchAndPages, showCharts(-1), "C"),
		ui.Bind("whatif", "B", "try a what-if here", matchAndPages&^page.InIndex, page.OpenWhatIf, "B").Requiring(ui.CanBranch),
		bindPage("turnings", "K", "turning points", page.Turnings, ui.CanAnalyse),
		ui.Bind("coach", "A", "how points are lost", matchAndPages, page.OpenCoach, "A").Requiring(ui.CanCoach),
		ui.Bind("events", "e", "events and orders", matchAndPages, page.OpenIndex, "e").InFooter(4, "", "events"),
		bindPage("overlays", "v", "trails, heat maps…", page.OverlayMenu, ""),
		bindPage("why", "W", "points by source", page.Why, ""),
		ui.Bind("mine", "O", "my orders, my units", matchAndPages, page.OpenOverview, "O"),
		ui.Bind("output", "o", "player output", matchAndPages, page.OpenOutput, "o"),
		bind("front", "p", "highlight a player", matchAndPages&^page.InIndex, func(u *actions) { u.highlightSeat((u.s.HighlightedSeat + 1) % (sim.Seats + 1)) }, "p"),
		bind("sort", "s", "seat or score order", matchAndPages, func(u *actions) { u.s.SortByScore = !u.s.SortByScore }, "s"),
	}, ui.WindowKeys(matchAndPages|ui.InHelp)...)
}

func matchKeys() []ui.Binding {
	return append([]ui.Binding{
		bindRequest("next", "n", "play the next seed", ui.PlayNext{}, "playing the next seed…"),
		bindRequest("again", "N", "play the match again", ui.Replay{}, "replaying the match…"),
		bind("write", "w", "save as .res", matchAndPages, writeMatch, "w").Requiring(ui.CanWrite),
		bindPage("export", "x", "export the match", page.Export, ui.CanExport),
	}, ui.ProgramKeys(matchAndPages|ui.InHelp, "quit", ui.LeaveKey(matchAndPages|ui.InHelp).InFooter(2, "", "leave branch").WithFooterCondition(canLeaveBranch))...)
}

func bindRequest(id, key, help string, ask ui.Request, notice string) ui.Binding {
	return ui.Bind(id, key, help, matchAndPages, func(u *ui.Update) { u.StartRequest(ask, notice) }, key).Requiring(ask.Capability())
}
