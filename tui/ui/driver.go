package ui

import (
	"time"
)

// Driver is what a shell drives: a program, and the moment up to which it has been let grow
// old. The shell brings the clock and says how an input is applied.
type Driver struct {
	Program Program
	clock   time.Time
}

// Age lets the time pass that has passed since the last input.
func (d *Driver) Age(now time.Time, apply func(Input)) {
	passed := now.Sub(d.clock)
	d.clock = now
	if apply != nil && d.Program.Wait() > 0 {
		apply(Tick{Elapsed: passed})
	}
}

// Take applies an input at its time.
func (d *Driver) Take(now time.Time, in Input, apply func(Input)) {
	d.Age(now, apply)
	apply(in)
}

// Due is when the program needs its next Tick; the zero time: never.
func (d *Driver) Due() time.Time {
	if wait := d.Program.Wait(); wait > 0 {
		return d.clock.Add(wait)
	}
	return time.Time{}
}
