package match

import (
	"time"

	"game-tui/tui/draw/board"
	"game-tui/tui/replay/playback"
	"game-tui/tui/replay/trace"
)

const (
	// How long the changes of a round flash, and the fastest playback that flashes, in rounds a
	// second.
	flashTime   = 120 * time.Millisecond
	motionSpeed = 5

	// Length of the trails of moving units, in rounds. If more than fewUnits move, only the
	// followed unit and neutral units have trails.
	motionRounds = 2
	fewUnits     = 24
)

// setMotion starts the motion of the turn that led to the shown round if the match played on by one
// round from before. If skip is set, the shell has no time for pictures that soon change again.
func (s *scene) setMotion(before int, skip bool) {
	plays := s.Play.Mode == playback.Live || s.Play.Mode == playback.Playing && !s.Play.Backwards && s.Play.Speed() <= motionSpeed
	switch {
	case s.Play.Round == before:
	case plays && s.Play.Round == before+1 && s.Motion && !skip && !s.sideBySide(s.W, s.H) && s.Overlays.Heat == trace.None:
		s.motion = motion{true, flashTime}
	default:
		s.motion = motion{}
	}
}

func (s *scene) boardMotion(k int) *board.Motion {
	t := s.match.Record.Turn(k - 1)
	if !s.motion.trails || t == nil {
		return nil
	}
	seen, m := s.match.traces.UpTo(k), &board.Motion{}
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
		if c := s.frame.At(at); c.Owner >= 0 && c.Unit < 0 { // no unit stands there
			m.NewOwners = append(m.NewOwners, at)
		}
	}
	for i := range t.Events {
		if e := &t.Events[i]; e.Other >= 0 && e.Other != e.Seat {
			m.Hits = append(m.Hits, e.At.Pos(), e.To.Pos())
		}
	}
	return m
}
