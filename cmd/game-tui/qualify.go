package main

import (
	"cmp"
	"strconv"

	"github.com/spf13/cobra"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/contest"
	"game-tui/cmd/game-tui/internal/contest/qualify"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/kitcheck"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/sim/catalog"
)

func qualifyCommand() *cobra.Command {
	c := &contest.Config{}
	cmd := &cobra.Command{
		Use:   "qualify PLAYER...",
		Short: "See whether a player passes the course's qualification",
		Long: `Try whether a player passes the qualification of the course's contest: it starts, four
copies of it play a match and none is out, and it wins four matches alone against three
Dummies, on another seat each. A tie is not won.

The limits are those of all commands; type --limits judge for those of the judge, whose
memory is 64 MiB. Where the kit's own Dummy is not named with --dummy, Demo sits there,
which is weaker. There are warnings for what the judge may punish: output, more memory
or time than the judge gives, or nearly as much, files, threads and processes.

Of a kit's source or object file, with --kit, it looks for bugs as kit --check does.

Of a folder of players each is tried, many at a time. The exit code is 1 where somebody
does not qualify.`,
		Example: `game-tui qualify ./AIMine.exe
game-tui qualify ./AIMine.exe --dummy ./AIDummy.exe
game-tui qualify players/ --game thepurge --csv`,
		Args: some("type the player that is to qualify: game-tui qualify ./mybot/"),
		RunE: typing(func(cmd *cobra.Command, words []resolve.Typed) error {
			c.Stdout, c.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			format := formatOf(cmd)
			v, err := contest.Qualify(cmd.Context(), c, words, format)
			if bugs := findBugs(cmd, c, words, v, format); bugs != nil {
				return bugs
			}
			if v == nil || v.Record == nil || format != report.Text || !files.Asks() || !files.ToTerminal() {
				return err
			}
			return cmp.Or(watchFailed(cmd, c, v), err)
		}),
	}
	addMatches(cmd, &c.Request, "first `seed`")
	takesFolders(cmd.Flags())
	addTrial(cmd, c)
	return cmd
}

// findBugs looks for bugs of a kit's player that is tried alone, after its verdict: the judge may punish them.
func findBugs(cmd *cobra.Command, c *contest.Config, words []resolve.Typed, v *qualify.Verdict, format report.Format) error {
	if v == nil || len(words) != 1 || c.Request.Kit.String() == "" || format != report.Text {
		return nil
	}
	game, ok := catalog.Find(c.Request.Game)
	if !ok {
		return nil
	}
	search := &kitcheck.Search{}
	search.Seed(&c.Request)
	_, err := search.ReportBugs(cmd.Context(), c.Stdout, game, c.Request.Compiler(), words[0], c.Request.Limits)
	return err
}

// addTrial adds the flags of what tries players.
func addTrial(cmd *cobra.Command, c *contest.Config) {
	cmd.Flags().Var(typedValue{&c.Dummy}, "dummy", "who sits on the other three seats of a trial: the kit's Dummy, or another `player` (default: Demo)")
	addFormat(cmd, report.JSON, "of a trial: a line a player as JSON")
	addFormat(cmd, report.CSV, "of a trial: a line a player as CSV")
}

// watchFailed opens the match that a player has not passed, where a key asks for it.
func watchFailed(cmd *cobra.Command, c *contest.Config, v *qualify.Verdict) error {
	if files.Choose(c.Stderr, "press w to watch the match") != 'w' {
		return nil
	}
	view, err := usualView()
	if err != nil {
		return err
	}
	view.PauseOnOut = true
	m, me := &v.Played[len(v.Played)-1], ""
	if m.Seat >= 0 {
		me = strconv.Itoa(m.Seat)
	}
	return view.OpenPlayed(cmd.Context(), v.Record, me, c.CommandOf(m))
}
