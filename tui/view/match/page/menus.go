package page

import (
	"fmt"
	"strconv"

	"game-tui/sim"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/location"
	"game-tui/tui/replay/trace"
	"game-tui/tui/ui"
)

var OverlayMenu = &ui.ListSpec{
	Context:  InMenu,
	NoSearch: true,
	MinWidth: 30, // narrow, so that the board remains visible
	Key:      func(p *ui.Program, _ any) any { return [...]any{matchState(p), p.ShowMotion} },
	Rows: func(p *ui.Program, _ any) ui.Rows {
		motion := overlaySwitch{text: "animate changes during playback", isOn: p.ShowMotion}
		return append(read(p, (*MatchState).overlayRows), motion)
	},
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		if rows.(overlayRows)[i].change == nil {
			u.ShowMotion = !u.ShowMotion
			return
		}
		act(u, func(m *MatchState, a Actions) {
			o := m.Overlays
			rows.(overlayRows)[i].change(&o)
			a.SetOverlays(o)
			_, boss := m.Legend.BossName()
			if o.ShowTrails && !m.Overlays.ShowTrails && m.Place.FollowedUnit.IsZero() && !m.Place.IsInspecting && !boss {
				u.Notify("now inspect a unit with " + keyLabel(&u.Program, "inspect") + ", or follow it with " + keyLabel(&u.Program, "follow"))
			}
		})
	},
	Title: func(*ui.Program, any) string { return "overlays" },
	Hint: func(p *ui.Program) string {
		return keyLabel(p, "switch") + " toggles, " + keyLabel(p, "overlays") + " closes"
	},
}

type overlayRows []overlaySwitch

type overlaySwitch struct {
	text   string
	isOn   bool
	change func(o *Overlays) // changes the overlays; nil toggles Window.Motion instead
}

func (m *MatchState) overlayRows() overlayRows {
	o, trail := m.Overlays, "trail of the inspected unit"
	if boss, ok := m.Legend.BossName(); ok {
		trail = "trails of the unit and " + boss
	}
	list := overlayRows{
		{trail, o.ShowTrails, func(o *Overlays) { o.ShowTrails = !o.ShowTrails }},
		{"where units came from", o.ShowMoves, func(o *Overlays) { o.ShowMoves = !o.ShowMoves }},
	}
	if trace.OwnerChanges.AvailableIn(m.Legend) {
		list = append(list, overlayRows{{"cells with a new owner", o.ShowOwnerChanges, func(o *Overlays) { o.ShowOwnerChanges = !o.ShowOwnerChanges }}}...)
	}
	for kind := trace.Visits; kind < trace.NumKinds; kind++ {
		if kind.AvailableIn(m.Legend) {
			list = append(list, overlayRows{{"heat map of " + kind.String(), o.HeatKind == kind, func(o *Overlays) {
				if o.HeatKind == kind {
					o.HeatKind = trace.None
				} else {
					o.HeatKind = kind
				}
			}}}...)
		}
	}
	whose, rounds := "of all players", "of the rounds so far"
	if !o.HeatSeat.IsZero() {
		whose = "of " + m.Names[o.HeatSeat.Index()]
	}
	if o.CountWholeMatch {
		rounds = "of the whole match"
	}
	return append(list, overlayRows{
		{"  " + whose, false, func(o *Overlays) { o.HeatSeat = (o.HeatSeat + 1) % (sim.Seats + 1) }},
		{"  " + rounds, false, func(o *Overlays) { o.CountWholeMatch = !o.CountWholeMatch }}}...)
}

func (s overlayRows) Len() int { return len(s) }

// Key returns the index of a row, because the texts of rows change.
func (s overlayRows) Key(i int) any { return i }

func (s overlayRows) CanChoose(int) bool { return true }

func (s overlayRows) Draw(g *screen.Grid, r screen.Rect, p *ui.Program, i int, chosen bool) int {
	if g == nil {
		return 1
	}
	st := p.Palette.Text
	if chosen {
		st = p.Palette.Strong.WithAttr(screen.Reverse)
	}
	g.Fill(screen.Rect{X: r.X, Y: r.Y, W: r.W, H: 1}, screen.Cell{R: ' ', Style: st})
	if s[i].isOn {
		g.Set(r.X, r.Y, '✓', st)
	}
	g.WriteText(r.X+2, r.Y, r.W-2, s[i].text, st)
	return 1
}

type exportChoice struct {
	text string
	ui.ExportOptions
}

// Export is the page that lists the ways to export the match.
var Export = &ui.ListSpec{
	Key: func(p *ui.Program, _ any) any { return [...]any{matchState(p), p.W, p.H, p.ChosenPaletteName()} },
	Rows: func(p *ui.Program, _ any) ui.Rows {
		return ui.NewItems(exportChoices(p), []ui.ListColumn{{TakesRest: true}, {AlignRight: true}}, func(e exportChoice, p *theme.Palette) ui.Row {
			return ui.Row{Key: e.ExportOptions, SearchText: e.text + " " + e.Format, Cells: []ui.RowCell{{Text: e.text, Style: p.Text}, {Text: e.Format, Style: p.Dim}}}
		})
	},
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		u.Pop()
		act(u, func(_ *MatchState, a Actions) { a.Export(rows.(ui.Items[exportChoice]).Values[i].ExportOptions) })
	},
	Title: func(*ui.Program, any) string { return "export" },
	Hint: func(*ui.Program) string {
		return ui.KeyLabel("choose") + " exports, " + ui.KeyLabel("leave") + " closes"
	},
}

func exportChoices(p *ui.Program) (choices []exportChoice) {
	f := matchState(p)
	k, last := f.Place.Round, f.Horizon
	all := ui.ExportOptions{Round: -1, From: -1, To: -1, NoSpoilers: p.NoSpoilers}
	whole := "the whole match"
	if last < f.Record.Rounds() {
		whole, all.To = "rounds 0 to "+strconv.Itoa(last), last
	}
	mine := all
	if f.HighlightedSeat > 0 {
		mine.HighlightedPlayer = strconv.Itoa(int(f.HighlightedSeat) - 1)
	}
	one := mine
	one.Round, one.To, one.W, one.H = k, -1, max(p.W, ui.MinW), max(p.H, ui.MinH)
	one.FollowedUnit = location.FormatUnit(f.Legend, int32(f.Place.FollowedUnit.Index()))
	add := func(text, format string, w ui.ExportOptions) {
		w.Format = format
		choices = append(choices, exportChoice{text, w})
	}
	colored := one
	colored.PaletteName = p.ChosenPaletteName()
	add("this screen as an image", "png", colored)
	add("this screen as a vector image", "svg", colored)
	add("this screen as text", "txt", one)
	card := all
	card.Round, card.To, card.PaletteName = k, -1, colored.PaletteName
	add("result card to share", "card", card)
	films := func(what string, w ui.ExportOptions) {
		add(what+" as a web page", "html", w)
		add(what+" as an animation", "gif", w)
	}
	marks := f.Bookmarks()
	for i := len(marks) - 1; i >= 0; i-- {
		if b := &marks[i]; b.Place.Round < k {
			since := mine
			since.From, since.To = b.Place.Round, k
			films(fmt.Sprintf("from %q (round %d) to here", b.Name, b.Place.Round), since)
			break
		}
	}
	films(whole, mine)
	best := all
	best.OnlyHighlights = true
	add("highlights as an animation", "gif", best)
	add(whole+" as a terminal recording", "cast", all)
	return choices
}
