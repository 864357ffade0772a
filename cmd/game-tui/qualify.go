package main

import (
	"cmp"
	"math"
	"strconv"

	"github.com/spf13/cobra"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/contest"
	"game-tui/cmd/game-tui/internal/contest/qualify"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/kitcheck"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/sim/game/catalog"
)

func qualifyCommand() *cobra.Command {
	c := &contest.Config{}
	cmd := &cobra.Command{
		Use:   "qualify PLAYER...",
		Short: "Test whether a player passes the course's qualification",
		Long: `Test whether a player passes the course's qualification: it starts, four copies of it
finish a match, and it wins a match in each seat against three Dummies. A tie is not a win.

Add --limits judge for the judge's limits, with 64 MiB of memory. By default, the opponent
is Demo, which is weaker than the kit's Dummy. Warnings point out possible problems on
the judge: output, files, threads, processes, and memory or time at or near its limits.

With --kit, a source or object file is also checked for bugs, as with game-tui kit --check.

Players in a folder are tested in parallel. The exit code is 1 unless all of them qualify.`,
		Example: `game-tui qualify ./AIMine.exe
game-tui qualify ./AIMine.exe --dummy ./AIDummy.exe
game-tui qualify players/ --game thepurge --csv`,
		Args: rangeArgs(1, math.MaxInt, "name a player to test: game-tui qualify ./mybot/"),
		RunE: withPlayers(func(cmd *cobra.Command, args []resolve.Typed) error {
			c.Stdout, c.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			format := formatOf(cmd)
			v, err := contest.Qualify(cmd.Context(), c, args, format)
			if bugs := findBugs(cmd, c, args, v, format); bugs != nil {
				return bugs
			}
			if v == nil || v.Record == nil || format != report.Text || !files.CanAsk() || !files.StdoutIsTerminal() {
				return err
			}
			return cmp.Or(offerFailedMatch(cmd, c, v), err)
		}),
	}
	addPlayFlags(cmd, &c.Request, "first `seed`")
	addFolderSandboxUsage(cmd.Flags())
	addQualifyFlags(cmd, c)
	return cmd
}

// findBugs searches a kit player for bugs after its verdict, if it was the only player and the
// output is text.
func findBugs(cmd *cobra.Command, c *contest.Config, args []resolve.Typed, v *qualify.Verdict, format report.Format) error {
	if v == nil || len(args) != 1 || c.Request.Kit.String() == "" || format != report.Text {
		return nil
	}
	game, ok := catalog.Find(c.Request.Game)
	if !ok {
		return nil
	}
	search := &kitcheck.Search{Seed: c.Request.Seed}
	_, err := search.ReportBugs(cmd.Context(), c.Stdout, game, c.Request.Compiler(), args[0], c.Request.Limits)
	return err
}

func addQualifyFlags(cmd *cobra.Command, c *contest.Config) {
	cmd.Flags().Var(typedValue{&c.Dummy}, "dummy", "`player` to qualify against, such as the kit's Dummy (default: Demo)")
	addFormatFlag(cmd, report.JSON, "print the qualification as JSON, a line per player")
	addFormatFlag(cmd, report.CSV, "print the qualification as CSV, a line per player")
}

// offerFailedMatch offers to open the match in which the player failed.
func offerFailedMatch(cmd *cobra.Command, c *contest.Config, v *qualify.Verdict) error {
	if files.AskKey(c.Stderr, "press w to watch the match") != 'w' {
		return nil
	}
	view, err := preferredView()
	if err != nil {
		return err
	}
	view.PauseOnOut = true
	m, me := &v.Matches[len(v.Matches)-1], ""
	if m.Seat >= 0 {
		me = strconv.Itoa(m.Seat)
	}
	return view.OpenMatch(cmd.Context(), v.Record, me, c.ReplayCommand(m))
}
