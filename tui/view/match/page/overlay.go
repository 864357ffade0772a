package page

import (
	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/replay/trace"
	"game-tui/tui/ui"
)

// OverlayMenu is the menu of overlays.
var OverlayMenu = &ui.Lister{
	Context:  InMenu,
	Plain:    true,
	MinWidth: 30, // narrow enough to keep the board visible
	Key:      func(p *ui.Program, _ any) any { return [...]any{matchState(p), p.Motion} },
	Rows: func(p *ui.Program, _ any) ui.Rows {
		motion := overlaySwitch{text: "motion while it plays", on: p.Motion}
		return append(read(p, (*MatchState).overlayRows), motion)
	},
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		if rows.(overlayRows)[i].change == nil {
			u.Motion = !u.Motion
			return
		}
		act(u, func(m *MatchState, a Actions) {
			o := m.Overlays
			rows.(overlayRows)[i].change(&o)
			a.SetOverlays(o)
			_, boss := m.Legend.Boss()
			if o.Trails && !m.Overlays.Trails && m.Place.Follow.IsZero() && !m.Place.Inspect && !boss {
				u.Notify("now inspect a unit with " + name(&u.Program, "inspect") + ", or follow it with " + name(&u.Program, "follow"))
			}
		})
	},
	Title: func(*ui.Program, any) string { return "overlays" },
	Hint:  func(p *ui.Program) string { return name(p, "switch") + " switches, " + name(p, "overlays") + " closes" },
}

type overlayRows []overlaySwitch

type overlaySwitch struct {
	text   string
	on     bool
	change func(o *Overlays) // changes the overlays; nil toggles motion, a property of the window
}

func (m *MatchState) overlayRows() overlayRows {
	o, trail := m.Overlays, "trail of the unit looked at"
	if boss, ok := m.Legend.Boss(); ok {
		trail = "trails of the unit and " + boss
	}
	list := overlayRows{
		{trail, o.Trails, func(o *Overlays) { o.Trails = !o.Trails }},
		{"where units came from", o.Moves, func(o *Overlays) { o.Moves = !o.Moves }},
	}
	if trace.Changes.AvailableIn(m.Legend) {
		list = append(list, overlayRows{{"cells with a new owner", o.Changes, func(o *Overlays) { o.Changes = !o.Changes }}}...)
	}
	for kind := trace.Visits; kind < trace.NumKinds; kind++ {
		if kind.AvailableIn(m.Legend) {
			list = append(list, overlayRows{{"heat map of " + kind.String(), o.Heat == kind, func(o *Overlays) {
				if o.Heat == kind {
					o.Heat = trace.None
				} else {
					o.Heat = kind
				}
			}}}...)
		}
	}
	whose, rounds := "of all players", "of the rounds so far"
	if !o.Of.IsZero() {
		whose = "of " + m.Names[o.Of.Index()]
	}
	if o.Whole {
		rounds = "of the whole match"
	}
	return append(list, overlayRows{
		{"  " + whose, false, func(o *Overlays) { o.Of = (o.Of + 1) % (sim.Seats + 1) }},
		{"  " + rounds, false, func(o *Overlays) { o.Whole = !o.Whole }}}...)
}

func (s overlayRows) Len() int { return len(s) }

// Key returns the index, because the texts change.
func (s overlayRows) Key(i int) any { return i }

func (s overlayRows) CanChoose(int) bool { return true }

// SearchText returns "", because the menu cannot be searched.
func (s overlayRows) SearchText(int) string { return "" }

func (s overlayRows) Draw(g *screen.Grid, r screen.Rect, p *ui.Program, i int, chosen bool) int {
	if g == nil {
		return 1
	}
	st := p.Palette.Text
	if chosen {
		st = p.Palette.Strong.WithAttr(screen.Reverse)
	}
	g.Fill(screen.Rect{X: r.X, Y: r.Y, W: r.W, H: 1}, screen.Cell{R: ' ', Style: st})
	if s[i].on {
		g.Set(r.X, r.Y, '✓', st)
	}
	g.Text(r.X+2, r.Y, r.W-2, s[i].text, st)
	return 1
}
