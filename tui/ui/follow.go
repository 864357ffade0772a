package ui

import (
	"slices"

	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
)

func NewProgram(o Options, v View) Program {
	p := Program{comparableFields: comparableFields{NoSpoilers: o.NoSpoilers, capabilities: o.Capabilities}}
	p.Window = Window{profile: o.Profile, useASCII: o.UseASCII, paletteName: o.PaletteName, NoMouse: o.NoMouse, ShowMotion: o.ShowMotion}
	p.W, p.H = screen.ClampSize(o.W, o.H)
	p.applyPalette()
	p, _ = p.Update(OpenView{v})
	return p
}

func (p Program) WithCapabilities(capabilities *Capabilities) Program {
	p.capabilities = capabilities
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
	W, H        int
	Palette     *theme.Palette
	SharedState any // result of Sharer.SharedState
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

// SharedProgram returns the program that draws the screen shared by all viewers of src whose format
// equals p's.
func (p Program) SharedProgram(src Source) Program {
	p.clearStatus()
	p.layers = p.layers[len(p.layers)-1:]
	return p.withTopView(src.Follow(p.View(), &p, false))
}

// PictureProgram returns a program that shows only v, in the chosen palette and true colour.
func (p Program) PictureProgram(v View) Program {
	p.profile, p.useASCII, p.lightBackground = theme.TrueColor, false, false
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
