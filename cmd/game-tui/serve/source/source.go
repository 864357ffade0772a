// Package source offers matches to the watching server: the one that is being
// played, one after another, or the recordings of a folder.
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
	"game-tui/tui/lobby"
	"game-tui/tui/server"
	"game-tui/tui/ui"
)

// Source joins what is played now and what is recorded; either may be missing.
type Source struct {
	Series *Series
	Folder *Folder
}

var _ interface {
	server.Source
	server.Learner
} = (*Source)(nil)

// List returns what is played first, then the recordings.
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

// Home is the list of the matches, where there are recordings.
func (s *Source) Home() ui.Source {
	if s.Folder == nil {
		return nil
	}
	home := lobby.New(s.List)
	s.Folder.notify(home.Notify)
	return home
}

// Only is the name of the match that is played, where there are no recordings.
func (s *Source) Only() string {
	if s.Folder != nil {
		return ""
	}
	return s.Series.Name()
}

func (s *Source) live(name string) bool { return s.Series != nil && s.Series.Name() == name }

// Open opens a match.
func (s *Source) Open(ctx context.Context, name string, job server.Job) (server.Channel, error) {
	switch {
	case s.live(name):
		return s.Series, nil
	case s.Folder != nil:
		return s.Folder.open(ctx, name, job)
	}
	return nil, server.ErrNotFound
}

// Fetch writes the recording of a match, of one that is played as far as it goes.
func (s *Source) Fetch(name string, w io.Writer) error {
	switch {
	case s.live(name):
		rec, _ := s.Series.Now()
		_, err := res.Write(w, rec)
		return err
	case s.Folder != nil:
		return s.Folder.fetch(name, w)
	}
	return server.ErrNotFound
}

// Learn reads how the recordings of the folder ended, as server.Learner has it.
func (s *Source) Learn(ctx context.Context, job server.Job) {
	if s.Folder != nil {
		s.Folder.learn(ctx, job)
	}
}

// Plan says what a series plays.
type Plan struct {
	Name string
	// Make makes match number n, from 0.
	Make func(ctx context.Context, n int) (*match.Match, error)
	// Loop plays match after match, with Intermission between them.
	Loop         bool
	Intermission time.Duration
	// Await holds the first match until somebody watches, and then so long.
	Await bool
	Delay time.Duration
	Log   *slog.Logger
}

// Series is one match, or one after another, for everybody. It is its own
// channel: its watchers go along from match to match.
type Series struct {
	plan Plan

	once   sync.Once
	joined chan struct{} // closed when the first watcher has come
	onJoin func()        // is called then

	silent func() time.Duration // as Silent has it

	mu     sync.Mutex
	record *record.Record
	next   chan struct{} // closed when another record takes its place
	starts time.Time     // of the match, or after its end of the next one; zero: not known
}

// NewSeries makes the first match. Run plays it.
func NewSeries(ctx context.Context, p Plan) (*Series, func(context.Context) error, error) {
	s := &Series{plan: p, joined: make(chan struct{}), onJoin: func() {}, silent: func() time.Duration { return 0 }}
	m, err := p.Make(ctx, 0)
	if err != nil {
		return nil, nil, err
	}
	s.Show(m.Record())
	return s, func(ctx context.Context) error { return s.run(ctx, m) }, nil
}

// NewRelay makes a series of matches that come from elsewhere: Show shows them. joined is
// called once, when the first watcher comes; silent returns for how long nothing has come, 0 where
// that is no time to speak of. Both must not wait.
func NewRelay(name string, rec *record.Record, joined func(), silent func() time.Duration) *Series {
	s := &Series{plan: Plan{Name: name}, joined: make(chan struct{}), onJoin: joined, silent: silent}
	s.Show(rec)
	return s
}

// Name is what the series is called.
func (s *Series) Name() string { return s.plan.Name }

// Now returns the match that is played.
func (s *Series) Now() (*record.Record, <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.record, s.next
}

// Joined notes that there is a watcher.
func (s *Series) Joined() {
	s.once.Do(func() {
		if s.plan.Await {
			s.startIn(s.plan.Delay)
		}
		close(s.joined)
		s.onJoin()
	})
}

// Starts returns how long it is until the match begins, or after its end the next one, 0
// where that is not known.
func (s *Series) Starts() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.starts.IsZero() {
		return 0
	}
	return max(time.Until(s.starts), 0)
}

// Silent returns for how long the source of the matches has been silent; 0 where it is not.
func (s *Series) Silent() time.Duration {
	return s.silent()
}

func (s *Series) startIn(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starts = time.Now().Add(d)
}

// Show puts a match in the place of the one before.
func (s *Series) Show(rec *record.Record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next != nil {
		close(s.next)
	}
	s.record, s.next, s.starts = rec, make(chan struct{}), time.Time{}
}

// run plays until ctx ends, or until the only match is over.
func (s *Series) run(ctx context.Context, m *match.Match) (err error) {
	if s.plan.Await {
		select {
		case <-s.joined:
		case <-ctx.Done():
		}
		if !pause(ctx, s.plan.Delay) || ctx.Err() != nil {
			m.Close() // nobody came
			return nil
		}
	}
	for n := 1; ; n++ {
		s.plan.Log.Info("match begins", "name", s.plan.Name, "seed", m.Record().Meta().Seed)
		s.logOver(m.Run(ctx, match.Options{}))
		if ctx.Err() != nil || !s.plan.Loop {
			return nil
		}
		s.startIn(s.plan.Intermission)
		if !pause(ctx, s.plan.Intermission) {
			return nil
		}
		if m, err = s.following(ctx, n); err != nil || m == nil {
			return err
		}
		s.Show(m.Record())
	}
}

// logOver logs how a match went.
func (s *Series) logOver(r *match.Result, err error) {
	attrs := []any{"seed", r.Spec.Seed, "rounds", r.Rounds, "scores", fmt.Sprint(r.Scores)}
	if err != nil && !errors.Is(err, context.Canceled) {
		attrs = append(attrs, "stopped", err)
	}
	s.plan.Log.Info("match over", attrs...)
}

// following makes match number n, when the machine is not too busy to begin it; none where ctx
// ends before.
func (s *Series) following(ctx context.Context, n int) (*match.Match, error) {
	for {
		m, err := s.plan.Make(ctx, n)
		if err == nil {
			return m, nil
		}
		if _, held := errors.AsType[*match.MachineError](err); !held {
			return nil, fmt.Errorf("make the next match: %w", err)
		}
		s.plan.Log.Warn("the next match does not begin", "name", s.plan.Name, "why", err)
		if !pause(ctx, max(s.plan.Intermission, heldUpPause)) {
			return nil, nil
		}
	}
}

// heldUpPause is how long a machine is left in peace that is too busy to begin a match, at least.
const heldUpPause = 10 * time.Second

// pause waits; false when ctx ended.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

func (s *Series) item() lobby.Item {
	rec, _ := s.Now()
	meta := rec.Meta()
	it := lobby.Item{Name: s.plan.Name, Title: meta.Game.Title(), Detail: strings.Join(meta.Names[:], " "), Live: true}
	over, _ := rec.Over()
	silent := s.Silent()
	switch {
	case over:
		it.State = "over"
	case silent > 0:
		it.State = ui.Silent{For: silent}.String()
	case rec.Edge() == 0:
		it.State = "begins soon"
	default:
		it.State = fmt.Sprintf("round %d/%d", rec.Edge(), rec.Rounds())
	}
	return it
}
