package ui

import (
	"slices"

	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
)

func New(o Options, v View) Program {
	p := Program{values: values{NoSpoilers: o.NoSpoilers, abilities: o.Abilities}}
	p.Window = Window{profile: o.Profile, ascii: o.ASCII, palette: o.Palette, NoMouse: o.NoMouse, Motion: o.Motion}
	p.W, p.H = screen.Clamp(o.W, o.H)
	p.applyPalette()
	p, _ = p.Update(ViewOpened{v})
	return p
}

func (p Program) WithAbilities(can *Abilities) Program {
	p.abilities = can
	return p
}

func (p Program) WithView(v View) Program {
	u := &Update{Program: p}
	u.SetView(v)
	u.refresh()
	return u.Program
}

// A ScreenFormat identifies a shared screen. Viewers who follow the same source see the same screen
// if their formats are equal.
type ScreenFormat struct {
	W, H    int
	Palette *theme.Palette
	View    any // result of Sharer.SharedState
}

// SharedFormat returns the format of the screen that this viewer can share with others. If ok is
// false, the viewer needs a private screen.
func (p *Program) SharedFormat() (f ScreenFormat, ok bool) {
	v, ok := p.View().(Sharer)
	if !ok || len(p.Pages()) > 0 {
		return f, false
	}
	shared := v.SharedState(p)
	return ScreenFormat{p.W, p.H, p.Palette, shared}, shared != nil
}

// Follow returns a program whose top view follows src and has no pages.
func (p Program) Follow(src Source) Program {
	return p.withTopView(src.Follow(p.View(), &p, true))
}

// ForPublic returns the program that draws the screen shared by all viewers of src whose format
// equals p's.
func (p Program) ForPublic(src Source) Program {
	p.clearStatus()
	p.layers = p.layers[len(p.layers)-1:]
	return p.withTopView(src.Follow(p.View(), &p, false))
}

// Picture returns a program that shows only v, in the chosen palette and true colour.
func (p Program) Picture(v View) Program {
	p.profile, p.ascii, p.light = theme.TrueColor, false, false
	p.applyPalette()
	p.clearStatus()
	p.layers = []layer{{view: v}}
	return p
}

func (p *Program) clearStatus() { p.Notice, p.noticeLeft, p.running = "", 0, runningRequest{} }

func (p Program) withTopView(v View) Program {
	p.layers = append(slices.Clone(p.layers[:len(p.layers)-1]), layer{view: v})
	return p.WithView(v)
}

// WithLiveView returns p with the live view of o but with p's personal state. Both programs must
// have the same format.
func (p Program) WithLiveView(o *Program) Program {
	live := o.View()
	if v, ok := p.View().(LiveMerger); ok {
		live = v.WithLiveView(live)
	}
	u := &Update{Program: p}
	u.SetView(live)
	return u.Program
}
