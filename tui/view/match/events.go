package match

import (
	"strconv"

	"game-tui/sim"
	"game-tui/tui/draw/panel"
	"game-tui/tui/replay/index"
)

func goToRow(dir int, which func(*scene) index.Filter) func(*actions) {
	return func(u *actions) {
		s := u.s
		f := which(s)
		rows := s.match.Index.Rows()
		i := s.match.Index.Seek(rows, f, s.Play.Round, s.searchStart(dir), dir, s.Horizon())
		if i < 0 {
			words := "no more events"
			if f.Kind == index.LeadChange {
				words = "no more lead changes"
			}
			if dir > 0 && s.Horizon() < s.Play.Edge {
				words += " in the rounds you have seen"
			}
			u.Notify(words)
			return
		}
		follow := s.Follow
		u.GoToRow(rows.At(i))
		if f.Unit == int32(follow.Index()) { // continue following across events of the followed unit
			s.Follow = follow
		}
	}
}

// searchStart returns the index of the event in the shown round at which a search starts: the event
// selected or last closed, or an index before or after all events.
func (s *scene) searchStart(dir int) int {
	switch at := s.dismissed; {
	case !s.Event.IsZero():
		return s.Event.Index()
	case !at.event.IsZero() && at.round == s.Play.Round:
		return at.event.Index()
	case dir < 0:
		return 1 << 30
	}
	return -1
}

// leadFilter returns the filter for the keys { and }.
func leadFilter(*scene) index.Filter {
	return index.Filter{Seat: -1, Unit: sim.NoUnit, Kind: index.LeadChange}
}

// stopFilter returns the filter for the keys [ and ]. It selects the events in the index if that is
// filtered, or the followed unit, or marked events.
func (s *scene) stopFilter() index.Filter {
	facts := s.matchState()
	f := facts.ActiveFilter()
	if s.filter != nil {
		return f
	}
	if !s.Follow.IsZero() {
		return index.Filter{Seat: -1, Unit: int32(s.Follow.Index()), Kind: index.AllKinds}
	}
	f.Kind = index.Marked
	return f
}

// goToStop returns an action that goes to the next turning point if the win chances are shown, and
// otherwise to the next event.
func goToStop(dir int) func(*actions) {
	toEvent := goToRow(dir, (*scene).stopFilter)
	return func(u *actions) {
		round, found, ok := u.s.nextTurningPoint(dir)
		switch {
		case !ok:
			toEvent(u)
		case found:
			u.JumpRound(round)
		default:
			u.Notify("no more turning points")
		}
	}
}

// nextTurningPoint returns the round of the next turning point. Ok is false if the win chances are
// hidden or have no turning points.
func (s *scene) nextTurningPoint(dir int) (round int, found, ok bool) {
	if s.Chart != ChartChances || s.Tab != panel.Chart || s.analysed.Now == nil {
		return 0, false, false
	}
	list := s.analysed.Now.TurningsUntil(s.Horizon())
	for i := range list {
		if dir < 0 {
			i = len(list) - 1 - i
		}
		if round = list[i].Round; (round-s.Play.Round)*dir > 0 {
			return round, true, true
		}
	}
	return 0, false, len(list) > 0
}

// goToFound returns an action that goes to the next (dir 1) or previous (dir -1) moment of the last
// list, or result of the last search.
func goToFound(dir int) func(*actions) {
	return func(u *actions) {
		s := u.s
		round := s.Play.Round
		if list := s.moments; list != nil && list.Of == s.match.Data {
			at := nearest(dir, len(list.List), func(i int) int64 { return int64(list.List[i].Round - round) })
			if at < 0 {
				u.Notify("no more that way: " + list.Title)
				return
			}
			u.GoToMoment(list, at)
			return
		}
		if s.lastSearch == "" {
			u.Notify("no search yet: press " + Name("find"))
			return
		}
		m := s.match
		rows := m.Index.Rows()
		q := m.Index.Parse(s.lastSearch, &m.Names)
		found := m.Index.Search(rows, &q, index.All, round, s.Horizon())
		event := s.searchStart(dir)
		at := nearest(dir, len(found.Rows), func(i int) int64 {
			row := rows.At(int(found.Rows[i]))
			return int64(int(row.Round)-round)<<31 + int64(int(row.Event)-event)
		})
		if at < 0 {
			u.Notify("no more of “" + s.lastSearch + "” that way")
			return
		}
		u.GoToRow(rows.At(int(found.Rows[at])))
		u.Notify(strconv.Itoa(at+1) + " of " + strconv.Itoa(len(found.Rows)) + " of “" + s.lastSearch + "”")
	}
}

// nearest returns the index of the next (dir 1) or previous (dir -1) of n sorted items, or -1. The
// function order returns a negative number for items behind and a positive number for items ahead.
func nearest(dir, n int, order func(i int) int64) int {
	at := -1
	for i := range n {
		switch o := order(i); {
		case dir < 0 && o < 0, dir > 0 && o > 0 && at < 0:
			at = i
		}
	}
	return at
}
