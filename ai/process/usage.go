package process

import "game-tui/sim"

// Usage is what a program has taken in a match, as far as the system tells it.
type Usage struct {
	Limits       sim.Limits // that held for it
	Memory       int64      // bytes that it held at most
	AddressSpace int64      // bytes that it mapped at most
	Threads      int        // most after an answer
	Processes    int        // most that it had started, after an answer
	File         string     // one that it had open after an answer; empty: none was seen, or there is no sandbox
}

// Measure has the player note what its program takes, after each answer. It is called before Start.
func (p *player) Measure() { p.measured = &Usage{} }

// Usage is what the program has taken; nil where nobody measured it.
func (p *player) Usage() *Usage {
	if p.measured != nil {
		p.measured.Limits = p.spec.Limits
	}
	return p.measured
}
