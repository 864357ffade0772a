package hub

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/nats-io/nats.go"

	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/match"
)

// WorkerOptions say how a worker works.
type WorkerOptions struct {
	Dial    Dial
	One     string // which worker this is among those with the same token
	Engine  string // version of the rules
	Cores   int    // matches at a time
	Sandbox string // what keeps programs in here
	Stay    bool   // wait for the next tournament after one
	// Prepare makes the players of a plan. It fetches the files of those that are
	// programs. broken are entries that need not start.
	Prepare func(ctx context.Context, p *league.Plan, broken []int, fetch league.Fetch) (*Players, error)
	Tell    func(string) // is told what the operator should know; must not wait
}

// Players are those of a plan on a worker.
type Players struct {
	Field  *match.Field
	Cannot []Cannot
	Close  func()
}

// Why a worker stops playing a plan.
var (
	errOver  = errors.New("the tournament is over")
	errOther = errors.New("another tournament is played")
)

// refusal is why a coordinator does not take a worker.
type refusal struct{ why string }

func (r *refusal) Error() string { return "refused: " + r.why }

// session is a worker with its connection.
type session struct {
	WorkerOptions
	link *link
	name string                  // of its token
	stop context.CancelCauseFunc // ends what is played

	joining sync.Mutex // while the session is renewed

	mu     sync.Mutex
	id     string        // of the session
	begun  map[int]int   // matches of the tasks in hand
	queue  []league.Task // tasks that nobody plays yet
	played int
}

// Work plays tasks until the tournament is over, it is refused, or ctx ends.
func Work(ctx context.Context, o WorkerOptions) error {
	s := &session{WorkerOptions: o, name: o.Dial.Name()}
	var err error
	if s.link, err = o.Dial.dial(ctx, "worker "+s.name+"/"+o.One, o.Tell); err != nil {
		return err
	}
	defer s.link.Close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-s.link.closed:
			cancel(cmp.Or(s.Dial.refused(cmp.Or(s.link.Fault(), nats.ErrConnectionClosed)), error(nats.ErrConnectionClosed)))
		case <-ctx.Done():
		}
	}()
	s.Tell(fmt.Sprintf("connected to %s as %s/%s", s.link.ConnectedAddr(), s.name, s.One))
	for {
		err := s.tournament(ctx)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case errors.Is(err, errOver) && !s.Stay:
			return nil
		case errors.Is(err, errOver):
			pause(ctx, retryEvery) // the same coordinator may answer still
		case errors.Is(err, errOther):
		case err != nil:
			return err
		}
	}
}

// tournament plays one.
func (s *session) tournament(ctx context.Context) error {
	w, err := s.join(ctx)
	if err != nil {
		return err
	}
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s.stop = cancel
	over, err := s.link.Subscribe(overSubject(w.ID), func(*nats.Msg) { cancel(errOver) })
	if err != nil {
		return err
	}
	defer func() {
		_ = over.Unsubscribe()
		if errors.Is(context.Cause(inner), errOver) {
			s.bye(w.ID)
		}
	}()
	plan, err := s.plan(inner, w)
	if err != nil {
		return cmp.Or(context.Cause(inner), err)
	}
	players, err := s.Prepare(inner, plan, w.Broken, s.fetcher(plan))
	if err != nil {
		return cmp.Or(context.Cause(inner), err)
	}
	defer players.Close()
	for _, line := range sentences(plan, players.Cannot) {
		s.Tell(line)
	}
	s.queue, s.begun = nil, map[int]int{}
	p := &play{session: s, plan: plan, schedule: plan.Schedule(), players: players}
	again, err := p.ready(inner)
	if err == nil && again {
		err = p.renew(inner, w.Session)
	}
	if err != nil {
		return cmp.Or(context.Cause(inner), err)
	}
	s.Tell(fmt.Sprintf("plays tournament %s of %s: %d players, %d matches in all", plan.ID, plan.Game, len(plan.Player), p.schedule.Matches(p.schedule.Tasks())))
	err = p.run(inner)
	s.Tell(fmt.Sprintf("%d matches played", s.played))
	return cmp.Or(context.Cause(inner), err)
}

// bye tells the coordinator that it need not wait for this worker.
func (s *session) bye(plan string) {
	_ = s.link.Publish(subject(plan, s.name, s.current(), verbPlaying), encode(playing{Bye: true}))
	_ = s.link.FlushTimeout(askTime) // it waits a moment only
}

// join asks until a coordinator answers.
func (s *session) join(ctx context.Context) (*welcome, error) {
	told := false
	for {
		var w welcome
		err := s.ask(ctx, subject(anyPlan, s.name, s.One, verbJoin), hello{Protocol, s.Engine, s.Cores, runtime.GOOS + "/" + runtime.GOARCH, s.Sandbox}, &w)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err == nil && w.Refused != "":
			return nil, &refusal{clean.Short(w.Refused, 2*maxReason)}
		case err == nil && w.Over:
			return nil, errOver
		case err == nil && (!properName.MatchString(w.Session) || !hexID.MatchString(w.ID) || !hexSum.MatchString(w.Plan) || w.Size < 1 || w.Size > league.MaxPlan || len(w.Broken) > league.MaxPlayers):
			return nil, errors.New("the coordinator's answer makes no sense")
		case err == nil:
			s.mu.Lock()
			s.id = w.Session
			for _, t := range s.queue { // was given to the session before
				delete(s.begun, t.N)
			}
			s.queue = nil
			s.mu.Unlock()
			return &w, nil
		}
		if fault := s.link.Fault(); errors.Is(fault, nats.ErrPermissionViolation) {
			return nil, fmt.Errorf("%s does not let the token of %s play: %v", s.Dial.URL, s.name, fault)
		}
		if !told {
			told = true
			s.Tell("no tournament is played there: waiting for one")
		}
		pause(ctx, retryEvery)
	}
}

// current is the session as the coordinator knows it.
func (s *session) current() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.id
}

// ask sends a question and reads the answer.
func (s *session) ask(ctx context.Context, subject string, question, reply any) error {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	m, err := s.link.RequestWithContext(ctx, subject, encode(question))
	if err != nil {
		return err
	}
	return decode(m.Data, maxAnswer, reply)
}

// play is a worker at a tournament.
type play struct {
	*session
	plan     *league.Plan
	schedule *league.Schedule
	players  *Players
}

// insist asks until there is an answer, in a new session where the coordinator does not know
// this one any more.
func (p *play) insist(ctx context.Context, verb string, question any, reply any, said *answer) error {
	for {
		*said = answer{}
		id := p.current()
		err := p.ask(ctx, subject(p.plan.ID, p.name, id, verb), question, reply)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err == nil && said.Refused != "":
			return &refusal{clean.Short(said.Refused, 2*maxReason)}
		case err == nil && said.Again && verb != verbReady:
			if err := p.renew(ctx, id); err != nil {
				return err
			}
			continue
		case err == nil:
			return nil
		}
		if !pause(ctx, retryEvery/2) {
			return context.Cause(ctx)
		}
	}
}

// renew joins in place of a session that is lost, unless another goroutine has done so.
func (p *play) renew(ctx context.Context, id string) error {
	p.joining.Lock()
	defer p.joining.Unlock()
	for p.current() == id {
		w, err := p.join(ctx)
		if err != nil {
			return err
		}
		if w.ID != p.plan.ID {
			return errOther
		}
		if again, err := p.ready(ctx); err != nil || !again {
			return err
		}
		id = w.Session
	}
	return nil
}

// ready says what it cannot play; again means that the session is not known.
func (p *play) ready(ctx context.Context) (again bool, err error) {
	var a answer
	err = p.insist(ctx, verbReady, ready{p.players.Cannot}, &a, &a)
	return a.Again, err
}

// run plays until there is nothing more.
func (p *play) run(ctx context.Context) error {
	var beats sync.WaitGroup
	alive, stop := context.WithCancel(ctx)
	beats.Go(func() { p.beat(alive) })
	err := match.Parallel(ctx, p.Cores, func(ctx context.Context) (league.Task, bool) {
		t, err := p.next(ctx)
		if err != nil {
			p.stop(err)
		}
		return t, err == nil
	}, p.task)
	stop()
	beats.Wait()
	return err
}

// next gives a task, asking for as many as are played at a time.
func (p *play) next(ctx context.Context) (league.Task, error) {
	for {
		p.mu.Lock()
		if len(p.queue) > 0 {
			t := p.queue[0]
			p.queue = p.queue[1:]
			p.mu.Unlock()
			return t, nil
		}
		p.mu.Unlock()
		var t tasks
		if err := p.insist(ctx, verbTask, want{min(p.Cores, maxWant)}, &t, &t.answer); err != nil {
			return league.Task{}, err
		}
		if t.Over {
			return league.Task{}, errOver
		}
		list, err := p.given(&t)
		if err != nil {
			return league.Task{}, fmt.Errorf("the coordinator gives out what cannot be played: %w", err)
		}
		p.mu.Lock()
		p.queue = append(p.queue, list...)
		for _, n := range t.Tasks {
			p.begun[n] = 0
		}
		p.mu.Unlock()
		if len(t.Tasks) == 0 && !pause(ctx, retryEvery/2) {
			return league.Task{}, context.Cause(ctx)
		}
	}
}

// given are the tasks of an answer.
func (p *play) given(t *tasks) (list []league.Task, err error) {
	if len(t.Tasks) > maxWant || len(t.Players) > 0 && len(t.Players) != len(t.Tasks) {
		return nil, fmt.Errorf("%d tasks, with seeds for the players of %d", len(t.Tasks), len(t.Players))
	}
	for i, n := range t.Tasks {
		var players []sim.PlayerSeeds
		if len(t.Players) > 0 {
			players = t.Players[i]
		}
		task, err := p.schedule.Given(n, players)
		if err != nil {
			return nil, err
		}
		list = append(list, task)
	}
	return list, nil
}

// task plays a task and hands in what came of it, until that is on the
// coordinator's disk, or does not count any more.
func (p *play) task(ctx context.Context, t league.Task) error {
	r, err := league.Play(ctx, p.watched(&t), &t)
	if held, ok := errors.AsType[*match.MachineError](err); ok && !held.Lost {
		p.mu.Lock()
		delete(p.begun, t.N)
		p.mu.Unlock()
		// Where it is lost the coordinator takes the task back when it has waited long enough.
		_ = p.link.Publish(subject(p.plan.ID, p.name, p.current(), verbPlaying), encode(playing{Missed: []int{t.N}}))
		p.Tell(fmt.Sprintf("task %d goes back: %v", t.N, held))
		return nil
	}
	if err != nil {
		return err
	}
	var a taken
	err = p.insist(ctx, verbResult, &r, &a, &a.answer)
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.begun, t.N)
	if err == nil && !a.Late {
		p.played += len(t.Plays)
	}
	return err
}

// watched is the field whose matches tell when they begin: a sign of life that
// only playing gives.
func (p *play) watched(t *league.Task) *match.Field {
	f := *p.players.Field
	f.Entries = slices.Clone(f.Entries)
	e := &f.Entries[t.LineUp[0]]
	made := e.New
	e.New = func() sim.Player {
		p.mu.Lock()
		p.begun[t.N]++
		p.mu.Unlock()
		return made()
	}
	return &f
}

// beatEvery is how often a worker says how far it is.
const beatEvery = silent / 5

func (p *play) beat(ctx context.Context) {
	for pause(ctx, beatEvery) {
		p.mu.Lock()
		begun := maps.Clone(p.begun)
		p.mu.Unlock()
		// Where it is lost the next one comes soon.
		_ = p.link.Publish(subject(p.plan.ID, p.name, p.current(), verbPlaying), encode(playing{Begun: begun}))
	}
}
