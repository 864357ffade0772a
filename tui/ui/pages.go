package ui

import (
	"slices"
	"time"
)

// send hands an input to the view that is seen.
func (u *Update) send(in Input) { u.SetView(u.View().Update(u, in)) }

// SetView puts a view in place of the one that is seen; the pages over it stay.
func (u *Update) SetView(v View) {
	last := len(u.layers) - 1
	if u.layers[last].view == v {
		return
	}
	u.layers = slices.Clone(u.layers)
	u.layers[last].view = v
}

// setPages puts other pages over the view.
func (u *Update) setPages(pages []Page) {
	u.layers = slices.Clone(u.layers)
	u.layers[len(u.layers)-1].pages = pages
}

// Push puts a page on top.
func (u *Update) Push(p Page) { u.setPages(append(slices.Clip(u.pages()), p)) }

// Pop closes the topmost page.
func (u *Update) Pop() {
	pages := u.pages()
	u.setPages(slices.Clone(pages[:len(pages)-1]))
}

// Put puts a page in place of the topmost.
func (u *Update) Put(p Page) {
	pages := u.pages()
	u.setPages(append(slices.Clone(pages[:len(pages)-1]), p))
}

// ClosePages closes all pages.
func (u *Update) ClosePages() {
	if len(u.pages()) > 0 {
		u.setPages(nil)
	}
}

// Toggle opens a page, or closes the topmost one where that is of the same kind.
func (u *Update) Toggle(p Page, open func(Page) bool) {
	if top := u.Top(); top != nil && open(top) {
		u.Pop()
		return
	}
	u.Push(p)
}

// replace puts a page in place of the topmost; nil closes that, but for the last one where
// there is nothing below.
func (u *Update) replace(p Page) {
	_, bare := u.View().(Bare)
	switch {
	case p != nil:
		u.Put(p)
	case len(u.pages()) > 1 || !bare:
		u.Pop()
	}
}

// Notify shows a line to the watcher for a while.
func (u *Update) Notify(text string) { u.Notice, u.notice = text, noticeTime }

// noticeTime is how long a notice stands in place of the keys.
const noticeTime = 4 * time.Second
