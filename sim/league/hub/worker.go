package hub

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/nats-io/nats.go"

	"game-tui/sim"
	"game-tui/sim/decode"
	"game-tui/sim/league"
	"game-tui/sim/league/playoff"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
	"game-tui/sim/sanitize"
)

type WorkerOptions struct {
	Server        Address
	WorkerName    string // distinguishes workers with the same token
	EngineVersion string
	Cores         int
	Sandbox       string
	WaitForNext   bool // whether to wait for the next tournament instead of returning
	// Prepare loads the players of a plan. It calls fetch for programs' files. Entries in brokenEntries
	// need not start.
	Prepare func(ctx context.Context, p *league.Plan, brokenEntries []int, fetch league.FetchFunc) (*Players, error)
	Log     func(string) // logs a line for the operator; must not block
}

// Players are the players of a plan, ready to play on a worker.
type Players struct {
	Field      *match.Field
	Unplayable []UnplayableEntry
	Close      func()
}

var (
	errTournamentOver = errors.New("the tournament is over")
	errUnknownSession = errors.New("unknown session")
)

func refusedError(reason string) error {
	return errors.New("refused: " + sanitize.Truncate(reason, 2*maxReason))
}

// client is a worker's connection to a server. It keeps a tournament's players from session to
// session.
type client struct {
	WorkerOptions
	conn          *nats.Conn
	token         string
	plan          *league.Plan // nil before the first tournament, like schedule and players
	schedule      *league.Schedule
	players       *Players
	playedMatches atomic.Int64
}

// A session lasts from joining a tournament until it is over or the coordinator forgets the
// session.
type session struct {
	*client
	planID string
	id     string
	cancel context.CancelCauseFunc

	mu    sync.Mutex
	queue []schedule.Task
}

// Work plays tasks until the tournament is over (unless WaitForNext is set), an error occurs, or
// ctx ends.
func Work(ctx context.Context, o WorkerOptions) error {
	c := &client{WorkerOptions: o, token: o.Server.TokenName()}
	var err error
	if c.conn, err = o.Server.Connect(ctx, "worker "+c.token+"/"+o.WorkerName, o.Log); err != nil {
		return err
	}
	defer c.conn.Close()
	defer c.release()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	c.conn.SetClosedHandler(func(conn *nats.Conn) {
		cancel(cmp.Or(o.Server.permanentError(cmp.Or(conn.LastError(), nats.ErrConnectionClosed)), error(nats.ErrConnectionClosed)))
	})
	o.Log(fmt.Sprintf("connected to %s as %s/%s", c.conn.ConnectedAddr(), c.token, o.WorkerName))
	for {
		err := c.playSession(ctx)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case errors.Is(err, errTournamentOver) && !o.WaitForNext:
			return nil
		case errors.Is(err, errTournamentOver):
			c.release()
			pause(ctx, retryEvery) // Pause, because the coordinator of the finished tournament may still answer.
		case errors.Is(err, errUnknownSession):
			pause(ctx, retryEvery)
		case err != nil:
			return err
		}
	}
}

func (c *client) playSession(ctx context.Context) error {
	w, err := c.join(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	overSub, err := c.conn.Subscribe(overSubject(w.PlanID), func(*nats.Msg) { cancel(errTournamentOver) })
	if err != nil {
		return err
	}
	defer func() { _ = overSub.Unsubscribe() }()
	s := &session{client: c, planID: w.PlanID, id: w.Session, cancel: cancel}
	err = s.prepare(ctx, w)
	if err == nil {
		_, err = requestJSON[replyStatus](ctx, s, verbReady, readyMessage{c.players.Unplayable})
	}
	if err == nil {
		err = s.playAll(ctx)
	}
	return cmp.Or(context.Cause(ctx), err)
}

// prepare loads the plan and players of a tournament, unless the previous session has done so.
func (s *session) prepare(ctx context.Context, w *welcome) error {
	if s.plan != nil && s.plan.ID == w.PlanID {
		return nil
	}
	s.release()
	var text bytes.Buffer
	if err := s.fetch(ctx, w.PlanHash, w.PlanSize, &text); err != nil {
		return fmt.Errorf("cannot fetch the tournament plan: %w", err)
	}
	p, err := decodePlan(text.Bytes())
	if err == nil && p.ID != w.PlanID {
		err = errors.New("the plan is for another tournament")
	}
	if err != nil {
		return fmt.Errorf("invalid tournament plan: %s", sanitize.Line(err.Error()))
	}
	players, err := s.Prepare(ctx, p, w.BrokenEntries, func(ctx context.Context, f league.ProgramFile, to io.Writer) error {
		return s.fetch(ctx, f.SHA256, f.Size, to)
	})
	if err != nil {
		return err
	}
	s.plan, s.schedule, s.players = p, p.Schedule(), players
	s.playedMatches.Store(0)
	for _, line := range unplayableLines(p, players.Unplayable) {
		s.Log(line)
	}
	line := fmt.Sprintf("playing tournament %s (%s): %d players", p.ID, p.Game, len(p.Players))
	if !p.Format.IsKnockout() {
		line += fmt.Sprintf(", %d matches", s.schedule.Tasks())
	}
	s.Log(line)
	return nil
}

func (c *client) release() {
	if c.players != nil {
		c.players.Close()
		c.Log(fmt.Sprintf("%s played", sim.FormatCount(int(c.playedMatches.Load()), "match")))
	}
	c.plan, c.schedule, c.players = nil, nil, nil
}

// sendStatus publishes a status. If it is lost, the next one follows soon.
func (s *session) sendStatus(p workerStatus) {
	_ = s.conn.Publish(subject(s.planID, s.token, s.id, verbStatus), encode(p))
}

// join joins a tournament. It retries until a coordinator admits or refuses the worker.
func (c *client) join(ctx context.Context) (*welcome, error) {
	logged := map[string]bool{}
	for ctx.Err() == nil {
		var w welcome
		m, err := c.request(ctx, subject(anyPlan, c.token, c.WorkerName, verbJoin), hello{protocolVersion, c.EngineVersion, c.Cores, runtime.GOOS + "/" + runtime.GOARCH, c.Sandbox})
		if err == nil {
			w, err = decode.StrictJSON[welcome](m.Data, maxAnswer)
		}
		reason := "no tournament yet; waiting"
		switch fault := c.conn.LastError(); {
		case err != nil && errors.Is(fault, nats.ErrPermissionViolation):
			return nil, fmt.Errorf("%s does not accept workers with the token %s: %v", c.Server.URLs, c.token, fault)
		case err != nil:
		case w.RefusalReason != "":
			return nil, refusedError(w.RefusalReason)
		case w.TournamentOver:
			return nil, errTournamentOver
		case w.FullReason != "":
			reason = c.Server.waitingText(errors.New(ServerFullPrefix + w.FullReason))
		case !sanitize.IsToken(w.Session) || !sanitize.IsToken(w.PlanID) || w.PlanSize < 1 || w.PlanSize > league.MaxPlan || len(w.BrokenEntries) > schedule.MaxPlayoffPlayers:
			return nil, errors.New("invalid answer from the coordinator")
		default:
			return &w, nil
		}
		if ctx.Err() == nil && !logged[reason] {
			logged[reason] = true
			c.Log(reason)
		}
		pause(ctx, retryEvery)
	}
	return nil, ctx.Err()
}

func (s *session) playAll(ctx context.Context) error {
	alive, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		for pause(alive, sessionTimeout/5) {
			s.sendStatus(workerStatus{})
		}
	}()
	return match.Parallel(ctx, s.Cores, func(ctx context.Context) (schedule.Task, bool) {
		t, err := s.nextTask(ctx)
		if err != nil {
			s.cancel(err)
		}
		return t, err == nil
	}, s.play)
}

// nextTask returns a leased task. If none is queued, it requests as many as the worker has cores.
func (s *session) nextTask(ctx context.Context) (schedule.Task, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.queue) == 0 {
		t, err := requestJSON[taskReply](ctx, s, verbTask, taskRequest{min(s.Cores, maxTasks)})
		if err != nil {
			return schedule.Task{}, err
		}
		if t.TournamentOver {
			return schedule.Task{}, errTournamentOver
		}
		if s.queue, err = s.parseTasks(&t); err != nil {
			return schedule.Task{}, fmt.Errorf("invalid task from the coordinator: %w", err)
		}
		if len(s.queue) == 0 && !pause(ctx, retryEvery/2) {
			return schedule.Task{}, context.Cause(ctx)
		}
	}
	t := s.queue[0]
	s.queue = s.queue[1:]
	return t, nil
}

func (s *session) parseTasks(t *taskReply) (list []schedule.Task, err error) {
	if len(t.Tasks) > maxTasks {
		return nil, fmt.Errorf("got %d tasks, over the limit of %d", len(t.Tasks), maxTasks)
	}
	if n := len(t.PlayerSeeds); n > 0 && n != len(t.Tasks) {
		return nil, fmt.Errorf("got %d tasks, but player seeds for %d", len(t.Tasks), n)
	}
	for i, n := range t.Tasks {
		var seeds *sim.PlayerSeeds
		if len(t.PlayerSeeds) > 0 && len(t.PlayerSeeds[i]) == 1 {
			seeds = &t.PlayerSeeds[i][0]
		}
		var m *playoff.Pairing
		if i < len(t.Pairings) {
			m = t.Pairings[i]
		}
		task, err := s.schedule.IssuedTask(n, seeds, m)
		if err != nil {
			return nil, err
		}
		list = append(list, task)
	}
	return list, nil
}

// play plays a task, or gives it up if this machine is too busy. It keeps submitting the result
// until the coordinator stores or rejects it.
func (s *session) play(ctx context.Context, t schedule.Task) error {
	r, err := league.Play(ctx, s.players.Field, &t)
	if machineErr, ok := errors.AsType[*match.MachineError](err); ok && !machineErr.Damaged {
		s.sendStatus(workerStatus{GaveUpTasks: []int{t.N}})
		s.Log(fmt.Sprintf("gave up on task %d: %v", t.N, machineErr))
		return nil
	}
	if err != nil {
		return err
	}
	a, err := requestJSON[receipt](ctx, s, verbResult, &r)
	if err == nil && !a.Late {
		s.playedMatches.Add(1)
	}
	return err
}

// Request sends a request and waits for the reply. It fails if the connection is lost, because the
// reply is lost too.
func Request(ctx context.Context, c *nats.Conn, subj string, data []byte) (*nats.Msg, error) {
	lost := c.StatusChanged(nats.RECONNECTING, nats.CLOSED)
	defer c.RemoveStatusListener(lost)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		<-lost // RemoveStatusListener closes lost, which ends this goroutine.
		cancel()
	}()
	return c.RequestWithContext(ctx, subj, data)
}

func (c *client) request(ctx context.Context, subj string, payload any) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	return Request(ctx, c.conn, subj, encode(payload))
}

// requestWithRetry repeats a request until it receives a reply.
func (s *session) requestWithRetry(ctx context.Context, verb string, payload any) (*nats.Msg, error) {
	for {
		m, err := s.request(ctx, subject(s.planID, s.token, s.id, verb), payload)
		if err == nil {
			return m, nil
		}
		if !pause(ctx, retryEvery/2) {
			return nil, context.Cause(ctx)
		}
	}
}

// requestJSON sends a request and parses the JSON reply. It ends a session that the coordinator
// does not recognise.
func requestJSON[T reply](ctx context.Context, s *session, verb string, payload any) (r T, err error) {
	m, err := s.requestWithRetry(ctx, verb, payload)
	if err != nil {
		return r, err
	}
	if r, err = decode.StrictJSON[T](m.Data, maxAnswer); err != nil {
		return r, err
	}
	switch a := r.status(); {
	case a.RefusalReason != "":
		return r, refusedError(a.RefusalReason)
	case a.Rejoin:
		s.cancel(errUnknownSession)
		return r, errUnknownSession
	}
	return r, nil
}

var errFileChanged = errors.New("the file has changed on the coordinator's machine since the tournament began")

func (s *session) fetch(ctx context.Context, sum string, size int64, w io.Writer) error {
	h := sha256.New()
	for at := int64(0); at < size; {
		data, err := s.fetchPart(ctx, fileRequest{sum, at})
		if err != nil {
			return err
		}
		if len(data) == 0 || int64(len(data)) > min(size-at, maxPart) {
			return errFileChanged
		}
		if _, err := io.MultiWriter(h, w).Write(data); err != nil {
			return err
		}
		at += int64(len(data))
	}
	if hex.EncodeToString(h.Sum(nil)) != sum {
		return errFileChanged
	}
	return nil
}

func (s *session) fetchPart(ctx context.Context, p fileRequest) ([]byte, error) {
	m, err := s.requestWithRetry(ctx, verbFile, p)
	if err != nil {
		return nil, err
	}
	switch why := m.Header.Get(errorHeader); why {
	case "":
		return m.Data, nil
	case errNotJoined.Error():
		s.cancel(errUnknownSession)
		return nil, errUnknownSession
	default:
		return nil, errors.New(sanitize.Truncate(why, maxReason))
	}
}
