package main

import (
	"github.com/spf13/cobra"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/contest"
	"game-tui/cmd/game-tui/report"
)

func verifyRecordCommand() *cobra.Command {
	f := &contest.Verify{}
	cmd := &cobra.Command{
		Use:   "verify FILE [PLAYER...]",
		Short: "Play a share of a tournament again and say what differs",
		Long: `Play a share of the matches of a record again, drawn by chance, and say which scores
differ. A checksum finds damage; this finds what somebody has changed on purpose.

Programs play where they are typed: those whose files have the hashes that the record
names. Words of the record open nothing. Matches with other programs are counted
apart, and so are those that differ where a program had no time left, here or in the
record. These are named, too, and those counted in which only the record says so: a
changed score may stand there.

Programs have the limits of the record. What is above 10 s of processor time, 1 min for
an answer, 10 min for all of them or 1 GiB counts only where it is typed again.

The exit code is 1 where something differs.`,
		Example: `game-tui tournament verify final.jsonl
game-tui tournament verify final.jsonl players/ --share 20%
game-tui tournament verify final.jsonl players/ --share 100% --json`,
		Args: some("type the record of a tournament: game-tui tournament verify FILE [PLAYER…]"),
		RunE: typing(func(cmd *cobra.Command, words []process.Typed) error {
			f.Stderr = cmd.ErrOrStderr()
			return f.Run(cmd.Context(), cmd.OutOrStdout(), words[0].String(), words[1:])
		}),
	}
	set := cmd.Flags()
	addRequest(cmd, &f.Request)
	set.StringVar(&f.Share, "share", "5%", "play that `share` of the results again; 100% is all")
	addLimits(set, &f.Request)
	addFormat(cmd, &f.Format, report.JSON, "all of it as JSON")
	return cmd
}
