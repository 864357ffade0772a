// Package sshd shows matches over SSH, read-only. New returns a Server, and its Serve accepts
// connections. It is a shell for programs of package ui and knows no view.
//
//	source ─► audience ─► frames ─┐   shared by viewers with equal screens
//	                              ├─► session ─► terminal
//	keys ─► ui.Program ───────────┘   what this viewer sees
//
// One goroutine per session owns its program and terminal. It pulls frames of its audience while
// the viewer follows the live edge, and draws for itself otherwise. Nothing that draws or plays
// ever waits for a client.
//
// Terms:
//
// - link: a TCP connection.
// - session: a shell or exec request, until its end.
// - viewer: a session with a terminal. It follows, or is private and takes a private place.
// - stream: a match, or one match after another, under one name, with all its viewers.
// - home: the stream that viewers start at if there are several matches.
// - audience: viewers of a stream with the same ui.ScreenFormat, drawn once.
// - frame: an immutable screen of an audience, with the difference to the one before.
// - drawing: the screen of one private viewer.
package sshd

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

	"game-tui/sim/lazy"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
	"game-tui/tui/cells/screen"
	"game-tui/tui/draw/chances"
	"game-tui/tui/sshd/admission"
	"game-tui/tui/ui"
	"game-tui/tui/view/lobby"
)

const maxOpening = 2

type Server struct {
	cfg          Config
	source       Source
	counters     counters
	panics       sanitize.Tally
	admission    *admission.Admission
	log          *slog.Logger
	home         *stream // where viewers start; nil means the only match
	openingJobs  *jobs
	optionalJobs *jobs
	exportQuota  quota
	privateQuota quota
	branchQuota  quota
	analyst      chances.Analyst // nil means no analysis
	drawSlots    chan struct{}   // semaphore of private drawings

	mu            sync.Mutex
	streams       map[string]*stream // by name, while they have viewers
	audiences     map[audienceKey]*audience
	audienceCount int // number of audiences, including ending ones

	closing context.Context // ends all sessions and their work
	close   context.CancelFunc
	work    sync.WaitGroup // goroutines of both
}

func New(cfg Config, source Source) *Server {
	s := &Server{cfg: cfg, source: source, log: cfg.Log,
		openingJobs: newJobs(maxOpening), optionalJobs: newJobs(cfg.Jobs), branchQuota: quota{max: maxAllBranchBytes},
		privateQuota: quota{max: cfg.Private}, exportQuota: quota{max: maxExports, maxPerAddress: maxExportsPerAddress},
		drawSlots: make(chan struct{}, runtime.GOMAXPROCS(0)),
		streams:   map[string]*stream{}, audiences: map[audienceKey]*audience{}}
	s.closing, s.close = context.WithCancel(context.Background())
	s.admission = admission.New(s.cfg.Limits.Limits, s.report)
	if src := source.Home(); src != nil {
		s.home = &stream{srv: s, home: subject{source: src}}
	}
	if l, ok := source.(ListCompleter); ok && !cfg.NoSpoilers {
		s.work.Go(func() { // waits like a viewer from an address of its own
			defer s.recovered("reading results", nil)
			l.Complete(s.closing, s.openingJobs.of(netip.Prefix{}))
		})
	}
	if cfg.Analyst != nil {
		s.analyst = cfg.Analyst(s.optionalJobs.of(netip.Prefix{})) // shared by all viewers
	}
	return s
}

func (s *Server) hasMatch(name string) bool {
	return slices.ContainsFunc(s.source.List(), func(it lobby.Item) bool { return it.Name == name })
}

func (s *Server) canBranch() bool { return s.cfg.Branching != nil && s.cfg.Jobs > 0 }

// Limits bound what clients can cost. 0 means no limit where stated.
type Limits struct {
	admission.Limits
	Login   time.Duration // time to type a password, after the key exchange
	Private int
	Jobs    int // jobs at a time; 0 means none
	Session time.Duration
	Idle    time.Duration // time without a key before returning to the live edge
	Stall   time.Duration // time without reading before a client is dropped
	Width   int
	Height  int
	Input   int // bytes of keys per second; excess is discarded
	Output  int // bytes in the kernel per client
}

// DefaultLimits suit a class and a machine with two cores.
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

type Config struct {
	Limits
	HostKey gossh.Signer
	Auth    *Auth // nil means that anyone may watch
	// Show returns what to show of a record, shared by all its viewers.
	Show func(*record.Record) ui.Source
	// Back makes Esc leave a match for the home stream.
	Back bool
	// Analyst returns what analyses matches as jobs. It may be nil.
	Analyst func(Job) chances.Analyst
	// Branching plays branches. It may be nil.
	Branching  *Branching
	Palette    string // default palette
	Motion     bool   // highlight recent changes by default
	NoSpoilers bool   // hide the future of recordings
	Log        *slog.Logger
}

// window returns the size to draw for a client's window. It rounds down a little, so that similar
// windows share a drawing. Clients that do not know their size send 0.
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

var ErrNotFound = errors.New("no such match")

// A Source lists and opens matches. It is safe for concurrent use.
type Source interface {
	// List returns the matches in order.
	List() []lobby.Item
	// Home returns what viewers choose a match from, by names for Open, or nil if there is only one
	// match. It is called once.
	Home() ui.Source
	// Open opens a match. It returns ErrNotFound, or an error for the viewer. It does expensive
	// work as a job, whose errors it returns unchanged.
	Open(ctx context.Context, name string, job Job) (Channel, error)
	// Only returns the name of the only match there will ever be, or "".
	Only() string
	// Fetch writes the recording of a match up to the current round, as fast as the client reads,
	// so it is no job.
	Fetch(name string, w io.Writer) error
}

type Channel interface {
	// Now returns the current record and a channel that is closed when another one replaces it, or
	// nil if that never happens.
	Now() (*record.Record, <-chan struct{})
}

// Single is a channel of a single match.
type Single struct{ Record *record.Record }

// Now implements Channel.
func (s Single) Now() (*record.Record, <-chan struct{}) { return s.Record, nil }

// An Enricher is a channel that can add to its match what the recording lacks. The server calls it
// as an optional job after opening the match.
type Enricher interface {
	Enrich(ctx context.Context)
}

// LiveChannel is a channel of matches that are being played.
type LiveChannel interface {
	// Joined is called when a viewer joins; a match may wait for it.
	Joined()
	// StartsIn returns the time until the match begins, or the next one after its end; 0 means
	// unknown.
	StartsIn() time.Duration
	// SilentFor returns how long the source of the match has not answered, or 0.
	SilentFor() time.Duration
}

// ErrReplaced ends a match whose source has begun another one. Its viewers stay with it and get a
// notice.
var ErrReplaced = errors.New("the source of this match has started another one")

// A ListCompleter is a source that can complete its list. Learn does so as jobs of the opening queue
// until ctx ends. It is not called if the future of recordings is hidden.
type ListCompleter interface {
	Complete(ctx context.Context, job Job)
}

// NameOK reports whether a text is a valid name of a match: safe in terminals, shells and paths.
func NameOK(name string) bool { return nameOK().MatchString(name) }

var nameOK = lazy.Regexp(`^[0-9A-Za-z_][-._0-9A-Za-z]{0,63}$`)

func (s *Server) writeMetrics(w io.Writer) {
	links := s.admission.Counts()
	figure := func(kind, name, help string, n int64) {
		fmt.Fprintf(w, "# HELP gametui_%s %s\n# TYPE gametui_%s %s\ngametui_%s %d\n", name, help, name, kind, name, n)
	}
	gauge := func(name, help string, n int) { figure("gauge", name, help, int64(n)) }
	counter := func(name, help string, n int64) { figure("counter", name+"_total", help, n) }
	gauge("watchers", "open sessions", links.Sessions)
	gauge("pending_connections", "connections without a session", links.Pending)
	gauge("audiences", "shared drawings", s.countAudiences())
	gauge("private_watchers", "viewers with a private drawing", s.privateQuota.now())
	opening, toOpen, _ := s.openingJobs.numbers()
	running, waiting, done := s.optionalJobs.numbers()
	gauge("opening", "recordings being read", opening)
	gauge("opening_waiting", "recordings waiting to be read", toOpen)
	gauge("jobs", "jobs running", running)
	gauge("jobs_waiting", "jobs waiting", waiting)
	c := &s.counters
	counter("jobs_done", "jobs finished", done)
	counter("joins", "sessions started", c.joins.Load())
	counter("received_bytes", "bytes from clients", s.admission.In.Load())
	counter("sent_bytes", "bytes to clients", s.admission.Out.Load())
	counter("frames", "frames drawn for audiences", c.frames.Load())
	counter("skipped_frames", "frames skipped by slow viewers", c.skipped.Load())
	counter("lost_key_bytes", "bytes of input discarded above the rate limit", c.lostKeys.Load())
	counter("panics", "panics of sessions and drawings", c.panics.Load())
	labelled(w, "drops", "connections dropped by the server", "reason", &s.admission.Drops)
	labelled(w, "refusals", "requests refused", "what", &c.refusals)
	fmt.Fprintf(w, "# TYPE gametui_frame_seconds summary\ngametui_frame_seconds_sum %g\ngametui_frame_seconds_count %d\n",
		time.Duration(c.drawing.Load()).Seconds(), c.frames.Load())
	// These two reveal leaks.
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	fmt.Fprintf(w, "# TYPE go_goroutines gauge\ngo_goroutines %d\n", runtime.NumGoroutine())
	fmt.Fprintf(w, "# TYPE go_heap_live_bytes gauge\ngo_heap_live_bytes %d\n", live[0].Value.Uint64())
}

func labelled(w io.Writer, name, help, label string, m *expvar.Map) {
	fmt.Fprintf(w, "# HELP gametui_%s_total %s\n# TYPE gametui_%s_total counter\n", name, help, name)
	m.Do(func(v expvar.KeyValue) { fmt.Fprintf(w, "gametui_%s_total{%s=%q} %s\n", name, label, v.Key, v.Value) })
}

func (s *Server) MetricsHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		s.writeMetrics(w)
	})
	return mux
}

const (
	dropStalled   admission.Reason = "stalled"
	dropGarbage   admission.Reason = "garbage"
	dropChannels  admission.Reason = "channels"
	dropLingering admission.Reason = "linger"
	dropClosing   admission.Reason = "closing"
)

type counters struct {
	lostKeys, frames, skipped, panics, joins atomic.Int64
	drawing                                  atomic.Int64 // total time of all frames in nanoseconds
	refusals                                 expvar.Map   // by kind of request
}
