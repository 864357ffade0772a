package match

import (
	"slices"
	"strconv"

	"game-tui/tui/replay/highlight"
	"game-tui/tui/replay/playback"
)

// highlights starts or stops playing the most eventful moments up to the horizon.
func highlights(u *actions) {
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
	p.Mode, p.Backwards = playback.Playing, false
	u.recordJump(func() { u.setClock(p) })
	s.tour = t
	u.announceMoment(0)
}

// continueTour jumps from the end of one moment to the start of the next.
func (u *actions) continueTour() {
	s := u.s
	t := s.tour
	i, on := slices.BinarySearch(t.rounds, s.Play.Round)
	switch {
	case i == len(t.rounds):
		u.setClock(s.Play.GoTo(t.rounds[i-1]))
		u.Notify("end of highlights; " + Name("highlights") + " replays them, " + Name("play") + " plays on")
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
		if s.Play.Round == max(m-highlight.Before, 0) || s.Play.Round == m {
			u.announceMoment(k)
		}
	}
}

func (u *actions) announceMoment(k int) {
	t, s := u.s.tour, u.s
	text := "moment " + strconv.Itoa(k+1) + " of " + strconv.Itoa(len(t.moments)) + ", round " + strconv.Itoa(t.moments[k])
	if words := u.s.match.Moment(t.moments[k]); words != "" && t.moments[k] <= s.Play.Round {
		text += ": " + words
	}
	u.Notify(text)
}

// toggleHurry toggles the faster playback of quiet rounds.
func toggleHurry(u *actions) {
	s := u.s
	s.fastQuietRounds = !s.fastQuietRounds
	if !s.fastQuietRounds {
		u.Notify("all rounds at the same speed")
		return
	}
	u.Notify("quiet rounds play " + strconv.Itoa(playback.QuietFactor) + " times faster")
}

// shouldHurry reports whether the shown round should be played faster. Close to the horizon it
// returns false, because later rounds may be eventful.
func (s *scene) shouldHurry() bool {
	if !s.fastQuietRounds || s.Play.Mode != playback.Playing || s.tour != nil {
		return false
	}
	end := s.Horizon()
	if s.Play.Round+highlight.Before >= end && (s.noSpoilers || !s.Play.Backwards && !s.Play.Over) {
		return false
	}
	_, near := slices.BinarySearch(s.match.tourUpTo(end).rounds, s.Play.Round)
	return !near
}
