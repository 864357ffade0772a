// Game-tui plays and shows Jutge course games in a terminal.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/manual"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/cmd/game-tui/internal/spectate"
)

func init() { cobra.EnableCommandSorting = false }

func main() {
	os.Exit(execute(signalContext(), os.Args[1:]))
}

func execute(ctx context.Context, args []string) int {
	lipgloss.EnableLegacyWindowsANSI(os.Stdout)
	root := commandTree()
	root.SetArgs(args)
	root.PersistentPreRun = func(cmd *cobra.Command, _ []string) {
		grace, err := cmd.Flags().GetDuration("grace")
		if err != nil {
			grace = shutdownGrace // the command has no such flag
		}
		forceExitAfter(ctx, grace, cmd.Name())
	}
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil || errors.Is(err, play.ErrDiffers) || errors.Is(err, play.ErrStopped) || files.Stdout.IsWriteError(err) {
		err = cmp.Or(files.Stdout.Err(), err)
	}
	if s := signalOf(ctx); s != nil && (err == nil || errors.Is(err, ctx.Err()) || errors.Is(err, context.Cause(ctx))) {
		if isNormalExit(cmd.Name(), s) {
			return exitOK
		}
		err = play.ErrInterrupted // the output may be incomplete
	}
	progress.PrintQueued(os.Stderr)
	return printError(ctx, os.Stderr, err)
}

// commandTree returns the root command with all subcommands, in the order of --help, which omits
// the untitled group.
func commandTree() *cobra.Command {
	root := rootCommand()
	root.SetOut(files.Stdout)
	for _, g := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"Play and watch", []*cobra.Command{watchCommand(), runCommand(), exportCommand(), diffCommand()}},
		{"Your player", []*cobra.Command{newPlayerCommand(), kitCommand(), rulesCommand(), playersCommand(), ladderCommand(),
			qualifyCommand(), coachCommand(), compareCommand()}},
		{"Why", []*cobra.Command{analyseCommand(), statsCommand()}},
		{"Contests", []*cobra.Command{tournamentCommand(), playoffCommand(), serveCommand()}},
		{"System", []*cobra.Command{doctorCommand(), helpCommand()}},
		{"", []*cobra.Command{verifyCommand(), workerCommand(), manCommand()}},
	} {
		if g.title != "" {
			root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		}
		for _, cmd := range g.commands {
			cmd.GroupID = g.title
			if cmd.Name() == "help" {
				root.SetHelpCommand(cmd)
			}
		}
		root.AddCommand(g.commands...)
	}
	registerCompletions(root)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		out := cmd.OutOrStdout()
		_, _ = io.WriteString(colorprofile.NewWriter(out, os.Environ()), manual.Text(cmd, manual.Width(out)))
	})
	root.SilenceUsage, root.SilenceErrors = true, true // execute calls printError instead
	return root
}

func rootCommand() *cobra.Command {
	var (
		f    play.Request
		info infoFlags
		view spectate.Config
	)
	cmd := &cobra.Command{
		Use:   "game-tui [PLAYER...]",
		Short: "Play and watch Jutge course games in a terminal",
		Long: `Play a match and watch it. Without names, the game's default line-up
plays; with one to three names, it fills the other seats.

A player is a name that "game-tui players" lists, the path of a program (with a / in
it), or "cmd:PROGRAM ARG..." as one word. Put a name that is also a command after --.

"game-tui rules" shows the rules of the game; "game-tui help" lists pages on keys,
players, recordings, serving and more.`,
		Example: `game-tui --seed 30
game-tui Seeker Hunter --seed 7
game-tui run Demo Demo Demo Demo -s 30 < default.cnf > default.res
game-tui watch default.res`,
		Args: cobra.ArbitraryArgs,
		RunE: withPlayers(func(cmd *cobra.Command, args []resolve.Typed) error {
			if done, err := info.print(cmd.OutOrStdout(), f.Game); done {
				return err
			}
			if err := commandHint(args); err != nil {
				return err
			}
			if err := applyPreferences(cmd, &view); err != nil {
				return err
			}
			return view.Play(cmd.Context(), &f, args)
		}),
	}
	addMatchFlags(cmd, &f, &info)
	cmd.Flags().Var(&f.PlayerSeeds, "player-seeds", cliarg.PlayerSeedsUsage)
	addViewFlags(cmd, &view)
	cmd.SetFlagErrorFunc(explainFlagError)
	return cmd
}

// commandHint returns an error with a suggestion if the first argument is a common synonym of a
// command, such as open for watch.
func commandHint(args []resolve.Typed) error {
	if len(args) == 0 {
		return nil
	}
	switch verb := args[0].String(); verb {
	case "play", "start":
		return fmt.Errorf("unknown command %q; run game-tui PLAYER... to play and watch a match, or game-tui run PLAYER... to play it without watching", verb)
	case "replay", "open", "view":
		file := "FILE"
		if len(args) > 1 {
			file = cliarg.Quote(args[1].String())
		}
		return fmt.Errorf("unknown command %q; run game-tui watch %s", verb, file)
	}
	return nil
}

// explainFlagError adds a suggestion to an error about a flag.
func explainFlagError(cmd *cobra.Command, err error) error {
	if wrong, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		switch v := wrong.GetFlag().Value; {
		case errors.Is(err, strconv.ErrSyntax) && v.Type() == "int":
			return fmt.Errorf("--%s %q: expected a whole number", wrong.GetFlag().Name, wrong.GetValue())
		case v.Type() == "string": // Set's own error already explains what is expected
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
	return fmt.Errorf("%w; for the flags, run %s --help", err, cmd.CommandPath())
}
