// Package sshload measures `game-tui serve` under the load of real SSH clients on loopback. The
// server is a separate process; all clients run in this one. The package reads /proc and therefore
// needs Linux.
package sshload

import (
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"runtime/debug"
	"time"

	"golang.org/x/sync/errgroup"
)

// A Scenario is a load on the server, with its measurements.
type Scenario struct {
	Name string
	pace int // rounds per second
	run  func(l *load) error
}

var Scenarios = []Scenario{
	{"follow", pace, (*load).measureFollowing},
	{"private", pace, (*load).measureStepping},
	{"slow", pace, (*load).measureSlowLine},
	{"churn", 1, (*load).measureChurn}, // one round per second, so that the growing match itself adds little memory
}

// pace is the usual number of rounds per second, and period the time per round.
const (
	pace   = 10
	period = time.Second / pace
)

// A load is a server and the clients that follow its match.
type load struct {
	*process
	followers
	name string
	out  io.Writer
}

// Run runs a scenario against a server program and writes figures in the format of Go benchmarks.
func Run(s Scenario, program string, out io.Writer) (err error) {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // keep the clients cheap
	l := &load{name: s.Name, out: out, followers: followers{firstShown: map[int]time.Time{}}}
	if l.process, err = startServer(program, s.pace); err != nil {
		return err
	}
	defer l.process.stop()
	time.Sleep(time.Second)
	defer l.followers.close()
	return s.run(l)
}

// report writes a figure. NaN means that it could not be measured.
func (l *load) report(figure, unit string, value float64) {
	fmt.Fprintf(l.out, "BenchmarkSSH/%s/%s 1 %.4g %s\n", l.name, figure, value, unit)
}

// reportTimes reports the median and the 99th percentile of sorted times in seconds.
func (l *load) reportTimes(figure string, sorted []float64) {
	l.report(figure+"-median", "ms", quantile(sorted, 0.5)*1000)
	l.report(figure+"-p99", "ms", quantile(sorted, 0.99)*1000)
}

// reportLag reports the followers' lag and the server's processor time over 15 seconds. prefix is
// put before both names.
func (l *load) reportLag(prefix string) {
	used, began := l.cpu(), time.Now()
	lags := l.measureLags(15 * time.Second)
	l.report(prefix+"cpu", "%core", (l.cpu()-used)/time.Since(began).Seconds()*100)
	l.report(prefix+"lag-p99", "rounds", quantile(lags, 0.99)/period.Seconds())
}

// measureFollowing measures a server whose clients all follow the match, first without and then with an
// analysis for another viewer.
func (l *load) measureFollowing() error {
	before := l.memory()
	times, err := l.addFollowers(2000, 100)
	if err != nil {
		return err
	}
	l.reportTimes("first-frame", times)
	viewer, err := dial(l.addr, nil)
	if err != nil {
		return err
	}
	defer viewer.close()
	time.Sleep(2 * time.Second)
	l.reportLag("")
	l.report("memory", "MB/watcher", (l.memory()-before)/2000)
	if err := viewer.press("c"); err != nil {
		return err
	}
	time.Sleep(2 * time.Second)
	begun := l.metric("gametui_jobs_done_total")
	l.reportLag("analysed-")
	l.report("match-off-its-pace", "rounds", l.paceDeviation())
	if l.metric("gametui_jobs_done_total") == begun {
		return errors.New("nothing was analysed")
	}
	return nil
}

// lineRate is the speed of the slow line in bytes per second.
const lineRate = 12_000

// A slowLine is a connection with limited speed and small buffers. Unread data waits at the sender,
// as on a real slow line.
type slowLine struct {
	*net.TCPConn
	freeAt time.Time // when the line will have transferred the data already read
}

func (s *slowLine) Read(p []byte) (int, error) {
	n, err := s.TCPConn.Read(p[:min(len(p), lineRate/20)])
	if now := time.Now(); s.freeAt.Before(now) {
		s.freeAt = now
	}
	s.freeAt = s.freeAt.Add(time.Duration(n) * time.Second / lineRate)
	time.Sleep(time.Until(s.freeAt))
	return n, err
}

// measureSlowLine measures a client on a slow line while other clients follow the match.
func (l *load) measureSlowLine() error {
	if _, err := l.addFollowers(100, 50); err != nil {
		return err
	}
	tcp, err := net.Dial("tcp", l.addr)
	if err != nil {
		return err
	}
	_ = tcp.(*net.TCPConn).SetReadBuffer(64 << 10)
	worst := math.NaN() // guarded by l.mu
	c, err := attach(&slowLine{TCPConn: tcp.(*net.TCPConn)}, l.addr, func(round int, at time.Time) {
		l.mu.Lock()
		defer l.mu.Unlock()
		first, ok := l.firstShown[round]
		if lag := at.Sub(first).Seconds(); ok && !(worst >= lag) {
			worst = lag
		}
	})
	if err != nil {
		return err
	}
	defer c.close()
	l.reportLag("")
	l.mu.Lock()
	defer l.mu.Unlock()
	l.report("lag-of-slow-line", "seconds", worst)
	return nil
}

// resources holds the figures that must return to their initial values after all clients have left.
type resources struct{ goroutines, liveHeap, memory, files float64 }

func (p *process) measureResources() (s resources, err error) {
	for deadline := time.Now().Add(10 * time.Second); p.metric("gametui_watchers")+p.metric("gametui_pending_connections") > 0; {
		if time.Now().After(deadline) {
			return s, errors.New("some viewers are still connected")
		}
		time.Sleep(50 * time.Millisecond)
	}
	// These visits make the server's garbage collector run.
	for range 40 {
		if err := visit(p.addr, 3); err != nil {
			return s, err
		}
	}
	time.Sleep(500 * time.Millisecond)
	return resources{p.metric("go_goroutines"), p.metric("go_heap_live_bytes") / (1 << 20), p.memory(), p.openFiles()}, nil
}

// visit connects and disconnects. In between, depending on n, it resizes the window, steps through
// rounds, quits, or does nothing.
func visit(addr string, n int) error {
	c, err := dial(addr, nil)
	if err != nil {
		return err
	}
	defer c.close()
	switch n % 5 {
	case 0:
		for i := range 60 {
			if err := c.session.WindowChange(20+i%30, 60+i%50); err != nil {
				return err
			}
		}
	case 1:
		return c.press("hhl")
	case 2:
		if err := c.press("q"); err != nil {
			return err
		}
		<-c.ended // the server closes the connection
	}
	return nil
}

// measureChurn measures the resources still in use after many clients have come and gone.
func (l *load) measureChurn() error {
	visits := func(n int) error {
		var group errgroup.Group
		group.SetLimit(16)
		for i := range n {
			group.Go(func() error { return visit(l.addr, i) })
		}
		return group.Wait()
	}
	if err := visits(1000); err != nil {
		return err
	}
	before, err := l.measureResources()
	if err != nil {
		return err
	}
	if err := visits(9000); err != nil {
		return err
	}
	after, err := l.measureResources()
	if err != nil {
		return err
	}
	l.report("goroutines", "more", after.goroutines-before.goroutines)
	l.report("descriptors", "more", after.files-before.files)
	l.report("live-memory", "MB-more", after.liveHeap-before.liveHeap)
	l.report("resident-memory", "MB-more", after.memory-before.memory)
	return nil
}
