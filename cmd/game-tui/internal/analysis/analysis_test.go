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

// until waits for something newer of a look until it is what is wanted.
func until(t *testing.T, l chances.Registration, what string, wanted func(*winchance.Snapshot, error) bool) *winchance.Snapshot {
	t.Helper()
	for {
		now, next, err := l.Now()
		if wanted(now, err) {
			return now
		}
		simtest.Receive(t, fmt.Sprintf("%s; %v", what, err), next)
	}
}

func played(t *testing.T, rounds int) *record.Record {
	rec := tuitest.Played(t, tuitest.Games[2], configs.Default(tuitest.Games[2].Name()), rounds)
	meta := *rec.Meta()
	meta.Names = [sim.Seats]string{"Demo", "Demo", "Null", "Null"}
	return rec.WithMeta(meta)
}

func any(*winchance.Snapshot, error) bool { return true }

// TestDesk analyses a match for two who look: one analysis, whose table is there at once,
// which goes on by rollouts, and stops when nobody looks.
func TestDesk(t *testing.T) {
	t.Parallel()
	d := Local()
	rec := played(t, 60)
	one, two := d.Register(rec, chances.WantChances), d.Register(rec, chances.WantChances)
	first := until(t, one, "the table", func(s *winchance.Snapshot, _ error) bool { return s != nil })
	if first.Edge() != 60 {
		t.Errorf("the first snapshot has %d rounds", first.Edge())
	}
	until(t, one, "rollouts", func(s *winchance.Snapshot, _ error) bool { return s.Pieces > 4 })
	if got, _, _ := two.Now(); got == nil || got.Pieces == 0 {
		t.Error("the second one who looks gets nothing")
	}
	if len(d.list) != 1 {
		t.Errorf("%d analyses of one match", len(d.list))
	}
	one.Close()
	one.Close() // twice is once
	if d.list[0].wanted() == 0 {
		t.Error("the second one who looks is forgotten")
	}
	two.Close()
	simtest.Await(t, "its end, since nobody looks", func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		return !d.working
	}, nil)
	before, _, _ := one.Now()
	again := d.Register(rec, chances.WantChances)
	defer again.Close()
	if now := until(t, again, "what is there", any); now.Pieces < before.Pieces {
		t.Error("what was known is lost")
	}
}

// TestDeskMeasuresPace measures the pace, and nothing else, for somebody who wants that;
// and measures it first where somebody else wants the chances.
func TestDeskMeasuresPace(t *testing.T) {
	t.Parallel()
	g := tuitest.Games[2]
	rec := tuitest.Played(t, g, configs.Default(g.Name()), 1000)
	meta := *rec.Meta()
	meta.Names = [sim.Seats]string{"Demo", "Demo", "Null", "Null"}
	d := Local()
	whole := func(s *winchance.Snapshot, _ error) bool { return s != nil && s.Pace != nil }
	one := d.Register(rec.WithMeta(meta), chances.WantPace)
	if now := until(t, one, "the pace", whole); now.Pieces > 0 || now.PaceProgress != 1 {
		t.Errorf("%d rollouts that nobody wants, %.0f %% of the pace", now.Pieces, 100*now.PaceProgress)
	}
	two := d.Register(d.list[0].rec, chances.WantChances)
	defer two.Close()
	one.Close()
	until(t, two, "rollouts", func(s *winchance.Snapshot, _ error) bool { return s.Pieces > 0 && s.Pace != nil })

	meta.Names[3] = "Stranger"
	d = Local()
	both := d.Register(rec.WithMeta(meta), chances.WantPace|chances.WantChances)
	defer both.Close()
	if now := until(t, both, "why there is none", func(s *winchance.Snapshot, _ error) bool { return s != nil && s.Level > winchance.Coarse }); now.NoPace == "" || now.Pace != nil {
		t.Errorf("the pace of a match with a stranger: %q, %v", now.NoPace, now.Pace)
	}
}

// TestWhatIsDoneLastIsPublished: also where the time of a slice is over when the last piece is done,
// and a snapshot was published just before.
func TestWhatIsDoneLastIsPublished(t *testing.T) {
	t.Parallel()
	s := &study{desk: &Desk{cores: 1, every: time.Hour}, rec: played(t, 1000), next: make(chan struct{}), lookers: map[*look]chances.Want{nil: chances.WantPace}}
	s.begin()
	if s.slice(s.analysis.PaceLeft) {
		t.Error("there is more to do")
	}
	if s.now.Pace == nil {
		t.Errorf("%.0f %% of the pace is told", 100*s.now.PaceProgress)
	}
}

// TestDeskFollows analyses a match that grows.
func TestDeskFollows(t *testing.T) {
	t.Parallel()
	whole := played(t, 60)
	rec := record.New(*whole.Meta(), whole.State(0))
	l := Local().Register(rec, chances.WantChances)
	defer l.Close()
	for k := range 10 {
		rec.Append(whole.Turn(k), whole.State(k+1))
		until(t, l, "the newest round", func(s *winchance.Snapshot, _ error) bool { return s != nil && s.Edge() == k+1 })
	}
}

// TestDeskIsRefused says why nothing more is found out than what the table says, and goes
// on when it may.
func TestDeskIsRefused(t *testing.T) {
	t.Parallel()
	full := errors.New("too much is waiting")
	var refuse atomic.Bool
	refuse.Store(true)
	l := ForVisitors(func(ctx context.Context, work func(context.Context) error) error {
		if refuse.Load() {
			return full
		}
		return work(ctx)
	}).Register(played(t, 60), chances.WantChances)
	defer l.Close()
	until(t, l, "why", func(s *winchance.Snapshot, err error) bool { return errors.Is(err, full) && s != nil && s.Pieces == 0 })
	refuse.Store(false)
	until(t, l, "rollouts", func(s *winchance.Snapshot, err error) bool { return err == nil && s.Pieces > 0 })
}

// TestDeskIsBounded keeps a few analyses: of those that nobody looks at any more, and none
// in the place of one that is looked at.
func TestDeskIsBounded(t *testing.T) {
	t.Parallel()
	d := Local()
	for range maxStudies + 5 {
		l := d.Register(played(t, 1), chances.WantChances)
		until(t, l, "the table", func(s *winchance.Snapshot, _ error) bool { return s != nil })
		l.Close()
	}
	if len(d.list) != maxStudies {
		t.Errorf("%d analyses are kept", len(d.list))
	}
	for range maxStudies {
		defer d.Register(played(t, 1), chances.WantChances).Close()
	}
	over := d.Register(played(t, 1), chances.WantChances)
	defer over.Close()
	if _, _, err := over.Now(); err == nil || len(d.list) != maxStudies {
		t.Errorf("%d analyses, %v", len(d.list), err)
	}
}

// broken is a game that breaks when a match of it is measured.
type broken struct{ sim.Game }

func (broken) Measures() []sim.Measure { panic("broken") }

// TestWhatBreaksIsNotAnalysed: a match that breaks its analysis is the end of that one only.
func TestWhatBreaksIsNotAnalysed(t *testing.T) {
	t.Parallel()
	d, rec := Local(), played(t, 5)
	meta := *rec.Meta()
	meta.Game = broken{meta.Game}
	bad := d.Register(rec.WithMeta(meta), chances.WantChances)
	defer bad.Close()
	until(t, bad, "why", func(s *winchance.Snapshot, err error) bool { return s == nil && err != nil })
	good := d.Register(rec, chances.WantChances)
	defer good.Close()
	until(t, good, "rollouts", func(s *winchance.Snapshot, _ error) bool { return s != nil && s.Pieces > 0 })
}
