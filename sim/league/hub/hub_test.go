package hub

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim/game/catalog"
	"game-tui/sim/league"
	"game-tui/sim/league/playoff"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
	"game-tui/sim/simtest"
)

const (
	testGame   = "thepurge"
	testEngine = "v1"
)

// testPlan returns a plan of built-in players.
func testPlan(t testing.TB, seeds int) *league.Plan {
	t.Helper()
	p := &league.Plan{EngineVersion: testEngine, Game: testGame, Config: string(configs.Default(testGame)), Format: schedule.All, Seed: 3, Seeds: seeds}
	for i, name := range []string{"Null", "Demo", "Null", "Demo", "Null"} {
		p.Players = append(p.Players, league.Entry{Name: fmt.Sprint(name, i), BuiltinName: name})
	}
	return sealed(t, p)
}

func sealed(t testing.TB, p *league.Plan) *league.Plan {
	t.Helper()
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	return p
}

// createFile creates a tournament file and its engine.
func createFile(t *testing.T, p *league.Plan, key *league.Key) (file string, e *league.Engine) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "t.jsonl")
	record, err := league.Create(file, p, key)
	if err != nil {
		t.Fatal(err)
	}
	e = league.NewEngine(record, false)
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return file, e
}

func fieldOf(p *league.Plan) *match.Field {
	game, _ := catalog.Find(p.Game)
	f := &match.Field{Game: game, Spec: match.Spec{EngineVersion: p.EngineVersion, Game: p.Game, Config: p.Config}}
	for _, e := range p.Players {
		b, _ := ai.Find(p.Game, e.BuiltinName)
		f.Entries = append(f.Entries, match.Entry{Player: match.PlayerSpec{Name: b.Name}, New: b.New})
	}
	return f
}

// outcomesAlone returns the outcomes of a plan played on a single machine.
func outcomesAlone(t testing.TB, p *league.Plan, key *league.Key) []string {
	t.Helper()
	s, f := league.NewStandings(p), fieldOf(p)
	s.Schedule.AddKey(key)
	var list []string
	for n := 0; n < s.Schedule.Tasks(); n++ {
		task := s.Schedule.KeyedTask(n)
		r, err := league.Play(t.Context(), f, &task)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, resultKey(&r))
		s.Add(&r)
	}
	return list
}

// outcomesInFile returns the outcomes in a tournament file.
func outcomesInFile(t testing.TB, name string) []string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in, err := league.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for r, err := range in.Results() {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, make([]string, max(in.Schedule.Tasks()-len(list), 0))...)
		list[r.N] = resultKey(r)
	}
	return list
}

// meeting is a coordinator with its own server on loopback.
type meeting struct {
	*testing.T
	plan       *league.Plan
	key        *league.Key
	file       string
	engine     *league.Engine
	dispatcher *Dispatcher
	node       *Node
	url        string // server address
	unplug     func() // makes the server refuse new clients
	coord      *Coordinator

	mu     sync.Mutex
	logged []string
}

func (m *meeting) log(text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.logged = append(m.logged, text)
}

func (m *meeting) logText() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return strings.Join(m.logged, "\n")
}

func newMeeting(t *testing.T, p *league.Plan, tokens []Token, o DispatcherOptions, key *league.Key) *meeting {
	t.Helper()
	m := &meeting{T: t, plan: p, key: key}
	m.file, m.engine = createFile(t, p, key)
	o.Log = m.log
	if o.VerifyFraction > 0 {
		field := fieldOf(p)
		o.Play = func(ctx context.Context, task *schedule.Task) (league.Result, error) {
			return league.Play(ctx, field, task)
		}
	}
	m.dispatcher = NewDispatcher(m.engine, o)
	go m.dispatcher.RunChecks(t.Context())
	var err error
	if m.node, err = StartNode(NodeOptions{Tokens: tokens, Permissions: WorkerPermissions, MaxClients: 20, Log: func(string) {}}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.node.Close)
	m.url, m.unplug = serve(t, m.node, "127.0.0.1:0")
	conn, err := m.node.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	if m.coord, err = NewCoordinator(conn, m.dispatcher, nil); err != nil {
		t.Fatal(err)
	}
	return m
}

// serve connects clients of an address to a node until stop is called.
func serve(t *testing.T, n *Node, addr string) (at string, stop func()) {
	t.Helper()
	l, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	stop = func() { l.Close() }
	t.Cleanup(stop)
	join := func(c net.Conn) {
		defer c.Close()
		to, err := n.Dial()
		if err != nil {
			return
		}
		go func() {
			_, _ = io.Copy(c, to)
			c.Close()
		}()
		_, _ = io.Copy(to, c)
		to.Close()
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go join(c)
		}
	}()
	return l.Addr().String(), stop
}

// worker returns the options of a worker.
func (m *meeting) worker(one string, token Token) WorkerOptions {
	return WorkerOptions{
		Server: Address{URLs: m.url, Token: token}, WorkerName: one, EngineVersion: testEngine, Cores: 2, Log: func(string) {},
		Prepare: func(_ context.Context, p *league.Plan, _ []int, _ league.FetchFunc) (*Players, error) {
			return &Players{Field: fieldOf(p), Close: func() {}}, nil
		},
	}
}

// startWorker runs a worker in the background and returns a channel with its result.
func (m *meeting) startWorker(o WorkerOptions) <-chan error {
	done := make(chan error, 1)
	go func() { done <- Work(m.Context(), o) }()
	return done
}

// playLocally plays the tasks leased to this machine until the tournament is over.
func (m *meeting) playLocally() {
	m.Helper()
	ctx, cancel := simtest.Context(m)
	defer cancel()
	for {
		task, ok := m.dispatcher.Next(ctx)
		if !ok {
			break
		}
		r, err := league.Play(ctx, fieldOf(m.plan), &task)
		if err != nil {
			m.Fatal(err)
		}
		if _, err := m.dispatcher.Submit(ctx, LocalSession, r, func(error) {}); err != nil {
			m.Fatal(err)
		}
	}
}

// finish waits for the end of the tournament, closes the coordinator, and compares the file with
// the outcomes on one machine.
func (m *meeting) finish() {
	m.Helper()
	m.playLocally()
	over := m.engine.IsOver()
	if err := m.engine.Close(); err != nil || !over {
		m.Fatalf("over: %v, %v\n%s", over, err, m.logText())
	}
	m.coord.Close(true)
	got, want := outcomesInFile(m.T, m.file), outcomesAlone(m.T, m.plan, m.key)
	for n := range want {
		if got[n] != want[n] {
			m.Errorf("task %d: %s, alone %s", n, got[n], want[n])
		}
	}
}

// TestWorkersPlayLikeOneMachine plays a tournament and a play-off with three workers.
func TestWorkersPlayLikeOneMachine(t *testing.T) {
	t.Parallel()
	off := testPlan(t, 1)
	off.Format = schedule.Playoff
	off.Playoff = &schedule.PlayoffRules{Entries: 4, Survivors: 1, StandIns: []schedule.StandIn{{Round: 1, Entry: playoff.Dummy}}}
	key := off.AddKey()
	for _, m := range []*meeting{newMeeting(t, testPlan(t, 2), nil, DispatcherOptions{}, nil), newMeeting(t, sealed(t, off), nil, DispatcherOptions{}, key)} {
		var done sync.WaitGroup
		for i := range 3 {
			done.Go(func() {
				if err := Work(t.Context(), m.worker(fmt.Sprint("w", i), Token{})); err != nil {
					t.Errorf("worker %d: %v", i, err)
				}
			})
		}
		m.finish()
		done.Wait()
	}
}

// TestWorkersGetSeedsAndNoKey searches all messages to a worker for the key.
func TestWorkersGetSeedsAndNoKey(t *testing.T) {
	t.Parallel()
	p := testPlan(t, 4)
	key := p.AddKey()
	token := NewToken("anna")
	m := newMeeting(t, sealed(t, p), []Token{token}, DispatcherOptions{VerifyFraction: 1}, key)
	var mu sync.Mutex
	var sent []byte
	spy := m.connect(token)
	if _, err := spy.Subscribe(InboxPrefix("anna")+".>", func(m *nats.Msg) {
		mu.Lock()
		defer mu.Unlock()
		sent = append(sent, m.Data...)
	}); err != nil {
		t.Fatal(err)
	}
	if err := spy.Flush(); err != nil {
		t.Fatal(err)
	}
	done := m.startWorker(m.worker("one", token))
	m.finish()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if strings.Contains(m.logText(), "gave a different result") {
		t.Error(m.logText())
	}
	if err := spy.Flush(); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if !bytes.Contains(sent, []byte(`"players":[[[`)) || !bytes.Contains(sent, []byte(p.Keys[0].SHA256)) {
		t.Errorf("the worker was not sent seeds of players, and the plan: %.2000s", sent)
	}
	for _, form := range []string{string(key[:]), hex.EncodeToString(key[:]), base64.StdEncoding.EncodeToString(key[:]), strings.Trim(strings.ReplaceAll(fmt.Sprint(*key), " ", ","), "[]")} {
		if bytes.Contains(sent, []byte(form)) {
			t.Error("the worker was sent the key")
		}
	}
}

func TestTournamentEndsWhileAWorkerPrepares(t *testing.T) {
	t.Parallel()
	m := newMeeting(t, testPlan(t, 1), nil, DispatcherOptions{PlayLocally: true}, nil)
	o, makes := m.worker("slow", Token{}), make(chan bool)
	o.Prepare = func(ctx context.Context, _ *league.Plan, _ []int, _ league.FetchFunc) (*Players, error) {
		close(makes)
		<-ctx.Done()
		return nil, ctx.Err()
	}
	done := m.startWorker(o)
	simtest.Receive(t, "a worker that makes its players", makes)
	m.finish()
	if err := simtest.Receive(t, "the worker's end", done); err != nil {
		t.Error(err)
	}
}

func (m *meeting) fileText() string {
	text, err := os.ReadFile(m.file)
	if err != nil {
		m.Fatal(err)
	}
	return string(text)
}

func TestRefusedWorkersGetAReason(t *testing.T) {
	t.Parallel()
	token := NewToken("anna")
	m := newMeeting(t, testPlan(t, 1), []Token{token}, DispatcherOptions{}, nil)
	for _, c := range []struct {
		name, want string
		change     func(*WorkerOptions)
	}{
		{"no token", "rejects clients without a token; ask the organizer for a token file (--token-file)", func(o *WorkerOptions) { o.Server.Token = Token{} }},
		{"wrong token", "rejects the token anna; ask", func(o *WorkerOptions) { o.Server.Token.Secret = "0123456789abcdef" }},
		{"another's name", "rejects the token ben; ask", func(o *WorkerOptions) { o.Server.Token.Name = "ben" }},
		{"other version", "refused: the worker is game-tui v2, but the coordinator is v1; use the same version", func(o *WorkerOptions) { o.EngineVersion = "v2" }},
		{"no TLS there", "does not use TLS; connect with nats://, or start the server with --tls-cert", func(o *WorkerOptions) { o.Server.URLs = "tls://" + o.Server.URLs }},
		{"far without TLS", "would receive the token unencrypted; use tls://192.0.2.1:4222, or --insecure on a network you trust", func(o *WorkerOptions) { o.Server.URLs = "192.0.2.1:4222" }},
		{"no address", "expected an address such as tls://HOST:4222", func(o *WorkerOptions) { o.Server.URLs = "http://localhost" }},
		{"token in the address", "a token in the address is visible to other users of this machine; use --token-file instead", func(o *WorkerOptions) { o.Server.URLs = "nats://a:b@localhost" }},
		{"no certificates", "--tls-ca: no certificate in this file", func(o *WorkerOptions) { o.Server.CA = []byte("x") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := m.worker("one", token)
			c.change(&o)
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			if err := Work(ctx, o); err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

func TestTokensPublishUnderTheirOwnNameOnly(t *testing.T) {
	t.Parallel()
	anna, ben := NewToken("anna"), NewToken("ben")
	m := newMeeting(t, testPlan(t, 1), []Token{anna, ben}, DispatcherOptions{}, nil)
	faults := make(chan error, 10)
	c, err := nats.Connect(m.url, nats.UserInfo(anna.Name, anna.Secret), nats.CustomInboxPrefix(InboxPrefix(anna.Name)),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { faults <- err }))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	forbidden := func(what string, do func() error) {
		t.Helper()
		if err := errors.Join(do(), c.Flush()); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-faults:
			if !errors.Is(err, nats.ErrPermissionViolation) {
				t.Errorf("%s: %v", what, err)
			}
		case <-time.After(20 * time.Second):
			t.Errorf("%s is allowed", what)
		}
	}
	for _, s := range []string{">", "game-tui.>", "$SYS.>", InboxPrefix(ben.Name) + ".>"} {
		forbidden("read "+s, func() error { _, err := c.SubscribeSync(s); return err })
	}
	for _, s := range []string{subject(anyPlan, "ben", "one", verbJoin), overSubject(m.plan.ID), InboxPrefix(ben.Name) + ".x", "$SYS.REQ.SERVER.PING"} {
		forbidden("write "+s, func() error { return c.Publish(s, []byte("{}")) })
	}
}

// TestInvalidMessagesHarmNobody includes a worker that leases all tasks and never returns them.
func TestInvalidMessagesHarmNobody(t *testing.T) {
	t.Parallel()
	m := newMeeting(t, testPlan(t, 1), nil, DispatcherOptions{}, nil)
	c := m.connect(anonymousToken)
	one := "evil"
	ask := func(verb, text string) string {
		plan := m.plan.ID
		if verb == verbJoin {
			plan = anyPlan
		}
		r, err := c.Request(subject(plan, anonymousToken.Name, one, verb), []byte(text), 10*time.Second)
		if err != nil {
			t.Fatalf("%s %s: %v", verb, text, err)
		}
		return string(r.Data) + r.Header.Get(errorHeader)
	}
	for _, verb := range []string{verbTask, verbResult, verbReady} {
		if got := ask(verb, "{}"); got != `{"again":true}` {
			t.Errorf("%s of a stranger: %s", verb, got)
		}
	}
	var w welcome
	if err := json.Unmarshal([]byte(ask(verbJoin, `{"protocol":3,"engine":"v1","cores":2,"system":"\u001b[2J","sandbox":""}`)), &w); err != nil {
		t.Fatal(err)
	}
	one = w.Session
	for _, c := range [][3]string{
		{verbJoin, "nonsense", "not a game-tui worker"},
		{verbJoin, `{"protocol":1}`, "speaks version 1"},
		{verbTask, `{"n":-1}`, "invalid request"},
		{verbTask, `{"n":1}{}`, "invalid request"},
		{verbReady, `{"cannot":[` + strings.Repeat(`{"entry":1},`, 300) + `{"entry":-1}]}`, "invalid list"},
		{verbReady, strings.Repeat(" ", maxRequest+1), "invalid list"},
		{verbResult, `{"n":99999,"scores":[]}`, `"late":true`},
		{verbResult, `{"n":-1,"scores":[]}`, `"late":true`},
		{verbResult, `{"n":0,"scores":[[1,2,3,4],[1,2,3,4]]}`, "expected one match"},
		{verbResult, `{"n":0,"scores":[[1,2,3,9999999999999999]]}`, "invalid score"},
		{verbResult, `{"n":0,"scores":[[0,0,0,0]],"outs":[{"match":0,"place":0,"reason":"bored","round":1}]}`, "invalid"},
		{verbResult, `{"n":0,"scores":[[0,0,0,0]],"outs":[{"match":9,"place":0,"reason":"exit","round":1}]}`, "invalid"},
		{verbFile, `{"sha256":"../../etc/passwd","offset":0}`, "no such file"},
		{verbFile, `{"sha256":"` + m.coord.planHash + `","offset":-5}`, `"players"`},
		{verbFile, `x`, "invalid"},
	} {
		if c[0] == verbResult {
			ask(verbTask, `{"n":1}`) // lease task 0; an invalid result ends the lease
		}
		if got := ask(c[0], c[1]); !strings.Contains(got, c[2]) {
			t.Errorf("%s %.40s: %.200s, want %s", c[0], c[1], got, c[2])
		}
	}
	// The worker leases all tasks and keeps them. Other workers must play them.
	ask(verbTask, `{"n":1000}`)
	for range 100 {
		if err := c.Publish(subject(m.plan.ID, anonymousToken.Name, one, verbStatus), []byte(`{"begun":{"1":99,"-7":1}}`)); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Flush(); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(m.logText(), "\x1b") {
		t.Errorf("said %q", m.logText())
	}
	m.dispatcher.mu.Lock()
	m.dispatcher.now = func() time.Time { return time.Now().Add(time.Hour) }
	m.dispatcher.mu.Unlock()
	good := m.startWorker(m.worker("good", Token{}))
	m.finish()
	if err := <-good; err != nil {
		t.Error(err)
	}
}
