package ui

import (
	"slices"
	"sync"

	"game-tui/tui/cells/component"
	"game-tui/tui/cells/theme"
)

// Views include the keys returned by the functions below in their key tables. The parameter in
// holds the contexts in which those keys are valid.

func init() { // init avoids an initialisation cycle: the keys' actions refer to the table.
	shared = sync.OnceValue(func() *KeyTable {
		return NewKeyTable(0, 0, Section{"", WindowKeys(0)}, Section{"", ProgramKeys(0, "quit", LeaveKey(0))}, Section{"", ListKeys(ListContexts{})}, Section{"", TypingKeys()})
	})
}

func WindowKeys(in KeyContext) []Binding {
	return []Binding{
		Bind("palette", "t", "palette", in, nextPalette, "t").InFooter(12, "", "palette"),
		Bind("mouse", "m", "toggle the mouse", in, switchMouse, "m"),
	}
}

func LeaveKey(in KeyContext) Binding { return Bind("leave", "Esc", "close", in, leave, "esc") }

// ProgramKeys returns the keys that act on the whole program, and the binding leave. The text quit
// describes the key q.
func ProgramKeys(in KeyContext, quit string, leave Binding) []Binding {
	return []Binding{
		Bind("help", "?", "all keys", in, func(u *Update) { helpText.Open(u, u.keyContext()) }, "?").InFooter(2, "", "keys"),
		BindAsk("redraw", "Ctrl+l", "redraw", anywhere, Redraw{}, "ctrl+l"),
		BindAsk("suspend", "Ctrl+z", "suspend; fg resumes", anywhere, Suspend{}, "ctrl+z"),
		leave,
		Bind("quit", "q", quit, in, (*Update).Back, "q").InFooter(9, "", "quit"),
		Bind("interrupt", "Ctrl+c", "quit at once", anywhere, func(u *Update) {
			if !u.cancelRequest() {
				u.Ask(Quit{})
			}
		}, "ctrl+c"),
	}
}

// ListContexts holds the contexts in which a view supports the keys of lists.
type ListContexts struct {
	Move   KeyContext // contexts with keys that move by one line
	Scroll KeyContext // contexts with keys that also scroll by pages and to the ends
	Search KeyContext
	Choose KeyContext
}

func ListKeys(in ListContexts, own ...Binding) []Binding {
	searched := InList | in.Search
	scrolled := InText | InHelp | searched | in.Scroll
	moved := scrolled | in.Move
	return slices.Concat([]Binding{
		Bind("up", "↑ ↓ k j", "up, down", moved, scroll(-1), "up", "k").InFooter(1, "↑↓", "move"),
		Bind("down", "", "", moved, scroll(1), "down", "j"),
		Bind("pageUp", "PgUp PgDn", "a page up, down", scrolled, scroll(-pageDistance), "pgup"),
		Bind("pageDown", "", "", scrolled, scroll(pageDistance), "pgdown"),
		Bind("top", "Home End G", "to the start, end", scrolled, scroll(-endDistance), "home"),
		Bind("bottom", "", "", scrolled, scroll(endDistance), "end", "G"),
		Bind("choose", "Enter", "select the line", InList|in.Choose, ConfirmChosen, "enter").InFooter(2, "", "choose"),
	}, own, []Binding{
		Bind("search", "/", "search the list", searched, ifOnTop(func(u *Update, p *listPage) {
			q := *p
			q.typing, q.in = true, component.NewInput("search: ", maxSearch).Insert(p.list.Filter())
			u.Put(&q)
		}), "/").InFooter(3, "", "search"),
		Bind("all", "Esc", "clear the search", searched, ifOnTop(func(u *Update, p *listPage) {
			if !u.cancelRequest() {
				u.replace(p.Cancel())
			}
		}), "esc"),
	})
}

// TypingKeys returns the keys that have a special function while the viewer types text. All other
// keys edit the text.
func TypingKeys() []Binding {
	return []Binding{
		Bind("accept", "Enter", "ok", Typing, ifOnTop(func(u *Update, p Typed) { p.Accept(u) }), "enter").InFooter(1, "", "ok"),
		Bind("cancel", "Esc", "cancel", Typing, ifOnTop(func(u *Update, p Typed) { u.replace(p.Cancel()) }), "esc").InFooter(2, "", "cancel"),
		Bind("edit", "← → Del …", "edit, as in a shell", Typing, nil),
		Bind("searchUp", "↑ ↓", "up, down the list", InSearch|InTyping, scroll(-1), "up").InFooter(3, "↑↓", "move"),
		Bind("searchDown", "", "", InSearch|InTyping, scroll(1), "down"),
		Bind("searchPageUp", "PgUp PgDn", "a page up, down", InSearch|InTyping, scroll(-pageDistance), "pgup"),
		Bind("searchPageDown", "", "", InSearch|InTyping, scroll(pageDistance), "pgdown"),
	}
}

func scroll(n int) func(*Update) {
	return func(u *Update) {
		switch p := u.Top().(type) {
		case nil:
			u.updateView(Scroll{n})
		case Scroller:
			u.Put(p.Scroll(n))
		}
	}
}

// ConfirmChosen acts on the chosen line of the top page. Without a page, it sends Select to the
// view.
func ConfirmChosen(u *Update) {
	switch p := u.Top().(type) {
	case nil:
		u.updateView(Select{})
	case *listPage:
		if i, ok := p.list.Chosen(); ok {
			p.lister.Choose(u, p.list.Rows(), i)
		}
	}
}

func ifOnTop[T any](do func(u *Update, p T)) func(*Update) {
	return func(u *Update) {
		if p, ok := u.Top().(T); ok {
			do(u, p)
		}
	}
}

func (u *Update) Back() {
	last := len(u.layers) - 1
	if last == 0 {
		u.Ask(Quit{})
		return
	}
	u.cancelRequest()
	u.layers = slices.Clone(u.layers[:last])
	u.Notice = ""
	u.effect = Effect{Ask: ViewClosed{}}
	u.updateView(SourceGrown{}) // The view received no updates while it was covered.
}

func leave(u *Update) {
	switch {
	case u.Top() != nil:
		u.Pop()
		return
	case u.cancelRequest():
		return
	}
	before := u.View()
	u.updateView(Close{})
	if u.View() == before && u.abilities != nil && u.abilities.Back && len(u.layers) > 1 {
		u.Back()
	}
}

func nextPalette(u *Update) {
	next := theme.Next(u.Palette, u.profile)
	u.Notify("palette: " + next.Name)
	if next.Name == u.Palette.Name {
		u.Notify("this terminal supports no other palette")
	}
	u.palette = next.Name
	u.applyPalette()
}

func switchMouse(u *Update) {
	u.NoMouse = !u.NoMouse
	u.Notify("mouse on")
	if u.NoMouse {
		u.Notify("mouse off: the terminal selects text; " + Name("mouse") + " turns it on")
	}
	u.Ask(Mouse{})
}
