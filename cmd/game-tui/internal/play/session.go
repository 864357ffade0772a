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
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/sim"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/res"
)

// A Session plays one match after another with the same players. Current and LineUp may be called
// concurrently with other methods.
type Session struct {
	request *Request
	game    sim.Game
	spec    match.Spec
	lineUp  [sim.Seats]match.Entry
	out     *files.Recording // recording of the first match
	args    []resolve.Typed  // words that name the players
	ctx     context.Context

	mu   sync.Mutex
	stop context.CancelFunc
	done chan struct{} // closed at the end of the match
	err  error         // error of the match; valid once done is closed

	current atomic.Pointer[record.Record] // latest match
}

// NewSession returns a session without a match. It will record the first match in out.
func NewSession(ctx context.Context, f *Request, game sim.Game, spec match.Spec, lineUp [sim.Seats]match.Entry, args []resolve.Typed, out *files.Recording) *Session {
	return &Session{request: f, game: game, spec: spec, lineUp: lineUp, args: args, out: out, ctx: ctx}
}

// LineUp returns the players and the current match.
func (s *Session) LineUp() ([sim.Seats]match.Entry, *record.Record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lineUp, s.current.Load()
}

// Current returns the latest match.
func (s *Session) Current() *record.Record { return s.current.Load() }

func (s *Session) Seed() int32 { return s.spec.Seed }

// Start stops the current match and starts another with the given seed.
func (s *Session) Start(seed int32) (*record.Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.halt()
	ctx, stop := context.WithCancel(s.ctx)
	if seed != s.spec.Seed {
		s.spec.Seed, s.spec.PlayerSeeds = seed, nil // The players' seeds belong only to the previous match.
	}
	m, err := match.NewWithRetry(ctx, s.game, s.spec, PlayersFunc(&s.lineUp))
	if err != nil {
		stop()
		return nil, err
	}
	out := s.out
	s.out = nil
	s.stop, s.done = stop, make(chan struct{})
	go func(done chan struct{}) {
		defer close(done)
		r, err := m.Run(ctx, match.Options{Recording: out.Writer(), ComputeHash: out.HasNotes()})
		if IsRecordable(err) {
			if werr := out.Commit(m.Record(), r); werr != nil {
				err = werr
			}
		}
		s.err = err
	}(s.done)
	s.current.Store(m.Record())
	return m.Record(), nil
}

func (s *Session) halt() {
	if s.stop != nil {
		s.stop()
		<-s.done
	}
}

func (s *Session) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.halt()
}

// Wait waits for the end of the current match and returns its error.
func (s *Session) Wait() error {
	<-s.done
	return s.err
}

// StartNext starts a match with the next seed.
func (s *Session) StartNext(context.Context) (*record.Record, error) {
	return s.Start((s.spec.Seed + 1) & res.MaxInt)
}

// Reload recompiles changed players and starts the same match again.
func (s *Session) Reload(ctx context.Context) (*record.Record, error) {
	quiet := *s.request
	quiet.Progress = io.Discard // The screen has no place for progress while it shows a match.
	spec := s.spec
	lineUp, err := quiet.SeatPlayers(ctx, s.game, &spec, s.args)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.lineUp, s.spec = lineUp, spec
	s.mu.Unlock()
	return s.Start(s.spec.Seed)
}

// Command returns the command that replays the match with the given seed and
// extraOptions.
func (s *Session) Command(seed int32, extraOptions ...string) string {
	f := s.request
	var players []string
	for _, e := range s.lineUp {
		players = append(players, e.Player.Name)
	}
	options := slices.Concat(f.Options.Rules, f.Options.View, extraOptions)
	if f.ConfigName == files.StdinName {
		options = append(options, "<", "FILE")
	}
	return MatchCommand(players, f.Options.Source, seed, s.spec.PlayerSeeds, options)
}

// MatchCommand returns the command that plays a match. It quotes the player names; sourceOptions and
// options must already be quoted.
func MatchCommand(players, sourceOptions []string, seed int32, playerSeeds *sim.PlayerSeeds, options []string) string {
	words := []string{"game-tui"}
	for _, name := range players {
		words = append(words, cliarg.Quote(name))
	}
	words = append(append(words, sourceOptions...), "--seed", fmt.Sprint(seed))
	if playerSeeds != nil {
		seeds := cliarg.PlayerSeeds{Seeds: playerSeeds}
		words = append(words, "--player-seeds", seeds.String())
	}
	return strings.Join(append(words, options...), " ")
}
