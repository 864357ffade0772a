package hub

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/nats-io/nats.go"

	"game-tui/sim"
	"game-tui/sim/decode"
	"game-tui/sim/league"
	"game-tui/sim/league/playoff"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
	"game-tui/sim/sanitize"
)

// WorkerOptions configure Work.
type WorkerOptions struct {
	Server      Address
	Worker      string // distinguishes workers with the same token
	Engine      string // version of the rules
	Cores       int
	Sandbox     string // kind of sandbox, for the coordinator's log
	WaitForNext bool   // wait for the next tournament instead of returning
	// Prepare loads the players of a plan. It calls fetch for programs' files. Entries in broken
	// need not start.
	Prepare func(ctx context.Context, p *league.Plan, broken []int, fetch league.FetchFunc) (*Players, error)
	Log     func(string) // receives lines for the operator; must not block
}

// Players are the players of a plan on a worker.
type Players struct {
	Field      *match.Field
	Unplayable []Unplayable
	Close      func()
}

var (
	errOver  = errors.New("the tournament is over")
	errOther = errors.New("another tournament is played")
)

func errRefused(why string) error {
	return errors.New("refused: " + sanitize.Truncate(why, 2*maxReason))
}

type session struct {
	WorkerOptions
	conn     *nats.Conn
	restarts *restarts
	name     string                  // token's name
	cancel   context.CancelCauseFunc // ends the tournament for this worker

	planID   string
	plan     *league.Plan // nil before it is fetched
	schedule *league.Schedule
	players  *Players // nil before they are prepared

	joining sync.Mutex // held while the session is renewed

	mu      sync.Mutex
	id      string
	started map[int]int     // started matches by leased task
	queue   []schedule.Task // leased tasks without a core
	played  int
}

// Work plays tasks until the tournament is over, the coordinator refuses, or ctx ends.
func Work(ctx context.Context, o WorkerOptions) error {
	name := o.Server.Name()
	conn, err := o.Server.Connect(ctx, "worker "+name+"/"+o.Worker, o.Log)
	if err != nil {
		return err
	}
	defer conn.Close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	closed := conn.StatusChanged(nats.CLOSED)
	go func() {
		select {
		case <-closed:
			cancel(cmp.Or(o.Server.permanentError(cmp.Or(conn.LastError(), nats.ErrConnectionClosed)), error(nats.ErrConnectionClosed)))
		case <-ctx.Done():
		}
	}()
	restarts := newRestarts()
	if _, err := conn.Subscribe(restartSubject, func(*nats.Msg) { restarts.notify() }); err != nil {
		return err
	}
	o.Log(fmt.Sprintf("connected to %s as %s/%s", conn.ConnectedAddr(), name, o.Worker))
	for {
		s := &session{WorkerOptions: o, conn: conn, restarts: restarts, name: name, started: map[int]int{}}
		err := s.playOne(ctx)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case errors.Is(err, errOver) && !o.WaitForNext:
			return nil
		case errors.Is(err, errOver):
			pause(ctx, retryEvery) // the same coordinator may still answer
		case errors.Is(err, errOther):
		case err != nil:
			return err
		}
	}
}

// playOne joins a tournament and plays it.
func (s *session) playOne(ctx context.Context) error {
	w, err := s.join(ctx)
	if err != nil {
		return err
	}
	s.planID = w.ID
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s.cancel = cancel
	over, err := s.conn.Subscribe(overSubject(w.ID), func(*nats.Msg) { cancel(errOver) })
	if err != nil {
		return err
	}
	defer func() {
		_ = over.Unsubscribe()
		if errors.Is(context.Cause(inner), errOver) {
			s.send(workerStatus{Bye: true}) // so that the coordinator does not wait for this worker
			_ = s.conn.FlushTimeout(requestTimeout)
		}
	}()
	err = s.playPlan(inner, w)
	return cmp.Or(context.Cause(inner), err)
}

// playPlan prepares the players of a tournament and plays tasks.
func (s *session) playPlan(ctx context.Context, w *welcome) error {
	if err := s.fetchPlan(ctx, w); err != nil {
		return err
	}
	players, err := s.Prepare(ctx, s.plan, w.Broken, func(ctx context.Context, f league.ProgramFile, to io.Writer) error {
		return s.fetch(ctx, f.SHA256, f.Size, to)
	})
	if err != nil {
		return err
	}
	defer players.Close()
	for _, line := range unplayableLines(s.plan, players.Unplayable) {
		s.Log(line)
	}
	s.players, s.schedule = players, s.plan.Schedule()
	id := s.current() // it may have been renewed
	again, err := s.ready(ctx)
	if err == nil && again {
		err = s.renew(ctx, id)
	}
	if err != nil {
		return err
	}
	line := fmt.Sprintf("playing tournament %s of %s: %d players", s.plan.ID, s.plan.Game, len(s.plan.Players))
	if !s.plan.Format.IsKnockout() {
		line += fmt.Sprintf(", %d matches", s.schedule.Tasks())
	}
	s.Log(line)
	err = s.playAll(ctx)
	s.Log(fmt.Sprintf("%d matches played", s.played))
	return err
}

// send publishes a status. If it is lost, the next one follows soon.
func (s *session) send(p workerStatus) {
	_ = s.conn.Publish(subject(s.planID, s.name, s.current(), verbStatus), encode(p))
}

// join repeats its request until a coordinator answers.
func (s *session) join(ctx context.Context) (*welcome, error) {
	waits, full := false, false
	for {
		var w welcome
		m, err := s.request(ctx, subject(anyPlan, s.name, s.Worker, verbJoin), hello{protocol, s.Engine, s.Cores, runtime.GOOS + "/" + runtime.GOARCH, s.Sandbox})
		if err == nil {
			w, err = decode.StrictJSON[welcome](m.Data, maxAnswer)
		}
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err == nil && w.Refused != "":
			return nil, errRefused(w.Refused)
		case err == nil && w.Full != "":
			if !full {
				full = true
				s.Log(s.Server.waitingText(errors.New(NoPlace + w.Full)))
			}
			pause(ctx, retryEvery)
			continue
		case err == nil && w.Over:
			return nil, errOver
		case err == nil && (!sanitize.IsToken(w.Session) || !hexID().MatchString(w.ID) || !hexSum().MatchString(w.Plan) || w.Size < 1 || w.Size > league.MaxPlan || len(w.Broken) > schedule.MaxPlayoff):
			return nil, errors.New("invalid answer from the coordinator")
		case err == nil:
			s.mu.Lock()
			s.id = w.Session
			for _, t := range s.queue { // leased to the previous session
				delete(s.started, t.N)
			}
			s.queue = nil
			s.mu.Unlock()
			return &w, nil
		}
		if fault := s.conn.LastError(); errors.Is(fault, nats.ErrPermissionViolation) {
			return nil, fmt.Errorf("%s does not allow the token of %s to play: %v", s.Server.URL, s.name, fault)
		}
		if !waits {
			waits = true
			s.Log("no tournament there yet: waiting")
		}
		pause(ctx, retryEvery)
	}
}

func (s *session) current() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.id
}

// renew replaces the session with this id, unless another goroutine has done so.
func (s *session) renew(ctx context.Context, id string) error {
	s.joining.Lock()
	defer s.joining.Unlock()
	for s.current() == id {
		w, err := s.join(ctx)
		if err != nil {
			return err
		}
		if w.ID != s.planID {
			return errOther
		}
		if s.players == nil {
			return nil
		}
		if again, err := s.ready(ctx); err != nil || !again {
			return err
		}
		if id = w.Session; !pause(ctx, retryEvery) {
			return context.Cause(ctx)
		}
	}
	return nil
}

// ready reports what this worker cannot play. again means that the session is unknown.
func (s *session) ready(ctx context.Context) (again bool, err error) {
	err = s.ask(ctx, verbReady, ready{s.players.Unplayable}, func(m *nats.Msg) (bool, error) {
		_, again, err = parseReply[answer](m)
		return false, err
	})
	return again, err
}

func (s *session) playAll(ctx context.Context) error {
	var beats sync.WaitGroup
	alive, stop := context.WithCancel(ctx)
	beats.Go(func() { s.sendProgress(alive) })
	err := match.Parallel(ctx, s.Cores, func(ctx context.Context) (schedule.Task, bool) {
		t, err := s.next(ctx)
		if err != nil {
			s.cancel(err)
		}
		return t, err == nil
	}, s.play)
	stop()
	beats.Wait()
	return err
}

// next returns a leased task. It requests as many as there are cores.
func (s *session) next(ctx context.Context) (schedule.Task, error) {
	for {
		s.mu.Lock()
		if len(s.queue) > 0 {
			t := s.queue[0]
			s.queue = s.queue[1:]
			s.mu.Unlock()
			return t, nil
		}
		s.mu.Unlock()
		t, err := askFor[tasks](ctx, s, verbTask, taskRequest{min(s.Cores, maxTasks)})
		if err != nil {
			return schedule.Task{}, err
		}
		if t.Over {
			return schedule.Task{}, errOver
		}
		list, err := s.parseTasks(&t)
		if err != nil {
			return schedule.Task{}, fmt.Errorf("invalid task from the coordinator: %w", err)
		}
		s.mu.Lock()
		s.queue = append(s.queue, list...)
		for _, n := range t.Tasks {
			s.started[n] = 0
		}
		s.mu.Unlock()
		if len(t.Tasks) == 0 && !pause(ctx, retryEvery/2) {
			return schedule.Task{}, context.Cause(ctx)
		}
	}
}

func (s *session) parseTasks(t *tasks) (list []schedule.Task, err error) {
	if len(t.Tasks) > maxTasks || len(t.Players) > 0 && len(t.Players) != len(t.Tasks) {
		return nil, fmt.Errorf("%d tasks, but players' seeds for %d", len(t.Tasks), len(t.Players))
	}
	for i, n := range t.Tasks {
		var players *sim.PlayerSeeds
		if len(t.Players) > 0 && len(t.Players[i]) == 1 {
			players = &t.Players[i][0]
		}
		var m *playoff.Pairing
		if i < len(t.Matches) {
			m = t.Matches[i]
		}
		task, err := s.schedule.Issued(n, players, m)
		if err != nil {
			return nil, err
		}
		list = append(list, task)
	}
	return list, nil
}

// play plays a task and submits the result until the coordinator has it on disk or rejects it.
func (s *session) play(ctx context.Context, t schedule.Task) error {
	r, err := league.Play(ctx, s.countStarts(&t), &t)
	if held, ok := errors.AsType[*match.MachineError](err); ok && !held.Damaged {
		s.mu.Lock()
		delete(s.started, t.N)
		s.mu.Unlock()
		s.send(workerStatus{GaveUp: []int{t.N}})
		s.Log(fmt.Sprintf("gave up task %d: %v", t.N, held))
		return nil
	}
	if err != nil {
		return err
	}
	a, err := askFor[receipt](ctx, s, verbResult, &r)
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.started, t.N)
	if err == nil && !a.Late {
		s.played++
	}
	return err
}

// countStarts returns the players, modified to count started matches, which prove progress.
func (s *session) countStarts(t *schedule.Task) *match.Field {
	f := *s.players.Field
	f.Entries = slices.Clone(f.Entries)
	e := &f.Entries[t.LineUp[0]]
	made := e.New
	e.New = func() sim.Player {
		s.mu.Lock()
		s.started[t.N]++
		s.mu.Unlock()
		return made()
	}
	return &f
}

const progressEvery = sessionTimeout / 5

func (s *session) sendProgress(ctx context.Context) {
	for pause(ctx, progressEvery) {
		s.mu.Lock()
		begun := maps.Clone(s.started)
		s.mu.Unlock()
		s.send(workerStatus{Started: begun})
	}
}
