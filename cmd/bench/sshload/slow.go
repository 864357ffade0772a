package sshload

import (
	"math"
	"net"
	"time"
)

// lineRate is the speed of the slow line in bytes a second.
const lineRate = 12_000

// slowLine is a connection that carries so much and no more. What it takes is
// small, as on a line that is really slow: the rest waits at the sender.
type slowLine struct {
	*net.TCPConn
	free time.Time // when what was read has gone through
}

func (s *slowLine) Read(p []byte) (int, error) {
	n, err := s.TCPConn.Read(p[:min(len(p), lineRate/20)])
	if now := time.Now(); s.free.Before(now) {
		s.free = now
	}
	s.free = s.free.Add(time.Duration(n) * time.Second / lineRate)
	time.Sleep(time.Until(s.free))
	return n, err
}

// slow measures a client on a slow line, and others beside it.
func (l *load) slow() error {
	if _, err := l.add(l.addr, 100, 50); err != nil {
		return err
	}
	tcp, err := net.Dial("tcp", l.addr)
	if err != nil {
		return err
	}
	_ = tcp.(*net.TCPConn).SetReadBuffer(64 << 10)
	worst, frames := math.NaN(), 0 // guarded by l.mu
	c, err := attach(&slowLine{TCPConn: tcp.(*net.TCPConn)}, l.addr, func(round int, at time.Time) {
		l.mu.Lock()
		defer l.mu.Unlock()
		frames++
		first, ok := l.first[round]
		if lag := at.Sub(first).Seconds(); ok && !(worst >= lag) {
			worst = lag
		}
	})
	if err != nil {
		return err
	}
	defer c.close()
	l.watch(30 * time.Second)
	l.mu.Lock()
	l.report("lag-of-slow-line", "seconds", worst)
	l.report("frames-of-slow-line", "frames", float64(frames))
	l.mu.Unlock()
	l.report("rate-of-slow-line", "KB/second", float64(c.bytes.Load())/30/1000)
	l.reportLag()
	return nil
}
