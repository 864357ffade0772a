// Package hub plays a tournament on many machines. The coordinator, which owns the tournament file,
// calls [NewDispatcher] and [NewCoordinator]; workers call [Work]. A NATS server connects them: an
// existing one, or a [Node] in the coordinator, whose caller accepts and checks connections.
//
// The server stores nothing. Workers lease tasks, play them, and keep submitting results until the
// coordinator confirms that they are on disk. Lost tasks are leased again and repeated results
// count once, so coordinator, workers and servers may stop and restart in any order.
//
// Messages from workers are untrusted: they are bounded and checked, and a sample of the results is
// played again. A worker accepts only a plan, files with known hashes, and tasks.
package hub

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/nats-io/nats.go"

	"game-tui/sim"
	"game-tui/sim/decode"
	"game-tui/sim/league"
	"game-tui/sim/sanitize"
)

// A Coordinator lets workers on other machines play the tasks of a Dispatcher.
type Coordinator struct {
	*Dispatcher
	read      func(sha256 string, p []byte, offset int64) (int, error)
	conn      *nats.Conn
	planText  []byte
	planHash  string
	fileSizes map[string]int64 // program file sizes by hash
	ctx       context.Context
	cancel    context.CancelFunc
	closeMu   sync.RWMutex // read-locked while a message is handled
}

// NewCoordinator returns a coordinator that answers workers over conn, which Close closes. read
// reads part of the program file with the given hash.
func NewCoordinator(conn *nats.Conn, d *Dispatcher, read func(sha256 string, p []byte, offset int64) (int, error)) (*Coordinator, error) {
	c := &Coordinator{Dispatcher: d, read: read, conn: conn, fileSizes: map[string]int64{}}
	c.planText = encode(c.plan)
	c.planHash = fmt.Sprintf("%x", sha256.Sum256(c.planText))
	for _, e := range c.plan.Players {
		if e.Program != nil {
			for _, f := range e.Program.Files {
				c.fileSizes[f.SHA256] = f.Size
			}
		}
	}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	err := errors.Join(
		c.subscribe(anyPlan, verbJoin, c.join),
		c.subscribe(c.plan.ID, verbFile, c.handleFile),
		c.subscribe(c.plan.ID, verbReady, c.handleReady),
		c.subscribe(c.plan.ID, verbTask, c.handleTask),
		c.subscribe(c.plan.ID, verbStatus, c.handleStatus),
		c.subscribe(c.plan.ID, verbResult, c.handleResult),
		conn.FlushTimeout(requestTimeout),
	)
	return c, err
}

// maxPendingMessages is the maximum number of waiting messages per verb; NATS drops further ones.
// The server in front of the coordinator limits the rate per token.
const maxPendingMessages = 1 << 17

// subscribe handles all messages with the given plan ID and verb. handle returns the reply to send, or
// nil for none.
func (c *Coordinator) subscribe(planID, verb string, handle func(id string, m *nats.Msg) any) error {
	sub, err := c.conn.Subscribe(subject(planID, "*", "*", verb), func(m *nats.Msg) {
		c.closeMu.RLock()
		defer c.closeMu.RUnlock()
		id := sender(m)
		if id == "" || c.ctx.Err() != nil {
			return
		}
		var reply any
		if a := c.checkAdmission(id); a == nil || verb == verbJoin || verb == verbFile {
			reply = handle(id, m)
		} else {
			reply = a
		}
		if reply != nil && m.Reply != "" {
			_ = m.Respond(encode(reply))
		}
	})
	if err != nil {
		return err
	}
	return sub.SetPendingLimits(maxPendingMessages, 64<<20)
}

// Close closes the connection. If tournamentOver is set, it first informs the workers that the
// tournament is over; otherwise they wait for another coordinator.
func (c *Coordinator) Close(tournamentOver bool) {
	if tournamentOver {
		_ = c.conn.Publish(overSubject(c.plan.ID), nil)
		_ = c.conn.FlushTimeout(requestTimeout)
	}
	c.cancel()
	c.conn.Close()
	c.closeMu.Lock() // waits until all handlers have returned
	defer c.closeMu.Unlock()
}

func (c *Coordinator) join(name string, m *nats.Msg) any {
	h, err := decode.StrictJSON[hello](m.Data, maxRequest)
	switch {
	case err != nil:
		return replyStatus{RefusalReason: "not a game-tui worker, or a different version"}
	case h.Protocol != protocolVersion:
		return replyStatus{RefusalReason: fmt.Sprintf("the worker speaks version %d, the coordinator version %d: use the same game-tui on both", h.Protocol, protocolVersion)}
	case h.EngineVersion != c.plan.EngineVersion:
		return replyStatus{RefusalReason: fmt.Sprintf("the worker is game-tui %s, but the coordinator is %s; use the same version", sanitize.Truncate(h.EngineVersion, 60), c.plan.EngineVersion)}
	}
	id, isNew, denied := c.Join(name, h.Cores)
	switch {
	case denied != replyStatus{}:
		return denied
	case id == "":
		return welcome{TournamentOver: true}
	}
	if isNew {
		c.Log(fmt.Sprintf("worker %s joined: %s, %s, sandbox: %s", name, sanitize.Truncate(h.System, 40), sim.FormatCount(h.Cores, "core"), sanitize.Truncate(h.Sandbox, 80)))
	}
	_, session, _ := strings.Cut(id, "/")
	return welcome{Session: session, PlanID: c.plan.ID, PlanHash: c.planHash, PlanSize: int64(len(c.planText)), BrokenEntries: c.BrokenEntries}
}

// handleFile replies with part of a file, or with an error in errorHeader.
func (c *Coordinator) handleFile(id string, m *nats.Msg) any {
	reply := &nats.Msg{Header: nats.Header{}}
	data, err := c.readPart(id, m.Data)
	if err != nil {
		reply.Header.Set(errorHeader, sanitize.Truncate(err.Error(), maxReason))
	}
	reply.Data = data
	_ = m.RespondMsg(reply)
	return nil
}

func (c *Coordinator) readPart(id string, request []byte) ([]byte, error) {
	p, err := decode.StrictJSON[fileRequest](request, maxRequest)
	if err != nil {
		return nil, err
	}
	if c.checkAdmission(id) != nil {
		return nil, errNotJoined
	}
	if p.SHA256 == c.planHash {
		at := min(max(p.Offset, 0), int64(len(c.planText)))
		return c.planText[at:min(at+maxPart, int64(len(c.planText)))], nil
	}
	size, ok := c.fileSizes[p.SHA256]
	if !ok || p.Offset < 0 || p.Offset > size {
		return nil, errors.New("no such file in this tournament")
	}
	data := make([]byte, min(size-p.Offset, maxPart))
	n, err := c.read(p.SHA256, data, p.Offset)
	return data[:n], err
}

func (c *Coordinator) handleReady(id string, m *nats.Msg) any {
	r, err := decode.StrictJSON[readyMessage](m.Data, maxRequest)
	if err != nil || len(r.Unplayable) > len(c.plan.Players) {
		return replyStatus{RefusalReason: "invalid list of players"}
	}
	c.SetUnplayable(id, r.Unplayable)
	return replyStatus{}
}

func (c *Coordinator) handleTask(id string, m *nats.Msg) any {
	w, err := decode.StrictJSON[taskRequest](m.Data, maxRequest)
	if err != nil || w.Count < 1 {
		return replyStatus{RefusalReason: "invalid request for tasks"}
	}
	list, over := c.Take(id, min(w.Count, maxTasks))
	reply := taskReply{TournamentOver: over}
	for _, t := range list {
		reply.Tasks = append(reply.Tasks, t.N)
		if t.PlayerSeeds != nil {
			reply.PlayerSeeds = append(reply.PlayerSeeds, []sim.PlayerSeeds{*t.PlayerSeeds})
		}
		if t.Pairing != nil {
			reply.Pairings = append(reply.Pairings, t.Pairing)
		}
	}
	return reply
}

func (c *Coordinator) handleStatus(id string, m *nats.Msg) any {
	// Unknown fields are ignored, because older workers send some.
	if p, err := decode.JSON[workerStatus](m.Data, maxRequest); err == nil {
		c.GiveUp(id, p.GaveUpTasks...)
	}
	return nil
}

func (c *Coordinator) handleResult(id string, m *nats.Msg) any {
	r, err := decode.StrictJSON[league.Result](m.Data, maxRequest)
	if err != nil {
		return replyStatus{RefusalReason: "invalid result: " + sanitize.Truncate(err.Error(), maxReason)}
	}
	for i := range r.Outs {
		r.Outs[i].Detail = strings.TrimSpace(sanitize.Line(r.Outs[i].Detail))
	}
	held, _ := c.Submit(c.ctx, id, r, func(err error) {
		var a receipt
		if err != nil {
			a.RefusalReason = sanitize.Truncate(err.Error(), maxReason)
		}
		_ = m.Respond(encode(a))
	})
	if !held {
		return receipt{Late: true}
	}
	return nil
}
