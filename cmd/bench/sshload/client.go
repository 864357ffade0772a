package sshload

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"
	"golang.org/x/sync/errgroup"
)

// A client is a viewer that parses only the round number. Every frame that changes the number
// redraws all its digits.
type client struct {
	conn       *ssh.Client
	session    *ssh.Session
	keys       io.Writer
	text       []byte                        // last bytes received, at most maxRoundText
	round      int                           // newest round on the client's screen, or -1
	onRound    func(round int, at time.Time) // called for every new round; may be nil
	firstFrame chan struct{}                 // closed when the first frame arrives
	ended      chan struct{}
}

// dial connects, requests a terminal and waits for the first frame.
func dial(addr string, onRound func(round int, at time.Time)) (*client, error) {
	tcp, err := net.DialTimeout("tcp", addr, 20*time.Second)
	if err != nil {
		return nil, err
	}
	return attach(tcp, addr, onRound)
}

func attach(tcp net.Conn, addr string, onRound func(round int, at time.Time)) (*client, error) {
	c := &client{round: -1, onRound: onRound, firstFrame: make(chan struct{}), ended: make(chan struct{})}
	conn, chans, reqs, err := ssh.NewClientConn(tcp, addr, &ssh.ClientConfig{User: "bench",
		HostKeyCallback: ssh.InsecureIgnoreHostKey(), Timeout: 20 * time.Second}) // the host key was created for this run
	if err != nil {
		tcp.Close()
		return nil, err
	}
	c.conn = ssh.NewClient(conn, chans, reqs)
	if err := c.open(); err != nil {
		conn.Close()
		return nil, err
	}
	go func() {
		_ = c.session.Wait()
		close(c.ended)
	}()
	select {
	case <-c.firstFrame:
		return c, nil
	case <-time.After(20 * time.Second):
		c.close()
		return nil, errors.New("no first frame within 20 s")
	}
}

func (c *client) open() (err error) {
	if c.session, err = c.conn.NewSession(); err != nil {
		return err
	}
	c.session.Stdout = c
	c.keys, err = c.session.StdinPipe()
	return cmp.Or(err, c.session.RequestPty("xterm-direct", 40, 100, nil), c.session.Shell())
}

func (c *client) press(key string) error {
	_, err := io.WriteString(c.keys, key)
	return err
}

func (c *client) close() {
	c.conn.Close()
	<-c.ended
}

var roundPrefix = []byte("round ")

// maxRoundText is at least the length of "round 1234/2000".
const maxRoundText = 16

// Write looks for a round number in the output, even if it is split across two calls.
func (c *client) Write(p []byte) (int, error) {
	c.text = append(c.text, p...)
	c.scanRound(c.text)
	c.text = slices.Delete(c.text, 0, max(len(c.text)-maxRoundText, 0))
	return len(p), nil
}

// scanRound updates c.round from the last "round N/" in p. It calls c.onRound if the round is new.
func (c *client) scanRound(p []byte) {
	for i := bytes.LastIndex(p, roundPrefix); i >= 0; i = bytes.LastIndex(p[:i], roundPrefix) {
		digits, _, found := bytes.Cut(p[i+len(roundPrefix):], []byte("/"))
		r, err := strconv.Atoi(string(digits[:min(len(digits), maxRoundText)]))
		if !found || err != nil {
			continue
		}
		if c.round == r {
			return
		}
		if c.round < 0 {
			close(c.firstFrame)
		}
		if c.round = r; c.onRound != nil {
			c.onRound(r, time.Now())
		}
		return
	}
}

// followers are clients that follow the same match. Their lag is how much later than the first
// client they show a round.
type followers struct {
	mu         sync.Mutex
	clients    []*client
	begin      time.Time // rounds shown before this time are not measured; if zero, nothing is measured
	firstShown map[int]time.Time
	seen       []frame
}

type frame struct {
	round int
	at    time.Time
}

func (f *followers) recordFrame(round int, at time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if first, ok := f.firstShown[round]; !ok || at.Before(first) {
		f.firstShown[round] = at
	}
	if !f.begin.IsZero() && at.After(f.begin) {
		f.seen = append(f.seen, frame{round, at})
	}
}

// addFollowers connects n more clients at the given rate per second. It returns the sorted times to the
// first frame, in seconds.
func (l *load) addFollowers(n, rate int) (times []float64, err error) {
	err = startAtRate(n, rate, func(int) error {
		began := time.Now()
		c, err := dial(l.addr, l.recordFrame)
		if err != nil {
			return err
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		times = append(times, time.Since(began).Seconds())
		l.clients = append(l.clients, c)
		return nil
	})
	slices.Sort(times)
	return times, err
}

// startAtRate calls do n times concurrently, starting the calls at the given rate per second. It waits
// for all calls and returns the first error.
func startAtRate(n, rate int, do func(i int) error) error {
	var group errgroup.Group
	tick := time.NewTicker(time.Second / time.Duration(rate))
	defer tick.Stop()
	for i := range n {
		<-tick.C
		group.Go(func() error { return do(i) })
	}
	return group.Wait()
}

// measureLags measures for a duration d and returns the sorted lags in seconds. Rounds that a client
// skipped do not count.
func (f *followers) measureLags(d time.Duration) (lags []float64) {
	f.mu.Lock()
	f.begin, f.seen = time.Now(), nil
	f.mu.Unlock()
	time.Sleep(d)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.begin = time.Time{}
	for _, d := range f.seen {
		lags = append(lags, d.at.Sub(f.firstShown[d.round]).Seconds())
	}
	slices.Sort(lags)
	return lags
}

// paceDeviation returns the match's largest deviation from its pace, in rounds, or NaN if no round was
// measured.
func (f *followers) paceDeviation() float64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.seen) == 0 {
		return math.NaN()
	}
	firstRound := slices.MinFunc(f.seen, func(a, b frame) int { return a.round - b.round }).round
	off := 0.0
	for r := firstRound; ; r++ {
		at, ok := f.firstShown[r]
		if !ok {
			return off
		}
		off = max(off, math.Abs(at.Sub(f.firstShown[firstRound]).Seconds()/period.Seconds()-float64(r-firstRound)))
	}
}

func (f *followers) close() {
	var group sync.WaitGroup
	for _, c := range f.clients {
		group.Go(c.close)
	}
	group.Wait()
}

// quantile returns the p-quantile of sorted, or NaN if sorted is empty.
func quantile(sorted []float64, p float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	return sorted[min(int(p*float64(len(sorted))), len(sorted)-1)]
}

// A prober is a client that steps through rounds on its own. It measures the time from a key press
// to the new round.
type prober struct {
	*client
	frames chan frame
	times  []float64
}

// step moves one round back and forth, five times a second, until stop is closed. Key presses
// before begin are not measured.
func (p *prober) step(begin time.Time, stop <-chan struct{}) error {
	at := (<-p.frames).round - 1
	key := fmt.Sprintf("g%d\r", at)
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for back := true; ; back = !back {
		pressed := time.Now()
		if err := p.press(key); err != nil {
			return err
		}
		shown := frame{round: -1}
		for shown.round != at {
			select {
			case shown = <-p.frames:
			case <-time.After(20 * time.Second):
				return fmt.Errorf("no frame for round %d within 20 s", at)
			}
		}
		if pressed.After(begin) {
			p.times = append(p.times, shown.at.Sub(pressed).Seconds())
		}
		select {
		case <-stop:
			return nil
		case <-tick.C:
		}
		if back {
			at, key = at-1, "h"
		} else {
			at, key = at+1, "l"
		}
	}
}

// measureStepping measures clients that step through rounds while others follow the match.
func (l *load) measureStepping() error {
	const followerCount, proberCount = 500, 1000
	if _, err := l.addFollowers(followerCount, 100); err != nil {
		return err
	}
	time.Sleep(time.Second)
	before := l.memory()
	probers := make([]*prober, proberCount)
	err := startAtRate(proberCount, 100, func(i int) (err error) {
		p := &prober{frames: make(chan frame, 1000)} // large enough for the frames before stepping starts; then the client gets only frames that it asks for
		p.client, err = dial(l.addr, func(round int, at time.Time) { p.frames <- frame{round, at} })
		probers[i] = p
		return err
	})
	defer func() {
		for _, p := range probers {
			if p.client != nil {
				p.client.close()
			}
		}
	}()
	if err != nil {
		return err
	}
	time.Sleep(time.Second)
	stop, ended, begin := make(chan struct{}), make(chan error), time.Now().Add(3*time.Second)
	go func() { // start the probers one after another
		ended <- startAtRate(proberCount, 5000, func(i int) error { return probers[i].step(begin, stop) })
	}()
	time.Sleep(time.Until(begin))
	l.reportLag("")
	private, memory := l.metric("gametui_private_watchers"), l.memory()
	close(stop)
	if err := <-ended; err != nil {
		return err
	}
	var times []float64
	for _, p := range probers {
		times = append(times, p.times...)
	}
	slices.Sort(times)
	l.reportTimes("key-to-frame", times)
	l.report("memory", "MB/watcher", (memory-before)/proberCount)
	if private < proberCount {
		return fmt.Errorf("only %.0f of %d viewers got a view of their own", private, proberCount)
	}
	return nil
}
