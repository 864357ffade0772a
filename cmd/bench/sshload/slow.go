package sshload

import (
	"math"
	"net"
	"sync"
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
func (l *Load) slow(p *process, f *followers) error {
	if _, err := f.join(p.addr, 100, 50); err != nil {
		return err
	}
	tcp, err := net.Dial("tcp", p.addr)
	if err != nil {
		return err
	}
	_ = tcp.(*net.TCPConn).SetReadBuffer(64 << 10)
	var mu sync.Mutex
	worst, frames := math.NaN(), 0
	k, err := attach(&slowLine{TCPConn: tcp.(*net.TCPConn)}, p.addr, func(_ *client, round int, at time.Time) {
		f.mu.Lock()
		first, ok := f.first[round]
		f.mu.Unlock()
		mu.Lock()
		defer mu.Unlock()
		frames++
		if lag := at.Sub(first).Seconds(); ok && !(worst >= lag) {
			worst = lag
		}
	})
	if err != nil {
		return err
	}
	defer k.close()
	f.watch(30 * time.Second)
	mu.Lock()
	defer mu.Unlock()
	l.Report("slow line: lag, max", "s", worst)
	l.Report("slow line: frames in 30 s", "", float64(frames))
	l.Report("slow line: rate", "KB/s", float64(k.bytes.Load())/30/1000)
	l.lag(f, "100 others")
	return nil
}
