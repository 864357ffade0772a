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

// chunk is the maximum size of a write in bytes. It keeps the SSH library's buffers below 4 KB.
const chunk = 4000

var buffers = sync.Pool{New: func() any { return new([]byte) }}

// A clientTerminal writes to a client's screen. It is not safe for concurrent use.
type clientTerminal struct {
	w     io.Writer
	link  *admission.Link
	stall *time.Timer
	limit time.Duration
	err   error
	lag   lagProbe

	shown  *screen.Grid // client's screen after it has read all output; nil if unknown
	motion *motion      // highlights on screen, or nil
}

func newTerminal(w io.Writer, l *admission.Link, limit time.Duration) *clientTerminal {
	t := &clientTerminal{w: w, link: l, limit: limit}
	t.stall = time.AfterFunc(time.Hour, func() { l.Drop(dropStalled) })
	t.stall.Stop()
	return t
}

// Write writes to the client. It drops clients that stop reading.
func (t *clientTerminal) Write(p []byte) (int, error) {
	done := 0
	for done < len(p) && t.err == nil {
		t.stall.Reset(t.limit)
		var n int
		n, t.err = t.w.Write(p[done:min(done+chunk, len(p))])
		done += n
		t.lag.sent += n
	}
	t.stall.Stop()
	return done, t.err
}

func (t *clientTerminal) writeText(s string) {
	_, _ = io.WriteString(t, s)
}

func (t *clientTerminal) show(g *screen.Grid) {
	buf := buffers.Get().(*[]byte)
	*buf = screen.AppendDiff((*buf)[:0], t.shown, g)
	t.send(*buf, g)
	buffers.Put(buf)
}

func (t *clientTerminal) send(diff []byte, g *screen.Grid) {
	_, _ = t.Write(diff)
	t.shown = g
}

func (t *clientTerminal) shows(g *screen.Grid) bool {
	return t.shown == g || t.motion != nil && t.motion.after == g && t.shown == t.motion.grid
}

func (t *clientTerminal) endMotion() {
	m := t.motion
	if t.motion = nil; m != nil && t.shown == m.grid && !t.lag.isWaiting() {
		t.send(m.diffToAfter, m.after)
	}
}

// catchUp sends the frames after f. It returns the newest frame and the number of skipped frames.
// If moves is set, it may first show the motion of the newest frame.
func (t *clientTerminal) catchUp(g *audience, f *frame, moves bool) (newest *frame, skipped int64) {
	t.endMotion()
	var buf [keptFrames]*frame
	list, shared := g.framesSince(f, &buf)
	newest = list[len(list)-1]
	if !shared || t.shown != f.grid {
		t.show(newest.grid)
		return newest, max(newest.seq-f.seq-1, 0)
	}
	if m := newest.motion; moves && m != nil && len(list) == 1 && time.Now().Before(m.showUntil) && m.draw(g) {
		t.send(m.diffFromBefore, m.grid)
		t.motion = m
		return newest, 0
	}
	for _, n := range list {
		_, _ = t.Write(n.diff)
	}
	t.shown = newest.grid
	return newest, 0
}

const (
	slowAnswer = 400 * time.Millisecond
	// maxUnconfirmed is the number of bytes after which a probe is due.
	maxUnconfirmed = 64 << 10
)

// A lagProbe detects slow clients. The kernel can buffer seconds of output, so the server sometimes
// sends a request that the client must answer. Slow clients get no frame before they have answered.
type lagProbe struct {
	conn   gossh.Conn
	link   *admission.Link
	limit  time.Duration
	slow   bool
	sent   int       // bytes sent since the last probe
	probed time.Time // time of the unanswered probe, or zero
	answer chan struct{}
}

func (p *lagProbe) isWaiting() bool {
	return !p.probed.IsZero() && (p.slow || time.Since(p.probed) > slowAnswer)
}

// ask sends a probe if one is due. SSH clients answer even requests of unknown types.
func (p *lagProbe) ask() {
	if !p.probed.IsZero() || !p.slow && p.sent < maxUnconfirmed {
		return
	}
	p.probed, p.sent = time.Now(), 0
	go func() {
		late := time.AfterFunc(p.limit, func() { p.link.Drop(dropStalled) })
		_, _, _ = p.conn.SendRequest("keepalive@openssh.com", true, nil)
		late.Stop()
		p.answer <- struct{}{}
	}()
}
