package ui

import (
	"slices"
	"strings"

	"game-tui/sim/sanitize"
	"game-tui/tui/cells/screen"
)

// Update returns the program after an input, and an effect for the shell.
func (p Program) Update(in Input) (Program, Effect) {
	u := &Update{Program: p}
	u.handle(in)
	u.refresh()
	return u.Program, u.effect
}

func (u *Update) handle(in Input) {
	switch e := in.(type) {
	case Key:
		u.updateView(in)
		u.pressKey(e)
	case Paste:
		u.updateView(in)
		u.paste(e.Text)
	case Pointer:
		u.handlePointer(e)
	case Tick:
		if u.Notice != "" {
			if u.noticeLeft -= e.Elapsed; u.noticeLeft <= 0 {
				u.Notice, u.noticeLeft = "", 0
			}
		}
		u.updateView(in)
	case Resize:
		if e.W > 0 && e.H > 0 {
			u.W, u.H = screen.Clamp(e.W, e.H)
		}
	case Colors:
		if e.Profile != u.profile {
			u.profile = e.Profile
			u.applyPalette()
		}
	case Background:
		u.light = e.Light
		u.applyPalette()
	case Notice:
		u.Notify(e.Text)
	case Progress:
		if u.Awaits(e.ID) {
			u.running.text = e.Text
			if e.In != nil {
				u.handle(e.In)
			}
		}
	case Answer:
		if u.Awaits(e.ID) {
			u.running = runningRequest{}
			u.handle(e.In)
		}
	case ViewOpened:
		u.layers = append(slices.Clip(u.layers), layer{view: e.View})
		u.Notice = ""
		u.updateView(ViewShown{})
	default:
		u.updateView(in)
	}
}

func (u *Update) refresh() {
	u.updateView(Changed{})
	for i, p := range u.Pages() {
		if fit := p.Fit(&u.Program); fit != p {
			pages := slices.Clone(u.Pages())
			pages[i] = fit
			u.setPages(pages)
		}
	}
}

func (u *Update) pressKey(k Key) {
	u.Notice = ""
	in := u.keyContext()
	if b := u.View().Keys().binding(k.Name, in); b != nil {
		u.Key = k
		b.do(u)
		return
	}
	p, typing := u.Top().(Typed)
	switch {
	case typing && in&Typing != 0:
		u.Put(p.Edited(p.Input().Press(k.Name, k.Text)))
	case in&InHelp != 0: // All other keys close help and then have their usual effect.
		u.Pop()
		u.pressKey(k)
	default:
		u.Notify("unknown key; press " + Name("help") + " for help")
	}
}

const maxPaste = 256

func (u *Update) paste(text string) {
	u.Notice = ""
	p, typing := u.Top().(Typed)
	if !typing || u.keyContext()&Typing == 0 {
		u.Notify("no text input here")
		return
	}
	u.Put(p.Edited(p.Input().Insert(strings.TrimSpace(sanitize.Line(text[:min(len(text), maxPaste)])))))
}

func (u *Update) handlePointer(e Pointer) {
	top := u.Top()
	if e.Kind == Press {
		key := u.keyAt(e.X, e.Y)
		u.Notice = ""
		if key != nil {
			u.Key = Key{Name: key.Keys[0]}
			key.do(u)
			return
		}
	}
	switch p := top.(type) {
	case nil:
		u.updateView(e)
		return
	case *listPage:
		if e.Kind == Press {
			p.Click(u, e.X, e.Y)
		}
	default:
		if e.Kind == Press && p.KeyContext()&(InText|InHelp) != 0 {
			u.Pop()
		}
	}
	switch e.Kind {
	case WheelUp:
		scroll(-3)(u)
	case WheelDown:
		scroll(3)(u)
	}
}
