package watch

import (
	"slices"
	"strings"

	"game-tui/sim/clean"
	"game-tui/tui/component"
)

// Where is a set of places in which a key counts.
type Where uint32

// The places. A state is in one of them at a time.
const (
	InMatch   Where = 1 << iota // nothing lies over the match
	InInspect                   // the same, with the cursor on the board
	InRound                     // a page about the round
	InHelp
	InPrompt // something is being typed
	InLobby
	InList   // a list over the match
	InSearch // what to look for is being typed, and what was found can be chosen
	InMenu   // a menu over the match
	InIndex  // the index of the match
	InOrders // orders are typed that a branch begins with
	InWhatIf // the list of what could be other, and of branches

	overMatch = InMatch | InInspect | InRound | InList | InMenu | InIndex | InWhatIf
	pagesOver = overMatch &^ (InMatch | InInspect)
	typing    = InPrompt | InSearch | InOrders
	anywhere  = overMatch | InHelp | InLobby | typing
)

// Binding is one entry of the table of keys.
type Binding struct {
	ID   string
	Keys []string // as Key.Name has them
	Show string   // the keys as help shows them
	Help string   // what it does
	In   Where    // where it counts
	Foot Foot
	Asks Kind              // what it asks of the shell: help leaves out what that cannot do
	Only func(*State) bool // help names it there only; nil: everywhere
	do   func(*update)
}

// Foot is how a binding stands in the footer; the zero value: not at all.
type Foot struct {
	Rank int    // the most needed first, from 1
	Show string // empty: as in help; neighbours are named together
	Word string
	When func(*State) bool // nil: always
}

// Section is a part of the table, as help shows it.
type Section struct {
	Title string
	Keys  []Binding
}

// Keys is the table of keys: handler, help and footer read it, so they cannot
// disagree. Where a key stands twice for one place, the binding counts that has no
// meaning in the match.
var Keys []Section

func init() { // the actions read the table, too
	Keys = table()
	for in := Where(1); in&anywhere != 0; in <<= 1 {
		footers[in] = footer(in)
	}
}

func bind(id, show, help string, in Where, do func(*update), keys ...string) Binding {
	return Binding{ID: id, Keys: keys, Show: show, Help: help, In: in, do: do}
}

// ask is a key that asks the shell for something and does nothing else.
func ask(id, show, help string, in Where, k Kind, keys ...string) Binding {
	return bind(id, show, help, in, func(u *update) { u.ask(k, "") }, keys...).asks(k)
}

func (b Binding) asks(k Kind) Binding {
	b.Asks = k
	return b
}

func (b Binding) foot(rank int, show, word string) Binding {
	b.Foot = Foot{Rank: rank, Show: show, Word: word}
	return b
}

// only makes help and footer name a key where it does something.
func (b Binding) only(f func(*State) bool) Binding {
	b.Only = f
	return b.when(f)
}

// when restricts the footer's naming of a key to states in which it is of use.
func (b Binding) when(f func(*State) bool) Binding {
	b.Foot.When = f
	return b
}

func table() []Section {
	const (
		match = overMatch
		lists = InLobby | InList | InWhatIf
		pages = InRound | InHelp | InIndex | lists
	)
	return []Section{
		{"Time", []Binding{
			bind("back", "← h ↑ k", "one round back", match, step(-1), "left", "h", "up", "k"),
			bind("on", "→ l ↓ j", "one round on", match, step(1), "right", "l", "down", "j").foot(1, "←→", "step").when(looking),
			bind("back10", "PgUp", "ten rounds back", match, step(-10), "pgup"),
			bind("on10", "PgDn", "ten rounds on", match, step(10), "pgdown"),
			bind("first", "Home", "first round", match, first, "home"),
			bind("last", "End G", "last round", match, last, "end", "G"),
			bind("tenth", "1…9 0", "to that tenth; the start", match, tenth, "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
			bind("go", "g", "go to a round", match, askRound, "g").foot(11, "", "go to"),
			bind("prevEvent", "[", "previous event", match, nextStop(-1), "["),
			bind("nextEvent", "]", "next event", match, nextStop(1), "]").foot(6, "[ ]", "event"),
			bind("prevLead", "{", "previous lead change", match, stop(-1, leads), "{"),
			bind("nextLead", "}", "next lead change", match, stop(1, leads), "}"),
			bind("find", "/", "find: units, events, places", match, openFind, "/").foot(7, "", "find"),
			bind("nextFound", ".", "next of what was found", match, nextFound(1), "."),
			bind("prevFound", ",", "previous of what was found", match, nextFound(-1), ","),
			ask("link", "y", "copy the command that opens this", match, CopyCommand, "y"),
			bind("bookmark", "b", "set a bookmark", match, askMark, "b"),
			bind("play", "space", "play, pause", match, play, "space", " ").foot(2, "", "play"),
			bind("reverse", "r", "direction", match, reverse, "r"),
			bind("faster", "+", "faster", match, faster, "+", "=").foot(8, "+-", "speed"),
			bind("slower", "-", "slower", match, slower, "-", "_"),
			bind("highlights", "H", "play the ten most eventful moments", match, highlights, "H"),
			bind("hurry", "a", "quiet stretches faster, or not", match, hurry, "a"),
			bind("wayBack", "Backspace Ctrl+o", "back from a jump", match, wayBack, "backspace", "ctrl+o").foot(3, "Backspace", "back").when(func(s *State) bool { return s.HasBack() && !s.Follows() }),
			bind("wayAhead", "Ctrl+r", "forward again", match, wayAhead, "ctrl+r"),
			bind("live", "L", "live edge, and follow it", match, live, "L").foot(3, "", "live").when(func(s *State) bool { return behind(s.Play) }),
		}},
		{"Board", []Binding{
			bind("zoomIn", "z", "zoom in", match, zoom(1), "z").foot(10, "", "zoom"),
			bind("zoomOut", "Z", "zoom out", match, zoom(-1), "Z"),
			bind("panUp", "Shift+↑", "viewport up", match, pan(-1, 0), "shift+up"),
			bind("panDown", "Shift+↓", "viewport down", match, pan(1, 0), "shift+down"),
			bind("panLeft", "Shift+←", "viewport left", match, pan(0, -1), "shift+left"),
			bind("panRight", "Shift+→", "viewport right", match, pan(0, 1), "shift+right"),
			bind("inspect", "i", "inspect a cell; Esc leaves", match, inspect, "i").foot(5, "", "inspect").when(looking),
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
			bind("follow", "f", "follow the unit there, or of the event", match, follow, "f").foot(2, "", "follow").when(func(s *State) bool { return !looking(s) }),
		}},
		{"Compare", []Binding{
			bind("other", "|", "the other match in front", match, turnOver, "|").foot(2, "", "other match").only(comparing).when(comparingHere),
			bind("nextDifference", "d", "where more begins to differ", match, nextDifference, "d").foot(1, "d D", "difference").only(comparing).when(comparingHere),
			bind("firstDifference", "D", "the first difference", match, firstDifference, "D").only(comparing),
		}},
		{"Panels", []Binding{
			bind("tab", "Tab", "next panel", match, tab(1), "tab").foot(7, "", "panel"),
			bind("prevTab", "Shift+Tab", "previous panel", match, tab(-1), "shift+tab"),
			bind("chart", "c", "win chance, and other charts", match, showCharts(1), "c"),
			bind("prevChart", "C", "the chart before", match, showCharts(-1), "C"),
			bind("whatif", "B", "what if: play on from this round", match&^InIndex, openWhatIf, "B").asks(Branch),
			bind("turnings", "K", "key moments: turning points", match, listTurnings, "K").asks(Analyse),
			bind("events", "e", "index of the match: events, orders", match, openIndex, "e").foot(4, "", "events"),
			bind("overlays", "v", "over the board: trails, heat maps…", match, overlays, "v"),
			bind("why", "W", "why: where the points came from", match, why, "W"),
			bind("output", "o", "all that the players print", match, readOutput, "o"),
			bind("front", "p", "put the next player in front", match&^InIndex, nextFront, "p"),
			bind("sort", "s", "seat or score order", match, sortCards, "s"),
			bind("palette", "t", "palette", anywhere&^typing, palette, "t").foot(12, "", "palette"),
			bind("mouse", "m", "mouse: for the terminal, for game-tui", anywhere&^typing, mouse, "m"),
		}},
		{"Match", []Binding{
			bind("next", "n", "play again, next seed", match, start(Next, "playing the next seed…"), "n").asks(Next),
			bind("again", "N", "play the same again", match, start(Again, "playing it again…"), "N").asks(Again),
			bind("write", "w", "write the match as .res", match, start(Write, "writing the match…"), "w").asks(Write),
			bind("export", "x", "a page, picture or animation of it", match, askExport, "x").asks(Export),
			bind("help", "?", "all keys", anywhere&^typing, help, "?").foot(2, "", "keys"),
			ask("redraw", "Ctrl+l", "draw the screen anew", anywhere, Redraw, "ctrl+l"),
			ask("suspend", "Ctrl+z", "suspend, fg goes on", anywhere, Suspend, "ctrl+z"),
			bind("leave", "Esc", "leave, dismiss", match|InHelp, leave, "esc").foot(2, "", "match alone").when(func(s *State) bool { return inBranch(s) && s.where() == InMatch }),
			ask("quit", "q", "quit", anywhere&^typing, Leave, "q").foot(9, "", "quit"),
			bind("interrupt", "Ctrl+c", "quit, from everywhere", anywhere, interrupt, "ctrl+c"),
		}},
		{"Lists and pages", []Binding{
			bind("up", "↑ k", "up", pages|InMenu, scroll(-1), "up", "k").foot(1, "↑↓", "move"),
			bind("down", "↓ j", "down", pages|InMenu, scroll(1), "down", "j"),
			bind("pageUp", "PgUp", "a page up", pages, scroll(-page1), "pgup"),
			bind("pageDown", "PgDn", "a page down", pages, scroll(page1), "pgdown"),
			bind("top", "Home", "to the start", pages, scroll(-toEnd), "home"),
			bind("bottom", "End", "to the end; G", pages, scroll(toEnd), "end", "G"),
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
			bind("search", "/", "search in the list", lists, search, "/").foot(3, "", "search"),
			bind("all", "Esc", "all of the list again", lists, clearSearch, "esc"),
		}},
		{"While typing", []Binding{
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
		}},
	}
}

// Name is what help calls the key of a binding: texts take it from here.
func Name(id string) string { return bindingOf(id).Show }

// binding is the entry of a key in a place, or nil.
func binding(name string, in Where) *Binding {
	var found *Binding
	for i := range Keys {
		for k := range Keys[i].Keys {
			b := &Keys[i].Keys[k]
			if b.In&in != 0 && slices.Contains(b.Keys, name) && (found == nil || b.In&InMatch == 0) {
				found = b
			}
		}
	}
	return found
}

// own reports whether a key is a page's own: it means something there, and nothing in the
// match below.
func (b *Binding) own(in Where) bool { return in&pagesOver != 0 && b.In&in != 0 && b.In&InMatch == 0 }

// behind is 0 for a page's own keys, and 1 for the others, which come behind them.
func (b *Binding) behind(in Where) int {
	if b.own(in) {
		return 0
	}
	return 1
}

// bindingOf is the entry with an id, which exists.
func bindingOf(id string) *Binding {
	for i := range Keys {
		for k := range Keys[i].Keys {
			if b := &Keys[i].Keys[k]; b.ID == id {
				return b
			}
		}
	}
	panic("no key has the id " + id)
}

// where is the place that the next key goes to.
func (s *State) where() Where {
	switch p := s.top(); {
	case p != nil:
		return p.where()
	case s.Inspect:
		return InInspect
	}
	return InMatch
}

// press takes in a key. What no binding is for is typed, where something is.
func (u *update) press(k Key) {
	s := &u.s
	s.Notice = ""
	if s.kept != [2]*bookmarks{} {
		s.marks, s.kept = s.kept, [2]*bookmarks{}
	}
	in := s.where()
	if b := binding(k.Name, in); b != nil {
		u.key = k
		b.do(u)
		return
	}
	switch p, ok := s.top().(typed); {
	case in&typing == 0:
		u.say("no such key here, " + Name("help") + " shows all")
	case ok && k.Text != "":
		s.put(p.edited(p.input().Typed(k.Text)))
	}
}

// looking is when nothing is inspected: the footer names other keys there.
func looking(s *State) bool { return !s.Inspect }

// maxPaste bounds the bytes that are taken of a paste: more than any prompt holds.
const maxPaste = 256

// paste types a text, where something is being typed.
func (u *update) paste(text string) {
	s := &u.s
	s.Notice = ""
	if s.where()&typing == 0 {
		u.say("nothing is being typed here")
		return
	}
	if p, ok := s.top().(typed); ok {
		s.put(p.edited(p.input().Typed(strings.TrimSpace(clean.Line(text[:min(len(text), maxPaste)])))))
	}
}
