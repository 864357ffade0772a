// Package source provides the matches of a server. A [Series] plays one match after another, a
// [Folder] lists recordings, and a [Source] combines them for package sshd.
package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"

	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/tui/sshd"
	"game-tui/tui/ui"
	"game-tui/tui/view/lobby"
)

// A Source combines a series with a folder of recordings. Either may be nil.
type Source struct {
	Series *Series
	Folder *Folder
}

var _ interface {
	sshd.Source
	sshd.ListCompleter
} = (*Source)(nil)

// List returns the match being played, then the recordings.
func (s *Source) List() []lobby.Item {
	var list []lobby.Item
	if s.Series != nil {
		list = append(list, s.Series.item())
	}
	if s.Folder != nil {
		list = append(list, s.Folder.items()...)
	}
	return list
}

// Home returns the list of matches as the viewer's start page, or nil if there is no folder.
func (s *Source) Home() ui.Source {
	if s.Folder == nil {
		return nil
	}
	home := lobby.New(s.List)
	s.Folder.setOnListChange(home.Notify)
	return home
}

// OnlyMatch returns the name of the series if there is no folder, and "" otherwise.
func (s *Source) OnlyMatch() string {
	if s.Folder != nil {
		return ""
	}
	return s.Series.Name()
}

func (s *Source) isLive(name string) bool { return s.Series != nil && s.Series.Name() == name }

func (s *Source) Open(ctx context.Context, name string, job sshd.JobRunner) (sshd.Feed, error) {
	switch {
	case s.isLive(name):
		return s.Series, nil
	case s.Folder != nil:
		return s.Folder.open(ctx, name, job)
	}
	return nil, sshd.ErrNotFound
}

// Fetch writes the recording of a match, as far as the match has been played.
func (s *Source) Fetch(name string, w io.Writer) error {
	switch {
	case s.isLive(name):
		rec, _ := s.Series.Current()
		_, err := res.Write(w, rec)
		return err
	case s.Folder != nil:
		return s.Folder.fetch(name, w)
	}
	return sshd.ErrNotFound
}

func (s *Source) Complete(ctx context.Context, job sshd.JobRunner) {
	if s.Folder != nil {
		s.Folder.readResults(ctx, job)
	}
}

// A SeriesPlan describes the matches of a series.
type SeriesPlan struct {
	Name string
	// NewMatch returns match n of the series, counted from 0.
	NewMatch func(ctx context.Context, n int) (*match.Match, error)
	// If Loop is set, matches are played forever, with Intermission between them.
	Loop         bool
	Intermission time.Duration
	// If AwaitViewer is set, the first match begins StartDelay after the first viewer joins.
	AwaitViewer bool
	StartDelay  time.Duration
	Log         *slog.Logger
}

// A Series is one or more matches that all viewers follow together. It implements sshd.Feed.
type Series struct {
	plan SeriesPlan

	joinOnce sync.Once
	joined   chan struct{} // closed when the first viewer joins
	onJoin   func()        // called when the first viewer joins

	silentFor func() time.Duration // returns how long the source has been silent

	mu        sync.Mutex
	record    *record.Record
	replaced  chan struct{} // closed when another record replaces this one
	startTime time.Time     // start of this match or, once it is over, of the next one; zero if unknown
}

// NewSeries creates the first match of a series. The returned function plays the matches.
func NewSeries(ctx context.Context, p SeriesPlan) (*Series, func(context.Context) error, error) {
	s := &Series{plan: p, joined: make(chan struct{}), onJoin: func() {}, silentFor: func() time.Duration { return 0 }}
	if p.AwaitViewer {
		s.onJoin = func() { s.scheduleStart(p.StartDelay) }
	}
	m, err := p.NewMatch(ctx, 0)
	if err != nil {
		return nil, nil, err
	}
	s.Replace(m.Record())
	return s, func(ctx context.Context) error { return s.run(ctx, m) }, nil
}

// NewRelaySeries returns a series of matches from another server; Replace replaces the match. onJoin is
// called once, when the first viewer joins. silentFor returns how long the server has been silent, or
// 0. Neither function may block.
func NewRelaySeries(name string, rec *record.Record, onJoin func(), silentFor func() time.Duration) *Series {
	s := &Series{plan: SeriesPlan{Name: name}, joined: make(chan struct{}), onJoin: onJoin, silentFor: silentFor}
	s.Replace(rec)
	return s
}

func (s *Series) Name() string { return s.plan.Name }

// Current returns the current match, and a channel that is closed when another one replaces it.
func (s *Series) Current() (*record.Record, <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.record, s.replaced
}

func (s *Series) ViewerJoined() {
	s.joinOnce.Do(func() {
		s.onJoin()
		close(s.joined)
	})
}

// StartsIn returns the time until this match or, once it is over, the next one begins. It returns 0
// if that is unknown.
func (s *Series) StartsIn() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.startTime.IsZero() {
		return 0
	}
	return max(time.Until(s.startTime), 0)
}

func (s *Series) SilentFor() time.Duration { return s.silentFor() }

func (s *Series) scheduleStart(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.startTime = time.Now().Add(d)
}

// Replace replaces the current match.
func (s *Series) Replace(rec *record.Record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.replaced != nil {
		close(s.replaced)
	}
	s.record, s.replaced, s.startTime = rec, make(chan struct{}), time.Time{}
}

// run plays matches until ctx ends. Without Loop, it plays only m.
func (s *Series) run(ctx context.Context, m *match.Match) (err error) {
	if s.plan.AwaitViewer {
		select {
		case <-s.joined:
		case <-ctx.Done():
		}
		if !pause(ctx, s.plan.StartDelay) || ctx.Err() != nil {
			m.Close() // ctx ended before the match began.
			return nil
		}
	}
	for n := 1; ; n++ {
		s.plan.Log.Info("match begins", "name", s.plan.Name, "seed", m.Record().Meta().Seed)
		r, err := m.Run(ctx, match.Options{})
		attrs := []any{"seed", r.Spec.Seed, "rounds", r.Rounds, "scores", fmt.Sprint(r.Scores)}
		if err != nil && !errors.Is(err, context.Canceled) {
			attrs = append(attrs, "stopped", err)
		}
		s.plan.Log.Info("match over", attrs...)
		if ctx.Err() != nil || !s.plan.Loop {
			return nil
		}
		s.scheduleStart(s.plan.Intermission)
		if !pause(ctx, s.plan.Intermission) {
			return nil
		}
		if m, err = s.nextMatch(ctx, n); err != nil || m == nil {
			return err
		}
		s.Replace(m.Record())
	}
}

// nextMatch creates match n. It retries while the machine is busy, and returns nil if ctx ends
// first.
func (s *Series) nextMatch(ctx context.Context, n int) (*match.Match, error) {
	for {
		m, err := s.plan.NewMatch(ctx, n)
		if err == nil {
			return m, nil
		}
		if _, busy := errors.AsType[*match.MachineError](err); !busy {
			return nil, fmt.Errorf("create the next match: %w", err)
		}
		s.plan.Log.Warn("next match failed to start", "name", s.plan.Name, "why", err)
		if !pause(ctx, max(s.plan.Intermission, 10*time.Second)) {
			return nil, nil
		}
	}
}

// pause sleeps for d. It returns false if ctx ends first.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

func (s *Series) item() lobby.Item {
	rec, _ := s.Current()
	meta := rec.Meta()
	it := lobby.Item{Name: s.plan.Name, Title: meta.Game.Title(), Players: strings.Join(meta.Names[:], " "), IsLive: true}
	over, _ := rec.Ended()
	silent := s.SilentFor()
	switch {
	case over:
		it.Progress = "over"
	case silent > 0:
		it.Progress = ui.SourceSilent{Duration: silent}.String()
	case rec.Edge() == 0:
		it.Progress = "begins soon"
	default:
		it.Progress = fmt.Sprintf("round %d/%d", rec.Edge(), rec.Rounds())
	}
	return it
}
