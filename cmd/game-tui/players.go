package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"game-tui/ai"
	"game-tui/ai/examples"
	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/buildinfo"
	"game-tui/cmd/game-tui/internal/kitcheck"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/sim/sanitize"
)

// infoFlags holds the kit's flags that print information instead of playing.
type infoFlags struct{ listPlayers, showVersion bool }

// print prints the requested information. It reports whether any was requested.
func (f *infoFlags) print(w io.Writer, game string) (bool, error) {
	switch {
	case f.showVersion:
		return true, buildinfo.Print(w)
	case f.listPlayers:
		g, err := play.Game(game)
		if err != nil {
			return true, err
		}
		for _, p := range ai.Players(g.Name()) {
			fmt.Fprintln(w, p.Name)
		}
	default:
		return false, nil
	}
	return true, nil
}

func playersCommand() *cobra.Command {
	var game string
	cmd := &cobra.Command{
		Use:   "players [NAME...]",
		Short: "List the built-in players with ratings and tactics",
		Long: `List the built-in players of each game, strongest first, with a sentence about each, and
the default line-up. For named players, or all players of a named game, show how they
play and how to beat them.

Points and P(pass) are averages over two fields: all players of the game, and matches with
at least two of the three strongest. "game-tui help players" describes the fields;
"game-tui help tournament" explains points and P(pass).`,
		Example: `game-tui players
game-tui players Greedy Seeker
game-tui players --game thepurge
game-tui players --json`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, names []string) error {
			return report.PrintPlayers(cmd.OutOrStdout(), formatOf(cmd), game, names)
		},
	}
	cmd.Flags().StringVar(&game, "game", "", "only this `game`")
	addFormatFlag(cmd, report.JSON, "print JSON")
	cmd.ValidArgsFunction = completePlayers(&game)
	return cmd
}

func newPlayerCommand() *cobra.Command {
	var name string
	cmd := &cobra.Command{
		Use:   "new " + strings.Join(examples.Languages, "|") + " DIR",
		Short: "Write a small working player to start from",
		Long: `Write a small player with a README into a new folder. It plays whole matches, and the
part to improve is marked. For players in C++ that also run on the judge, use the course's
kit and "game-tui kit".`,
		Example: `game-tui new python mybot
game-tui new c++ thief --game moneyheist`,
		Args: rangeArgs(2, 2, "name a language and a folder: game-tui new "+strings.Join(examples.Languages, "|")+" DIR"),
		RunE: func(cmd *cobra.Command, words []string) error {
			game, err := play.Game(name)
			if err != nil {
				return err
			}
			commands, err := examples.Write(words[0], game, words[1])
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "wrote a player for %s to %s; now run\n\n    %s\n",
				game.Title(), sanitize.Line(words[1]), strings.Join(commands, "\n    "))
			return nil
		},
	}
	cmd.Flags().StringVar(&name, "game", "", gameUsage())
	return cmd
}

func kitCommand() *cobra.Command {
	var check resolve.Typed
	var f play.Request
	var search kitcheck.Search
	cmd := &cobra.Command{
		Use:   "kit DIR",
		Short: "Set up a C++ game kit to build players, or check a player",
		Long: `Write two source files into the folder of a game kit. With them, the kit's Makefile
links a player into a program that can play here: make AIMine.exe for your AIMine.cc,
or make AIDummy.exe for the AIDummy.o of the kit. None of your files is overwritten.

--check tests a program instead: whether it follows the protocol, plays a match within its
limits, and gives the same orders when the match is repeated. Sources are compiled with
the kit first. For players of the kit it also looks for bugs that matches may hide, such
as uninitialised memory; --seed and --recording choose the matches for this.

For the course's qualification, see game-tui qualify.`,
		Example: `game-tui kit HarryPotter
game-tui kit HarryPotter --check AIHarry.cc
game-tui kit HarryPotter --check AIHarry.cc --recording match.res
game-tui kit HarryPotter --check AIHarry.exe --limits judge`,
		Args: rangeArgs(1, 1, "name the folder of the course's kit: game-tui kit DIR"),
		RunE: withPlayers(func(cmd *cobra.Command, args []resolve.Typed) error {
			switch {
			case check.String() == "" && (f.Seed != nil || search.Recording != ""):
				return errors.New("--seed and --recording need --check PROGRAM")
			case check.String() == "":
				return kitcheck.WriteAdapter(cmd.OutOrStdout(), args[0].String())
			}
			f.Kit = args[0]
			return kitcheck.Check(cmd.Context(), cmd.OutOrStdout(), &f, check, &search)
		}),
	}
	cmd.Flags().Var(typedValue{&check}, "check", "test this `program`: one in DIR, a path, or cmd:PROGRAM ARG...")
	raw := newRequestFlags(cmd, &f)
	cmd.Flags().StringVarP(&raw.seed, "seed", "s", "", "look for bugs with this `seed`")
	cmd.Flags().StringVar(&search.Recording, "recording", "", "look for bugs with the states from this recording (`file`)")
	excludeFlags(cmd, "recording", "replays a match", "seed")
	addLimitFlags(cmd.Flags(), &f, raw)
	return cmd
}

func doctorCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Test the sandbox and list tools that players need",
		Long: `Show which sandbox this system offers for programs, run a program that tries to escape
from it, and list the tools that players may need.`,
		Args: rangeArgs(0, 0, "doctor takes no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			kitcheck.DescribeSystem(cmd.OutOrStdout())
			return nil
		},
	}
}
