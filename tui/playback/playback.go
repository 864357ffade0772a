// Package playback is the watcher's clock: which round is shown, and how it
// goes on. It is a pure state machine; keys and time come in as calls.
package playback

import (
	"fmt"
	"strconv"
	"time"
)

// speeds are the rounds a second that a watcher can choose.
var speeds = [...]float64{0.5, 1, 2, 5, 10, 20, 40, 64}

// Bounds of a speed that is typed, in rounds a second: below the lower one a match of
// 200 rounds takes five hours.
const (
	MinSpeed = 0.01
	maxSpeed = 1000
)

// CheckSpeed refuses rounds a second that nobody can watch.
func CheckSpeed(speed float64) error {
	if speed >= MinSpeed && speed <= maxSpeed {
		return nil
	}
	return fmt.Errorf("%v: type rounds a second from %v to %v, such as 0.5, 5 or 64", speed, MinSpeed, maxSpeed)
}

const normal = 3 // 5 rounds a second, as in the official viewer

// Mode is how the shown round changes.
type Mode uint8

// The modes.
const (
	Paused  Mode = iota
	Playing      // at the watcher's speed
	Live         // whatever is newest
)

// String is the word on the screen.
func (m Mode) String() string {
	return [...]string{"paused", "playing", "live"}[m]
}

// Toggles names what Toggle does in this mode.
func (m Mode) Toggles() string {
	if m == Paused {
		return "play"
	}
	return "pause"
}

// State is a watcher's place in a match. Last is the number of the last state
// that the match will have, Edge that of the newest there is; Over says that
// no newer one will come.
type State struct {
	Round, Edge, Last int
	Over              bool
	Mode              Mode
	Back              bool // plays towards the start
	speed             uint8
	hurry             bool          // through rounds of which little is to be seen
	rest              time.Duration // time played that has not made a round yet
}

// New starts at round 0, playing at the given speed (0: the normal one).
func New(speed float64) State {
	s := State{Mode: Playing, speed: normal}
	if speed > 0 {
		s.speed = 0
		for i, v := range speeds {
			if v <= speed {
				s.speed = uint8(i)
			}
		}
	}
	return s
}

// Hurry is how many times as fast quiet rounds run.
const Hurry = 4

// Speed is the speed in rounds a second.
func (s State) Speed() float64 {
	if s.hurry {
		return Hurry * speeds[s.speed]
	}
	return speeds[s.speed]
}

// Hurried runs faster, or not, from here on.
func (s State) Hurried(yes bool) State {
	s.hurry = yes
	return s
}

// SpeedText is the speed as shown: "½/s", "5/s ×4".
func (s State) SpeedText() string {
	text := [...]string{"½/s", "1/s", "2/s", "5/s", "10/s", "20/s", "40/s", "64/s"}[s.speed]
	if s.hurry {
		text += " ×" + strconv.Itoa(Hurry)
	}
	return text
}

// Grow takes in how far the match has come.
func (s State) Grow(edge, last int, over bool) State {
	s.Edge, s.Last, s.Over = edge, last, over
	if s.Mode == Live {
		s.Round = edge
		if over {
			s.Mode = Paused
		}
	}
	s.Round = min(max(s.Round, 0), edge)
	return s
}

// Ended reports whether the last state of a finished match is shown.
func (s State) Ended() bool { return s.Over && s.Round >= s.Edge }

// Tick lets time pass.
func (s State) Tick(d time.Duration) State {
	if s.Mode != Playing {
		return s
	}
	per := time.Duration(float64(time.Second) / s.Speed())
	// After a hang (a suspended program, a slow terminal) the watcher goes on
	// where they were, they do not leap.
	s.rest += min(max(d, 0), max(per, 250*time.Millisecond))
	n := int(s.rest / per)
	s.rest -= time.Duration(n) * per
	if s.Back {
		n = -n
	}
	s.Round += n
	switch {
	case s.Round <= 0 && s.Back:
		s.Round, s.Mode = 0, Paused
	case s.Round >= s.Edge && !s.Back:
		s.Round, s.rest = s.Edge, min(s.rest, per)
		if s.Over {
			s.Mode = Paused
		}
	}
	return s
}

// Wait is how long until the next round is due.
func (s State) Wait() time.Duration {
	return max(time.Duration(float64(time.Second)/s.Speed())-s.rest, time.Millisecond)
}

// Go jumps to a round and pauses.
func (s State) Go(round int) State {
	s.Round, s.Mode, s.rest = min(max(round, 0), s.Edge), Paused, 0
	return s
}

// Step goes some rounds on, or back, and pauses.
func (s State) Step(n int) State { return s.Go(s.Round + n) }

// Tenth is the round at a tenth of the match, which may not be there yet.
func (s State) Tenth(n int) int { return (s.Last*n + 5) / 10 }

// Toggle plays or pauses. At the end of the direction it begins anew.
func (s State) Toggle() State {
	s.rest = 0
	if s.Mode != Paused {
		s.Mode = Paused
		return s
	}
	s.Mode = Playing
	switch {
	case s.Back && s.Round == 0:
		s.Round = s.Edge
	case !s.Back && s.Ended():
		s.Round = 0
	}
	return s
}

// Pause stops where it is.
func (s State) Pause() State {
	s.Mode, s.rest = Paused, 0
	return s
}

// Reverse changes the direction of playing; following the live edge ends.
func (s State) Reverse() State {
	s.Back, s.rest = !s.Back, 0
	if s.Mode == Live {
		s.Mode = Playing
	}
	return s
}

// Follow goes to the live edge and stays there; in a match that is over, to its end.
func (s State) Follow() State {
	s.Round, s.Back, s.rest, s.Mode = s.Edge, false, 0, Live
	if s.Over {
		s.Mode = Paused
	}
	return s
}

// Faster and Slower change the speed by one step.
func (s State) Faster() State {
	s.speed = min(s.speed+1, uint8(len(speeds)-1))
	s.rest = 0
	return s
}

// Slower is the opposite of Faster.
func (s State) Slower() State {
	s.speed = max(s.speed, 1) - 1
	s.rest = 0
	return s
}
