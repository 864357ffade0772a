package main

import (
	"github.com/spf13/cobra"

	"game-tui/cmd/game-tui/programs"
)

func doctorCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Show what keeps outside players in, and what is missing",
		Long: `Show which protection this system offers around players that are programs, let a
program in it try to get out, and list the tools that players may need.`,
		Args: atMost(0, "doctor takes no names: type game-tui doctor"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			programs.Examine(cmd.OutOrStdout())
			return nil
		},
	}
}
