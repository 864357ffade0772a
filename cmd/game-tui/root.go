package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/tui"
	watch "game-tui/tui/match"
)

func rootCommand() *cobra.Command {
	var (
		f    matchFlags
		view viewFlags
	)
	cmd := &cobra.Command{
		Use:   "game-tui [PLAYER...]",
		Short: "Play and watch Jutge course games in a terminal",
		Long: `Play a match and watch it. Without names the game's default line-up plays,
with one to three names the rest is filled from it.

A player is a name that "game-tui players" lists, the path of a program (with a / in
it), or "cmd:PROGRAM ARG..." in one word. A name that is also a command is given
after --.

"game-tui rules" shows what is played, "game-tui help" lists pages on keys, players,
recordings, serving and more.`,
		Example: `game-tui --seed 30
game-tui Seeker Hunter --seed 7
game-tui run Demo Demo Demo Demo -s 30 < default.cnf > default.res
game-tui watch default.res`,
		Args: cobra.ArbitraryArgs,
		RunE: typing(func(cmd *cobra.Command, words []process.Typed) error {
			if done, err := f.info.answer(cmd.OutOrStdout(), f.game); done {
				return err
			}
			return play(cmd.Context(), &f, &view, words)
		}),
	}
	f.add(cmd)
	f.addPlayerSeeds(cmd.Flags())
	view.add(cmd)
	cmd.SetFlagErrorFunc(flagError)
	cmd.ValidArgsFunction = completePlayers(&f.game)
	completeFlags(cmd)
	return cmd
}

// play plays a match and shows it.
func play(ctx context.Context, f *matchFlags, view *viewFlags, words []process.Typed) error {
	config, spec, err := f.spec(ctx)
	if err != nil {
		return err
	}
	if err := view.prefer(ctx); err != nil {
		return err
	}
	if err := view.check(config.Settings.Rounds()); err != nil {
		return err
	}
	line, err := f.lineUp(config.Game, words, spec.Limits)
	if err != nil {
		return err
	}
	f.seat(&spec, &line)
	out := &files.Recording{}
	if f.output != "" {
		if out, err = files.CreateRecording(ctx, f.output, f.notes); err != nil {
			return err
		}
		defer out.Discard()
	} else if f.notes {
		return files.ErrNotes
	}
	s := &session{game: config.Game, spec: spec, line: line, out: out, ctx: ctx}
	defer s.end()
	rec, err := s.start(spec.Seed)
	if err != nil {
		return f.fault(err)
	}
	if err := view.checkMe(rec); err != nil {
		return err
	}
	if !toTerminal() && !view.plain {
		if err := s.wait(); !played(err) {
			return err
		}
		return errors.Join(view.printRound(rec), s.wait())
	}
	err = view.show(ctx, rec, func() tui.Options {
		opts := view.options(ctx, rec)
		opts.Live = spec.Pace > 0 && view.round < 0 && !view.paused
		opts.Next, opts.Again = s.next, s.again
		opts.Link = s.link(f)
		return opts
	})
	if err != nil {
		return err
	}
	if view.plain { // it has followed the match to its end
		if err := s.wait(); !played(err) {
			return err
		}
	}
	fmt.Fprintln(os.Stderr, "again: "+s.command(f, s.spec.Seed))
	s.end()
	if out.Somewhere() && !out.Written {
		fmt.Fprintf(os.Stderr, "warning: %s is not written: the match was not over\n", f.output)
	}
	if err := s.wait(); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// session is a series of matches with the same players, of which one at a time
// is played.
type session struct {
	game sim.Game
	spec match.Spec
	line [sim.Seats]match.Entry
	out  *files.Recording // of the first match
	ctx  context.Context

	mu   sync.Mutex
	stop context.CancelFunc
	done chan struct{} // closed when the match is over
	err  error         // how it ended; read after done

	now atomic.Pointer[record.Record] // the match that was begun last
}

// start ends the match that is under way and begins one with that seed.
func (s *session) start(seed int32) (*record.Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.halt()
	ctx, stop := context.WithCancel(s.ctx)
	if seed != s.spec.Seed {
		s.spec.Seed, s.spec.PlayerSeeds = seed, nil // they belong to one match
	}
	m, err := match.Begin(ctx, s.game, s.spec, players(&s.line))
	if err != nil {
		stop()
		return nil, err
	}
	out := s.out
	s.out = &files.Recording{}
	s.stop, s.done = stop, make(chan struct{})
	go func(done chan struct{}) {
		defer close(done)
		r, err := m.Run(ctx, match.Options{Res: out.Writer(), Hash: out.Noted()})
		if played(err) {
			if werr := out.Commit(m.Record(), r); werr != nil {
				err = werr
			}
		}
		s.err = err
	}(s.done)
	s.now.Store(m.Record())
	return m.Record(), nil
}

// halt ends the match under way, if there is one.
func (s *session) halt() {
	if s.stop != nil {
		s.stop()
		<-s.done
	}
}

func (s *session) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.halt()
}

// wait returns how the match under way ended.
func (s *session) wait() error {
	<-s.done
	return s.err
}

func (s *session) next(context.Context) (*record.Record, error) {
	return s.start((s.spec.Seed + 1) & res.MaxInt)
}

func (s *session) again(context.Context) (*record.Record, error) { return s.start(s.spec.Seed) }

// repeated are the flags, beside the rules, that open a match in the same way again.
var repeated = []string{"pace", "paused", "speed", "me", "palette", "mouse", "no-spoilers", "pause-on-out"}

// link is what to type to see what is shown of the last match; empty for a branch of it.
func (s *session) link(f *matchFlags) func(*record.Record, *watch.State) string {
	return func(r *record.Record, st *watch.State) string {
		if r != s.now.Load() {
			return ""
		}
		return s.command(f, r.Meta().Seed, "--round", strconv.Itoa(st.Place().Round))
	}
}

// command is what to type to see the match of a seed again, with more flags.
func (s *session) command(f *matchFlags, seed int32, more ...string) string {
	words := []string{"game-tui"}
	for _, e := range s.line {
		words = append(words, typed.Quoted(e.Seat.Name))
	}
	words = append(words, given(f.set, "input", "game")...)
	words = append(words, "--seed", fmt.Sprint(seed))
	if p := (typed.PlayerSeeds{Of: s.spec.PlayerSeeds}); p.Of != nil {
		words = append(words, "--player-seeds", p.String())
	}
	words = append(words, given(f.set, slices.Concat(rules, repeated)...)...)
	words = append(words, more...)
	if f.source == files.StdinName {
		words = append(words, "<", "FILE")
	}
	return strings.Join(words, " ")
}
