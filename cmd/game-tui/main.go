// Game-tui plays and shows Jutge course games in a terminal.
package main

import (
	"cmp"
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/play"

	"charm.land/lipgloss/v2"
	"github.com/spf13/cobra"
)

// commands are the subcommands, one file and one line each.
func commands() []*cobra.Command {
	return []*cobra.Command{
		runCommand(),
		watchCommand(),
		tournamentCommand(),
		workerCommand(),
		ladderCommand(),
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
