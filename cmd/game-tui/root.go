package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"game-tui/sim/log"
	"game-tui/sim/match"
	"game-tui/tui/plain"
)

// viewFlags say how the spectator opens.
type viewFlags struct {
	paused, noSpoilers bool
	speed              float64
	round              int
	palette            string
}

func (f *viewFlags) add(cmd *cobra.Command) {
	set := cmd.Flags()
	set.BoolVar(&f.paused, "paused", false, "open at the first round, still")
	set.Float64Var(&f.speed, "speed", 5, "playback in `rounds` a second")
	set.IntVar(&f.round, "round", -1, "open at this round, still")
	set.StringVar(&f.palette, "palette", "", "colours: the names are in the spectator, key t")
	set.BoolVar(&f.noSpoilers, "no-spoilers", false, "hide the future of a recording in timeline, chart and heading")
}

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

A player is a name that "game-tui players" lists. A name that is also a command is
given after --.`,
		Example: `game-tui --seed 30
game-tui Seeker Hunter --seed 7
game-tui run Demo Demo Demo Demo -s 30 < default.cnf > default.res
game-tui watch default.res`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, words []string) error {
			if done, err := f.info.answer(cmd.OutOrStdout(), f.game); done {
				return err
			}
			return play(cmd.Context(), &f, &view, words)
		},
	}
	f.add(cmd)
	view.add(cmd)
	return cmd
}

// play plays a match and shows it.
func play(ctx context.Context, f *matchFlags, view *viewFlags, words []string) error {
	config, spec, err := f.spec(ctx)
	if err != nil {
		return err
	}
	line, err := lineUp(config.Game, words, spec.Limits)
	if err != nil {
		return err
	}
	for i := range line {
		spec.Players[i] = line[i].seat
	}
	out := &recording{}
	if f.output != "" {
		if out, err = openRecording(f.output, f.notes); err != nil {
			return err
		}
		defer out.discard()
	} else if f.notes {
		return errNotes
	}
	r, l, err := match.Play(ctx, config.Game, spec, players(&line), match.Options{Res: out.writer()})
	if r == nil || !played(err) {
		return err
	}
	if werr := out.commit(l, r); werr != nil {
		return werr
	}
	if perr := printRound(l, view.round); perr != nil {
		return perr
	}
	return err
}

// printRound prints a round of a match for whom has no terminal.
func printRound(l *log.Log, round int) error {
	if round < 0 {
		round = l.Edge()
	}
	if round > l.Edge() {
		return fmt.Errorf("--round %d: there are rounds 0 to %d", round, l.Edge())
	}
	text := plain.AppendState(nil, l, round)
	if _, err := os.Stdout.Write(text); err != nil {
		return errors.New("standard output: " + err.Error())
	}
	fmt.Fprintln(os.Stderr, "standard output is no terminal: in a terminal this opens the spectator")
	return nil
}

func isTerminal(f *os.File) bool { return term.IsTerminal(f.Fd()) }
