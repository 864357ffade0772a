package play

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/res"
)

// Session is a series of matches with the same players, of which one at a time
// is played.
type Session struct {
	request *Request
	game    sim.Game
	spec    match.Spec
	line    [sim.Seats]match.Entry
	out     *files.Recording // of the first match
	words   []resolve.Typed  // of the line-up
	ctx     context.Context

	mu   sync.Mutex
	stop context.CancelFunc
	done chan struct{} // closed when the match is over
	err  error         // how it ended; read after done

	current atomic.Pointer[record.Record] // the match that was begun last
}

// NewSession makes a series of matches of a line-up, made of words, of which none has begun. The first
// goes to a recording.
func NewSession(ctx context.Context, f *Request, game sim.Game, spec match.Spec, line [sim.Seats]match.Entry, words []resolve.Typed, out *files.Recording) *Session {
	return &Session{request: f, game: game, spec: spec, line: line, words: words, out: out, ctx: ctx}
}

// LineUp are the players of the match that was begun last, and this match.
func (s *Session) LineUp() ([sim.Seats]match.Entry, *record.Record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.line, s.current.Load()
}

// Current is the match that was begun last.
func (s *Session) Current() *record.Record { return s.current.Load() }

// Seed is that of the match that was begun last.
func (s *Session) Seed() int32 { return s.spec.Seed }

// Start ends the match that is under way and begins one with that seed.
func (s *Session) Start(seed int32) (*record.Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.halt()
	ctx, stop := context.WithCancel(s.ctx)
	if seed != s.spec.Seed {
		s.spec.Seed, s.spec.PlayerSeeds = seed, nil // they belong to one match
	}
	m, err := match.Begin(ctx, s.game, s.spec, Players(&s.line))
	if err != nil {
		stop()
		return nil, err
	}
	out := s.out
	s.out = nil
	s.stop, s.done = stop, make(chan struct{})
	go func(done chan struct{}) {
		defer close(done)
		r, err := m.Run(ctx, match.Options{Res: out.Writer(), Hash: out.Noted()})
		if HasRecording(err) {
			if werr := out.Commit(m.Record(), r); werr != nil {
				err = werr
			}
		}
		s.err = err
	}(s.done)
	s.current.Store(m.Record())
	return m.Record(), nil
}

// halt ends the match under way, if there is one.
func (s *Session) halt() {
	if s.stop != nil {
		s.stop()
		<-s.done
	}
}

// End ends the match that is under way.
func (s *Session) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.halt()
}

// Wait returns how the match under way ended.
func (s *Session) Wait() error {
	<-s.done
	return s.err
}

// Next begins the match of the next seed.
func (s *Session) Next(context.Context) (*record.Record, error) {
	return s.Start((s.spec.Seed + 1) & res.MaxInt)
}

// Reload begins the same match again, with the players as they are by now.
func (s *Session) Reload(ctx context.Context) (*record.Record, error) {
	quiet := *s.request
	quiet.Progress = io.Discard // the terminal shows a match
	line, err := quiet.LineUp(ctx, s.game, s.words, s.spec.Limits)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.line = line
	for i, e := range line {
		s.spec.Players[i] = e.Seat
	}
	s.mu.Unlock()
	return s.Start(s.spec.Seed)
}

// Command returns what to type to see the match of a seed again, with more options.
func (s *Session) Command(seed int32, more ...string) string {
	f := s.request
	words := []string{"game-tui"}
	for _, e := range s.line {
		words = append(words, typed.Quoted(e.Seat.Name))
	}
	words = append(words, f.Options.Source...)
	words = append(words, "--seed", fmt.Sprint(seed))
	if p := (typed.PlayerSeeds{Seeds: s.spec.PlayerSeeds}); p.Seeds != nil {
		words = append(words, "--player-seeds", p.String())
	}
	words = slices.Concat(words, f.Options.Rules, f.Options.View, more)
	if f.ConfigName == files.StdinName {
		words = append(words, "<", "FILE")
	}
	return strings.Join(words, " ")
}
