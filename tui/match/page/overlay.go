package page

import (
	"game-tui/sim"
	"game-tui/tui/screen"
	"game-tui/tui/trace"
	"game-tui/tui/ui"
)

// menu is the page on which overlays are switched on and off.
var menu = &ui.Lister{
	Context: InMenu,
	Plain:   true,
	Least:   30, // the board is seen while its overlays change
	Key: func(p *ui.Program, _ any) any {
		return struct {
			MatchState
			motion bool
		}{matchState(p), p.Motion}
	},
	Rows: func(p *ui.Program, _ any) ui.Rows {
		motion := oneSwitch{text: "motion while it plays", on: p.Motion}
		return append(read(p, (*MatchState).switches), motion)
	},
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		if rows.(switches)[i].change == nil {
			u.Motion = !u.Motion
			return
		}
		act(u, func(c *MatchState, a Actions) {
			o := c.Overlays
			rows.(switches)[i].change(&o)
			a.Overlay(o)
			_, boss := c.Legend.Boss()
			if o.Trails && !c.Overlays.Trails && c.Place.Follow.None() && !c.Place.Inspect && !boss {
				u.Notify("now inspect a unit with " + name(&u.Program, "inspect") + ", or follow it with " + name(&u.Program, "follow"))
			}
		})
	},
	Title: func(*ui.Program, any) string { return "over the board" },
	Hint:  func(p *ui.Program) string { return name(p, "switch") + " switches, " + name(p, "overlays") + " closes" },
}

// OpenOverlays opens the menu, or closes it.
func OpenOverlays(u *ui.Update) { menu.Open(u, nil) }

// menuKeys are the keys of the menu.
func menuKeys() []ui.Binding {
	return []ui.Binding{
		ui.Bind("switch", "Enter", "switch it on, off", InMenu, ui.TakeChosen, "enter", "space", " ").Footed(2, "", "switch"),
	}
}

// switches are the lines of the menu.
type switches []oneSwitch

type oneSwitch struct {
	text   string
	on     bool
	change func(o *Overlays) // nil: motion is switched, which is the window's
}

// switches are the lines for a match and what of them is on.
func (c *MatchState) switches() switches {
	o, trail := c.Overlays, "trail of the unit looked at"
	if boss, ok := c.Legend.Boss(); ok {
		trail = "trails of the unit and " + boss
	}
	list := switches{
		{trail, o.Trails, func(o *Overlays) { o.Trails = !o.Trails }},
		{"where units came from", o.Moves, func(o *Overlays) { o.Moves = !o.Moves }},
	}
	if trace.Changes.Has(c.Legend) {
		list = append(list, switches{{"cells with a new owner", o.Changes, func(o *Overlays) { o.Changes = !o.Changes }}}...)
	}
	for kind := trace.Visits; kind < trace.Kinds; kind++ {
		if kind.Has(c.Legend) {
			list = append(list, switches{{"heat map of " + kind.String(), o.Heat == kind, func(o *Overlays) {
				if o.Heat == kind {
					o.Heat = trace.None
				} else {
					o.Heat = kind
				}
			}}}...)
		}
	}
	whose, rounds := "of all players", "of the rounds so far"
	if !o.Of.None() {
		whose = "of " + c.Names[o.Of.Index()]
	}
	if o.Whole {
		rounds = "of the whole match"
	}
	return append(list, switches{
		{"  " + whose, false, func(o *Overlays) { o.Of = (o.Of + 1) % (sim.Seats + 1) }},
		{"  " + rounds, false, func(o *Overlays) { o.Whole = !o.Whole }}}...)
}

// Len is the number of lines.
func (s switches) Len() int { return len(s) }

// Key tells lines apart by their places: what they say changes.
func (s switches) Key(i int) any { return i }

// CanChoose reports that all can be chosen.
func (s switches) CanChoose(int) bool { return true }

// Find is nothing: the menu is not searched.
func (s switches) Find(int) string { return "" }

// Draw draws a line.
func (s switches) Draw(g *screen.Grid, r screen.Rect, p *ui.Program, i int, chosen bool) int {
	if g == nil {
		return 1
	}
	st := p.Palette.Text
	if chosen {
		st = p.Palette.Strong.With(screen.Reverse)
	}
	g.Fill(screen.Rect{X: r.X, Y: r.Y, W: r.W, H: 1}, screen.Cell{R: ' ', Style: st})
	if s[i].on {
		g.Set(r.X, r.Y, '✓', st)
	}
	g.Text(r.X+2, r.Y, r.W-2, s[i].text, st)
	return 1
}
