// Game-tui plays and shows Jutge course games in a terminal.
package main

import (
	"context"
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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	code := execute(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}

// execute runs the command line and returns the exit code.
func execute(ctx context.Context, args []string) int {
	root := rootCommand()
	root.AddCommand(commands()...)
	root.SetArgs(args)
	err := fang.Execute(ctx, root, fang.WithoutVersion(),
		fang.WithErrorHandler(func(io.Writer, fang.Styles, error) {})) // report has its own words
	return report(ctx, os.Stderr, err)
}
