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
	"game-tui/sim/clean"
)

// infoFlags are the kit's flags that answer a question instead of playing.
type infoFlags struct{ list, version bool }

func (f *infoFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVarP(&f.list, "list", "l", false, "list the players of the game, one a line")
	cmd.Flags().BoolVarP(&f.version, "version", "v", false, "print the versions of program and games")
}

// answer prints what was asked for and reports whether anything was.
func (f *infoFlags) answer(w io.Writer, game string) (bool, error) {
	switch {
	case f.version:
		return true, buildinfo.Print(w)
	case f.list:
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
		Short: "List the players of each game, with ratings; say how one plays",
		Long: `List the built-in players of each game, the strongest first, with a sentence about
each, and who plays when nobody is named. Of a player that is named, and of all of a
game that is named, say how it plays, and how it can be beaten.

Points and P(pass) are the mean of two fields, whose matches come with the program: all
players of the game, and tables with at least two of the three strongest, which are those
with the most points in the first field. "game-tui help players" says how the fields are
played, "game-tui help tournament" what points and P(pass) mean.`,
		Example: `game-tui players
game-tui players Greedy Seeker
game-tui players --game thepurge
game-tui players --json`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, names []string) error {
			return report.Players(cmd.OutOrStdout(), formatOf(cmd), game, names)
		},
	}
	cmd.Flags().StringVar(&game, "game", "", "only this `game`")
	addFormat(cmd, report.JSON, "all of it as JSON")
	cmd.ValidArgsFunction = completePlayers(&game)
	return cmd
}

func newCommand() *cobra.Command {
	var name string
	cmd := &cobra.Command{
		Use:   "new " + strings.Join(examples.Languages, "|") + " DIR",
		Short: "Write a small working player to begin with",
		Long: `Write a small player into a new folder, with a README: it plays a whole game, and
the part to make better is marked. For players in C++ that also run on the judge, use
the course's kit and "game-tui kit".`,
		Example: `game-tui new python mybot
game-tui new c++ thief --game moneyheist`,
		Args: exactly(2, "new writes a player of a language into a folder: type game-tui new "+strings.Join(examples.Languages, "|")+" DIR"),
		RunE: func(cmd *cobra.Command, words []string) error {
			game, err := play.Game(name)
			if err != nil {
				return err
			}
			commands, err := examples.New(words[0], game, words[1])
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "wrote a player of %s into %s; now type\n\n    %s\n",
				game.Title(), clean.Line(words[1]), strings.Join(commands, "\n    "))
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
		Short: "Make players of a C++ game kit play here",
		Long: `Write two source files into the folder of a game kit. The kit's own Makefile then
links them with one player, or with its object file, into a program that can be
seated: make AIMine.exe for your AIMine.cc, make AIDummy.exe for the AIDummy.o that
comes with the kit. Nothing of yours is overwritten.

With --check a program is tried out instead: whether it keeps the protocol, plays a
match within its limits, and gives the same orders when it plays it again. A source is
compiled with the kit first. Of a player of the kit it also looks for bugs that matches
do not show: memory that was never written to or is not its own, and what one match
leaves for the next. It plays three seeds on all seats against strong players; --seed
chooses one seed, and --recording shows the states of a match instead. Whether it passes the course's qualification is for game-tui
qualify to say.`,
		Example: `game-tui kit HarryPotter
game-tui kit HarryPotter --check AIHarry.cc
game-tui kit HarryPotter --check AIHarry.cc --recording match.res
game-tui kit HarryPotter --check AIHarry.exe --limits judge`,
		Args: exactly(1, "kit makes the players of one folder play here: type game-tui kit DIR, with the folder of the course's kit"),
		RunE: typing(func(cmd *cobra.Command, words []resolve.Typed) error {
			switch {
			case check.String() == "" && (f.Seed != nil || search.Recording != ""):
				return errors.New("--seed and --recording belong to --check: type --check with the player to look at")
			case check.String() == "":
				return kitcheck.WriteKit(cmd.OutOrStdout(), words[0].String())
			}
			f.Kit = words[0]
			return kitcheck.Check(cmd.Context(), cmd.OutOrStdout(), &f, check, &search)
		}),
	}
	cmd.Flags().Var(typedValue{&check}, "check", "try out this `program`: one in DIR, a path, or cmd:PROGRAM ARG...")
	raw := addRequest(cmd, &f)
	cmd.Flags().VarP(&raw.seed, "seed", "s", "look for bugs in matches of this `seed`")
	cmd.Flags().StringVar(&search.Recording, "recording", "", "look for bugs in the states of this recording `file`")
	standsAlone(cmd, "recording", "shows a match that was played", "seed")
	addLimits(cmd.Flags(), &f, raw)
	return cmd
}

func doctorCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Show what keeps outside players in, and what is missing",
		Long: `Show which protection this system offers around players that are programs, let a
program in it try to get out, and list the tools that players may need.`,
		Args: atMost(0, "doctor takes no names: type game-tui doctor"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			kitcheck.Examine(cmd.OutOrStdout())
			return nil
		},
	}
}
