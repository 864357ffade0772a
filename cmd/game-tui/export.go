package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"game-tui/cmd/game-tui/manual"
	"game-tui/cmd/game-tui/spectate"
	"game-tui/tui/film"
)

func exportCommand() *cobra.Command {
	var f spectate.Export
	cmd := &cobra.Command{
		Use:   "export FILE[@ROUND[:UNIT]] -o FILE",
		Short: "Make a page, a GIF, a picture or a cast of a recording",
		Long: `Make of a recording a file for those who have no game-tui. The ending of
its name tells the kind:

` + kindTable() + `
The same command gives the same bytes. - in place of the recording is standard
input, -o - standard output.`,
		Example: `game-tui export match.res -o match.html
game-tui export match.res --highlights -o best.gif
game-tui export match.res@120 -o round.png`,
		Args: exactly(1, "export reads one recording: type game-tui export match.res -o match.html"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.Run(cmd.Context(), cmd.Flags().Changed, args[0])
		},
	}
	set := cmd.Flags()
	set.StringVarP(&f.Output, "output", "o", "", "write this `file`; - is standard output")
	set.StringVar(&f.Format, "format", "", "`kind` of file, where its name does not tell: "+strings.Join(film.Names(), ", "))
	f.AddFlags(set)
	for _, g := range film.Groups {
		manual.Group(set, g.Title, g.Flags...)
	}
	return cmd
}

func kindTable() string {
	var b strings.Builder
	for _, k := range film.Kinds {
		fmt.Fprintf(&b, "  %-6s%s\n", k.Name, k.About)
	}
	return b.String()
}
