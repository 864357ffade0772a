package main

import (
	"github.com/spf13/cobra"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/programs"
)

func kitCommand() *cobra.Command {
	var check process.Typed
	var sandbox process.Mode
	cmd := &cobra.Command{
		Use:   "kit DIR",
		Short: "Make players of a C++ game kit play here",
		Long: `Write two source files into the folder of a game kit. The kit's own Makefile then
links them with one player, or with its object file, into a program that can be
seated: make AIMine.exe for your AIMine.cc, make AIDummy.exe for the AIDummy.o that
comes with the kit. Nothing of yours is overwritten.

With --check a program is tried out instead: whether it keeps the protocol, plays a
match within its limits, and gives the same orders when it plays it again.`,
		Example: `game-tui kit HarryPotter
game-tui kit HarryPotter --check AIHarry.exe`,
		Args: exactly(1, "kit makes the players of one folder play here: type game-tui kit DIR, with the folder of the course's kit"),
		RunE: typing(func(cmd *cobra.Command, words []process.Typed) error {
			if check.String() == "" {
				return programs.WriteKit(cmd.OutOrStdout(), words[0].String())
			}
			return programs.Check(cmd.Context(), cmd.OutOrStdout(), words[0], check, sandbox)
		}),
	}
	cmd.Flags().Var(typedValue{&check}, "check", "try out this `program`: one in DIR, a path, or cmd:PROGRAM ARG...")
	cmd.Flags().Var(&sandbox, "sandbox", "isolation of the program: `auto|off|require`")
	return cmd
}
