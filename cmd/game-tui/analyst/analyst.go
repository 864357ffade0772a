// Package analyst analyses matches for those who look at them: one analysis for each
// record, however many look at it, which runs only while somebody does.
//
// It gives processors back whenever others want them: it works in small slices, each of
// which waits its turn in the queue that its owner names, and rests while the program
// around it is late.
package analyst

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"

	"game-tui/ai"
	"game-tui/sim/chance"
	"game-tui/sim/record"
	"game-tui/tui/chances"
)

// Job runs work when it is its turn, and returns its error or why it is not done.
type Job func(ctx context.Context, work func(context.Context) error) error

// Desk is where matches are analysed. It may be used by many goroutines.
type Desk struct {
	cores int           // used at a time
	every time.Duration // between two snapshots of a match, at least
	job   Job           // in which each slice of work waits its turn

	mu      sync.Mutex // of all below, and of the studies
	list    []*study   // who was looked at last is first
	working bool
}

// maxStudies bounds the analyses that are kept. Each takes less than a megabyte.
const maxStudies = 16

// Local is a desk for one watcher, on all cores, whose work waits for nothing.
func Local() *Desk {
	return &Desk{cores: runtime.GOMAXPROCS(0), job: func(ctx context.Context, work func(context.Context) error) error { return work(ctx) }}
}

// ForVisitors is a desk for the watchers of a server: at most one core, in its queue.
func ForVisitors(job Job) *Desk { return &Desk{cores: 1, every: time.Second, job: job} }

// study is the analysis of one record.
type study struct {
	desk *Desk
	rec  *record.Record

	now     *chance.Snapshot // nil: not begun
	next    chan struct{}    // closed when there is something newer
	lookers map[*look]chances.Want
	why     error // nothing is done at present

	// Of the goroutine that works.
	analysis  *chance.Analysis // nil: not begun, or broken
	published time.Time
}

// look is somebody's look at a study.
type look struct{ study *study }

// Look looks at a match for what is wanted of it. The first of those who look gets the
// analysis going, and while somebody looks it goes on with what they want.
func (d *Desk) Look(rec *record.Record, want chances.Want) chances.Look {
	d.mu.Lock()
	defer d.mu.Unlock()
	l := &look{d.study(rec)}
	l.study.lookers[l] = want
	if !d.working {
		d.working = true
		go d.work()
	}
	return l
}

// study finds the study of a record, or makes one in place of the one that was not looked at
// for longest.
func (d *Desk) study(rec *record.Record) *study {
	s := &study{desk: d, rec: rec, next: make(chan struct{}), lookers: map[*look]chances.Want{}}
	if i := slices.IndexFunc(d.list, func(s *study) bool { return s.rec == rec }); i >= 0 {
		s = d.list[i]
		d.list = slices.Delete(d.list, i, i+1)
	}
	for i := len(d.list) - 1; i >= 0 && len(d.list) >= maxStudies; i-- {
		if len(d.list[i].lookers) == 0 {
			d.list = slices.Delete(d.list, i, i+1)
		}
	}
	if len(d.list) >= maxStudies {
		s.why = errors.New("too many matches are being analysed, try again later")
		return s
	}
	d.list = slices.Insert(d.list, 0, s)
	return s
}

// wanted is what those who look want of the study together.
func (s *study) wanted() (all chances.Want) {
	s.desk.mu.Lock()
	defer s.desk.mu.Unlock()
	for _, want := range s.lookers {
		all |= want
	}
	return all
}

// Now is the newest that is known, nil before there is any; a channel that is closed when
// there is something newer; and why nothing more is found out at present, or nil.
func (l *look) Now() (*chance.Snapshot, <-chan struct{}, error) {
	s := l.study
	s.desk.mu.Lock()
	defer s.desk.mu.Unlock()
	return s.now, s.next, s.why
}

// Close ends the look.
func (l *look) Close() {
	l.study.desk.mu.Lock()
	defer l.study.desk.mu.Unlock()
	delete(l.study.lookers, l)
}

// How long a slice is, how often there is a new snapshot, and how long nothing is done
// where others want the processors, or nothing is left to do.
const (
	slice    = 100 * time.Millisecond
	rest     = 20 * time.Millisecond
	idle     = 200 * time.Millisecond
	lateness = 4 * time.Millisecond
)

// work works on what is looked at, slice by slice, until nobody looks at anything.
func (d *Desk) work() {
	for turn := 0; ; turn++ {
		list := d.lookedAt()
		if list == nil {
			return
		}
		for _, s := range list { // what the table says is there at once, for all
			if s.analysis == nil && s.why == nil {
				s.guarded(s.begin)
			}
		}
		busy := false
		for i := range list {
			s := list[(turn+i)%len(list)]
			if !s.due() {
				continue
			}
			err := d.job(context.Background(), func(context.Context) error {
				end := time.Now().Add(slice)
				s.guarded(func() { busy = s.slice(func() bool { return time.Now().Before(end) && s.wanted() != 0 }) })
				return nil
			})
			if s.analysis != nil {
				s.stop(err)
			}
			break
		}
		if !busy {
			time.Sleep(idle)
		}
	}
}

// lookedAt are the studies that somebody looks at; nil: none, and the work ends.
func (d *Desk) lookedAt() (list []*study) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range d.list {
		if len(s.lookers) > 0 {
			list = append(list, s)
		}
	}
	d.working = list != nil
	return list
}

// guarded does a part of the analysis. Where a recording from outside breaks it, that is
// the end of this analysis, and of nothing else.
func (s *study) guarded(do func()) {
	defer func() {
		if recover() != nil {
			s.analysis = nil
			s.stop(errors.New("this match cannot be analysed"))
		}
	}()
	do()
}

// begin makes the analysis, which has the table's line at once.
func (s *study) begin() {
	a, err := chance.New(Match(s.rec))
	if err != nil {
		s.stop(err)
		return
	}
	s.analysis = a
	s.publish()
}

// Match is a record as a match that is analysed: who plays is known where it is a
// built-in player.
func Match(rec *record.Record) chance.Match {
	m := chance.NewMatch(rec, ai.Find)
	if b, ok := ai.Reference(m.Game.Name()); ok {
		m.Reference = &b
	}
	return m
}

// due reports whether there is work: pieces that are left, or rounds that are new.
func (s *study) due() bool {
	if s.analysis == nil {
		return false
	}
	want, a := s.wanted(), s.analysis
	return a.Behind() || want&chances.WantChances != 0 && a.Level < chance.Done || want&chances.WantPace != 0 && a.PaceLeft()
}

// slice works as long as goes says and publishes what that gave. It reports whether there is more
// to do.
func (s *study) slice(goes func() bool) (more bool) {
	more = true
	s.analysis.Grow()
	for goes() {
		if late() {
			time.Sleep(rest)
			continue
		}
		list := s.take()
		if more = len(list) > 0; !more {
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
	more = more && s.due() // what is done last is published: nothing comes after it
	if !more || s.analysis.Level != s.now.Level || time.Since(s.published) >= s.desk.every {
		s.publish()
	}
	return more
}

// take takes pieces of what is wanted, one for each core.
func (s *study) take() (list []*chance.Piece) {
	want, n := s.wanted(), s.desk.cores
	if want&chances.WantPace != 0 {
		list = s.analysis.TakePace(n)
	}
	if len(list) == 0 && want&chances.WantChances != 0 {
		list = s.analysis.Take(n)
	}
	return list
}

// GiveWay waits as long as others want the processors and ctx goes on.
func GiveWay(ctx context.Context) {
	for ctx.Err() == nil && late() {
		time.Sleep(rest)
	}
}

// late reports whether others want the processors: it lets all run that wait for one,
// and that takes long.
func late() bool {
	begin := time.Now()
	runtime.Gosched()
	return time.Since(begin) > lateness
}

// publish shows all who look what is known now.
func (s *study) publish() {
	now := s.analysis.Snapshot()
	s.published = time.Now()
	s.show(now, s.why)
}

// stop shows all who look why nothing more is found out; nil: it is.
func (s *study) stop(why error) {
	if s.why != nil || why != nil {
		s.show(s.now, why)
	}
}

// show shows all who look, and wakes those who wait for something newer.
func (s *study) show(now *chance.Snapshot, why error) {
	s.desk.mu.Lock()
	defer s.desk.mu.Unlock()
	s.now, s.why = now, why
	close(s.next)
	s.next = make(chan struct{})
}
