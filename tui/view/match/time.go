package match

import (
	"slices"
	"strconv"

	"game-tui/sim"
	"game-tui/sim/winchance"
	"game-tui/tui/cells/component"
	"game-tui/tui/draw/panel"
	"game-tui/tui/replay/highlight"
	"game-tui/tui/replay/index"
	"game-tui/tui/replay/playback"
	"game-tui/tui/ui"
)

func step(n int) func(*actions) {
	return func(u *actions) { u.setClock(u.s.Play.Step(n)) }
}

func goToTenth(u *actions) {
	if n, err := strconv.Atoi(u.Key.Name); err == nil {
		u.jumpToRound(u.s.Play.Tenth(n))
	}
}

func togglePlay(u *actions) {
	p := u.s.Play.Toggle()
	p.Round = min(p.Round, u.s.Horizon()) // Reverse playback restarts at the horizon, not at the end.
	u.setClock(p)
}

func reverse(u *actions) {
	u.setClock(u.s.Play.Reverse())
	if u.s.Play.Mode == playback.Paused {
		way := "forwards"
		if u.s.Play.IsReversed {
			way = "backwards"
		}
		u.Notify(KeyLabel("play") + " plays " + way + " from here")
	}
}

// changeSpeed returns an action that changes the speed by n steps. If the speed is already at its
// limit, the viewer is notified.
func changeSpeed(n int, notice string) func(*actions) {
	return func(u *actions) {
		p := u.s.Play.ChangeSpeed(n)
		if p == u.s.Play {
			u.Notify(notice)
		}
		u.setClock(p)
	}
}

func goToLive(u *actions) {
	u.recordJump(func() { u.setClock(u.s.liveClock()) })
	u.clampRound(u.s.Play.Edge)
	u.Send(ui.GoLive{})
}

func askRound(u *actions) {
	in := component.NewInput("go to round (0 to "+strconv.Itoa(u.s.Play.Last)+"): ", 6).
		WithFilter(func(r rune) bool { return r >= '0' && r <= '9' })
	u.Prompt(in, func(u *ui.Update, text string) {
		if n, err := strconv.Atoi(text); err == nil {
			act(func(u *actions) {
				u.jumpToRound(n)
				if p := u.s.Play; n > p.Edge && u.s.Horizon() == p.Edge {
					text := "round " + strconv.Itoa(n) + " has not been played yet"
					if p.IsOver {
						text = "the last round is " + strconv.Itoa(p.Edge)
					} else if n > p.Last {
						text = "the last round is " + strconv.Itoa(p.Last)
					}
					u.Notify(text + "; this is round " + strconv.Itoa(p.Round))
				}
			})(u)
		}
	})
}

// moveInHistory returns an action that goes back (dir 0) or forward (dir 1) in the jump history. If
// there is no place to go to, the viewer is notified.
func moveInHistory(dir int, notice string) func(*actions) {
	return func(u *actions) {
		if u.s.jumps == nil || len(u.s.jumps[dir]) == 0 {
			u.Notify(notice)
			return
		}
		way, here := *u.s.jumps, u.s.place()
		last := len(way[dir]) - 1
		u.goTo(way[dir][last])
		way[dir], way[1-dir] = slices.Clip(way[dir][:last]), appendPlace(way[1-dir], here)
		u.s.jumps = &way
	}
}

func goToRow(dir int, filter func(*scene) index.Filter) func(*actions) {
	return func(u *actions) {
		s := u.s
		f := filter(s)
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
		follow := s.FollowedUnit
		u.GoToRow(rows.At(i))
		if f.Unit == int32(follow.Index()) { // Keep following the unit after stopping at one of its events.
			s.FollowedUnit = follow
		}
	}
}

// searchStart returns the index of the event at which a search in the shown round starts: the
// selected event, else the event closed last, else a position before the first or after the last
// event, depending on dir.
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

func leadFilter(*scene) index.Filter {
	return index.Filter{Seat: -1, Unit: sim.NoUnit, Kind: index.LeadChange}
}

// eventFilter returns the filter for the keys [ and ]: the filter chosen in the index, or else one
// for events of the followed unit. If no unit is followed, it selects marked events.
func (s *scene) eventFilter() index.Filter {
	state := s.matchState()
	f := state.ActiveFilter()
	if s.filter != nil {
		return f
	}
	if !s.FollowedUnit.IsZero() {
		return index.Filter{Seat: -1, Unit: int32(s.FollowedUnit.Index()), Kind: index.AllKinds}
	}
	f.Kind = index.MarkedEvents
	return f
}

// goToEvent returns an action that goes to the next (dir 1) or previous (dir -1) turning point if
// the chart of win chances shows any, and otherwise to an event.
func goToEvent(dir int) func(*actions) {
	toEvent := goToRow(dir, (*scene).eventFilter)
	return func(u *actions) {
		s := u.s
		var list []winchance.TurningPoint
		if s.Chart == ChartChances && s.Tab == panel.ChartTab && s.analysis.Snapshot != nil {
			list = s.analysis.Snapshot.TurningPointsUntil(s.Horizon())
		}
		at := nearestIndex(dir, len(list), func(i int) int64 { return int64(list[i].Round - s.Play.Round) })
		switch {
		case len(list) == 0:
			toEvent(u)
		case at < 0:
			u.Notify("no more turning points")
		default:
			u.jumpToRound(list[at].Round)
		}
	}
}

// goToHit returns an action that goes to the next (dir 1) or previous (dir -1) moment of the list
// opened last. If there is no such list, it goes to a result of the last search.
func goToHit(dir int) func(*actions) {
	return func(u *actions) {
		s := u.s
		round := s.Play.Round
		if list := s.moments; list != nil && list.Data == s.match.Data {
			at := nearestIndex(dir, len(list.List), func(i int) int64 { return int64(list.List[i].Round - round) })
			if at < 0 {
				u.Notify("no more moments in that direction (" + list.Title + ")")
				return
			}
			u.GoToMoment(list, at)
			return
		}
		if s.lastSearch == "" {
			u.Notify("no search yet: press " + KeyLabel("find"))
			return
		}
		m := s.match
		rows := m.Index.Rows()
		q := m.Index.ParseQuery(s.lastSearch, &m.Names)
		found := m.Index.Search(rows, &q, index.NoFilter, round, s.Horizon())
		event := s.searchStart(dir)
		at := nearestIndex(dir, len(found.Indices), func(i int) int64 {
			row := rows.At(int(found.Indices[i]))
			return int64(int(row.Round)-round)<<31 + int64(int(row.Event)-event)
		})
		if at < 0 {
			u.Notify("no more hits for “" + s.lastSearch + "” in that direction")
			return
		}
		u.GoToRow(rows.At(int(found.Indices[at])))
		u.Notify("hit " + strconv.Itoa(at+1) + " of " + strconv.Itoa(len(found.Indices)) + " for “" + s.lastSearch + "”")
	}
}

// nearestIndex returns the index of the next (dir 1) or previous (dir -1) of n sorted items, or -1
// if no item lies in that direction. The result of order(i) is negative for items before the
// current position and positive for items after it.
func nearestIndex(dir, n int, order func(i int) int64) int {
	at := -1
	for i := range n {
		switch o := order(i); {
		case dir < 0 && o < 0, dir > 0 && o > 0 && at < 0:
			at = i
		}
	}
	return at
}

// toggleHighlights starts or stops a tour of the most eventful moments up to the horizon.
func toggleHighlights(u *actions) {
	s := u.s
	if s.tour != nil {
		s.tour = nil
		u.Notify("highlights stopped")
		return
	}
	t := s.match.tourUpTo(s.Horizon())
	if len(t.rounds) == 0 {
		u.Notify("no highlights yet")
		return
	}
	p := s.Play.GoTo(t.rounds[0])
	p.Mode, p.IsReversed = playback.Playing, false
	u.recordJump(func() { u.setClock(p) })
	s.tour = t
	u.announceMoment(0)
}

// continueTour jumps to the next moment of the tour when the current one ends.
func (u *actions) continueTour() {
	s := u.s
	t := s.tour
	i, on := slices.BinarySearch(t.rounds, s.Play.Round)
	switch {
	case i == len(t.rounds):
		u.setClock(s.Play.GoTo(t.rounds[i-1]))
		u.Notify("end of highlights; " + KeyLabel("highlights") + " replays them, " + KeyLabel("play") + " continues")
		return
	case !on:
		p := s.Play.GoTo(t.rounds[i])
		p.Mode = playback.Playing
		u.setClock(p)
		s.tour = t
	case s.Play.Mode == playback.Paused:
		s.tour = nil
		return
	}
	for k, m := range t.moments {
		if s.Play.Round == max(m-highlight.RoundsBefore, 0) || s.Play.Round == m {
			u.announceMoment(k)
		}
	}
}

func (u *actions) announceMoment(k int) {
	t, s := u.s.tour, u.s
	text := "moment " + strconv.Itoa(k+1) + " of " + strconv.Itoa(len(t.moments)) + ", round " + strconv.Itoa(t.moments[k])
	if words := u.s.match.MomentText(t.moments[k]); words != "" && t.moments[k] <= s.Play.Round {
		text += ": " + words
	}
	u.Notify(text)
}

func toggleSpeedUpQuietRounds(u *actions) {
	s := u.s
	s.speedUpQuietRounds = !s.speedUpQuietRounds
	if !s.speedUpQuietRounds {
		u.Notify("all rounds at the same speed")
		return
	}
	u.Notify("quiet rounds play " + strconv.Itoa(playback.QuietFactor) + " times faster")
}

// shouldSpeedUp reports whether the shown round is quiet and should be played faster. Close to the
// horizon it returns false, because the following rounds may be eventful.
func (s *scene) shouldSpeedUp() bool {
	if !s.speedUpQuietRounds || s.Play.Mode != playback.Playing || s.tour != nil {
		return false
	}
	end := s.Horizon()
	if s.Play.Round+highlight.RoundsBefore >= end && (s.noSpoilers || !s.Play.IsReversed && !s.Play.IsOver) {
		return false
	}
	_, near := slices.BinarySearch(s.match.tourUpTo(end).rounds, s.Play.Round)
	return !near
}
