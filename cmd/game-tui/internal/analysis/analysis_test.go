package analysis

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/simtest"
	"game-tui/sim/winchance"
	"game-tui/tui/draw/chances"
	"game-tui/tui/tuitest"
)

// until waits for a snapshot that wanted accepts and returns it.
func until(t *testing.T, l chances.Registration, what string, wanted func(*winchance.Snapshot, error) bool) *winchance.Snapshot {
	t.Helper()
	for {
		now, next, err := l.Latest()
		if wanted(now, err) {
			return now
		}
		simtest.Receive(t, fmt.Sprintf("%s; %v", what, err), next)
	}
}

func played(t *testing.T, rounds int) *record.Record {
	rec := tuitest.PlayMatch(t, tuitest.Games[2], configs.Default(tuitest.Games[2].Name()), rounds)
	meta := *rec.Meta()
	meta.Names = [sim.Seats]string{"Demo", "Demo", "Null", "Null"}
	return rec.WithMeta(meta)
}

func any(*winchance.Snapshot, error) bool { return true }

func TestViewersShareAnAnalysisThatStopsWithoutThem(t *testing.T) {
	t.Parallel()
	d := NewLocalRunner()
	rec := played(t, 60)
	one, two := d.Register(rec, chances.ChanceResults), d.Register(rec, chances.ChanceResults)
	first := until(t, one, "the table", func(s *winchance.Snapshot, _ error) bool { return s != nil })
	if first.Edge() != 60 {
		t.Errorf("first snapshot: got %d rounds, want 60", first.Edge())
	}
	until(t, one, "rollouts", func(s *winchance.Snapshot, _ error) bool { return s.PiecesDone > 4 })
	if got, _, _ := two.Latest(); got == nil || got.PiecesDone == 0 {
		t.Error("second viewer: got no rollouts, want those of the first")
	}
	if len(d.studies) != 1 {
		t.Errorf("got %d analyses of one match, want 1", len(d.studies))
	}
	one.Close()
	one.Close() // a second Close has no effect
	if d.studies[0].wanted() == 0 {
		t.Error("second viewer was unregistered")
	}
	two.Close()
	simtest.Await(t, "the end without viewers", func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		return !d.working
	}, nil)
	before, _, _ := one.Latest()
	again := d.Register(rec, chances.ChanceResults)
	defer again.Close()
	if now := until(t, again, "results", any); now.PiecesDone < before.PiecesDone {
		t.Errorf("got %d rollouts, want at least %d from before", now.PiecesDone, before.PiecesDone)
	}
}

func TestOnlyWantedResultsAreComputed(t *testing.T) {
	t.Parallel()
	g := tuitest.Games[2]
	rec := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 1000)
	meta := *rec.Meta()
	meta.Names = [sim.Seats]string{"Demo", "Demo", "Null", "Null"}
	d := NewLocalRunner()
	whole := func(s *winchance.Snapshot, _ error) bool { return s != nil && s.Pace != nil }
	one := d.Register(rec.WithMeta(meta), chances.PaceResults)
	if now := until(t, one, "the pace", whole); now.PiecesDone > 0 || now.PaceProgress != 1 {
		t.Errorf("pace only: got %d rollouts and %.0f %% of the pace, want 0 and 100", now.PiecesDone, 100*now.PaceProgress)
	}
	two := d.Register(d.studies[0].rec, chances.ChanceResults)
	defer two.Close()
	one.Close()
	until(t, two, "rollouts", func(s *winchance.Snapshot, _ error) bool { return s.PiecesDone > 0 && s.Pace != nil })

	meta.Names[3] = "Stranger"
	d = NewLocalRunner()
	both := d.Register(rec.WithMeta(meta), chances.PaceResults|chances.ChanceResults)
	defer both.Close()
	if now := until(t, both, "the reason", func(s *winchance.Snapshot, _ error) bool { return s != nil && s.Level > winchance.LevelCoarse }); now.NoPaceReason == "" || now.Pace != nil {
		t.Errorf("stranger: got reason %q and pace %v, want a reason only", now.NoPaceReason, now.Pace)
	}
}

func TestLastResultsArePublishedAtOnce(t *testing.T) {
	t.Parallel()
	s := &study{runner: &Runner{cores: 1, minInterval: time.Hour}, rec: played(t, 1000), changed: make(chan struct{}), registrations: map[*registration]chances.ResultSet{nil: chances.PaceResults}}
	s.begin()
	if s.runSlice(s.analysis.HasPacePieces) {
		t.Error("got more work, want none")
	}
	if s.snapshot.Pace == nil {
		t.Errorf("got %.0f %% of the pace, want all", 100*s.snapshot.PaceProgress)
	}
}

func TestNewRoundsAreAnalysed(t *testing.T) {
	t.Parallel()
	whole := played(t, 60)
	rec := record.New(*whole.Meta(), whole.State(0))
	l := NewLocalRunner().Register(rec, chances.ChanceResults)
	defer l.Close()
	for k := range 10 {
		rec.Append(whole.Turn(k), whole.State(k+1))
		until(t, l, "the newest round", func(s *winchance.Snapshot, _ error) bool { return s != nil && s.Edge() == k+1 })
	}
}

func TestRefusedJobsAreReportedAndTriedAgain(t *testing.T) {
	t.Parallel()
	full := errors.New("queue full")
	var refuse atomic.Bool
	refuse.Store(true)
	l := NewServerRunner(func(ctx context.Context, work func(context.Context) error) error {
		if refuse.Load() {
			return full
		}
		return work(ctx)
	}).Register(played(t, 60), chances.ChanceResults)
	defer l.Close()
	until(t, l, "the reason", func(s *winchance.Snapshot, err error) bool {
		return errors.Is(err, full) && s != nil && s.PiecesDone == 0
	})
	refuse.Store(false)
	until(t, l, "rollouts", func(s *winchance.Snapshot, err error) bool { return err == nil && s.PiecesDone > 0 })
}

func TestOnlyUnwatchedAnalysesAreReplaced(t *testing.T) {
	t.Parallel()
	d := NewLocalRunner()
	for range maxStudies + 5 {
		l := d.Register(played(t, 1), chances.ChanceResults)
		until(t, l, "the table", func(s *winchance.Snapshot, _ error) bool { return s != nil })
		l.Close()
	}
	if len(d.studies) != maxStudies {
		t.Errorf("got %d analyses, want %d", len(d.studies), maxStudies)
	}
	for range maxStudies {
		defer d.Register(played(t, 1), chances.ChanceResults).Close()
	}
	over := d.Register(played(t, 1), chances.ChanceResults)
	defer over.Close()
	if _, _, err := over.Latest(); err == nil || len(d.studies) != maxStudies {
		t.Errorf("all watched: got %d analyses and error %v, want %d and an error", len(d.studies), err, maxStudies)
	}
}

// broken is a game whose measures panic.
type broken struct{ sim.Game }

func (broken) Measures() []sim.Measure { panic("broken") }

func TestPanicEndsOnlyItsOwnAnalysis(t *testing.T) {
	t.Parallel()
	d, rec := NewLocalRunner(), played(t, 5)
	meta := *rec.Meta()
	meta.Game = broken{meta.Game}
	bad := d.Register(rec.WithMeta(meta), chances.ChanceResults)
	defer bad.Close()
	until(t, bad, "the reason", func(s *winchance.Snapshot, err error) bool { return s == nil && err != nil })
	good := d.Register(rec, chances.ChanceResults)
	defer good.Close()
	until(t, good, "rollouts", func(s *winchance.Snapshot, _ error) bool { return s != nil && s.PiecesDone > 0 })
}
