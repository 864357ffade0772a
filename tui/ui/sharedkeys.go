package ui

import (
	"slices"
	"sync"

	"game-tui/tui/theme"
)

// The keys that all views have. A view puts them into its table, where help is to show them;
// in is where they count.

func init() { // not in its declaration: the actions read the table, too
	shared = sync.OnceValue(func() *Table {
		return NewTable(0, 0, Section{"", WindowKeys(0)}, Section{"", ProgramKeys(0, "quit", LeaveKey(0))}, Section{"", ListKeys(ListContexts{})}, Section{"", TypingKeys()})
	})
}

// WindowKeys are those of colours and mouse.
func WindowKeys(in KeyContext) []Binding {
	return []Binding{
		Bind("palette", "t", "palette", in, nextPalette, "t").Footed(12, "", "palette"),
		Bind("mouse", "m", "mouse on, off", in, switchMouse, "m"),
	}
}

// LeaveKey is that which closes one thing at a time, the topmost first.
func LeaveKey(in KeyContext) Binding { return Bind("leave", "Esc", "leave, dismiss", in, leave, "esc") }

// ProgramKeys are those of the program itself, in the places in which nothing is typed; quit
// is what q does, leave is LeaveKey where it counts.
func ProgramKeys(in KeyContext, quit string, leave Binding) []Binding {
	return []Binding{
		Bind("help", "?", "all keys", in, help, "?").Footed(2, "", "keys"),
		BindAsk("redraw", "Ctrl+l", "draw anew", anywhere, Redraw{}, "ctrl+l"),
		BindAsk("suspend", "Ctrl+z", "suspend; fg goes on", anywhere, Suspend{}, "ctrl+z"),
		leave,
		Bind("quit", "q", quit, in, (*Update).Back, "q").Footed(9, "", "quit"),
		Bind("interrupt", "Ctrl+c", "quit at once", anywhere, interrupt, "ctrl+c"),
	}
}

// ListContexts are the places of a view in which keys of lists and pages count, beside those
// that all views have.
type ListContexts struct {
	Moved    KeyContext // up and down by single lines only
	Scrolled KeyContext // by pages and to both ends, too
	Searched KeyContext // the same, and the lines can be searched
	Chosen   KeyContext // the key of all lists takes the chosen line, not one of the view's
}

// ListKeys are those of lists and pages. own are keys of the view that help shows among them;
// those that take the chosen line do TakeChosen.
func ListKeys(in ListContexts, own ...Binding) []Binding {
	searched := InList | in.Searched
	scrolled := InText | InHelp | searched | in.Scrolled
	moved := scrolled | in.Moved
	return slices.Concat([]Binding{
		Bind("up", "↑ ↓ k j", "up, down", moved, scroll(-1), "up", "k").Footed(1, "↑↓", "move"),
		Bind("down", "", "", moved, scroll(1), "down", "j"),
		Bind("pageUp", "PgUp PgDn", "a page up, down", scrolled, scroll(-onePage), "pgup"),
		Bind("pageDown", "", "", scrolled, scroll(onePage), "pgdown"),
		Bind("top", "Home End G", "to the start, end", scrolled, scroll(-toEnd), "home"),
		Bind("bottom", "", "", scrolled, scroll(toEnd), "end", "G"),
		Bind("choose", "Enter", "take the chosen line", InList|in.Chosen, TakeChosen, "enter").Footed(2, "", "choose"),
	}, own, []Binding{
		Bind("search", "/", "search in the list", searched, search, "/").Footed(3, "", "search"),
		Bind("all", "Esc", "all of it again", searched, clearSearch, "esc"),
	})
}

// TypingKeys are those that count while something is typed. The other keys edit it, as
// Bubbles' text input has them.
func TypingKeys() []Binding {
	return []Binding{
		Bind("accept", "Enter", "take it", Typing, accept, "enter").Footed(1, "", "take it"),
		Bind("cancel", "Esc", "leave it", Typing, cancel, "esc").Footed(2, "", "leave it"),
		Bind("edit", "← → Del …", "edit, as in a shell", Typing, nil),
		Bind("searchUp", "↑ ↓", "up, down its list", InSearch|InTyping, scroll(-1), "up").Footed(3, "↑↓", "move"),
		Bind("searchDown", "", "", InSearch|InTyping, scroll(1), "down"),
		Bind("searchPageUp", "PgUp PgDn", "a page of it", InSearch|InTyping, scroll(-onePage), "pgup"),
		Bind("searchPageDown", "", "", InSearch|InTyping, scroll(onePage), "pgdown"),
	}
}

// scroll goes up or down in the page, or else in the view.
func scroll(n int) func(*Update) {
	return func(u *Update) {
		switch p := u.Top().(type) {
		case nil:
			u.send(Scroll{n})
		case Scrolled:
			u.Put(p.Scroll(n))
		}
	}
}

// TakeChosen takes what is chosen in the page, or else in the view.
func TakeChosen(u *Update) {
	switch p := u.Top().(type) {
	case nil:
		u.send(Choose{})
	case *listPage:
		p.choose(u)
	}
}

// search types what to search for in a list.
func search(u *Update) {
	if p, ok := u.Top().(*listPage); ok {
		u.Put(p.search())
	}
}

// clearSearch shows all of a list again, or closes the page.
func clearSearch(u *Update) {
	if p, ok := u.Top().(*listPage); ok && !u.cancelWork() {
		u.replace(p.Cancel())
	}
}

func accept(u *Update) {
	if p, ok := u.Top().(Typed); ok {
		p.Accept(u)
	}
}

func cancel(u *Update) {
	if p, ok := u.Top().(Typed); ok {
		u.replace(p.Cancel())
	}
}

// Back leaves the view for the one behind it; where there is none all of it ends.
func (u *Update) Back() {
	last := len(u.layers) - 1
	if last == 0 {
		u.Ask(Quit{})
		return
	}
	u.cancelWork()
	u.layers = slices.Clone(u.layers[:last])
	u.Notice = ""
	u.effect = Effect{Ask: Left{}}
	u.send(Grown{}) // while it lay behind
}

// leave closes one thing at a time, the topmost first.
func leave(u *Update) {
	switch {
	case u.Top() != nil:
		u.Pop()
		return
	case u.cancelWork():
		return
	}
	before := u.View()
	u.send(Close{})
	if u.View() == before && u.can != nil && u.can.Back && len(u.layers) > 1 {
		u.Back()
	}
}

// interrupt ends what is under way, or everything.
func interrupt(u *Update) {
	if !u.cancelWork() {
		u.Ask(Quit{})
	}
}

// nextPalette chooses the next palette.
func nextPalette(u *Update) {
	next := theme.Next(u.Palette, u.profile)
	u.Notify("palette: " + next.Name)
	if next.Name == u.Palette.Name {
		u.Notify("this terminal shows no other palette")
	}
	u.palette = next.Name
	u.applyPalette()
}

// switchMouse takes the mouse, or leaves it to the terminal.
func switchMouse(u *Update) {
	u.NoMouse = !u.NoMouse
	u.Notify("the mouse is ours again")
	if u.NoMouse {
		u.Notify("the mouse is the terminal's; " + Name("mouse") + " takes it again")
	}
	u.Ask(Mouse{})
}
