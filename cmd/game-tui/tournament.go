package main

import (
	"github.com/spf13/cobra"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/contest"
	"game-tui/cmd/game-tui/typed"
)

func tournamentCommand() *cobra.Command {
	f := &contest.Tournament{}
	cmd := &cobra.Command{
		Use:   "tournament PLAYER...",
		Short: "Play players against each other until it is clear who is better",
		Long: `Play players against each other on all cores, and rate them: points, 95 % intervals,
and places that are shared where nothing is proven.

Players are named as everywhere. A folder is one player by a file player, main.py,
bot.py or main.sh in it; any other stands for the players in it, files and folders.
Up to eight play in all line-ups, more (or where that would leave
fewer than 20 seeds) in line-ups in which everybody meets everybody equally often;
each line-up in four seatings. Two players play two seats each, and only until it
is proven who is better: the same as NEW --against OLD.

Each result is safe in the record, a readable file, before it counts. What was
interrupted, by Ctrl-C or by a power cut, goes on with --resume.

In a terminal a dashboard shows how it goes; choose a player, or two, to watch their
matches meanwhile. Elsewhere, or with --plain, a line a minute tells how far it is.

"game-tui help tournament" says how to read the table.`,
		Example: `game-tui tournament Seeker Hunter Greedy Demo
game-tui tournament players/ --game thepurge --for 8h -o final.jsonl
game-tui tournament ./new/ --against ./old/
game-tui tournament --resume final.jsonl
game-tui tournament show final.jsonl`,
		Args: cobra.ArbitraryArgs,
		RunE: typing(func(cmd *cobra.Command, words []process.Typed) error {
			f.Stdout, f.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			return f.Run(cmd.Context(), words)
		}),
	}
	set := cmd.Flags()
	addRequest(cmd, &f.Request)
	set.Var(typedValue{&f.Against}, "against", "is PLAYER better than this `player`? Play until it is proven")
	addGame(set, &f.Request)
	set.StringVarP(&f.Seed, "seed", "s", "", "first `seed`; without it a fresh one is drawn and shown")
	set.Var(&f.Size.Seeds, "seeds", typed.SeedsUsage)
	set.IntVar(&f.Size.Matches, "matches", 0, "let each player play about that `many` matches (default 400)")
	set.DurationVar(&f.Size.Length, "for", 0, "play about as much as fits into that `time`, and end then")
	set.StringVarP(&f.Output, "output", "o", "", "the record: a new `file` (default GAME-DATE-TIME.jsonl)")
	set.StringVar(&f.Resume, "resume", "", "go on with the tournament of that `file`")
	set.BoolVar(&f.Early, "stop-early", false, "end when every pair is decided; two players always do, unless =false")
	addMany(cmd, &f.Many)
	set.BoolVar(&f.Plain, "plain", false, "in a terminal, too: a line of progress in place of the dashboard")
	addLimits(set, &f.Request)
	standsAlone(cmd, "resume", "goes on with what the record says", "against", "input", "game", "seed", "seeds", "matches", "output")
	cmd.MarkFlagsMutuallyExclusive("seeds", "matches")
	cmd.ValidArgsFunction = completePlayers(&f.Game)
	_ = cmd.MarkFlagFilename("resume", "jsonl")
	cmd.AddCommand(showCommand(), verifyRecordCommand())
	return cmd
}
