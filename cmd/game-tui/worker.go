package main

import (
	"github.com/spf13/cobra"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/contest"
	"game-tui/cmd/game-tui/contest/players"
	"game-tui/cmd/game-tui/manual"
)

func workerCommand() *cobra.Command {
	f := &contest.Worker{}
	cmd := &cobra.Command{
		Use:   "worker URL",
		Short: "Play matches of a tournament on another machine",
		Long: `Play matches of a tournament that another machine keeps: game-tui tournament --listen
there says what to type here. Workers may come and go at any time; nothing is lost
and nothing counts twice. It ends when the tournament is over.

Players that are programs are fetched, checked, and run in a sandbox; where the
system has none, the worker plays built-in players only. A tournament may give
programs less than the limits below, never more.`,
		Example: `game-tui worker nats://localhost:4222
game-tui worker tls://hall:4222 --token-file token --tls-ca ca.pem`,
		Args: exactly(1, "worker plays for one tournament: type game-tui worker URL, as game-tui tournament --listen says it"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.Stderr = cmd.ErrOrStderr()
			return f.Work(cmd.Context(), args[0])
		},
	}
	set := cmd.Flags()
	addDial(cmd, &f.Access, "`file` with a line NAME TOKEN, by which this machine is let in")
	addCores(set, &f.Cores, "play on that `number` of cores")
	f.Cores = min(f.Cores, contest.MaxCores)
	set.StringVar(&f.Name, "name", "", "`name` of this worker (default: of this machine)")
	set.BoolVar(&f.Stay, "stay", false, "wait for the next tournament when one is over")
	f.Sandbox = process.Require
	set.Var(&f.Sandbox, "sandbox", "isolation of programs: `auto|off|require`")
	set.DurationVar(&f.CPU, "cpu", players.MostLimits.CPU, "processor `time` that a tournament may give a program in a match")
	set.DurationVar(&f.Wall, "wall", players.MostLimits.Wall, "longest `time` that it may wait for one answer of a program")
	set.DurationVar(&f.MatchWall, "match-wall", players.MostLimits.MatchWall, "longest `time` that it may wait for all answers of a program in a match")
	set.StringVar(&f.Memory, "memory", "1G", "memory that it may give a program: a `size` in bytes, or with K, M, G")
	set.StringVar(&f.Disk, "max-files", "2G", "`size` of all files of programs that are kept while a tournament is played")
	manual.Group(set, limitsTitle, "sandbox", "cpu", "wall", "match-wall", "memory", "max-files")
	return cmd
}
