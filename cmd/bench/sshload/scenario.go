// Package sshload measures `game-tui serve` under the load of real SSH clients on loopback. The
// server is a separate process; all clients run in this one. It reads /proc and therefore needs
// Linux.
package sshload

import (
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"game-tui/sim/game/catalog"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
)

// A Scenario is a measurement of at most a minute.
type Scenario struct {
	Name, About string
	pace        int // rounds per second; 0 means no server
	run         func(l *load) error
}

// Scenarios lists all scenarios.
var Scenarios = []Scenario{
	{"bytes", "bytes a round for all who follow at 100x40", 0, (*load).bytes},
	{"join", "first frame while 50 join a second", pace, (*load).join},
	{"follow", "2,000 follow a match of 10 rounds a second", pace, (*load).follow},
	{"analysis", "2,000 follow while their match is analysed all the time", pace, (*load).analysis},
	{"private", "1,000 look around, five keys a second, while 500 follow", pace, (*load).private},
	{"slow", "a line of 12 KB/s among 100 others", pace, (*load).slow},
	{"capacity", "how many can follow", pace, (*load).capacity},
	{"churn", "10,000 joins and leaves with bursts of window changes", 1, (*load).churn}, // slow: the match itself takes memory as it grows
}

// pace is the usual number of rounds per second, and period the time between two.
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
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // keep the cost of clients low
	l := &load{name: s.Name, out: out, followers: followers{first: map[int]time.Time{}}}
	if s.pace > 0 {
		if l.process, err = start(program, s.pace); err != nil {
			return err
		}
		defer l.process.stop()
		time.Sleep(time.Second)
	}
	defer l.followers.close()
	return s.run(l)
}

// report writes a figure. NaN means that it could not be read.
func (l *load) report(figure, unit string, value float64) {
	fmt.Fprintf(l.out, "BenchmarkSSH/%s/%s 1 %.4g %s\n", l.name, figure, value, unit)
}

// reportTimes reports percentiles of sorted times, in seconds.
func (l *load) reportTimes(figure string, sorted []float64) {
	l.report(figure+"-median", "ms", percentile(sorted, 0.5)*1000)
	l.report(figure+"-p99", "ms", percentile(sorted, 0.99)*1000)
}

// reportLag reports percentiles of the lag of all followers.
func (l *load) reportLag() {
	sorted, share := l.lags()
	l.report("lag-p99", "rounds", percentile(sorted, 0.99)/period.Seconds())
	l.report("lag-max", "ms", percentile(sorted, 1)*1000)
	l.report("frames-seen", "%", share*100)
}

// reportCPU watches for a while and reports the processor time of the server.
func (l *load) reportCPU(figure string) {
	used, began := l.cpu(), time.Now()
	l.watch(15 * time.Second)
	l.report(figure, "%core", (l.cpu()-used)/time.Since(began).Seconds()*100)
}

// bytes measures the bytes per round of an official recording, before encryption. It must run in
// the top folder of the project.
func (l *load) bytes() error {
	f, err := os.Open("sim/simtest/testdata/recordings/harrypotter/dummy-s30.res.gz")
	if err != nil {
		return err
	}
	defer f.Close()
	text, err := res.Load(f)
	if err != nil {
		return err
	}
	rec, _, err := res.Read(text, catalog.Games(), "")
	if err != nil {
		return err
	}
	for name, profile := range map[string]theme.Profile{"truecolor": theme.TrueColor, "256-colours": theme.Color256} {
		sizes := differences(rec, profile)
		slices.Sort(sizes)
		l.report("median-"+name, "KB", float64(sizes[len(sizes)/2])/1000)
		l.report("largest-"+name, "KB", float64(sizes[len(sizes)-1])/1000)
	}
	return nil
}

// differences returns the size in bytes of the update of each round for followers, including short
// highlights.
func differences(rec *record.Record, profile theme.Profile) (sizes []int) {
	grown := record.New(*rec.Meta(), rec.State(0))
	p := ui.New(ui.Options{W: 100, H: 40, Profile: profile, Motion: true}, match.NewMatch(grown).Open(ui.Opening{Live: true}))
	p, _ = p.Update(ui.Viewers{Count: 1})
	var shown *screen.Grid
	for k := range rec.Edge() + 1 {
		if k > 0 {
			grown.Append(rec.Turn(k-1), rec.State(k))
			p, _ = p.Update(ui.Grown{})
			sizes = append(sizes, 0)
		}
		for again := true; again; {
			g := &screen.Grid{}
			p.Draw(g)
			if k > 0 {
				sizes[k-1] += len(screen.AppendDiff(nil, shown, g))
			}
			shown = g
			wait := p.NextTick()
			again = wait > 0
			p, _ = p.Update(ui.Tick{Elapsed: wait})
		}
	}
	return sizes
}

// join measures the time to the first frame while clients connect at a constant rate.
func (l *load) join() error {
	times, err := l.add(l.addr, 1000, 50)
	l.reportTimes("first-frame", times)
	return err
}

// follow measures a server whose clients all follow the match.
func (l *load) follow() error {
	before := l.memory()
	if _, err := l.add(l.addr, 2000, 100); err != nil {
		return err
	}
	time.Sleep(2 * time.Second)
	l.reportCPU("cpu")
	l.reportLag()
	l.report("memory", "MB/watcher", (l.memory()-before)/2000)
	return nil
}

// analysis measures followers while the server analyses their match for another viewer.
func (l *load) analysis() error {
	if _, err := l.add(l.addr, 2000, 100); err != nil {
		return err
	}
	looker, err := dial(l.addr, nil)
	if err != nil {
		return err
	}
	defer looker.close()
	time.Sleep(2 * time.Second)
	l.reportCPU("cpu-before")
	memory := l.memory()
	if err := looker.press("c"); err != nil {
		return err
	}
	time.Sleep(2 * time.Second)
	begun, err := l.metric("gametui_jobs_done_total")
	if err != nil {
		return err
	}
	l.reportCPU("cpu")
	l.reportLag()
	l.report("match-off-its-pace", "rounds", l.offPace())
	l.report("memory", "MB-more", l.memory()-memory)
	done, err := l.metric("gametui_jobs_done_total")
	if err == nil && done == begun {
		err = errors.New("nothing was analysed")
	}
	return err
}

// capacity adds clients until they lag more than two rounds or a minute has passed.
func (l *load) capacity() error {
	end := time.Now().Add(50 * time.Second)
	held, n := 0, 2000
	for lag := 0.0; time.Now().Before(end); n += 500 {
		if _, err := l.add(l.addr, n-len(l.clients), 120); err != nil {
			fmt.Fprintf(l.out, "%d watchers: %v\n", n, err)
			break
		}
		for range 2 { // measure twice: another process may have been busy
			l.watch(3 * time.Second)
			sorted, _ := l.lags()
			if lag = percentile(sorted, 0.99) / period.Seconds(); lag <= 2 {
				break
			}
		}
		if !(lag <= 2) {
			break
		}
		held = n
	}
	l.report("held-within-2-rounds", "watchers", float64(held))
	return nil
}

// lineRate is the speed of the slow line in bytes per second.
const lineRate = 12_000

// A slowLine is a connection of limited speed with small buffers: the rest waits at the sender, as
// on a real slow line.
type slowLine struct {
	*net.TCPConn
	free time.Time // when the last read has been transferred
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

// slow measures a client on a slow line, and others in parallel.
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
	l.reportLag()
	return nil
}

// state holds the figures that must return to their start after all clients have left.
type state struct{ goroutines, live, memory, files float64 }

func (p *process) state() (s state, err error) {
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		n, err := p.metric("gametui_watchers")
		if err != nil {
			return s, err
		}
		if m, _ := p.metric("gametui_pending_connections"); n+m == 0 {
			break
		}
		if time.Now().After(deadline) {
			return s, fmt.Errorf("%v watchers are still there", n)
		}
	}
	// A few visits trigger the garbage collector.
	for range 40 {
		c, err := dial(p.addr, nil)
		if err != nil {
			return s, err
		}
		c.close()
	}
	time.Sleep(500 * time.Millisecond)
	s.memory, s.files = p.memory(), p.files()
	if s.live, err = p.metric("go_heap_live_bytes"); err != nil {
		return s, err
	}
	s.live /= 1 << 20
	s.goroutines, err = p.metric("go_goroutines")
	return s, err
}

// visit connects, may resize the window many times or step, and leaves, sometimes without closing.
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

// visits runs n visits, 16 at a time.
func visits(addr string, n int) error {
	const together = 16
	return atRate(together, 1000, func(first int) error {
		for i := first; i < n; i += together {
			if err := visit(addr, i); err != nil {
				return err
			}
		}
		return nil
	})
}

// churn measures what is left after many clients have come and gone.
func (l *load) churn() error {
	began := time.Now()
	if err := visits(l.addr, 1000); err != nil {
		return err
	}
	before, err := l.state()
	if err != nil {
		return err
	}
	if err := visits(l.addr, 9000); err != nil {
		return err
	}
	l.report("visits", "visits/second", 10000/time.Since(began).Seconds())
	after, err := l.state()
	if err != nil {
		return err
	}
	l.report("goroutines", "more", after.goroutines-before.goroutines)
	l.report("descriptors", "more", after.files-before.files)
	l.report("live-memory", "MB-more", after.live-before.live)
	l.report("resident-memory", "MB-more", after.memory-before.memory)
	return nil
}
