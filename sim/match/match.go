package match

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"runtime"
	"strings"
	"sync"
	"time"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/sanitize"
)

type Options struct {
	Recording   io.Writer // destination of the recording; may be nil
	ComputeHash bool      // whether to fill in Result.SHA256 and Result.Bytes

	MaxRounds int // 0 means the whole match
}

type Match struct {
	spec      Spec
	game      sim.Game
	board     sim.Board
	record    *record.Record
	seats     [sim.Seats]seat
	startTime time.Time
	wg        sync.WaitGroup
	idle      *idleTracker
	slabs     slabs
}

// slabs provide memory for the parts of turns. Allocating each part separately took 10 % of a short
// match's time.
type slabs struct {
	turns  sim.Slab[sim.Turn]
	orders sim.Slab[sim.SubmittedOrder]
	stderr sim.Slab[string]
}

const slabSize = 64

type StopError struct {
	Seat    int
	Name    string
	Failure sim.Failure
}

func (e *StopError) Error() string {
	return fmt.Sprintf("player %d (%s) stopped the match: %s", e.Seat, e.Name, e.Failure.Text())
}

// A BoardError reports that the board broke an invariant in a round, which ends the match. As with
// the official engines, the recording ends with the orders of that round.
type BoardError struct {
	Round int
	Err   error
}

func (e *BoardError) Error() string { return fmt.Sprintf("round %d: %v", e.Round, e.Err) }
func (e *BoardError) Unwrap() error { return e.Err }

func countsAsMatch(err error) bool {
	var stop *StopError
	var broken *BoardError
	return err == nil || errors.As(err, &stop) || errors.As(err, &broken)
}

// New creates the board and starts the players. Callers must call Run or Close. It returns a
// *sim.InputError if spec.Config is invalid, a *MachineError if this machine cannot start a player,
// or a *StopError if a player of a strict match fails.
func New(ctx context.Context, g sim.Game, spec Spec, players [sim.Seats]sim.Player) (*Match, error) {
	settings, n, err := g.ReadSettings([]byte(spec.Config))
	if err != nil {
		return nil, err
	}
	if rounds := settings.Rounds(); rounds > MaxRounds {
		at := max(strings.Index(spec.Config, "NUM_ROUNDS"), 0)
		return nil, sim.InputErrorf(at, "%d rounds exceed the limit of %d", rounds, MaxRounds)
	}
	board, err := g.NewBoard(settings, []byte(spec.Config[n:]), spec.Seed)
	if err != nil {
		return nil, boardError(err, &spec, n)
	}
	m := &Match{spec: spec, game: g, board: board, startTime: time.Now()}
	meta := record.Meta{Game: g, Settings: settings, Seed: spec.Seed, PlayerSeeds: spec.PlayerSeeds, HasClock: spec.ShowClock}
	for i := range m.seats {
		s := &m.seats[i]
		s.player = players[i]
		s.starter, _ = players[i].(sim.Starter)
		s.name = recordedName(spec.Players[i].InitialName())
		s.rand = sim.NewRand(spec.PlayerSeeds.ForSeat(spec.Seed, i))
		s.query = sim.Query{Seat: i, Settings: settings, Rand: &s.rand}
	}
	m.start(ctx, settings)
	for i := range m.seats {
		if s := &m.seats[i]; s.failure != nil && s.failure.Reason == sim.FailedMachine {
			err = &MachineError{Seat: i, Name: s.name, Detail: s.failure.Detail}
			break
		}
		err = cmp.Or(err, m.strictError(i))
	}
	if err != nil {
		m.Close()
		return nil, err
	}
	for i := range m.seats {
		meta.Names[i] = m.seats[i].name
		if folder := spec.Players[i].Folder; folder != "" {
			meta.Titles[i] = sanitize.CombineNames(folder, meta.Names[i])
		}
		if m.seats[i].failure != nil {
			board.SetStatus(i, -1)
		}
	}
	m.record = record.New(meta, board.State())
	return m, nil
}

// MaxRounds bounds the length of a match, because all its rounds stay in memory.
const MaxRounds = 100_000

// boardError adds the seed or a position in the configuration to an error from NewBoard.
// generatorOffset is the offset of the generator's text in spec.Config.
func boardError(err error, spec *Spec, generatorOffset int) error {
	if in, ok := errors.AsType[*sim.InputError](err); ok {
		return &sim.InputError{Offset: generatorOffset + in.Offset, Msg: in.Msg}
	}
	if set, ok := errors.AsType[*sim.SettingError](err); ok {
		return sim.InputErrorf(res.KeyOffset([]byte(spec.Config), set.Key), "seed %d: %s", spec.Seed, set.Msg)
	}
	return fmt.Errorf("seed %d: %w", spec.Seed, err)
}

func (m *Match) Record() *record.Record { return m.record }

func (m *Match) Close() {
	for i := range m.seats {
		if s := &m.seats[i]; s.starter != nil {
			s.starter.Close()
			s.starter = nil
		}
	}
}

// Run plays the match and stops its players. Call it only once. The Result is valid even if Run
// returns an error: a *StopError, a *BoardError, a write error or ctx.Err().
func (m *Match) Run(ctx context.Context, opt Options) (*Result, error) {
	defer m.Close()
	w, hash := opt.newWriter(m.record)
	rounds := m.record.Rounds()
	if opt.MaxRounds > 0 {
		rounds = min(rounds, opt.MaxRounds)
	}
	err := m.play(ctx, rounds, w)
	if w != nil {
		err = cmp.Or(err, w.Flush())
	}
	m.record.End(err)
	r := m.result(err)
	if w != nil {
		r.Bytes = w.Size()
	}
	if hash != nil {
		r.SHA256 = hex.EncodeToString(hash.Sum(nil))
	}
	return r, err
}

func Play(ctx context.Context, g sim.Game, spec Spec, players [sim.Seats]sim.Player, opt Options) (*Result, *record.Record, error) {
	m, err := New(ctx, g, spec, players)
	if err != nil {
		return nil, nil, err
	}
	r, err := m.Run(ctx, opt)
	return r, m.record, err
}

// yieldEvery is the number of rounds between calls to runtime.Gosched. The calls let garbage
// collection finish sooner, which saves 25 % of the time when short matches use all cores.
const yieldEvery = 16

func (m *Match) play(ctx context.Context, rounds int, w *res.Writer) error {
	var due <-chan time.Time
	if m.spec.Pace > 0 {
		tick := time.NewTicker(max(time.Duration(float64(time.Second)/m.spec.Pace), time.Microsecond))
		defer tick.Stop()
		due = tick.C
	}
	m.idle = newIdleTracker(ctx)
	for k := range rounds {
		if due != nil {
			select {
			case <-ctx.Done():
			case <-due:
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if k%yieldEvery == 0 {
			runtime.Gosched()
		}
		turn, err := m.collect(ctx, k)
		if err != nil {
			return err
		}
		err = m.step(turn)
		if w != nil && (err == nil || turn.Executed != nil) {
			w.WriteCommands(turn.Executed)
		}
		if err != nil {
			m.record.Append(turn, nil)
			return err
		}
		next := m.board.State()
		if w != nil {
			w.WriteState(next)
		}
		m.record.Append(turn, next)
	}
	return nil
}

// step plays a round. It does not execute the orders of players that went out in it, but keeps them
// in the turn.
func (m *Match) step(turn *sim.Turn) error {
	var dropped [sim.Seats][]sim.SubmittedOrder
	for i := range m.seats {
		s := &m.seats[i]
		if s.failure != nil {
			dropped[i], turn.Orders[i] = turn.Orders[i], nil
			for j := range dropped[i] {
				dropped[i][j].Outcome = sim.OutcomePlayerOut
			}
			m.board.SetStatus(i, -1)
		} else if m.spec.ShowClock {
			used := 0.0
			if budget := m.spec.Limits.CPU; budget > 0 {
				used = min(float64(s.totalCPU)/float64(budget), 1)
			}
			m.board.SetStatus(i, used)
		}
	}
	err := m.board.Step(turn)
	for i, list := range dropped {
		if list != nil {
			turn.Orders[i] = list
		}
	}
	if err != nil {
		return &BoardError{turn.Round, err}
	}
	return nil
}

func (m *Match) strictError(i int) error {
	s := &m.seats[i]
	if s.failure == nil || !m.spec.Strict {
		return nil
	}
	return &StopError{i, s.name, *s.failure}
}

func (m *Match) result(err error) *Result {
	last := m.record.State(m.record.Edge())
	r := &Result{
		Spec: m.spec, Names: m.record.Meta().Names,
		Scores: last.Scores(), Winners: m.record.Winners(), Rounds: m.record.Edge(), LeadChanges: countLeadChanges(m.record.Edge(), func(k int) [sim.Seats]int { return m.record.State(k).Scores() }),
	}
	for i := range m.seats {
		r.Failures[i], r.CPU[i] = m.seats[i].failure, m.seats[i].totalCPU
	}
	if err != nil {
		r.StopReason = err.Error()
	}
	return r
}

func countLeadChanges(lastRound int, scoresOf func(round int) [sim.Seats]int) int {
	n, leader := 0, -1
	for k := range lastRound + 1 {
		top, by := sim.Lead(scoresOf(k))
		if by == 0 || top == leader {
			continue
		}
		if leader >= 0 {
			n++
		}
		leader = top
	}
	return n
}

func (opt *Options) newWriter(rec *record.Record) (w *res.Writer, h hash.Hash) {
	dst := opt.Recording
	if opt.ComputeHash {
		h = sha256.New()
		dst = h
		if opt.Recording != nil {
			dst = io.MultiWriter(opt.Recording, h)
		}
	}
	if dst == nil {
		return nil, nil
	}
	return res.NewWriter(dst, rec.Meta(), rec.State(0)), h
}
