package league

import (
	"cmp"
	"context"
	"errors"
	"time"

	"game-tui/sim/league/schedule"
)

// An Engine hands out the tasks of a tournament file, writes their results to the file and then
// counts them. It is safe for concurrent use.
type Engine struct {
	file      *File
	queue     chan delivery
	ctx       context.Context
	cancel    context.CancelFunc
	ended     chan struct{} // closed when no more results are accepted
	err       error         // reason for the end; read it only after ended is closed
	stopEarly bool

	// All tasks below next have results or were handed out. The file's lock guards this field and
	// those below.
	next           int
	fits           func(Span) bool // whether a span may start; nil permits all
	minBlocks      int
	maxBlocks      int
	firstNewTask   int
	taskLimit      int // if positive, only tasks below it may be handed out
	requestedSeeds int
}

type delivery struct {
	result Result
	onDone func(error)
	seeds  int
}

const maxGroup = 1024

// After each sync, the engine collects results for gatherFactor times the sync's duration, but at
// most maxGather. So syncs take about 1 % of the time.
const (
	gatherFactor = 100
	maxGather    = 100 * time.Millisecond
)

var ErrEnded = errors.New("the tournament is closed")

// NewEngine returns the engine of a file. If stopEarly is set, the tournament ends when all pairs
// are decided.
func NewEngine(f *File, stopEarly bool) *Engine {
	e := &Engine{file: f, stopEarly: stopEarly, queue: make(chan delivery, maxGroup), ended: make(chan struct{})}
	e.ctx, e.cancel = context.WithCancel(context.Background())
	go e.run()
	return e
}

// A Span describes the tasks to start next: all tasks of a seed, or one more task of a started
// seed.
type Span struct {
	Standings *Standings
	Tasks     int
	WholeSeed bool
}

// ExtendWhile lets Next start seeds until fits returns false, whatever their number in the plan.
// fits must not block; Next calls it for each new seed, then for each of the seed's further tasks.
// The first task always starts. The plan is amended to the number of started seeds, clamped to
// minBlocks and maxBlocks. Call ExtendWhile before Next.
func (e *Engine) ExtendWhile(minBlocks, maxBlocks int, fits func(Span) bool) {
	e.View(func(s *Standings) {
		e.fits, e.minBlocks, e.maxBlocks, e.requestedSeeds = fits, minBlocks, maxBlocks, s.Plan.Blocks()
		e.firstNewTask = s.Schedule.Tasks()
		for e.firstNewTask > 0 && !s.HasResult(e.firstNewTask-1) {
			e.firstNewTask--
		}
	})
}

// A plan grows by 1/growthDivisor of its seeds when about minTasksLeft tasks are left.
const (
	growthDivisor = 4
	minTasksLeft  = 64
)

// mayStart reports whether the next task fits. It requests more seeds when few tasks are left.
func (e *Engine) mayStart(s *Standings) bool {
	tasks, perSeed := s.Schedule.Tasks(), s.Schedule.TasksPerSeed()
	span := Span{s, 1, false}
	if e.next%perSeed == 0 {
		span = Span{s, perSeed, true}
	}
	switch {
	case e.fits == nil:
		return true
	case e.taskLimit == 0 && e.next >= max(e.firstNewTask, 1) && !e.fits(span):
		e.taskLimit = e.next
	case e.taskLimit == 0 && e.next+max(minTasksLeft, perSeed) > tasks && e.requestedSeeds == s.Plan.Blocks():
		if more := min(e.requestedSeeds+e.requestedSeeds/growthDivisor+1, e.maxBlocks, s.Plan.MaxBlocks()); more > e.requestedSeeds {
			select {
			case e.queue <- delivery{seeds: more}:
				e.requestedSeeds = more
			default:
			}
		} else if e.next >= tasks {
			e.taskLimit = tasks
		}
	}
	return e.taskLimit == 0 || e.next < e.taskLimit
}

// Next returns the next task without a result, each task once. It returns false if no task is
// available yet or no more are needed.
func (e *Engine) Next() (task schedule.Task, ok bool) {
	e.View(func(s *Standings) {
		for e.next < s.Schedule.Tasks() && s.HasResult(e.next) {
			e.next++
		}
		if ok = !e.isDecided(s) && e.mayStart(s) && e.next < s.Schedule.Tasks(); ok {
			task = s.Schedule.KeyedTask(e.next)
			e.next++
		}
	})
	return task, ok
}

func (e *Engine) isDecided(s *Standings) bool { return e.stopEarly && s.Duels.OpenPairs() == 0 }

func (e *Engine) IsOver() (over bool) {
	e.View(func(s *Standings) {
		over = e.isDecided(s) || e.taskLimit > 0 && s.PlayedTasks >= e.taskLimit || s.IsComplete() && (e.fits == nil || e.requestedSeeds >= min(e.maxBlocks, s.Plan.MaxBlocks()))
	})
	return over
}

func (e *Engine) HasResult(n int) (done bool) {
	e.View(func(s *Standings) { done = s.HasResult(n) })
	return done
}

func (e *Engine) View(fn func(*Standings)) { e.file.View(fn) }

// Submit queues a result, and blocks while the queue is full. It calls onDone, which may be nil
// and must not block, when the result is on disk or rejected.
func (e *Engine) Submit(ctx context.Context, r Result, onDone func(error)) error {
	select {
	case <-e.ended:
		return cmp.Or(e.err, ErrEnded)
	default:
	}
	select {
	case e.queue <- delivery{result: r, onDone: onDone}:
		return nil
	case <-e.ended:
		return cmp.Or(e.err, ErrEnded)
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (e *Engine) Close() error {
	e.cancel()
	<-e.ended
	return e.err
}

// Ended returns a channel that is closed when the engine is closed or cannot write.
func (e *Engine) Ended() <-chan struct{} { return e.ended }

// run writes queued results in groups and syncs once per group.
func (e *Engine) run() {
	defer close(e.ended)
	for ending := false; !ending && e.err == nil; {
		var group []delivery
		select {
		case d := <-e.queue:
			group = append(group, d)
		case <-e.ctx.Done():
			ending = true
		}
	drain:
		for ending || len(group) < maxGroup {
			select {
			case d := <-e.queue:
				group = append(group, d)
			default:
				break drain
			}
		}
		began := time.Now()
		e.err = e.commit(group)
		select {
		case <-time.After(min(gatherFactor*time.Since(began), maxGather)):
		case <-e.ctx.Done():
		}
	}
	seeds := 0
	e.View(func(s *Standings) {
		perSeed := s.Schedule.TasksPerSeed()
		if n := max((e.taskLimit+perSeed-1)/perSeed, e.minBlocks); e.taskLimit > 0 && n < s.Plan.Blocks() {
			seeds = n
		}
	})
	if e.err == nil && seeds > 0 {
		e.err = e.file.Amend(seeds)
	}
	e.err = cmp.Or(e.err, e.file.Close())
}

func (e *Engine) commit(group []delivery) error {
	var valid []Result
	faults := make([]error, len(group))
	e.View(func(s *Standings) {
		for i := range group {
			r := &group[i].result
			if group[i].seeds > 0 {
				continue
			}
			task, err := s.Schedule.Find(r.N)
			if err == nil {
				err = r.Check(&task, maxRound)
			}
			if faults[i] = err; err == nil {
				valid = append(valid, *r)
			}
		}
	})
	err := e.file.Append(valid...)
	for i, d := range group {
		if d.seeds > 0 && err == nil {
			err = e.file.Amend(d.seeds)
		}
		if d.onDone != nil {
			d.onDone(errors.Join(faults[i], err))
		}
	}
	return err
}
