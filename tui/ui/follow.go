package ui

import (
	"slices"

	"game-tui/tui/theme"
)

// New is a program that shows a view.
func New(o Options, v View) Program {
	p := Program{values: values{Window: newWindow(&o), NoSpoilers: o.NoSpoilers, can: o.Abilities}}
	p, _ = p.Update(Opened{v})
	return p
}

// Able is the program with other abilities of the shell.
func (p Program) Able(can *Abilities) Program {
	p.can = can
	return p
}

// On is the program on another view in place of the one that is seen.
func (p Program) On(v View) Program {
	u := &Update{Program: p}
	u.SetView(v)
	u.settle()
	return u.Program
}

// Format is all on which the screens of those who follow one source depend, the source aside.
type Format struct {
	W, H    int
	Palette *theme.Palette
	View    any // its Shared
}

// Shared is the format of the screens of all who see what this watcher sees, but for a
// notice; ok is false where nobody else does.
func (p *Program) Shared() (f Format, ok bool) {
	if len(p.pages()) > 0 {
		return f, false
	}
	shared := p.View().Shared(p)
	return Format{p.W, p.H, p.Palette, shared}, shared != nil
}

// Follow is the program of the same watcher who follows the newest of a source in place of
// the view that is seen, and has nothing else open.
func (p Program) Follow(src Source) Program {
	return p.following(src.Follow(p.View(), &p, true))
}

// Public is the program of everybody who follows a source in the format of this one:
// nothing is the watcher's own, and nothing lies behind the view.
func (p Program) Public(src Source) Program {
	p.silence()
	p.layers = p.layers[len(p.layers)-1:]
	return p.following(src.Follow(p.View(), &p, false))
}

// Picture is the program with a view and nothing else on it, a picture for others: in the
// chosen palette, whatever the terminal is and can show, without a notice.
func (p Program) Picture(v View) Program {
	p.profile, p.ascii, p.light = theme.TrueColor, false, false
	p.applyPalette()
	p.silence()
	p.layers = []layer{{view: v}}
	return p
}

// silence removes the notice and the request.
func (p *Program) silence() { p.Notice, p.notice, p.work = "", 0, work{} }

// following is the program with a view in place of the one that is seen, and no pages.
func (p Program) following(v View) Program {
	u := &Update{Program: p}
	u.layers = append(slices.Clone(p.layers[:len(p.layers)-1]), layer{view: v})
	u.settle()
	return u.Program
}

// WithLiveView is the program of a watcher who follows, brought to what another one sees who
// follows in the same format: in the same window, the newest.
func (p Program) WithLiveView(o *Program) Program {
	u := &Update{Program: p}
	u.W, u.H = o.W, o.H
	u.SetView(p.View().WithLiveView(o.View()))
	return u.Program
}
