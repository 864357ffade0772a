package league

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Engine plays the tournament of a record, wherever: it says which task is next, takes results
// from anybody, writes them to the record and only then counts them. Its methods may be called
// by several goroutines.
type Engine struct {
	record *Record
	in     chan delivery
	quit   chan struct{}
	ended  chan struct{} // closed when nothing is taken any more
	close  func()
	err    error // why it ended; read after ended
	early  bool  // stop when all pairs are decided

	writing sync.Mutex      // held while the record is written
	barred  map[string]bool // tokens whose results were dropped; guarded by writing
	next    int             // no task below it is to be given out; guarded by the record's lock, as what follows
	fits    func(Span) bool // reports whether tasks may begin; if nil, all planned tasks may
	least   int             // so many seeds stay planned, whether they were begun or not
	most    int             // no more are planned
	given   int             // no task from here on was given out
	last    int             // if above 0, no task from here on is given out any more
	asked   int             // seeds that the plan is to be amended to
}

// delivery is a result on its way to the record.
type delivery struct {
	result Result
	done   func(error) // nil: nobody asks
	seeds  int         // above 0: no result, but how many seeds are to be played
}

// maxGroup is how many results are written together at most.
const maxGroup = 1024

// A sync costs the processor something, too. Quick tasks would have a sync each, so
// the engine gathers results after one, for a multiple of what it took: then syncs
// take a hundredth of the time.
const (
	gatherTimes = 100
	gatherMost  = 100 * time.Millisecond
)

// ErrEnded says that an engine takes no more results.
var ErrEnded = errors.New("the tournament is closed")

// NewEngine begins to take results for a record. early ends the tournament when all pairs are
// decided.
func NewEngine(record *Record, early bool) *Engine {
	e := &Engine{
		record: record, early: early, barred: map[string]bool{},
		in: make(chan delivery, maxGroup), quit: make(chan struct{}), ended: make(chan struct{}),
	}
	e.close = sync.OnceFunc(func() { close(e.quit) })
	go e.run()
	return e
}

// Span is a range of tasks that begin together: a whole seed, or one task of a seed that has begun.
type Span struct {
	Standings *Standings
	First, N  int
	Whole     bool // it is a whole seed
}

// SpanAt returns the span that begins with a task: the whole seed if it is the first task of one, else the task alone.
func (s *Standings) SpanAt(first int) Span {
	span := Span{Standings: s, First: first, N: 1}
	if perSeed := s.Schedule.perSeed; first%perSeed == 0 {
		span.N, span.Whole = perSeed, true
	}
	return span
}

// Fill makes the tournament begin seed after seed while fits allows it: more seeds than are planned, or fewer. It
// calls fits for each whole seed, and then for each later task of the seed; if such a task does not fit, the
// tournament ends within the seed. The very first task always begins. In the end the plan is amended to the seeds
// that have begun, but to no fewer than least and no more than most. fits must not block. Call Fill before Next.
func (e *Engine) Fill(least, most int, fits func(Span) bool) {
	e.View(func(s *Standings) {
		e.fits, e.least, e.most, e.asked = fits, least, most, s.Plan.Blocks()
		e.given = s.Schedule.Tasks()
		for e.given > 0 && !s.Done(e.given-1) {
			e.given--
		}
	})
}

// growth is the part of the seeds by which a plan grows when it is nearly used up, and ahead how many
// tasks before.
const (
	growth = 4
	ahead  = 64
)

// fills sees that the next task may be given out where the tournament fills its time.
func (e *Engine) fills(s *Standings) bool {
	tasks, perSeed := s.Schedule.Tasks(), s.Schedule.perSeed
	switch {
	case e.fits == nil:
		return true
	case e.last == 0 && e.next >= max(e.given, 1) && !e.fits(s.SpanAt(e.next)):
		e.last = e.next
	case e.last == 0 && e.next+max(ahead, perSeed) > tasks && e.asked == s.Plan.Blocks():
		if more := min(e.asked+e.asked/growth+1, e.most, s.Plan.MaxBlocks()); more > e.asked {
			select {
			case e.in <- delivery{seeds: more}:
				e.asked = more
			default: // the next time
			}
		} else if e.next >= tasks {
			e.last = tasks
		}
	}
	return e.last == 0 || e.next < e.last
}

// Next returns, to be played, the first task that has no result and was not returned before;
// false when there is none, or no more is needed.
func (e *Engine) Next() (task Task, ok bool) {
	e.View(func(s *Standings) {
		for e.next < s.Schedule.Tasks() && s.Done(e.next) {
			e.next++
		}
		if ok = !e.decided(s) && e.fills(s) && e.next < s.Schedule.Tasks(); ok {
			task = s.Schedule.ToPlay(e.next)
			e.next++
			e.given = max(e.given, e.next)
		}
	})
	return task, ok
}

func (e *Engine) decided(s *Standings) bool { return e.early && s.Duels.Open() == 0 }

// Over reports whether nothing more needs to be played.
func (e *Engine) Over() (over bool) {
	e.View(func(s *Standings) {
		over = e.decided(s) || e.last > 0 && s.Tasks >= e.last || s.Complete() && (e.fits == nil || e.asked >= min(e.most, s.Plan.MaxBlocks()))
	})
	return over
}

// Done reports whether a task has a result.
func (e *Engine) Done(n int) (done bool) {
	e.View(func(s *Standings) { done = s.Done(n) })
	return done
}

// Find returns a task with the seeds of its players; false where there is none, or none yet.
func (e *Engine) Find(n int) (task Task, ok bool) {
	e.View(func(s *Standings) {
		if ok = n < s.Schedule.Tasks(); ok {
			task = s.Schedule.ToPlay(n)
		}
	})
	return task, ok
}

// View shows the standings as they are now, as Live.View does.
func (e *Engine) View(look func(*Standings)) { e.record.View(look) }

// Submit hands in what came of a task. It waits while many results wait to be
// written. done, which may be nil, gets nil when the result is on the disk and
// counted, or was counted before; else why it never will be. It must not wait. What
// an engine has not written when it is closed, is lost without a call of it.
func (e *Engine) Submit(ctx context.Context, r Result, done func(error)) error {
	select {
	case <-e.ended:
		return cmp.Or(e.err, ErrEnded)
	default:
	}
	select {
	case e.in <- delivery{result: r, done: done}:
		return nil
	case <-e.ended:
		return cmp.Or(e.err, ErrEnded)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Drop takes the results of all workers with a token out of the record and the standings, so that
// their tasks are played again, and returns how many they were. It takes no more of them.
// Their lines are kept in a file beside the record, whose name ends in .dropped.
func (e *Engine) Drop(token string) (int, error) {
	e.writing.Lock()
	defer e.writing.Unlock()
	e.barred[token] = true
	n, err := e.record.drop(token)
	e.View(func(*Standings) { e.next = 0 })
	return n, err
}

// Close writes what was submitted before, closes the record and returns what
// went wrong with it.
func (e *Engine) Close() error {
	e.close()
	<-e.ended
	return e.err
}

// Failed is closed when nothing can be written any more, or the engine is closed.
func (e *Engine) Failed() <-chan struct{} { return e.ended }

// run writes whatever waits, all of it with one sync, until it is to end.
func (e *Engine) run() {
	defer close(e.ended)
	for ending := false; !ending && e.err == nil; {
		var group []delivery
		select {
		case d := <-e.in:
			group = append(group, d)
		case <-e.quit:
			ending = true
		}
	drain:
		for ending || len(group) < maxGroup {
			select {
			case d := <-e.in:
				group = append(group, d)
			default:
				break drain
			}
		}
		began := time.Now()
		e.err = e.commit(group)
		select { // gather
		case <-time.After(min(gatherTimes*time.Since(began), gatherMost)):
		case <-e.quit:
		}
	}
	e.writing.Lock()
	defer e.writing.Unlock()
	if seeds := e.begun(); e.err == nil && seeds > 0 {
		e.err = e.record.Amend(seeds)
	}
	e.err = cmp.Or(e.err, e.record.Close())
}

// begun is how many seeds stay in the plan where its time is filled; 0: as many as there are.
func (e *Engine) begun() (seeds int) {
	e.View(func(s *Standings) {
		if seeds = max((e.last+s.Schedule.perSeed-1)/s.Schedule.perSeed, e.least); e.last == 0 || seeds >= s.Plan.Blocks() {
			seeds = 0
		}
	})
	return seeds
}

// commit writes a group of results and counts them.
func (e *Engine) commit(group []delivery) error {
	e.writing.Lock()
	defer e.writing.Unlock()
	var good []Result
	faults := make([]error, len(group))
	e.View(func(s *Standings) {
		for i := range group {
			r := &group[i].result
			if group[i].seeds > 0 {
				continue
			}
			if faults[i] = e.check(s, r); faults[i] == nil {
				good = append(good, *r)
			}
		}
	})
	err := e.record.Append(good...)
	for i, d := range group {
		if d.seeds > 0 && err == nil {
			err = e.record.Amend(d.seeds)
		}
		if d.done != nil {
			d.done(errors.Join(faults[i], err))
		}
	}
	return err
}

// check says what is wrong with a result of anybody.
func (e *Engine) check(s *Standings, r *Result) error {
	task, err := s.Schedule.Find(r.N)
	if err != nil {
		return err
	}
	if e.barred[r.token()] {
		return fmt.Errorf("the results of %s do not count", r.token())
	}
	return r.Check(&task, maxRound)
}
