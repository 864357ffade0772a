// Game-tui plays and shows Jutge course games in a terminal.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	"charm.land/lipgloss/v2"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/cmd/game-tui/internal/spectate"
)

// commands are the subcommands, one line each.
func commands() []*cobra.Command {
	return []*cobra.Command{
		runCommand(),
		watchCommand(),
		tournamentCommand(),
		compareCommand(),
		playoffCommand(),
		workerCommand(),
		ladderCommand(),
		qualifyCommand(),
		coachCommand(),
		exportCommand(),
		diffCommand(),
		verifyCommand(),
		analyseCommand(),
		statsCommand(),
		playersCommand(),
		kitCommand(),
		newCommand(),
		doctorCommand(),
		serveCommand(),
		rulesCommand(),
		manCommand(),
	}
}

func main() {
	os.Exit(execute(untilSignal(), os.Args[1:]))
}

// execute runs the command line and returns the exit code.
func execute(ctx context.Context, args []string) int {
	lipgloss.EnableLegacyWindowsANSI(os.Stdout)
	root := wholeCommand()
	root.SetArgs(args)
	stop := func() {}
	defer func() { stop() }()
	root.PersistentPreRun = func(cmd *cobra.Command, _ []string) {
		grace, err := cmd.Flags().GetDuration("grace")
		if err != nil {
			grace = endingGrace // it has no flag for it
		}
		stop = endAfter(ctx, grace+lastMoment, cmd.Name())
	}
	cmd, err := root.ExecuteContextC(ctx)
	err = groupError(cmd, err)
	if err == nil || errors.Is(err, play.ErrDiffers) || errors.Is(err, play.ErrStopped) || files.Stdout.Is(err) {
		err = cmp.Or(files.Stdout.Fault(), err)
	}
	if s := signalOf(ctx); s != nil && (err == nil || errors.Is(err, ctx.Err()) || errors.Is(err, context.Cause(ctx))) {
		if endsWell(cmd.Name(), s) {
			return codeDone
		}
		err = play.ErrInterrupted // what it has printed may not be all
	}
	progress.PrintEnd(os.Stderr)
	return ended(ctx, os.Stderr, err)
}

// wholeCommand is the root with all its subcommands.
func wholeCommand() *cobra.Command {
	root := rootCommand()
	root.SetOut(files.Stdout)
	root.AddCommand(commands()...)
	completeFlags(root)
	root.SetHelpCommand(helpCommand())
	root.SetHelpFunc(showHelp)
	root.SilenceUsage, root.SilenceErrors = true, true // ended has its own words
	return root
}

func rootCommand() *cobra.Command {
	var (
		f    play.Request
		info infoFlags
		view spectate.View
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
		RunE: typing(func(cmd *cobra.Command, words []resolve.Typed) error {
			if done, err := info.answer(cmd.OutOrStdout(), f.Game); done {
				return err
			}
			if err := prefer(cmd, &view); err != nil {
				return err
			}
			return view.Play(cmd.Context(), &f, words)
		}),
	}
	addMatch(cmd, &f, &info)
	cmd.Flags().Var(&f.PlayerSeeds, "player-seeds", cliarg.PlayerSeedsUsage)
	addView(cmd, &view)
	cmd.SetFlagErrorFunc(flagError)
	return cmd
}

// flagError adds to what is wrong with a flag what to type.
func flagError(cmd *cobra.Command, err error) error {
	if wrong, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		switch v := wrong.GetFlag().Value; {
		case errors.Is(err, strconv.ErrSyntax) && v.Type() == "int":
			return fmt.Errorf("--%s %q: type a whole number", wrong.GetFlag().Name, wrong.GetValue())
		case v.Type() == "string": // ours: they say what to type
			return fmt.Errorf("--%s %q: %w", wrong.GetFlag().Name, wrong.GetValue(), wrong.Unwrap())
		}
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if i := cliarg.Nearest(unknown.GetSpecifiedName(), names); i >= 0 && len(unknown.GetSpecifiedName()) > 1 {
			return fmt.Errorf("%w; did you mean --%s?", err, names[i])
		}
	}
	return fmt.Errorf("%w; %s --help lists the flags", err, cmd.CommandPath())
}
