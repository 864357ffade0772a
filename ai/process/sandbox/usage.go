package sandbox

import "game-tui/sim"

// Usage is what a program has taken in a match, as far as the system tells it.
type Usage struct {
	Limits       sim.Limits // that held for it
	Kit          bool       // it is a player of a kit
	Memory       int64      // bytes that it held at most
	AddressSpace int64      // bytes that it mapped at most
	Threads      int        // most after an answer
	Processes    int        // most that it had started, after an answer
	File         string     // one that it had open after an answer; empty: none was seen, or there is no sandbox
}
