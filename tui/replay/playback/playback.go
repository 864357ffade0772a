// Package playback implements a viewer's clock, which determines the round to show. Methods that
// change a [State] return a modified copy.
package playback

import (
	"fmt"
	"strconv"
	"time"
)

var speeds = [...]float64{0.5, 1, 2, 5, 10, 20, 40, 64}

const (
	MinSpeed = 0.01
	maxSpeed = 1000
)

func CheckSpeed(speed float64) error {
	if speed >= MinSpeed && speed <= maxSpeed {
		return nil
	}
	return fmt.Errorf("%v: expected rounds per second from %v to %v, such as 0.5, 5 or 64", speed, MinSpeed, maxSpeed)
}

type Mode uint8

const (
	Paused Mode = iota
	Playing
	Live
)

func (m Mode) String() string {
	return [...]string{"paused", "playing", "live"}[m]
}

func (m Mode) ToggleName() string {
	if m == Paused {
		return "play"
	}
	return "pause"
}

// A State is a viewer's position in a match. Edge is the newest round, and Last is the last round
// if the match is played in full. IsOver is set if no more rounds will follow.
type State struct {
	Round, Edge, Last int
	IsOver            bool
	Mode              Mode
	IsReversed        bool
	speedIndex        uint8
	isQuiet           bool
	elapsed           time.Duration // time since the shown round changed
}

// New returns a State that plays from round 0 at the fastest preset up to speed. If speed is 0, it
// plays 5 rounds per second, like the official viewer.
func New(speed float64) State {
	s := State{Mode: Playing}
	for i, v := range speeds {
		if v <= speed || speed <= 0 && v <= 5 {
			s.speedIndex = uint8(i)
		}
	}
	return s
}

const QuietFactor = 4

func (s State) Speed() float64 {
	if s.isQuiet {
		return QuietFactor * speeds[s.speedIndex]
	}
	return speeds[s.speedIndex]
}

// WithQuiet sets whether the shown round is quiet. Quiet rounds are played faster.
func (s State) WithQuiet(quiet bool) State {
	s.isQuiet = quiet
	return s
}

// SpeedText formats the speed in rounds per second, such as "½/s" or "5/s ×4".
func (s State) SpeedText() string {
	text := [...]string{"½/s", "1/s", "2/s", "5/s", "10/s", "20/s", "40/s", "64/s"}[s.speedIndex]
	if s.isQuiet {
		text += " ×" + strconv.Itoa(QuietFactor)
	}
	return text
}

func (s State) WithEnd(edge, last int, isOver bool) State {
	s.Edge, s.Last, s.IsOver = edge, last, isOver
	if s.Mode == Live {
		s.Round = edge
		if isOver {
			s.Mode = Paused
		}
	}
	s.Round = min(max(s.Round, 0), edge)
	return s
}

func (s State) HasEnded() bool { return s.IsOver && s.Round >= s.Edge }

func (s State) Tick(d time.Duration) State {
	if s.Mode != Playing {
		return s
	}
	per := time.Duration(float64(time.Second) / s.Speed())
	// Do not skip rounds after the program was suspended.
	s.elapsed += min(max(d, 0), max(per, 250*time.Millisecond))
	n := int(s.elapsed / per)
	s.elapsed -= time.Duration(n) * per
	if s.IsReversed {
		n = -n
	}
	s.Round += n
	switch {
	case s.Round <= 0 && s.IsReversed:
		s.Round, s.Mode = 0, Paused
	case s.Round >= s.Edge && !s.IsReversed:
		s.Round, s.elapsed = s.Edge, min(s.elapsed, per)
		if s.IsOver {
			s.Mode = Paused
		}
	}
	return s
}

func (s State) TimeToNextRound() time.Duration {
	return max(time.Duration(float64(time.Second)/s.Speed())-s.elapsed, time.Millisecond)
}

func (s State) GoTo(round int) State {
	s.Round, s.Mode, s.elapsed = min(max(round, 0), s.Edge), Paused, 0
	return s
}

func (s State) Step(n int) State { return s.GoTo(s.Round + n) }

// Tenth returns the round after n tenths of the match. That round may not have been played yet.
func (s State) Tenth(n int) int { return (s.Last*n + 5) / 10 }

// Toggle starts or pauses playback. At one end of a match, it restarts from the other.
func (s State) Toggle() State {
	s.elapsed = 0
	if s.Mode != Paused {
		s.Mode = Paused
		return s
	}
	s.Mode = Playing
	switch {
	case s.IsReversed && s.Round == 0:
		s.Round = s.Edge
	case !s.IsReversed && s.HasEnded():
		s.Round = 0
	}
	return s
}

func (s State) Pause() State {
	s.Mode, s.elapsed = Paused, 0
	return s
}

// Reverse reverses the playback direction and stops following the live edge.
func (s State) Reverse() State {
	s.IsReversed, s.elapsed = !s.IsReversed, 0
	if s.Mode == Live {
		s.Mode = Playing
	}
	return s
}

// Follow follows the live edge. In a finished match, it goes to the end.
func (s State) Follow() State {
	s.Round, s.IsReversed, s.elapsed, s.Mode = s.Edge, false, 0, Live
	if s.IsOver {
		s.Mode = Paused
	}
	return s
}

// ChangeSpeed increases the speed by n steps, or decreases it if n is negative.
func (s State) ChangeSpeed(n int) State {
	s.speedIndex, s.elapsed = uint8(min(max(int(s.speedIndex)+n, 0), len(speeds)-1)), 0
	return s
}
