package tui

import (
	"os"
	"sync/atomic"
	"time"
)

// keyboard is that of the local terminal. A paste of which the end never
// comes is ended: everything typed after it would be taken for a part of it.
type keyboard struct {
	*os.File
	pasting atomic.Bool
	last    time.Time // of the last reading
}

const (
	pasteEnd   = "\x1b[201~"
	pastePause = 200 * time.Millisecond // a terminal makes none in a paste
)

// Read reads what was typed. In front of what comes late in a paste it puts the
// end of the paste.
func (in *keyboard) Read(p []byte) (int, error) {
	if len(p) <= len(pasteEnd) {
		return in.File.Read(p)
	}
	n, err := in.File.Read(p[:len(p)-len(pasteEnd)])
	now := time.Now()
	if n > 0 && in.pasting.Load() && now.Sub(in.last) > pastePause {
		copy(p[len(pasteEnd):], p[:n])
		n += copy(p, pasteEnd)
		in.pasting.Store(false)
	}
	in.last = now
	return n, err
}
