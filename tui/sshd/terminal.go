package sshd

import (
	"io"
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"game-tui/tui/cells/screen"
	"game-tui/tui/sshd/admission"
)

const (
	enterScreen = "\x1b[?1049h\x1b[?25l\x1b[?2004h"
	leaveScreen = "\x1b[?2004l\x1b[m\x1b[?25h\x1b[?1049l"
	mouseOn     = "\x1b[?1002h\x1b[?1006h"
	mouseOff    = "\x1b[?1002l\x1b[?1006l"
)

// maxWriteSize is the maximum size of a write in bytes. It keeps the SSH library's buffers below 4 KB.
const maxWriteSize = 4000

var bufferPool = sync.Pool{New: func() any { return new([]byte) }}

// A clientTerminal writes to a client's screen. It is not safe for concurrent use.
type clientTerminal struct {
	w            io.Writer
	link         *admission.Link
	stallTimer   *time.Timer
	stallTimeout time.Duration
	err          error
	lag          lagProbe

	shownGrid *screen.Grid // client's screen after it has read all output; nil if unknown
	motion    *motion      // highlights on screen, or nil
}

func newTerminal(w io.Writer, l *admission.Link, stallTimeout time.Duration) *clientTerminal {
	t := &clientTerminal{w: w, link: l, stallTimeout: stallTimeout}
	t.stallTimer = time.AfterFunc(time.Hour, func() { l.Drop(dropStalled) })
	t.stallTimer.Stop()
	return t
}

// Write writes to the client. It drops clients that stop reading.
func (t *clientTerminal) Write(p []byte) (int, error) {
	done := 0
	for done < len(p) && t.err == nil {
		t.stallTimer.Reset(t.stallTimeout)
		var n int
		n, t.err = t.w.Write(p[done:min(done+maxWriteSize, len(p))])
		done += n
		t.lag.sentBytes += n
	}
	t.stallTimer.Stop()
	return done, t.err
}

func (t *clientTerminal) writeText(s string) {
	_, _ = io.WriteString(t, s)
}

func (t *clientTerminal) show(g *screen.Grid) {
	buf := bufferPool.Get().(*[]byte)
	*buf = screen.AppendDiff((*buf)[:0], t.shownGrid, g)
	t.send(*buf, g)
	bufferPool.Put(buf)
}

func (t *clientTerminal) send(diff []byte, g *screen.Grid) {
	_, _ = t.Write(diff)
	t.shownGrid = g
}

func (t *clientTerminal) shows(g *screen.Grid) bool {
	return t.shownGrid == g || t.motion != nil && t.motion.after == g && t.shownGrid == t.motion.grid
}

func (t *clientTerminal) endMotion() {
	m := t.motion
	if t.motion = nil; m != nil && t.shownGrid == m.grid && !t.lag.isWaiting() {
		t.send(m.diffToAfter, m.after)
	}
}

// catchUp sends the frames after f. It returns the newest frame and the number of skipped frames.
// If showMotion is set, it may first show the motion of the newest frame.
func (t *clientTerminal) catchUp(g *audience, f *frame, showMotion bool) (newest *frame, skipped int64) {
	t.endMotion()
	var buf [keptFrames]*frame
	list, shared := g.framesSince(f, &buf)
	newest = list[len(list)-1]
	if !shared || t.shownGrid != f.grid {
		t.show(newest.grid)
		return newest, max(newest.seq-f.seq-1, 0)
	}
	if m := newest.motion; showMotion && m != nil && len(list) == 1 && time.Now().Before(m.showUntil) && m.draw(g) {
		t.send(m.diffFromBefore, m.grid)
		t.motion = m
		return newest, 0
	}
	for _, n := range list {
		_, _ = t.Write(n.diff)
	}
	t.shownGrid = newest.grid
	return newest, 0
}

const (
	slowAnswerTime = 400 * time.Millisecond
	// maxUnconfirmedBytes is the number of bytes after which a probe is due.
	maxUnconfirmedBytes = 64 << 10
)

// A lagProbe detects slow clients. The kernel can buffer seconds of output, so the server sometimes
// sends a request that the client must answer. Slow clients get no frame before they have answered.
type lagProbe struct {
	conn      gossh.Conn
	link      *admission.Link
	timeout   time.Duration
	slow      bool
	sentBytes int       // bytes sent since the last probe
	probeTime time.Time // time of the unanswered probe, or zero
	answer    chan struct{}
}

func (p *lagProbe) isWaiting() bool {
	return !p.probeTime.IsZero() && (p.slow || time.Since(p.probeTime) > slowAnswerTime)
}

// probeIfDue sends a probe if one is due. SSH clients answer even requests of unknown types.
func (p *lagProbe) probeIfDue() {
	if !p.probeTime.IsZero() || !p.slow && p.sentBytes < maxUnconfirmedBytes {
		return
	}
	p.probeTime, p.sentBytes = time.Now(), 0
	go func() {
		late := time.AfterFunc(p.timeout, func() { p.link.Drop(dropStalled) })
		_, _, _ = p.conn.SendRequest("keepalive@openssh.com", true, nil)
		late.Stop()
		p.answer <- struct{}{}
	}()
}
