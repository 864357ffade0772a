package sandbox

import "game-tui/sim"

// options say how the program of a player is started.
type Options struct {
	Limits sim.Limits
	Mode   Mode
	// Traced programs may map more memory than they may hold. One that exceeds a limit gets SIGABRT and some time to
	// print where it is.
	Traced bool
}
