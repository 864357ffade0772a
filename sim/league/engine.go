package league

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Engine keeps the record and the standings of a tournament that is being played,
// wherever: it says which task is next, takes results from anybody, writes them
// to the record and only then counts them. Its methods may be called by several
// goroutines.
type Engine struct {
	record *Record
	in     chan delivery
	drops  chan drop
	quit   chan struct{}
	ended  chan struct{} // closed when nothing is taken any more
	close  func()
	err    error // why it ended; read after ended

	mu        sync.Mutex
	standings *Standings
	next      int             // no task below it is to be given out
	early     bool            // stop when all pairs are decided
	barred    map[string]bool // tokens whose results were dropped
	listeners []chan struct{}
}

// delivery is a result on its way to the record.
type delivery struct {
	result Result
	heard  func(error) // nil: nobody asks
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

// NewEngine begins to take results for a record, of which standings has what was
// read of it. early ends the tournament when all pairs are decided.
func NewEngine(record *Record, standings *Standings, early bool) *Engine {
	e := &Engine{
		record: record, standings: standings, early: early,
		in: make(chan delivery, maxGroup), drops: make(chan drop), quit: make(chan struct{}), ended: make(chan struct{}),
	}
	e.close = sync.OnceFunc(func() { close(e.quit) })
	go e.run()
	return e
}

// Next returns, to be played, the first task that has no result and was not returned before;
// false when there is none, or no more is needed.
func (e *Engine) Next() (Task, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.decided() {
		return Task{}, false
	}
	for e.next < e.standings.Schedule.Tasks() && e.standings.Done(e.next) {
		e.next++
	}
	if e.next == e.standings.Schedule.Tasks() {
		return Task{}, false
	}
	e.next++
	return e.standings.Schedule.ToPlay(e.next - 1), true
}

func (e *Engine) decided() bool { return e.early && e.standings.Duels.Open() == 0 }

// Submit hands in what came of a task. It waits while many results wait to be
// written. heard, which may be nil, is told nil when the result is on the disk and
// counted, or was counted before; else why it never will be. It must not wait. What
// an engine has not written when it is closed, nobody hears of.
func (e *Engine) Submit(ctx context.Context, r Result, heard func(error)) error {
	select {
	case <-e.ended:
		return cmp.Or(e.err, ErrEnded)
	default:
	}
	select {
	case e.in <- delivery{r, heard}:
		return nil
	case <-e.ended:
		return cmp.Or(e.err, ErrEnded)
	case <-ctx.Done():
		return ctx.Err()
	}
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

// View shows the standings as they are now. The engine waits meanwhile: look is to be
// quick, and keeps nothing of them.
func (e *Engine) View(look func(*Standings)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	look(e.standings)
}

// Changes returns a channel that has a value when results were counted since the
// last one was taken from it. Nobody waits for a listener that does not look.
func (e *Engine) Changes() <-chan struct{} {
	e.mu.Lock()
	defer e.mu.Unlock()
	c := make(chan struct{}, 1)
	e.listeners = append(e.listeners, c)
	return c
}

// run writes whatever waits, all of it with one sync, until it is told to end.
func (e *Engine) run() {
	defer close(e.ended)
	var group []delivery
	for ending := false; !ending && e.err == nil; {
		group = group[:0]
		select {
		case d := <-e.in:
			group = append(group, d)
		case d := <-e.drops:
			n, err := e.drop(d.token)
			d.heard <- dropped{n, err}
			continue
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
		e.rest(min(gatherTimes*time.Since(began), gatherMost))
	}
	e.err = cmp.Or(e.err, e.record.Close())
}

// rest waits so long, or until the engine is to end.
func (e *Engine) rest(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-e.quit:
	}
}

// commit writes a group of results and counts them.
func (e *Engine) commit(group []delivery) error {
	var fresh []Result
	faults := make([]error, len(group))
	seen := map[int]bool{}
	e.mu.Lock()
	for i := range group {
		r := &group[i].result
		faults[i] = e.check(r)
		if faults[i] == nil && !e.standings.Done(r.N) && !seen[r.N] {
			seen[r.N] = true
			fresh = append(fresh, *r)
		}
	}
	e.mu.Unlock()
	err := e.record.Append(fresh...)
	if err == nil {
		e.count(fresh)
	}
	for i, d := range group {
		if d.heard != nil {
			d.heard(errors.Join(faults[i], err))
		}
	}
	return err
}

// check says what is wrong with a result of anybody.
func (e *Engine) check(r *Result) error {
	task, err := e.standings.Schedule.Find(r.N)
	if err != nil {
		return err
	}
	if e.barred[r.token()] {
		return fmt.Errorf("the results of %s do not count", r.token())
	}
	return r.Check(&task, maxRound)
}

// count adds results that are safe to the standings and tells who listens.
func (e *Engine) count(fresh []Result) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for i := range fresh {
		e.standings.Add(&fresh[i])
	}
	for _, c := range e.listeners {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}
