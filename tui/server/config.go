package server

import (
	"log/slog"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"game-tui/sim/record"
	"game-tui/tui/chances"
	"game-tui/tui/screen"
	"game-tui/tui/ui"
)

// Signer is a host key.
type Signer = gossh.Signer

// Limits bound what clients can cost. A count or a duration of 0 lifts it
// where that is said.
type Limits struct {
	Handshake  time.Duration // from connecting to the end of the key exchange
	Login      time.Duration // for typing a password, after the key exchange
	Pending    int           // connections that have no session yet
	PerAddress int           // connections of one address; 0: no limit
	Sessions   int           // sessions in total
	Private    int           // watchers who look around on their own
	Jobs       int           // costly work for visitors at a time; 0: none is done
	Session    time.Duration // longest session
	Idle       time.Duration // without a key, then back to the live edge
	Stall      time.Duration // a client that takes nothing for so long is dropped
	Width      int           // largest window
	Height     int
	Input      int // bytes of keys a second; more is thrown away
	Output     int // bytes that may wait in the kernel for one client
}

// DefaultLimits suit a classroom and a machine with two cores.
var DefaultLimits = Limits{
	Handshake:  10 * time.Second,
	Login:      time.Minute,
	Pending:    64,
	PerAddress: 64,
	Sessions:   2500,
	Private:    1000,
	Jobs:       1,
	Session:    12 * time.Hour,
	Idle:       15 * time.Minute,
	Stall:      20 * time.Second,
	Width:      screen.MaxW,
	Height:     screen.MaxH,
	Input:      4096,
	Output:     16 << 10,
}

// Config is all that a server needs to know.
type Config struct {
	Limits
	HostKey Signer
	Auth    *Auth // nil: anyone may watch
	// Show makes what is shown of a record; all who watch the record share it.
	Show func(*record.Record) ui.Source
	// Back says that Esc leaves a match, too, for what watchers came to.
	Back bool
	// Desk makes the place where matches are analysed, as jobs; nil: they are not.
	Desk func(Job) chances.Desk
	// Branching plays matches on; nil: none is.
	Branching *Branching
	Palette   string // of those who have not chosen one
	NoSpoiler bool   // recordings open without their future
	Log       *slog.Logger
}

// clamp brings a window from outside into the limits. Clients that know no size
// say 0.
func (l *Limits) clamp(w, h uint32) (int, int) {
	if w == 0 || h == 0 {
		w, h = 80, 24
	}
	return screen.Clamp(int(min(w, uint32(l.Width))), int(min(h, uint32(l.Height))))
}
