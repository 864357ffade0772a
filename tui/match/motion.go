package match

import (
	"time"

	"game-tui/tui/board"
	"game-tui/tui/playback"
	"game-tui/tui/trace"
)

const (
	// What a round took stands out for so long, while a match plays no faster than motionSpeed
	// rounds a second.
	flashTime   = 120 * time.Millisecond
	motionSpeed = 5

	// Units that moved leave a trail of so many rounds: all, or where they are more than
	// fewUnits the one that is followed, and those that belong to nobody.
	motionRounds = 2
	fewUnits     = 24
)

// motion is what is seen of a match that plays on and not of one that is still.
type motion struct {
	trails bool          // of units that moved
	flash  time.Duration // for which what happened still stands out
}

// setMotion shows the motion of the turn that led to the round, where the match has played on from the
// round before; calm: there is no time for pictures that soon change again.
func (u *actions) setMotion(before int, calm bool) {
	s := u.s
	plays := s.Play.Mode == playback.Live || s.Play.Mode == playback.Playing && !s.Play.Back && s.Play.Speed() <= motionSpeed
	switch {
	case s.Play.Round == before: // it stands out on
	case plays && s.Play.Round == before+1 && u.Motion && !calm && !s.sideBySide(s.W, s.H) && s.Overlays.Heat == trace.None:
		s.motion = motion{true, flashTime}
	default:
		s.motion = motion{}
	}
}

// motion is what is drawn of the turn that led to round k, nil: nothing is.
func (s *scene) boardMotion(k int) *board.Motion {
	t := s.match.Record.Turn(k - 1)
	if !s.motion.trails || t == nil {
		return nil
	}
	seen, m := s.match.traces.Seen(k), &board.Motion{}
	moves := seen.Moves(nil, k)
	for _, u := range moves {
		if len(moves) <= fewUnits || u.Seat < 0 || int(u.Unit) == s.Follow.Index() {
			m.Trails = append(m.Trails, board.Trail{Path: seen.Path(nil, u.Unit, k, motionRounds), Seat: u.Seat})
		}
	}
	if s.motion.flash == 0 {
		return m
	}
	for _, at := range seen.Changed(nil, k) {
		if !at.In(s.frame.Rows, s.frame.Cols) {
			continue
		}
		if c := s.frame.At(at); c.Owner >= 0 && c.Unit < 0 { // nobody made it its own by standing there
			m.Taken = append(m.Taken, at)
		}
	}
	for i := range t.Events {
		if e := &t.Events[i]; e.Other >= 0 && e.Other != e.Seat {
			m.Struck = append(m.Struck, e.At.Pos(), e.To.Pos())
		}
	}
	return m
}
