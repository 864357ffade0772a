package ui

import (
	"slices"
	"sync"

	"game-tui/tui/cells/component"
	"game-tui/tui/cells/theme"
)

// Views include the keys returned by the functions below in their key tables. The parameter contexts
// holds the contexts in which those keys are valid.

func init() { // init avoids an initialisation cycle: the keys' actions refer to the table.
	sharedKeys = sync.OnceValue(func() *KeyTable {
		return NewKeyTable(0, 0, Section{"", WindowKeys(0)}, Section{"", ProgramKeys(0, "quit", LeaveKey(0))}, Section{"", ListKeys(ListContexts{})}, Section{"", TypingKeys()})
	})
}

func WindowKeys(contexts KeyContext) []Binding {
	return []Binding{
		Bind("palette", "t", "palette", contexts, switchPalette, "t").InFooter(12, "", "palette"),
		Bind("mouse", "m", "toggle the mouse", contexts, toggleMouse, "m"),
	}
}

func LeaveKey(contexts KeyContext) Binding {
	return Bind("leave", "Esc", "close", contexts, leave, "esc")
}

// ProgramKeys returns the keys that act on the whole program, and the binding leave. The text quit
// describes the key q.
func ProgramKeys(contexts KeyContext, quit string, leave Binding) []Binding {
	return []Binding{
		Bind("help", "?", "all keys", contexts, func(u *Update) { helpPage.Open(u, u.keyContext()) }, "?").InFooter(2, "", "keys"),
		BindRequest("redraw", "Ctrl+l", "redraw", allContexts, Redraw{}, "ctrl+l"),
		BindRequest("suspend", "Ctrl+z", "suspend; fg resumes", allContexts, Suspend{}, "ctrl+z"),
		leave,
		Bind("quit", "q", quit, contexts, (*Update).Back, "q").InFooter(9, "", "quit"),
		Bind("interrupt", "Ctrl+c", "quit at once", allContexts, func(u *Update) {
			if !u.cancelRequest() {
				u.Send(Quit{})
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

func ListKeys(contexts ListContexts, extra ...Binding) []Binding {
	searchContexts := InList | contexts.Search
	scrollContexts := InText | InHelp | searchContexts | contexts.Scroll
	moveContexts := scrollContexts | contexts.Move
	return slices.Concat([]Binding{
		Bind("up", "↑ ↓ k j", "up, down", moveContexts, scrollBy(-1), "up", "k").InFooter(1, "↑↓", "move"),
		Bind("down", "", "", moveContexts, scrollBy(1), "down", "j"),
		Bind("pageUp", "PgUp PgDn", "a page up, down", scrollContexts, scrollBy(-pageDistance), "pgup"),
		Bind("pageDown", "", "", scrollContexts, scrollBy(pageDistance), "pgdown"),
		Bind("top", "Home End G", "to the start, end", scrollContexts, scrollBy(-endDistance), "home"),
		Bind("bottom", "", "", scrollContexts, scrollBy(endDistance), "end", "G"),
		Bind("choose", "Enter", "choose the line", InList|contexts.Choose, ConfirmChosen, "enter").InFooter(2, "", "choose"),
	}, extra, []Binding{
		Bind("search", "/", "search the list", searchContexts, ifOnTop(func(u *Update, p *listPage) {
			q := *p
			q.typing, q.input = true, component.NewInput("search: ", maxSearchInput).Insert(p.list.Filter())
			u.ReplaceTop(&q)
		}), "/").InFooter(3, "", "search"),
		Bind("all", "Esc", "clear the search", searchContexts, ifOnTop(func(u *Update, p *listPage) {
			if !u.cancelRequest() {
				u.replaceOrPop(p.Cancel())
			}
		}), "esc"),
	})
}

// TypingKeys returns the keys that have a special function while the viewer types text. All other
// keys edit the text.
func TypingKeys() []Binding {
	return []Binding{
		Bind("accept", "Enter", "ok", TypingContexts, ifOnTop(func(u *Update, p InputPage) { p.Accept(u) }), "enter").InFooter(1, "", "ok"),
		Bind("cancel", "Esc", "cancel", TypingContexts, ifOnTop(func(u *Update, p InputPage) { u.replaceOrPop(p.Cancel()) }), "esc").InFooter(2, "", "cancel"),
		Bind("edit", "← → Del …", "edit, as in a shell", TypingContexts, nil),
		Bind("searchUp", "↑ ↓", "up, down the list", InSearch|InTyping, scrollBy(-1), "up").InFooter(3, "↑↓", "move"),
		Bind("searchDown", "", "", InSearch|InTyping, scrollBy(1), "down"),
		Bind("searchPageUp", "PgUp PgDn", "a page up, down", InSearch|InTyping, scrollBy(-pageDistance), "pgup"),
		Bind("searchPageDown", "", "", InSearch|InTyping, scrollBy(pageDistance), "pgdown"),
	}
}

func scrollBy(n int) func(*Update) {
	return func(u *Update) {
		switch p := u.TopPage().(type) {
		case nil:
			u.updateView(Scroll{n})
		case Scroller:
			u.ReplaceTop(p.Scroll(n))
		}
	}
}

// ConfirmChosen acts on the chosen line of the top page. Without a page, it sends Select to the
// view.
func ConfirmChosen(u *Update) {
	switch p := u.TopPage().(type) {
	case nil:
		u.updateView(Select{})
	case *listPage:
		if i, ok := p.list.Chosen(); ok {
			p.spec.Choose(u, p.list.Rows(), i)
		}
	}
}

func ifOnTop[T any](do func(u *Update, p T)) func(*Update) {
	return func(u *Update) {
		if p, ok := u.TopPage().(T); ok {
			do(u, p)
		}
	}
}

func (u *Update) Back() {
	last := len(u.layers) - 1
	if last == 0 {
		u.Send(Quit{})
		return
	}
	u.cancelRequest()
	u.layers = slices.Clone(u.layers[:last])
	u.Notice = ""
	u.effect = Effect{Request: ViewClosed{}}
	u.updateView(SourceGrown{}) // The view received no updates while it was covered.
}

func leave(u *Update) {
	switch {
	case u.TopPage() != nil:
		u.Pop()
		return
	case u.cancelRequest():
		return
	}
	before := u.View()
	u.updateView(Close{})
	if u.View() == before && u.capabilities != nil && u.capabilities.CanGoBack && len(u.layers) > 1 {
		u.Back()
	}
}

func switchPalette(u *Update) {
	next := theme.NextPalette(u.Palette, u.profile)
	u.Notify("palette: " + next.Name)
	if next.Name == u.Palette.Name {
		u.Notify("this terminal supports no other palette")
	}
	u.paletteName = next.Name
	u.applyPalette()
}

func toggleMouse(u *Update) {
	u.NoMouse = !u.NoMouse
	u.Notify("mouse on")
	if u.NoMouse {
		u.Notify("mouse off, so you can select text; " + KeyLabel("mouse") + " turns it back on")
	}
	u.Send(MouseToggled{})
}
