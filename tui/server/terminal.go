package server

import (
	"io"
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"game-tui/tui/screen"
	"game-tui/tui/server/admission"
)

const (
	enterScreen = "\x1b[?1049h\x1b[?25l\x1b[?2004h"
	leaveScreen = "\x1b[?2004l\x1b[m\x1b[?25h\x1b[?1049l"
	mouseOn     = "\x1b[?1002h\x1b[?1006h"
	mouseOff    = "\x1b[?1002l\x1b[?1006l"
)

// chunk is how much is written at once: the SSH library keeps two buffers of each
// channel as large as its largest packet, which with its frame is to fit in 4 KB.
const chunk = 4000

// buffers holds room for encoding what only one watcher gets.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// terminal is a client's screen. Only the goroutine of its session uses it, so
// shown is always what the client shows once it has read all.
type terminal struct {
	w     io.Writer
	link  *admission.Link
	stall *time.Timer
	limit time.Duration
	err   error
	lag   lagProbe // its zero value asks nothing

	shown  *screen.Grid // nil: unknown
	motion *motion      // that it may show; nil: none
}

func newTerminal(w io.Writer, l *admission.Link, limit time.Duration) *terminal {
	t := &terminal{w: w, link: l, limit: limit}
	t.stall = time.AfterFunc(time.Hour, func() { l.Drop(dropStalled) })
	t.stall.Stop()
	return t
}

// Write writes to the client. One that takes nothing is dropped, which ends the
// write.
func (t *terminal) Write(p []byte) (int, error) {
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

// text writes control sequences or words.
func (t *terminal) text(s string) {
	_, _ = io.WriteString(t, s)
}

// show makes the client show a grid, which must not change as long as it is shown.
func (t *terminal) show(g *screen.Grid) {
	buf := buffers.Get().(*[]byte)
	*buf = screen.AppendDiff((*buf)[:0], t.shown, g)
	t.send(*buf, g)
	buffers.Put(buf)
}

// send writes the difference between what the client shows and a grid.
func (t *terminal) send(diff []byte, g *screen.Grid) {
	_, _ = t.Write(diff)
	t.shown = g
}

// shows reports whether the client shows a grid, or what is to be shown before it.
func (t *terminal) shows(g *screen.Grid) bool {
	return t.shown == g || t.motion != nil && t.motion.after == g && t.shown == t.motion.grid
}

// settle ends what is shown for a moment.
func (t *terminal) settle() {
	m := t.motion
	if t.motion = nil; m != nil && t.shown == m.grid && !t.lag.waiting() {
		t.send(m.out, m.after)
	}
}

// catchUp makes the client show the newest frame of an audience. f is the frame
// that it shows, or the one that was newest when it came, and is so no more; moves: with what is shown before a
// frame, where there is time for it.
func (t *terminal) catchUp(g *audience, f *frame, moves bool) (newest *frame, skipped int64) {
	t.settle()
	var buf [keep]*frame
	list, shared := g.since(f, &buf)
	newest = list[len(list)-1]
	if !shared || t.shown != f.grid {
		t.show(newest.grid)
		return newest, max(newest.seq-f.seq-1, 0)
	}
	if m := newest.motion; moves && m != nil && len(list) == 1 && time.Now().Before(m.fresh) && m.drawn(g) {
		t.send(m.in, m.grid)
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
	// A line on which an answer takes longer is slow.
	slowTime = 400 * time.Millisecond
	// So much is sent at most before the next question. The first picture asks
	// at once: it is long enough to tell a slow line.
	askBytes = 64 << 10
)

// lagProbe keeps clients on slow lines near the present. What the kernels on the way
// hold is shown late, seconds later on a slow line, and no write tells when. So
// the client is asked now and then for an answer, and where that takes long, no
// picture is sent before the client has answered a question behind the last one.
type lagProbe struct {
	conn   gossh.Conn
	link   *admission.Link
	limit  time.Duration
	slow   bool
	sent   int       // bytes since the last question
	asked  time.Time // zero: nothing has been asked that is not answered
	answer chan struct{}
}

// waiting reports whether the client still has to show what was sent.
func (p *lagProbe) waiting() bool {
	return !p.asked.IsZero() && (p.slow || time.Since(p.asked) > slowTime)
}

// ask asks for a sign that all has arrived, where it is time to. Every client
// answers a request that it does not know.
func (p *lagProbe) ask() {
	if !p.asked.IsZero() || !p.slow && p.sent < askBytes {
		return
	}
	p.asked, p.sent = time.Now(), 0
	go func() {
		late := time.AfterFunc(p.limit, func() { p.link.Drop(dropStalled) })
		_, _, _ = p.conn.SendRequest("keepalive@openssh.com", true, nil)
		late.Stop()
		p.answer <- struct{}{}
	}()
}

func (p *lagProbe) answered() {
	p.slow = time.Since(p.asked) > slowTime
	p.asked = time.Time{}
}
