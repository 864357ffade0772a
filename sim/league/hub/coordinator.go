package hub

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"game-tui/sim/clean"
	"game-tui/sim/league"
)

// Coordinator lets workers play the tasks of a Desk.
type Coordinator struct {
	CoordinatorOptions
	conn   *nats.Conn
	plan   *league.Plan
	text   []byte // of the plan
	sum    string
	sizes  map[string]int64 // of the files of programs, by hash
	ctx    context.Context
	cancel context.CancelFunc
	subs   []*nats.Subscription
}

// CoordinatorOptions say what a Coordinator works with.
type CoordinatorOptions struct {
	Desk   *Desk
	Rounds int // of a match, at most
	// Read reads a part of a file of a program, which it is identified by. It returns what
	// is there, at most len(p) bytes.
	Read func(sha256 string, p []byte, offset int64) (int, error)
	Tell func(string) // is told what an operator should know; must not wait
}

// NewCoordinator answers workers over a connection, which it does not close.
func NewCoordinator(conn *nats.Conn, o CoordinatorOptions) (*Coordinator, error) {
	c := &Coordinator{CoordinatorOptions: o, conn: conn, plan: o.Desk.plan, sizes: map[string]int64{}}
	text, err := json.Marshal(c.plan)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	c.text, c.sum = text, hex.EncodeToString(sum[:])
	for _, e := range c.plan.Player {
		if e.Program != nil {
			for _, f := range e.Program.Files {
				c.sizes[f.SHA256] = f.Size
			}
		}
	}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	for _, on := range []struct {
		plan, verb string
		do         func(who string, m *nats.Msg) any
	}{
		{anyPlan, verbJoin, c.join},
		{c.plan.ID, verbFile, nil},
		{c.plan.ID, verbReady, c.ready},
		{c.plan.ID, verbTask, c.task},
		{c.plan.ID, verbPlaying, c.playing},
		{c.plan.ID, verbResult, c.result},
	} {
		handler := func(m *nats.Msg) {
			w := who(m)
			if w == "" {
				return
			}
			if reply := on.do(w, m); reply != nil && m.Reply != "" {
				_ = m.Respond(encode(reply)) // a worker that has gone does not hear it
			}
		}
		if on.verb == verbFile {
			handler = c.file
		}
		sub, err := conn.Subscribe(subject(on.plan, "*", "*", on.verb), handler)
		if err == nil {
			err = sub.SetPendingLimits(4096, 64<<20)
		}
		if err != nil {
			c.stop()
			return nil, err
		}
		c.subs = append(c.subs, sub)
	}
	return c, conn.FlushTimeout(askTime)
}

// stop hears workers no more.
func (c *Coordinator) stop() {
	c.cancel()
	for _, s := range c.subs {
		_ = s.Unsubscribe() // the connection may have gone
	}
}

// linger is how long the last workers have to ask, and hear that it is over.
const linger = 2 * time.Second

// Close ends the work. over tells the workers that there is nothing more to play;
// without it they wait for the coordinator to come back.
func (c *Coordinator) Close(over bool) {
	if over {
		_ = c.conn.Publish(overSubject(c.plan.ID), nil)
		ctx, cancel := context.WithTimeout(context.Background(), linger)
		defer cancel()
		for c.Desk.untold() > 0 && pause(ctx, 50*time.Millisecond) {
		}
		_ = c.conn.FlushTimeout(linger)
	}
	c.stop()
}

// admitted answers a worker that must join, or plays no more; nil for the others.
func (c *Coordinator) admitted(w string) *answer {
	switch known, refused := c.Desk.standing(w); {
	case !known:
		return &answer{Again: true}
	case refused != "":
		return &answer{Refused: refused}
	}
	return nil
}

func (c *Coordinator) join(w string, m *nats.Msg) any {
	var h hello
	if err := decode(m.Data, maxRequest, &h); err != nil {
		return answer{Refused: "this is no worker of game-tui, or one of another version"}
	}
	switch {
	case h.Protocol != Protocol:
		return answer{Refused: fmt.Sprintf("the worker speaks version %d, the coordinator version %d: use the same game-tui on both", h.Protocol, Protocol)}
	case h.Engine != c.plan.Engine:
		return answer{Refused: fmt.Sprintf("the worker is game-tui %s, the tournament is played by %s: results of different versions are not mixed", clean.Short(h.Engine, 60), c.plan.Engine)}
	}
	id, news, refused := c.Desk.Join(w, h.Cores)
	switch {
	case refused != "":
		return answer{Refused: refused}
	case id == "":
		return welcome{Over: true}
	}
	if news {
		c.Tell(fmt.Sprintf("worker %s has come: %s, %d at a time, programs held in by: %s", w, clean.Short(h.System, 40), h.Cores, clean.Short(h.Sandbox, 80)))
	}
	_, session, _ := strings.Cut(id, "/")
	return welcome{Session: session, ID: c.plan.ID, Plan: c.sum, Size: int64(len(c.text)), Broken: c.Desk.broken}
}

// file answers with bytes, or with the header "Error".
func (c *Coordinator) file(m *nats.Msg) {
	w := who(m)
	if w == "" || m.Reply == "" {
		return
	}
	reply := nats.NewMsg(m.Reply)
	data, err := c.part(w, m.Data)
	if err != nil {
		reply.Header.Set(errorHeader, clean.Short(err.Error(), maxReason))
	}
	reply.Data = data
	_ = c.conn.PublishMsg(reply) // a worker that has gone does not hear it
}

const errorHeader = "Error"

// errJoin is what a worker is told instead of a part of a file, where the
// coordinator has begun anew.
var errJoin = errors.New("join first")

func (c *Coordinator) part(w string, request []byte) ([]byte, error) {
	var p part
	if err := decode(request, maxRequest, &p); err != nil {
		return nil, err
	}
	if a := c.admitted(w); a != nil {
		return nil, errJoin
	}
	if p.SHA256 == c.sum {
		at := min(max(p.Offset, 0), int64(len(c.text)))
		return c.text[at:min(at+maxPart, int64(len(c.text)))], nil
	}
	size, ok := c.sizes[p.SHA256]
	if !ok || p.Offset < 0 || p.Offset > size {
		return nil, errors.New("there is no such file in this tournament")
	}
	data := make([]byte, min(size-p.Offset, maxPart))
	n, err := c.Read(p.SHA256, data, p.Offset)
	return data[:n], err
}

func (c *Coordinator) ready(w string, m *nats.Msg) any {
	if a := c.admitted(w); a != nil {
		return a
	}
	var r ready
	if err := decode(m.Data, maxRequest, &r); err != nil || len(r.Cannot) > len(c.plan.Player) {
		return answer{Refused: "the worker's list of players makes no sense"}
	}
	if name := c.Desk.Ready(w, r.Cannot); name != "" {
		for _, line := range sentences(c.plan, r.Cannot) {
			c.Tell("worker " + name + " " + line)
		}
	}
	return answer{}
}

func (c *Coordinator) task(w string, m *nats.Msg) any {
	if a := c.admitted(w); a != nil {
		return a
	}
	var t want
	if err := decode(m.Data, maxRequest, &t); err != nil || t.N < 1 {
		return answer{Refused: "the worker's question makes no sense"}
	}
	list, over := c.Desk.Take(w, min(t.N, maxWant))
	return tasks{Tasks: list, Players: c.Desk.players(list), Over: over}
}

func (c *Coordinator) playing(w string, m *nats.Msg) any {
	var p playing
	if c.admitted(w) == nil && decode(m.Data, maxRequest, &p) == nil {
		c.Desk.Playing(w, p.Begun)
		for _, n := range p.Missed {
			c.Desk.Missed(w, n)
		}
		if p.Bye {
			c.Desk.Bye(w)
		}
	}
	return nil
}

// result hands in a result; its worker is answered when it is on the disk, or at once where
// it does not hold the task.
func (c *Coordinator) result(w string, m *nats.Msg) any {
	if a := c.admitted(w); a != nil {
		return a
	}
	var r league.Result
	err := decode(m.Data, maxRequest, &r)
	if err == nil {
		err = bounded(&r, c.Rounds)
	}
	if err != nil {
		return answer{Refused: "a result makes no sense: " + clean.Short(err.Error(), maxReason)}
	}
	for i := range r.Outs {
		r.Outs[i].Detail = strings.TrimSpace(clean.Line(r.Outs[i].Detail))
	}
	held, _ := c.Desk.Submit(c.ctx, w, r, func(err error) {
		var a taken
		if err != nil {
			a.Refused = clean.Short(err.Error(), maxReason)
		}
		_ = m.Respond(encode(a)) // a worker that does not hear it hands it in again
	})
	if !held {
		return taken{Late: true}
	}
	return nil // it is answered when it is written; where the engine has ended, never: the worker asks again
}
