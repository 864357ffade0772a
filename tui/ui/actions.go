package ui

import (
	"slices"

	"game-tui/tui/theme"
)

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
