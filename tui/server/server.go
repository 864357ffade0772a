// Package server shows matches over SSH: anyone may watch, nobody can touch. New makes a
// Server, and its Serve takes connections. It is a shell of package ui, and knows programs and
// no view.
//
//	source ─► audience ─► frames ─┐ shared by all who see the same
//	                              ├─► session ─► terminal
//	keys ─► ui.Program ───────────┘ what this watcher looks at
//
// An audience draws once for everybody who sees the same (ui.Format: the live edge of a match,
// or a tournament, in windows of one class and one palette), and publishes immutable frames
// with the difference to the one before. One goroutine per session owns a watcher's program
// and its terminal from the first byte to the last, and pulls what it shows: while that is
// what others see, too, the audience's frames, and else its own drawing. Nothing that draws or
// plays ever waits for a client.
//
// The words of this package:
//
//   - link: a TCP connection, from accept to close.
//   - session: what a link is for, from a shell or exec request to its end.
//   - watcher: a session with a terminal. It sees what others see, or it looks around in a
//     match on its own, for which it has one of the private places.
//   - stream: what is watched under one name, a match or one match after another,
//     with all who watch it. The server holds the streams that somebody watches.
//   - home: the stream that watchers come to, where there is more than one match.
//   - audience: those of a stream whose programs have the same format, and what draws for
//     them.
//   - frame: one picture of an audience, with its difference to the one before.
//   - drawing: the picture of one watcher alone.
package server

import (
	"context"
	"errors"
	"expvar"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime"
	"runtime/metrics"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"game-tui/sim/clean"
	"game-tui/sim/lazy"
	"game-tui/sim/record"
	"game-tui/tui/chances"
	"game-tui/tui/lobby"
	"game-tui/tui/screen"
	"game-tui/tui/server/admission"
	"game-tui/tui/ui"
)

// maxOpening is how many recordings are read at a time. They may be large.
const maxOpening = 2

// Server shows the matches of a source to whoever connects.
type Server struct {
	cfg     Config
	source  Source
	count   counters
	panics  clean.Tally
	adm     *admission.Admission
	log     *slog.Logger
	home    *stream         // what watchers come to; nil: the only match
	opening *jobs           // recordings that are read
	extras  *jobs           // what could be left out
	exports quota           // files that are made or on their way to clients
	private quota           // watchers who look around on their own
	room    quota           // in bytes, for branches
	desk    chances.Analyst // nil: matches are not analysed
	turns   chan struct{}   // holds one for every watcher whose own screen is being made

	mu        sync.Mutex
	streams   map[string]*stream // one for each name that is being watched
	audiences map[audienceKey]*audience
	drawn     int // audiences, also those that nobody else comes to

	closing context.Context // ends when sessions are to end, and all that is done for them
	close   context.CancelFunc
	work    sync.WaitGroup // of both
}

// New makes a server; Serve runs it.
func New(cfg Config, source Source) *Server {
	s := &Server{cfg: cfg, source: source, log: cfg.Log,
		opening: newJobs(maxOpening), extras: newJobs(cfg.Jobs), room: quota{most: roomBytes},
		private: quota{most: cfg.Private}, exports: quota{most: maxExports, mostOf: maxExportsOf},
		turns:   make(chan struct{}, runtime.GOMAXPROCS(0)),
		streams: map[string]*stream{}, audiences: map[audienceKey]*audience{}}
	s.closing, s.close = context.WithCancel(context.Background())
	s.adm = admission.New(s.cfg.Limits.Limits, s.report)
	if src := source.Home(); src != nil {
		s.home = &stream{srv: s, home: subject{source: src}}
	}
	if l, ok := source.(Learner); ok && !cfg.NoSpoiler {
		s.work.Go(func() { // as one who waits like a visitor from an address of its own
			defer s.recovered("reading results", nil)
			l.Learn(s.closing, s.opening.of(netip.Prefix{}))
		})
	}
	if cfg.Desk != nil {
		s.desk = cfg.Desk(s.extras.of(netip.Prefix{})) // for all watchers together
	}
	return s
}

// known reports whether a match has exactly that name.
func (s *Server) known(name string) bool {
	return slices.ContainsFunc(s.source.List(), func(it lobby.Item) bool { return it.Name == name })
}

// plays reports whether matches are played on for visitors.
func (s *Server) plays() bool { return s.cfg.Branching != nil && s.cfg.Jobs > 0 }

// Limits bound what clients can cost. A count or a duration of 0 lifts it
// where that is said.
type Limits struct {
	admission.Limits
	Login   time.Duration // for typing a password, after the key exchange
	Private int           // watchers who look around on their own
	Jobs    int           // costly work for visitors at a time; 0: none is done
	Session time.Duration // longest session
	Idle    time.Duration // without a key, then back to the live edge
	Stall   time.Duration // a client that takes nothing for so long is dropped
	Width   int           // largest window
	Height  int
	Input   int // bytes of keys a second; more is thrown away
	Output  int // bytes that may wait in the kernel for one client
}

// DefaultLimits suit a classroom and a machine with two cores.
var DefaultLimits = Limits{
	Limits: admission.Limits{Handshake: 10 * time.Second, Pending: 64, PerAddress: 64, Sessions: 2500,
		Rate: wireRate, Burst: wireBurst},
	Login:   time.Minute,
	Private: 1000,
	Jobs:    1,
	Session: 12 * time.Hour,
	Idle:    15 * time.Minute,
	Stall:   20 * time.Second,
	Width:   screen.MaxW,
	Height:  screen.MaxH,
	Input:   4096,
	Output:  16 << 10,
}

// Config is all that a server needs to know.
type Config struct {
	Limits
	HostKey gossh.Signer
	Auth    *Auth // nil: anyone may watch
	// Show makes what is shown of a record; all who watch the record share it.
	Show func(*record.Record) ui.Source
	// Back says that Esc leaves a match, too, for what watchers came to.
	Back bool
	// Desk makes the place where matches are analysed, as jobs; nil: they are not.
	Desk func(Job) chances.Analyst
	// Branching plays matches on; nil: none is.
	Branching *Branching
	Palette   string // of those who have not chosen one
	Motion    bool   // what has just changed stands out for a moment, for those who have not chosen
	NoSpoiler bool   // recordings open without their future
	Log       *slog.Logger
}

// window is the class of a window from outside, within the limits. Clients that know no
// size say 0. A picture is a little smaller than it may be, so that people with nearly the
// same window share one drawing.
func (l *Limits) window(w, h uint32) [2]int {
	if w == 0 || h == 0 {
		w, h = 80, 24
	}
	size := [2]int{int(min(w, uint32(l.Width), screen.MaxW)), int(min(h, uint32(l.Height), screen.MaxH))}
	if size[0] > 60 {
		size[0] &^= 3
	}
	if size[1] > 30 {
		size[1] &^= 1
	}
	return size
}

// ErrNotFound says that a source has no match of that name.
var ErrNotFound = errors.New("no such match")

// Source is what can be watched. Its methods are called by many goroutines.
type Source interface {
	// List returns what there is, in the order in which it is shown.
	List() []lobby.Item
	// Home is what watchers come to and choose a match from, by names that Open knows; nil
	// where there is only one match. It is asked for once.
	Home() ui.Source
	// Open returns a match by its name; the error is ErrNotFound, or says in
	// words for the watcher what is wrong with it. What costs the processor is
	// done as a job, whose errors are returned as they are.
	Open(ctx context.Context, name string, job Job) (Channel, error)
	// Only is the name of the only match there will ever be, or empty: then there is a
	// home.
	Only() string
	// Fetch writes the recording of a match, as far as it has been played, at the
	// pace at which the client takes it: that makes it no job.
	Fetch(name string, w io.Writer) error
}

// Channel is a match, or one match after another.
type Channel interface {
	// Now returns the record to be shown and a channel that is closed when another
	// one takes its place; nil where that will never be.
	Now() (*record.Record, <-chan struct{})
}

// Still is a channel that shows one match for ever.
type Still struct{ Record *record.Record }

// Now returns the match.
func (s Still) Now() (*record.Record, <-chan struct{}) { return s.Record, nil }

// Enricher is a channel that can find out more about its match than it says. The
// server has it done in the queue of --max-jobs, after the match has been opened.
type Enricher interface {
	Enrich(ctx context.Context)
}

// Live is a channel of matches that are being played.
type Live interface {
	// Joined is called when a watcher comes: a match may have waited for it.
	Joined()
	// Starts returns how long it is until the match of Now begins, or after its end the
	// next one; 0 where that is not known.
	Starts() time.Duration
	// Silent returns for how long the source of the match has not answered; 0 where it
	// plays, or may.
	Silent() time.Duration
}

// ErrAnew is why a match ended whose source broke off and has begun another one.
// Those who watch it stay with it and get a notice of the other one.
var ErrAnew = errors.New("the server that played this match has begun another one")

// Learner is a source that can find out more about its matches than its list says at
// first. Learn does so, as jobs in the queue in which recordings are opened, until ctx
// ends. Where recordings open without their future it is not called.
type Learner interface {
	Learn(ctx context.Context, job Job)
}

// NameOK reports whether a text can be the name of a match. Names come from
// folders and from clients, and go to terminals and into paths.
func NameOK(name string) bool { return nameOK().MatchString(name) }

var nameOK = lazy.Regexp(`^[0-9A-Za-z_][-._0-9A-Za-z]{0,63}$`)

// writeMetrics writes the server's figures in Prometheus text form.
func (s *Server) writeMetrics(w io.Writer) {
	links := s.adm.Counts()
	figure := func(kind, name, help string, n int64) {
		fmt.Fprintf(w, "# HELP gametui_%s %s\n# TYPE gametui_%s %s\ngametui_%s %d\n", name, help, name, kind, name, n)
	}
	gauge := func(name, help string, n int) { figure("gauge", name, help, int64(n)) }
	counter := func(name, help string, n int64) { figure("counter", name+"_total", help, n) }
	gauge("watchers", "sessions in progress", links.Sessions)
	gauge("pending_connections", "connections without a session", links.Pending)
	gauge("audiences", "shared drawings", s.drawings())
	gauge("private_watchers", "watchers who look around on their own", s.private.now())
	opening, toOpen, _ := s.opening.numbers()
	running, waiting, done := s.extras.numbers()
	gauge("opening", "recordings being read", opening)
	gauge("opening_waiting", "recordings that wait to be read", toOpen)
	gauge("jobs", "costly work being done", running)
	gauge("jobs_waiting", "costly work that waits", waiting)
	c := &s.count
	counter("jobs_done", "costly work that was done", done)
	counter("joins", "sessions started", c.joins.Load())
	counter("received_bytes", "bytes from clients", s.adm.In.Load())
	counter("sent_bytes", "bytes to clients", s.adm.Out.Load())
	counter("frames", "frames drawn for audiences", c.frames.Load())
	counter("skipped_frames", "frames that watchers did not get for being behind", c.skipped.Load())
	counter("lost_key_bytes", "bytes of keys thrown away for being too many", c.lostKeys.Load())
	counter("panics", "sessions and drawings that broke", c.panics.Load())
	labelled(w, "drops", "connections cut by the server", "reason", &s.adm.Drops)
	labelled(w, "refusals", "requests refused", "what", &c.refusals)
	fmt.Fprintf(w, "# TYPE gametui_frame_seconds summary\ngametui_frame_seconds_sum %g\ngametui_frame_seconds_count %d\n",
		time.Duration(c.drawing.Load()).Seconds(), c.frames.Load())
	// These two show a leak.
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	fmt.Fprintf(w, "# TYPE go_goroutines gauge\ngo_goroutines %d\n", runtime.NumGoroutine())
	fmt.Fprintf(w, "# TYPE go_heap_live_bytes gauge\ngo_heap_live_bytes %d\n", live[0].Value.Uint64())
}

func labelled(w io.Writer, name, help, label string, m *expvar.Map) {
	fmt.Fprintf(w, "# HELP gametui_%s_total %s\n# TYPE gametui_%s_total counter\n", name, help, name)
	m.Do(func(v expvar.KeyValue) { fmt.Fprintf(w, "gametui_%s_total{%s=%q} %s\n", name, label, v.Key, v.Value) })
}

// MetricsHandler answers GET /metrics.
func (s *Server) MetricsHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		s.writeMetrics(w)
	})
	return mux
}

// Reasons to cut a connection that has a session.
const (
	dropStalled  admission.Reason = "stalled"
	dropGarbage  admission.Reason = "garbage"
	dropChannels admission.Reason = "channels"
	dropLinger   admission.Reason = "linger"
	dropClosing  admission.Reason = "closing"
)

// counters are what the server has done since it started.
type counters struct {
	lostKeys, frames, skipped, panics, joins atomic.Int64
	drawing                                  atomic.Int64 // nanoseconds that the frames took
	refusals                                 expvar.Map   // by what was asked for
}
