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
	u.applyInput(in)
	u.refresh()
	return u.Program, u.effect
}

func (u *Update) applyInput(in Input) {
	switch e := in.(type) {
	case Key:
		u.updateView(in)
		u.pressKey(e)
	case Paste:
		u.updateView(in)
		u.paste(e.Text)
	case PointerEvent:
		u.applyPointer(e)
	case Tick:
		if u.Notice != "" {
			if u.noticeLeft -= e.Elapsed; u.noticeLeft <= 0 {
				u.Notice, u.noticeLeft = "", 0
			}
		}
		u.updateView(in)
	case Resize:
		if e.W > 0 && e.H > 0 {
			u.W, u.H = screen.ClampSize(e.W, e.H)
		}
	case ColorProfile:
		if e.Profile != u.profile {
			u.profile = e.Profile
			u.applyPalette()
		}
	case Background:
		u.lightBackground = e.Light
		u.applyPalette()
	case Notice:
		u.Notify(e.Text)
	case Progress:
		if u.Awaits(e.ID) {
			u.running.text = e.Text
			if e.Result != nil {
				u.applyInput(e.Result)
			}
		}
	case Answer:
		if u.Awaits(e.ID) {
			u.running = runningRequest{}
			u.applyInput(e.Result)
		}
	case OpenView:
		u.layers = append(slices.Clip(u.layers), layer{view: e.View})
		u.Notice = ""
		u.updateView(ViewShown{})
	default:
		u.updateView(in)
	}
}

func (u *Update) refresh() {
	u.updateView(Refresh{})
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
	if b := u.View().Keys().bindingForKey(k.Name, in); b != nil {
		u.Key = k
		b.action(u)
		return
	}
	p, typing := u.TopPage().(InputPage)
	switch {
	case typing && in&TypingContexts != 0:
		u.ReplaceTop(p.Edited(p.Input().Press(k.Name, k.Text)))
	case in&InHelp != 0: // All other keys close help and then have their usual effect.
		u.Pop()
		u.pressKey(k)
	default:
		u.Notify("unknown key; press " + KeyLabel("help") + " for help")
	}
}

const maxPaste = 256

func (u *Update) paste(text string) {
	u.Notice = ""
	p, typing := u.TopPage().(InputPage)
	if !typing || u.keyContext()&TypingContexts == 0 {
		u.Notify("cannot paste here")
		return
	}
	u.ReplaceTop(p.Edited(p.Input().Insert(strings.TrimSpace(sanitize.Line(text[:min(len(text), maxPaste)])))))
}

func (u *Update) applyPointer(e PointerEvent) {
	top := u.TopPage()
	if e.Kind == PointerPress {
		key := u.keyAt(e.X, e.Y)
		u.Notice = ""
		if key != nil {
			u.Key = Key{Name: key.Keys[0]}
			key.action(u)
			return
		}
	}
	switch p := top.(type) {
	case nil:
		u.updateView(e)
		return
	case *listPage:
		if e.Kind == PointerPress {
			p.Click(u, e.X, e.Y)
		}
	default:
		if e.Kind == PointerPress && p.KeyContext()&(InText|InHelp) != 0 {
			u.Pop()
		}
	}
	switch e.Kind {
	case WheelUp:
		scrollBy(-3)(u)
	case WheelDown:
		scrollBy(3)(u)
	}
}
