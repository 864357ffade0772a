// Game-tui plays and shows Jutge course games in a terminal.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"sync"
	"syscall"
	"time"

	"charm.land/lipgloss/v2"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/spectate"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim/clean"
	"game-tui/sim/match"
)

// commands are the subcommands, one line each.
func commands() []*cobra.Command {
	return []*cobra.Command{
		runCommand(),
		watchCommand(),
		tournamentCommand(),
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
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	code := execute(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}

// endings are the signals that end the program in good order: no file is left
// half written, and the terminal is as before. A closed terminal does not end
// what was started with nohup.
func endings() []os.Signal {
	list := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	return list
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
		stop = endAfter(ctx, grace+lastMoment)
	}
	cmd, err := root.ExecuteContextC(ctx)
	err = groupError(cmd, err)
	if err == nil || errors.Is(err, play.ErrDiffers) || errors.Is(err, play.ErrStopped) || files.Stdout.Is(err) {
		err = cmp.Or(files.Stdout.Fault(), err)
	}
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
		RunE: typing(func(cmd *cobra.Command, words []process.Typed) error {
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
	cmd.Flags().Var(&f.PlayerSeeds, "player-seeds", typed.PlayerSeedsUsage)
	addView(cmd, &view)
	cmd.SetFlagErrorFunc(flagError)
	return cmd
}

// Exit codes.
const (
	codeDone        = 0
	codeDiffers     = 1 // differences found, or a match that stopped early or was not played
	codeWrong       = 2 // wrong use or input
	codeInterrupted = 130
)

// endingGrace is what a command has, after a signal, to end by itself.
const endingGrace = 4 * time.Second

// lastMoment is what ending takes, beside what others are granted for it.
const lastMoment = time.Second

// endAfter ends the program, whatever hangs in it, when so long after ctx it has
// not ended by itself. stop takes that back.
func endAfter(ctx context.Context, d time.Duration) (stop func()) {
	stopped := make(chan struct{})
	context.AfterFunc(ctx, func() {
		select {
		case <-time.After(d):
			os.Exit(codeInterrupted)
		case <-stopped:
		}
	})
	return sync.OnceFunc(func() { close(stopped) })
}

// ended prints what went wrong, in one line, and returns the exit code.
func ended(ctx context.Context, w io.Writer, err error) int {
	var held *match.MachineError
	var failed *play.FailedError
	switch {
	case err == nil:
		return codeDone
	case ctx.Err() != nil, errors.Is(err, play.ErrInterrupted):
		fmt.Fprintln(w, "interrupted")
		return codeInterrupted
	case errors.Is(err, play.ErrDiffers):
		return codeDiffers
	case errors.Is(err, play.ErrStopped), play.Played(err), play.Missed(err), errors.As(err, &held), errors.As(err, &failed):
		fmt.Fprintln(w, "error:", clean.Line(err.Error()))
		return codeDiffers
	}
	fmt.Fprintln(w, "error:", clean.Line(err.Error()))
	return codeWrong
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
		if i := typed.Nearest(unknown.GetSpecifiedName(), names); i >= 0 && len(unknown.GetSpecifiedName()) > 1 {
			return fmt.Errorf("%w; did you mean --%s?", err, names[i])
		}
	}
	return fmt.Errorf("%w; %s --help lists the flags", err, cmd.CommandPath())
}
