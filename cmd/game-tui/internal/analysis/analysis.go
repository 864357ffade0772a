// Package analysis analyses matches in the background. All viewers of a record share one analysis,
// which runs in short slices while it has viewers. Each slice goes through a job queue and pauses
// while other work needs the processors.
//
// Call Runner.Register for each viewer, and Now for the latest results.
package analysis

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"

	"game-tui/ai"
	"game-tui/sim/record"
	"game-tui/sim/winchance"
	"game-tui/tui/draw/chances"
)

// A Job runs work when a worker is free. It returns the error from work, or the reason why work did
// not run.
type Job func(ctx context.Context, work func(context.Context) error) error

// A Runner runs analyses and shares them among viewers. It is safe for concurrent use.
type Runner struct {
	cores       int           // maximum number of cores in use
	minInterval time.Duration // minimum time between two snapshots of a match at the same level
	job         Job           // queue through which each slice runs

	mu      sync.Mutex // guards the fields below and the studies
	studies []*study   // studies, most recently viewed first
	working bool
}

// maxStudies bounds the number of analyses in memory. Each takes less than a megabyte.
const maxStudies = 16

func NewLocalRunner() *Runner {
	return &Runner{cores: runtime.GOMAXPROCS(0), job: func(ctx context.Context, work func(context.Context) error) error { return work(ctx) }}
}

// NewServerRunner returns a runner for a server. It uses one core and the server's job queue.
func NewServerRunner(job Job) *Runner { return &Runner{cores: 1, minInterval: time.Second, job: job} }

type study struct {
	runner *Runner
	rec    *record.Record

	snapshot      *winchance.Snapshot // newest results, or nil
	changed       chan struct{}       // closed when newer results are available
	registrations map[*registration]chances.ResultSet
	stopReason    error // reason why the analysis is stopped, or nil

	// Used only by the working goroutine.
	analysis    *winchance.Analysis // nil before the start, or after a failure
	publishedAt time.Time
}

type registration struct{ study *study }

// Register starts or joins the analysis of a record.
func (d *Runner) Register(rec *record.Record, want chances.ResultSet) chances.Registration {
	d.mu.Lock()
	defer d.mu.Unlock()
	l := &registration{d.findOrAddStudy(rec)}
	l.study.registrations[l] = want
	if !d.working {
		d.working = true
		go d.work()
	}
	return l
}

// findOrAddStudy returns the study of a record. If the list is full, a new study replaces the least
// recently viewed study without viewers. If every study in the list has viewers, it returns a
// stopped study.
func (d *Runner) findOrAddStudy(rec *record.Record) *study {
	s := &study{runner: d, rec: rec, changed: make(chan struct{}), registrations: map[*registration]chances.ResultSet{}}
	if i := slices.IndexFunc(d.studies, func(s *study) bool { return s.rec == rec }); i >= 0 {
		s = d.studies[i]
		d.studies = slices.Delete(d.studies, i, i+1)
	}
	for i := len(d.studies) - 1; i >= 0 && len(d.studies) >= maxStudies; i-- {
		if len(d.studies[i].registrations) == 0 {
			d.studies = slices.Delete(d.studies, i, i+1)
		}
	}
	if len(d.studies) >= maxStudies {
		s.stopReason = errors.New("too many matches are being analysed; try again later")
		return s
	}
	d.studies = slices.Insert(d.studies, 0, s)
	return s
}

func (s *study) wanted() (combined chances.ResultSet) {
	s.runner.mu.Lock()
	defer s.runner.mu.Unlock()
	for _, want := range s.registrations {
		combined |= want
	}
	return combined
}

// Now returns the latest results or nil, a channel that is closed when newer ones are available,
// and the reason why the analysis is stopped, or nil.
func (l *registration) Latest() (*winchance.Snapshot, <-chan struct{}, error) {
	s := l.study
	s.runner.mu.Lock()
	defer s.runner.mu.Unlock()
	return s.snapshot, s.changed, s.stopReason
}

func (l *registration) Close() {
	l.study.runner.mu.Lock()
	defer l.study.runner.mu.Unlock()
	delete(l.study.registrations, l)
}

// A Runner works for sliceTime at a time. It pauses for restTime while the cores are busy, and for
// idleTime when nothing is due. The cores count as busy if a yield takes longer than maxYieldTime.
const (
	sliceTime    = 100 * time.Millisecond
	restTime     = 20 * time.Millisecond
	idleTime     = 200 * time.Millisecond
	maxYieldTime = 4 * time.Millisecond
)

// work runs slices of the viewed studies until no study has viewers.
func (d *Runner) work() {
	for turn := 0; ; turn++ {
		list := d.viewedStudies()
		if list == nil {
			return
		}
		for _, s := range list { // publish estimates first, since they need no rollouts
			if s.analysis == nil && s.stopReason == nil {
				s.runGuarded(s.begin)
			}
		}
		busy := false
		for i := range list {
			s := list[(turn+i)%len(list)]
			if !s.isDue() {
				continue
			}
			err := d.job(context.Background(), func(context.Context) error {
				end := time.Now().Add(sliceTime)
				s.runGuarded(func() { busy = s.runSlice(func() bool { return time.Now().Before(end) && s.wanted() != 0 }) })
				return nil
			})
			if s.analysis != nil {
				s.stop(err)
			}
			break
		}
		if !busy {
			time.Sleep(idleTime)
		}
	}
}

// viewedStudies returns the studies with viewers. If the list is empty, it clears d.working, and
// the worker must return.
func (d *Runner) viewedStudies() (list []*study) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range d.studies {
		if len(s.registrations) > 0 {
			list = append(list, s)
		}
	}
	d.working = list != nil
	return list
}

// runGuarded recovers from panics, so that a malformed recording stops only its own analysis.
func (s *study) runGuarded(do func()) {
	defer func() {
		if recover() != nil {
			s.analysis = nil
			s.stop(errors.New("this match cannot be analysed"))
		}
	}()
	do()
}

func (s *study) begin() {
	a, err := winchance.New(NewMatch(s.rec))
	if err != nil {
		s.stop(err)
		return
	}
	s.analysis = a
	s.publish()
}

func NewMatch(rec *record.Record) winchance.Match {
	m := winchance.NewMatch(rec, ai.Find)
	if b, ok := ai.Reference(m.Game.Name()); ok {
		m.Reference = &b
	}
	return m
}

// isDue reports whether work is left or new rounds have been played.
func (s *study) isDue() bool {
	if s.analysis == nil {
		return false
	}
	want, a := s.wanted(), s.analysis
	return a.NeedsUpdate() || want&chances.ChanceResults != 0 && a.Level < winchance.LevelDone || want&chances.PaceResults != 0 && a.HasPacePieces()
}

// runSlice works until keepGoing returns false or no work is left. It publishes the results if they are
// due, and reports whether work is left.
func (s *study) runSlice(keepGoing func() bool) (hasMore bool) {
	hasMore = true
	s.analysis.Update()
	for keepGoing() {
		if areCoresBusy() {
			time.Sleep(restTime)
			continue
		}
		var list []*winchance.Piece
		want := s.wanted()
		if want&chances.PaceResults != 0 {
			list = s.analysis.TakePace(s.runner.cores)
		}
		if len(list) == 0 && want&chances.ChanceResults != 0 {
			list = s.analysis.Take(s.runner.cores)
		}
		if hasMore = len(list) > 0; !hasMore {
			break
		}
		var group sync.WaitGroup
		for _, p := range list[1:] {
			group.Go(p.Do)
		}
		list[0].Do()
		group.Wait()
		s.analysis.Put(list)
	}
	hasMore = hasMore && s.isDue() // if no work is left, publish the last results
	if !hasMore || s.analysis.Level != s.snapshot.Level || time.Since(s.publishedAt) >= s.runner.minInterval {
		s.publish()
	}
	return hasMore
}

// WaitUntilIdle waits until no other work needs the processors, or ctx is cancelled.
func WaitUntilIdle(ctx context.Context) {
	for ctx.Err() == nil && areCoresBusy() {
		time.Sleep(restTime)
	}
}

// areCoresBusy reports whether other goroutines are waiting for a processor, judging by how long a
// yield takes.
func areCoresBusy() bool {
	begin := time.Now()
	runtime.Gosched()
	return time.Since(begin) > maxYieldTime
}

func (s *study) publish() {
	s.publishedAt = time.Now()
	s.setResults(s.analysis.Snapshot(), s.stopReason)
}

func (s *study) stop(reason error) {
	if s.stopReason != nil || reason != nil {
		s.setResults(s.snapshot, reason)
	}
}

func (s *study) setResults(snapshot *winchance.Snapshot, reason error) {
	s.runner.mu.Lock()
	defer s.runner.mu.Unlock()
	s.snapshot, s.stopReason = snapshot, reason
	close(s.changed)
	s.changed = make(chan struct{})
}
