// Game-tui plays and shows Jutge course games in a terminal.
package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"

	"charm.land/fang/v2"
	"github.com/spf13/cobra"
)

// commands are the subcommands, one file and one line each.
func commands() []*cobra.Command {
	return []*cobra.Command{
		runCommand(),
		watchCommand(),
		diffCommand(),
		verifyCommand(),
		playersCommand(),
		kitCommand(),
		newCommand(),
		doctorCommand(),
		serveCommand(),
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

// keepError keeps from fang how a command ended. Fang would ask the terminal for
// its background, to colour what report says, and wait for an answer that does not
// come where a signal or a closed window is the reason.
func keepError(cmd *cobra.Command, failed *error) {
	run := cmd.RunE
	if run == nil {
		return
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		*failed = run(cmd, args)
		return nil
	}
}

// execute runs the command line and returns the exit code.
func execute(ctx context.Context, args []string) int {
	root := rootCommand()
	root.SetOut(stdout)
	root.AddCommand(commands()...)
	root.SetArgs(args)
	var failed error
	for _, cmd := range append(root.Commands(), root) {
		keepError(cmd, &failed)
	}
	err := fang.Execute(ctx, root, fang.WithoutVersion(),
		fang.WithErrorHandler(func(io.Writer, fang.Styles, error) {})) // report has its own words
	err = cmp.Or(failed, err)
	if err == nil || errors.Is(err, errDiffers) || errors.Is(err, errStopped) {
		err = cmp.Or(stdout.fault(), err)
	}
	return report(ctx, os.Stderr, err)
}
