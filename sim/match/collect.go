package match

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"game-tui/sim"
	"game-tui/sim/sanitize"
)

type seat struct {
	player   sim.Player
	starter  sim.Starter // the player if it must be started, such as a program; otherwise nil
	name     string
	rand     sim.Rand
	query    sim.Query
	reply    sim.Reply
	totalCPU time.Duration
	failure  *sim.Failure
	orders   sim.Orders
}

func (m *Match) start(ctx context.Context, settings sim.Settings) {
	m.idle = newIdleTracker(ctx)
	for i := range m.seats {
		s := &m.seats[i]
		if s.starter == nil {
			continue
		}
		in := sim.StartInfo{Game: m.game, Settings: settings, Seat: i, Seed: m.spec.PlayerSeeds.ForSeat(m.spec.Seed, i), Name: s.name}
		m.idle.spawn(ctx, &m.wg, func(ctx context.Context) {
			name, out := s.starter.Start(ctx, in)
			if out == nil && name != "" {
				s.name = recordedName(name)
			}
			s.failure = out
		})
	}
	m.idle.wait(&m.wg)
}

func recordedName(name string) string {
	if name == "" {
		return "player"
	}
	return sanitize.ASCIIWord(name, sim.MaxNameLen)
}

// collect gets the players' orders for round k. It asks programs concurrently and built-in players
// one after another.
func (m *Match) collect(ctx context.Context, k int) (*sim.Turn, error) {
	state := m.board.State()
	for i := range m.seats {
		s := &m.seats[i]
		s.query.State = state
		if s.failure == nil && s.starter != nil {
			m.idle.spawn(ctx, &m.wg, s.ask)
		}
	}
	m.askBuiltins(ctx)
	m.idle.wait(&m.wg)
	if err := ctx.Err(); err != nil {
		return nil, err // An interrupted reply is not held against the player.
	}
	turn := &m.slabs.turns.Alloc(1, slabSize)[0]
	turn.Round, turn.KnownParts = k, sim.KnownAll
	for i := range m.seats {
		s, report := &m.seats[i], &turn.Reports[i]
		s.orders.Reset()
		if s.failure == nil {
			s.applyReply(report, k)
		}
		report.TotalCPU, report.Failure = s.totalCPU, s.failure
		if err := m.strictError(i); err != nil {
			return nil, err
		}
	}
	m.copyOrders(turn)
	for i := range turn.Reports { // Players reuse the memory of their output and marks, so copy them.
		r := &turn.Reports[i]
		if n := len(r.Stderr); n > 0 {
			r.Stderr = append(m.slabs.stderr.Alloc(n, slabSize)[:0], r.Stderr...)
		}
		r.Marks = slices.Clone(r.Marks)
	}
	return turn, nil
}

func (m *Match) askBuiltins(ctx context.Context) {
	before := time.Since(m.startTime)
	for i := range m.seats {
		s := &m.seats[i]
		if s.failure != nil || s.starter != nil {
			continue
		}
		s.ask(ctx)
		after := time.Since(m.startTime) // Reading the clock is slow, so read it once per player.
		if s.reply.CPU == 0 {
			s.reply.CPU = after - before
		}
		before = after
	}
}

func (s *seat) ask(ctx context.Context) {
	defer func() {
		if v := recover(); v != nil {
			s.reply = sim.Reply{Failure: &sim.Failure{Reason: sim.FailedCrash, Detail: panicText(v)}}
		}
	}()
	s.reply = s.player.Play(ctx, &s.query)
}

func (s *seat) applyReply(report *sim.Report, round int) {
	r := &s.reply
	for _, o := range r.Orders {
		s.orders.Give(o)
	}
	s.totalCPU += r.CPU
	report.CPU = r.CPU
	report.Stderr, report.Marks = r.Stderr, r.Marks
	switch {
	case r.Failure != nil:
		out := *r.Failure
		out.Round = round
		s.failure = &out
	case max(r.Calls, s.orders.Calls()) > sim.MaxOrders:
		s.failure = &sim.Failure{Round: round, Reason: sim.FailedOrders,
			Detail: fmt.Sprintf("more than %d in a round", sim.MaxOrders)}
	}
}

// copyOrders copies orders, because players reuse their memory.
func (m *Match) copyOrders(turn *sim.Turn) {
	orderCount, argCount := 0, 0
	for i := range m.seats {
		list := m.seats[i].orders.List()
		orderCount += len(list)
		for j := range list {
			argCount += len(list[j].Args)
		}
	}
	if orderCount == 0 {
		return
	}
	submitted := m.slabs.orders.Alloc(orderCount, slabSize)[:0]
	numbers := make([]int32, 0, argCount)
	for i := range m.seats {
		list := m.seats[i].orders.List()
		if len(list) == 0 {
			continue
		}
		first := len(submitted)
		for _, o := range list {
			if len(o.Args) > 0 {
				at := len(numbers)
				numbers = append(numbers, o.Args...)
				o.Args = numbers[at:len(numbers):len(numbers)]
			}
			submitted = append(submitted, sim.SubmittedOrder{Order: o})
		}
		turn.Orders[i] = submitted[first:len(submitted):len(submitted)]
	}
}

func panicText(v any) string {
	text := sanitize.Truncate(fmt.Sprint(v), 200)
	var pc [32]uintptr
	frames := runtime.CallersFrames(pc[:runtime.Callers(3, pc[:])])
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "runtime.") && f.File != "" {
			return fmt.Sprintf("%s (%s:%d)", text, filepath.Base(f.File), f.Line)
		}
		if !more {
			return text
		}
	}
}
