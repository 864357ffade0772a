package playback

import (
	"testing"
	"time"
)

// at returns a clock for a match of 200 rounds.
func at(round, edge int, over bool, mode Mode) State {
	s := New(0)
	s.Round, s.Edge, s.Last, s.IsOver, s.Mode = round, edge, 200, over, mode
	return s
}

func back(s State) State {
	s.IsReversed = true
	return s
}

func TestKeysAndTimeMoveTheRound(t *testing.T) {
	t.Parallel()
	tick := func(s State) State { return s.Tick(200 * time.Millisecond) }
	step := func(n int) func(State) State { return func(s State) State { return s.Step(n) } }
	tenth := func(n int) func(State) State { return func(s State) State { return s.GoTo(s.Tenth(n)) } }
	grow := func(edge int, over bool) func(State) State {
		return func(s State) State { return s.WithEnd(edge, 200, over) }
	}
	for name, c := range map[string]struct {
		from  State
		do    func(State) State
		round int
		mode  Mode
		back  bool
	}{
		"a tick plays a round":           {at(5, 200, true, Playing), tick, 6, Playing, false},
		"a tick plays back":              {back(at(5, 200, true, Playing)), tick, 4, Playing, true},
		"paused, time stands still":      {at(5, 200, true, Paused), tick, 5, Paused, false},
		"live, only growth moves":        {at(5, 5, false, Live), tick, 5, Live, false},
		"playing stops at the end":       {at(199, 200, true, Playing), tick, 200, Paused, false},
		"playing waits at the edge":      {at(57, 57, false, Playing), tick, 57, Playing, false},
		"playing back stops at 0":        {back(at(1, 200, true, Playing)), tick, 0, Paused, true},
		"a step pauses":                  {at(5, 200, true, Playing), step(1), 6, Paused, false},
		"a step back leaves live":        {at(57, 57, false, Live), step(-1), 56, Paused, false},
		"a step stays before the edge":   {at(57, 57, false, Paused), step(10), 57, Paused, false},
		"a step stays after 0":           {at(3, 57, false, Paused), step(-10), 0, Paused, false},
		"a tenth":                        {at(3, 200, true, Playing), tenth(7), 140, Paused, false},
		"a tenth beyond the edge":        {at(3, 57, false, Playing), tenth(7), 57, Paused, false},
		"the start":                      {at(3, 57, false, Live), tenth(0), 0, Paused, false},
		"space pauses":                   {at(3, 57, false, Playing), State.Toggle, 3, Paused, false},
		"space pauses live":              {at(57, 57, false, Live), State.Toggle, 57, Paused, false},
		"space plays":                    {at(3, 57, false, Paused), State.Toggle, 3, Playing, false},
		"space at the end begins anew":   {at(200, 200, true, Paused), State.Toggle, 0, Playing, false},
		"space at 0, back, from the end": {back(at(0, 200, true, Paused)), State.Toggle, 200, Playing, true},
		"space at the edge waits":        {at(57, 57, false, Paused), State.Toggle, 57, Playing, false},
		"reverse goes on playing":        {at(9, 57, false, Playing), State.Reverse, 9, Playing, true},
		"reverse stays paused":           {at(9, 57, false, Paused), State.Reverse, 9, Paused, true},
		"reverse leaves live":            {at(57, 57, false, Live), State.Reverse, 57, Playing, true},
		"L follows":                      {back(at(9, 57, false, Paused)), State.Follow, 57, Live, false},
		"L in a finished match":          {at(9, 200, true, Playing), State.Follow, 200, Paused, false},
		"growth moves live":              {at(57, 57, false, Live), grow(58, false), 58, Live, false},
		"growth does not move others":    {at(57, 57, false, Paused), grow(58, false), 57, Paused, false},
		"the end ends live":              {at(199, 199, false, Live), grow(200, true), 200, Paused, false},
		"another log, shorter":           {at(150, 200, true, Paused), grow(0, false), 0, Paused, false},
		"pause":                          {at(9, 57, false, Live), State.Pause, 9, Paused, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := c.do(c.from)
			if s.Round != c.round || s.Mode != c.mode || s.IsReversed != c.back {
				t.Errorf("round %d, %v, back %v; want %d, %v, %v", s.Round, s.Mode, s.IsReversed, c.round, c.mode, c.back)
			}
		})
	}
}

func TestSpeedStepsAndLimits(t *testing.T) {
	t.Parallel()
	s := New(0)
	if s.Speed() != 5 {
		t.Errorf("starts at %v", s.Speed())
	}
	for range 20 {
		s = s.ChangeSpeed(1)
	}
	if s.Speed() != 64 || s.SpeedText() != "64/s" {
		t.Errorf("fastest %v %s", s.Speed(), s.SpeedText())
	}
	for range 20 {
		s = s.ChangeSpeed(-1)
	}
	if s.Speed() != 0.5 || s.SpeedText() != "½/s" {
		t.Errorf("slowest %v %s", s.Speed(), s.SpeedText())
	}
	for given, want := range map[float64]float64{10: 10, 12: 10, 1000: 64, 0.1: 0.5, -1: 5} {
		if got := New(given).Speed(); got != want {
			t.Errorf("speed %v for %v, want %v", got, given, want)
		}
	}
}

func TestUnevenTicksPlayAtTheChosenSpeed(t *testing.T) {
	t.Parallel()
	for i, want := range []int{0, 1, 2, 5, 10, 20, 40, 64} {
		s := at(0, 200, true, Playing)
		s.speedIndex = uint8(i)
		for range 91 {
			s = s.Tick(11 * time.Millisecond)
		}
		if s.Round != want {
			t.Errorf("%s: %d rounds, want %d", s.SpeedText(), s.Round, want)
		}
	}
}

func TestLongPauseSkipsNoRounds(t *testing.T) {
	t.Parallel()
	s := at(0, 200, true, Playing)
	if s = s.Tick(time.Hour); s.Round > 1 {
		t.Errorf("at round %d", s.Round)
	}
	if w := s.TimeToNextRound(); w <= 0 || w > 200*time.Millisecond {
		t.Errorf("next round in %v", w)
	}
}
