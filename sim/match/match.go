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
	"game-tui/sim/clean"
	"game-tui/sim/record"
	"game-tui/sim/res"
)

// Options say what Run writes while it plays.
type Options struct {
	Res  io.Writer // gets the recording; nil: none is written
	Hash bool      // fill Result.SHA256 and Result.Bytes
}

// Match is a match that is being played. Anyone may look at its record; one
// goroutine calls Run, once.
type Match struct {
	spec   Spec
	game   sim.Game
	board  sim.Board
	record *record.Record
	seats  [sim.Seats]seat
	begin  time.Time      // what times are measured from
	wait   sync.WaitGroup // for the players that were asked
	idling *idling
	slabs  slabs
}

// slabs are what turns are made of: asking for each piece by itself was a tenth
// of a quick match.
type slabs struct {
	turns  sim.Slab[sim.Turn]
	orders sim.Slab[sim.Submitted]
	said   sim.Slab[string]
}

// slabSize is how many values are asked for at a time.
const slabSize = 64

// StopError ends a strict match: a player broke the rules of play.
type StopError struct {
	Seat int
	Name string
	Out  sim.Out
}

func (e *StopError) Error() string {
	return fmt.Sprintf("player %d (%s) stopped the match: %s", e.Seat, e.Name, e.Out.Text())
}

// BoardError ends a match whose board broke an invariant, as the official
// engines end it: the recording has the orders of that round and stops.
type BoardError struct {
	Round int
	Err   error
}

func (e *BoardError) Error() string { return fmt.Sprintf("round %d: %v", e.Round, e.Err) }

// Unwrap gives what the board said.
func (e *BoardError) Unwrap() error { return e.Err }

// isMatch reports whether a match is one: played to its end, or to where a player or the board
// stopped it.
func isMatch(err error) bool {
	var stop *StopError
	var broken *BoardError
	return err == nil || errors.As(err, &stop) || errors.As(err, &broken)
}

// New makes the board and starts the players: the record has the initial state.
// A fault of the configuration is a *sim.InputError at its offset in spec.Config.
// Where this machine kept a player from starting it is a *MachineError.
// The caller must Run or Close the Match.
func New(ctx context.Context, g sim.Game, spec Spec, players [sim.Seats]sim.Player) (*Match, error) {
	settings, n, err := g.ReadSettings([]byte(spec.Config))
	if err != nil {
		return nil, err
	}
	if err := checkRounds(settings, spec.Config); err != nil {
		return nil, err
	}
	board, err := g.NewBoard(settings, []byte(spec.Config[n:]), spec.Seed)
	if err != nil {
		return nil, boardError(err, &spec, n)
	}
	m := &Match{spec: spec, game: g, board: board, begin: time.Now()}
	meta := record.Meta{Game: g, Settings: settings, Seed: spec.Seed, PlayerSeeds: spec.PlayerSeeds, Clock: spec.Clock}
	for i := range m.seats {
		s := &m.seats[i]
		s.player = players[i]
		s.starter, _ = players[i].(sim.Starter)
		s.name = oneWord(spec.Players[i].Title())
		s.rand = sim.NewRand(spec.PlayerSeeds.Of(spec.Seed, i))
		s.query = sim.Query{Seat: i, Settings: settings, Rand: &s.rand}
	}
	m.start(ctx, settings)
	for i := range m.seats {
		if s := &m.seats[i]; s.out != nil && s.out.Reason == sim.OutMachine {
			err = &MachineError{Seat: i, Name: s.name, Detail: s.out.Detail}
			break
		}
		err = cmp.Or(err, m.broke(i))
	}
	if err != nil {
		m.Close()
		return nil, err
	}
	for i := range m.seats {
		meta.Names[i] = m.seats[i].name
		if folder := spec.Players[i].Folder; folder != "" {
			meta.Titles[i] = clean.Title(folder, meta.Names[i])
		}
		if m.seats[i].out != nil {
			board.SetStatus(i, -1)
		}
	}
	m.record = record.New(meta, board.State())
	return m, nil
}

// MaxRounds is the length of the longest match that is played. The kits know no
// bound, but all rounds are kept for watchers: more would take gigabytes.
const MaxRounds = 100_000

func checkRounds(s sim.Settings, config string) error {
	if n := s.Rounds(); n > MaxRounds {
		return sim.Errorf(max(strings.Index(config, "NUM_ROUNDS"), 0), "a match of %d rounds is too long: at most %d are played", n, MaxRounds)
	}
	return nil
}

// boardError finds the place in the configuration that an error of making the
// board is about; the generator stands at an offset in it.
func boardError(err error, spec *Spec, generator int) error {
	if in, ok := errors.AsType[*sim.InputError](err); ok {
		return &sim.InputError{Offset: generator + in.Offset, Msg: in.Msg}
	}
	if set, ok := errors.AsType[*sim.SettingError](err); ok {
		return sim.Errorf(res.KeyOffset([]byte(spec.Config), set.Key), "seed %d: %s", spec.Seed, set.Msg)
	}
	return fmt.Errorf("seed %d: %w", spec.Seed, err)
}

// Record is the match's record, which grows while Run plays.
func (m *Match) Record() *record.Record { return m.record }

// Close ends the players of a match that is not run.
func (m *Match) Close() {
	for i := range m.seats {
		if s := &m.seats[i]; s.starter != nil {
			s.starter.Close()
			s.starter = nil
		}
	}
}

// Run plays the match to its end and closes it. The Result holds what was
// played, also beside an error: a *StopError, a broken board, a failed write
// or the end of ctx.
func (m *Match) Run(ctx context.Context, opt Options) (*Result, error) {
	defer m.Close()
	text, hash := opt.writer(m.record)
	err := m.rounds(ctx, text)
	if text != nil {
		err = cmp.Or(err, text.Flush())
	}
	m.record.End(err)
	r := m.result(err)
	if text != nil {
		r.Bytes = text.Size()
	}
	if hash != nil {
		r.SHA256 = hex.EncodeToString(hash.Sum(nil))
	}
	return r, err
}

// Play makes a match, plays it and returns what came of it.
func Play(ctx context.Context, g sim.Game, spec Spec, players [sim.Seats]sim.Player, opt Options) (*Result, *record.Record, error) {
	m, err := New(ctx, g, spec, players)
	if err != nil {
		return nil, nil, err
	}
	r, err := m.Run(ctx, opt)
	return r, m.record, err
}

// yieldEvery is how many rounds a match plays before it lets other goroutines
// run, above all the garbage collector: where matches take all cores it waits long
// for its turn, and meanwhile every write of a pointer costs more. This saves a
// quarter of the time of a quick match.
const yieldEvery = 16

func (m *Match) rounds(ctx context.Context, text *res.Writer) error {
	due, stop := pace(m.spec.Pace)
	defer stop()
	m.idling = m.newIdling(ctx)
	for k := range m.record.Rounds() {
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
		if text != nil && (err == nil || turn.Done != nil) {
			text.Commands(turn.Done)
		}
		if err != nil {
			m.record.Append(turn, nil)
			return err
		}
		next := m.board.State()
		if text != nil {
			text.State(next)
		}
		m.record.Append(turn, next)
	}
	return nil
}

// step plays the round. The board sees no orders of players that are out;
// their turn keeps those of the round in which they went.
func (m *Match) step(turn *sim.Turn) error {
	var dropped [sim.Seats][]sim.Submitted
	for i := range m.seats {
		s := &m.seats[i]
		if s.out != nil {
			dropped[i], turn.Orders[i] = turn.Orders[i], nil
			for j := range dropped[i] {
				dropped[i][j].Fate = sim.FateOut
			}
			m.board.SetStatus(i, -1)
		} else if m.spec.Clock {
			m.board.SetStatus(i, m.used(s))
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

// used is the fraction of its CPU budget that a player has spent.
func (m *Match) used(s *seat) float64 {
	budget := m.spec.Limits.CPU
	if budget <= 0 {
		return 0
	}
	return min(float64(s.total)/float64(budget), 1)
}

// broke returns the error that ends a strict match when seat i is out.
func (m *Match) broke(i int) error {
	s := &m.seats[i]
	if s.out == nil || !m.spec.Strict {
		return nil
	}
	return &StopError{i, s.name, *s.out}
}

func (m *Match) result(err error) *Result {
	last := m.record.State(m.record.Edge())
	r := &Result{
		Spec: m.spec, Names: m.record.Meta().Names,
		Scores: last.Scores(), Winners: m.record.Winners(), Rounds: m.record.Edge(), Leads: leads(m.record.Edge(), func(k int) [sim.Seats]int { return m.record.State(k).Scores() }),
	}
	for i := range m.seats {
		r.Outs[i], r.CPU[i] = m.seats[i].out, m.seats[i].total
	}
	if err != nil {
		r.Stopped = err.Error()
	}
	return r
}

// leads counts how often the lead changed hands up to a round: another player than
// before was alone at the top.
func leads(edge int, scoresOf func(round int) [sim.Seats]int) int {
	n, leader := 0, -1
	for k := range edge + 1 {
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

// writer writes the recording of a match while it is played; it is nil where nobody wants
// it, and hash where nobody wants that.
func (opt *Options) writer(rec *record.Record) (w *res.Writer, hash hash.Hash) {
	to := opt.Res
	if opt.Hash {
		hash = sha256.New()
		to = hash
		if opt.Res != nil {
			to = io.MultiWriter(opt.Res, hash)
		}
	}
	if to == nil {
		return nil, nil
	}
	return res.NewWriter(to, rec.Meta(), rec.State(0)), hash
}

// pace holds a match to a number of rounds a second: it returns when the next one is due,
// and what ends that; nil without a number, where every round is due at once.
func pace(rate float64) (due <-chan time.Time, stop func()) {
	if rate <= 0 {
		return nil, func() {}
	}
	tick := time.NewTicker(max(time.Duration(float64(time.Second)/rate), time.Microsecond))
	return tick.C, tick.Stop
}
