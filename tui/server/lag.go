package server

import (
	"time"

	gossh "golang.org/x/crypto/ssh"
)

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
	link   *link
	limit  time.Duration
	slow   bool
	sent   int       // bytes since the last question
	asked  time.Time // zero: nothing has been asked that is not answered
	answer chan struct{}
}

func newLagProbe(conn gossh.Conn, l *link, limit time.Duration) *lagProbe {
	return &lagProbe{conn: conn, link: l, limit: limit, sent: askBytes, answer: make(chan struct{}, 1)}
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
		late := time.AfterFunc(p.limit, func() { p.link.drop(dropStalled) })
		_, _, _ = p.conn.SendRequest("keepalive@openssh.com", true, nil)
		late.Stop()
		p.answer <- struct{}{}
	}()
}

// answered takes in the answer.
func (p *lagProbe) answered() {
	p.slow = time.Since(p.asked) > slowTime
	p.asked = time.Time{}
}
