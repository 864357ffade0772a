package match

import (
	"time"

	"game-tui/tui/draw/board"
	"game-tui/tui/replay/playback"
	"game-tui/tui/replay/trace"
)

const (
	// Changes flash for flashTime, unless playback is faster than motionSpeed rounds per second.
	flashTime   = 120 * time.Millisecond
	motionSpeed = 5

	// Trails of moving units are motionRounds long. If more than fewUnits units move, only the
	// followed unit and neutral units have trails.
	motionRounds = 2
	fewUnits     = 24
)

// setMotion starts the motion effects of the last turn if playback advanced from before by one
// round. If skip is set, the shell is too slow for effects.
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
	moves := seen.Moves(k)
	for _, u := range moves {
		if len(moves) <= fewUnits || u.Seat < 0 || int(u.Unit) == s.Follow.Index() {
			m.Trails = append(m.Trails, board.Trail{Path: seen.Path(u.Unit, k, motionRounds), Seat: u.Seat})
		}
	}
	if s.motion.flash == 0 {
		return m
	}
	for _, at := range seen.Changed(k) {
		if !at.In(s.frame.Rows, s.frame.Cols) {
			continue
		}
		if c := s.frame.At(at); c.Owner >= 0 && c.Unit < 0 { // units hide the new owner's colour
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
