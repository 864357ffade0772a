// Package sshd shows matches over SSH, read-only. [New] returns a [Server], whose Serve method
// accepts connections. It runs programs of package ui and depends on no view.
//
//	source ─► audience ─► frames ─┐   shared by viewers with equal screens
//	                              ├─► session ─► terminal
//	keys ─► ui.Program ───────────┘   for this viewer only
//
// Each session has a goroutine that owns its program and terminal. It sends frames of an audience
// while the viewer follows the live edge, and draws for itself otherwise. Drawing and playing never
// wait for a client.
package sshd

import (
	"context"
	"expvar"
	"fmt"
	"log/slog"
	"net/netip"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"game-tui/sim/record"
	"game-tui/sim/sanitize"
	"game-tui/tui/cells/screen"
	"game-tui/tui/draw/chances"
	"game-tui/tui/replay/branch"
	"game-tui/tui/sshd/admission"
	"game-tui/tui/ui"
)

const (
	maxOpeningJobs = 2

	// Limits on memory use. Exported files stay in memory until they are downloaded, and branches
	// until their viewer leaves the match.
	maxExports           = 8
	maxExportsPerAddress = 2
	maxTotalBranchBytes  = 128 << 20
)

type Server struct {
	cfg          Config
	source       Source
	counters     counters
	panicTally   sanitize.Tally
	admission    *admission.Admission
	log          *slog.Logger
	home         *stream // stream in which viewers choose a match, or nil if there is only one
	openingJobs  *jobQueue
	optionalJobs *jobQueue
	exportQuota  quota
	privateQuota quota
	branchQuota  quota
	analyst      chances.Analyst // shared by all viewers; nil if analysis is disabled
	drawSlots    chan struct{}   // limits how many private screens are drawn at once

	mu            sync.Mutex
	streams       map[string]*stream // streams with viewers, by name
	audiences     map[audienceKey]*audience
	audienceCount int // number of audiences that have not ended

	ctx    context.Context // cancelled to end all sessions and jobs
	cancel context.CancelFunc
	wg     sync.WaitGroup // goroutines of sessions and jobs
}

func New(cfg Config, source Source) *Server {
	s := &Server{cfg: cfg, source: source, log: cfg.Log,
		openingJobs: newJobQueue(maxOpeningJobs), optionalJobs: newJobQueue(cfg.Jobs), branchQuota: quota{max: maxTotalBranchBytes},
		privateQuota: quota{max: cfg.PrivateViewers}, exportQuota: quota{max: maxExports, maxPerAddress: maxExportsPerAddress},
		drawSlots: make(chan struct{}, runtime.GOMAXPROCS(0)),
		streams:   map[string]*stream{}, audiences: map[audienceKey]*audience{}}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.admission = admission.New(s.cfg.Limits.Limits, s.report)
	if src := source.Home(); src != nil {
		s.home = &stream{srv: s, home: subject{source: src}}
	}
	if l, ok := source.(ListCompleter); ok && !cfg.NoSpoilers {
		s.wg.Go(func() { // All these jobs count towards one address.
			defer s.recoverPanic("while reading results", nil)
			l.Complete(s.ctx, s.openingJobs.runnerFor(netip.Prefix{}))
		})
	}
	if cfg.NewAnalyst != nil {
		s.analyst = cfg.NewAnalyst(s.optionalJobs.runnerFor(netip.Prefix{})) // All viewers share these jobs.
	}
	return s
}

func (s *Server) canBranch() bool { return s.cfg.Branching != nil && s.cfg.Jobs > 0 }

// Limits bound the resources that clients can use.
type Limits struct {
	admission.Limits
	LoginTimeout   time.Duration // time limit for typing a password
	PrivateViewers int
	Jobs           int // maximum number of running jobs; 0 disables jobs
	SessionTimeout time.Duration
	IdleTimeout    time.Duration // time without input after which a viewer is returned to the live edge
	StallTimeout   time.Duration // time for which a client may stop reading before it is dropped
	Width          int
	Height         int
	InputRate      int // bytes of input per second; the rest is discarded
	SendBuffer     int // size of the kernel's send buffer per client, in bytes
}

// DefaultLimits is suitable for a class of students and a machine with two cores.
var DefaultLimits = Limits{
	Limits: admission.Limits{HandshakeTimeout: 10 * time.Second, Pending: 64, ConnectionsPerAddress: 64, Sessions: 2500,
		Rate: 64 << 10, Burst: 256 << 10},
	LoginTimeout:   time.Minute,
	PrivateViewers: 1000,
	Jobs:           1,
	SessionTimeout: 12 * time.Hour,
	IdleTimeout:    15 * time.Minute,
	StallTimeout:   20 * time.Second,
	Width:          screen.MaxW,
	Height:         screen.MaxH,
	InputRate:      4096,
	SendBuffer:     16 << 10,
}

type Config struct {
	Limits
	HostKey gossh.Signer
	Auth    *Auth // nil lets anyone watch
	// SourceOf returns the source for a record. All viewers of the record share it.
	SourceOf func(*record.Record) ui.Source
	// CanGoBack lets the key Esc return from a match to the home stream.
	CanGoBack bool
	// NewAnalyst returns an analyst that runs its work as jobs. A nil NewAnalyst disables analysis.
	NewAnalyst func(JobRunner) chances.Analyst
	Branching  *Branching
	Palette    string
	ShowMotion bool // highlight recent changes by default
	NoSpoilers bool // hide rounds of recordings that the viewer has not reached
	Log        *slog.Logger
}

// Branching lets viewers play branches of a match.
type Branching struct {
	// Play plays a branch. It returns an error soon after ctx is cancelled.
	Play func(ctx context.Context, rec *record.Record, c branch.Change, progress func(string)) (branch.Result, error)
	// Players returns the names of a game's built-in players.
	Players func(game string) []string
}

// clampWindow returns the screen size for a client's window. It caps sizes and rounds them down, so
// that more viewers can share a drawing. An unknown size, sent as 0, counts as 80x24.
func (l *Limits) clampWindow(w, h uint32) [2]int {
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

const (
	dropStalled   admission.Reason = "stalled"
	dropChannels  admission.Reason = "channels"
	dropLingering admission.Reason = "linger"
	dropClosing   admission.Reason = "closing"
)

type counters struct {
	discardedInput, frames, skippedFrames, panics, joins atomic.Int64
	drawingNanos                                         atomic.Int64 // total drawing time in nanoseconds
	refusals                                             expvar.Map   // refused requests by kind
}

// recoverPanic recovers from a panic, logs it unless the same panic was logged before, and calls
// onPanic unless it is nil. It must be deferred directly.
func (s *Server) recoverPanic(where string, onPanic func()) {
	v := recover()
	if v == nil {
		return
	}
	s.counters.panics.Add(1)
	if s.panicTally.Add(fmt.Sprint(where, ": ", v)) {
		s.log.Error("panic "+where, "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
	}
	if onPanic != nil {
		onPanic()
	}
}

func (s *Server) countRefusal(l *admission.Link, kind, detail string) {
	s.counters.refusals.Add(kind, 1)
	l.Report(kind, detail)
}

func (s *Server) report(e admission.Event) {
	if e.Remote == "" {
		s.log.Warn("accept", "error", e.Detail)
	} else {
		s.log.Info("refuse", "remote", e.Remote, "what", e.Kind, "detail", sanitize.Truncate(e.Detail, maxMessageLen))
	}
}
