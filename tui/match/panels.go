package match

import (
	"game-tui/sim"
	"game-tui/tui/panel"
	"game-tui/tui/timeline"
	"game-tui/tui/ui"
)

// tab goes to the next (1) or previous (-1) tab.
func tab(by int) func(*update) {
	return func(u *update) {
		u.s.Tab = panel.Tab(int(u.s.Tab)+int(panel.Tabs)+by) % panel.Tabs
		u.s.Inspect = false
	}
}

// showCharts opens the charts, the chances first, and from there goes on by so many.
func showCharts(by int) func(*update) {
	return func(u *update) {
		s := &u.s
		offered := s.program.Refusal(ui.CanAnalyse) == ""
		if s.Tab != panel.Chart || s.Inspect {
			s.Tab, s.Inspect, s.Chances = panel.Chart, false, offered
			return
		}
		n := int(u.v.match.hist.Series())
		at := int(s.Chart) + 1 // the chances are 0
		if s.Chances {
			at = 0
		}
		at = (at + by + n + 1) % (n + 1)
		if at == 0 && !offered {
			at = (at + by + n + 1) % (n + 1)
		}
		if s.Chances = at == 0; !s.Chances {
			s.Chart = timeline.Series(at - 1)
		}
	}
}

func sortCards(u *update) { u.s.ByScore = !u.s.ByScore }

// nextFront puts the next player in front, after the last one nobody.
func nextFront(u *update) {
	u.putInFront((u.s.Front + 1) % (sim.Seats + 1))
}

// putInFront puts a player in front, by its seat plus one; 0: nobody.
func (u *update) putInFront(front int8) {
	if u.s.Front = front; front == 0 {
		u.Notify("all players alike")
		return
	}
	u.Notify(u.v.match.Names[front-1] + " in front: its card, events and orders; " + Name("front") + " goes on")
}
