package main

import (
	"github.com/spf13/cobra"

	"game-tui/cmd/game-tui/manual"
	"game-tui/sim/league/hub"
)

func workerCommand() *cobra.Command {
	f := &workerFlags{}
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
			f.stderr = cmd.ErrOrStderr()
			return f.work(cmd.Context(), args[0])
		},
	}
	set := cmd.Flags()
	addDial(cmd, &f.hubFlags)
	addCores(set, &f.cores, "play on that `number` of cores")
	f.cores = min(f.cores, hub.MaxCores)
	set.StringVar(&f.name, "name", "", "`name` of this worker (default: of this machine)")
	set.BoolVar(&f.stay, "stay", false, "wait for the next tournament when one is over")
	set.StringVar(&f.sandbox, "sandbox", "require", "isolation of programs: `auto|off|require`")
	set.DurationVar(&f.cpu, "cpu", mostLimits.CPU, "processor `time` that a tournament may give a program in a match")
	set.DurationVar(&f.wall, "wall", mostLimits.Wall, "longest `time` that it may wait for one answer of a program")
	set.DurationVar(&f.matchWall, "match-wall", mostLimits.MatchWall, "longest `time` that it may wait for all answers of a program in a match")
	set.StringVar(&f.memory, "memory", "1G", "memory that it may give a program: a `size` in bytes, or with K, M, G")
	set.StringVar(&f.disk, "max-files", "2G", "`size` of all files of programs that are kept while a tournament is played")
	manual.Group(set, limitsTitle, "sandbox", "cpu", "wall", "match-wall", "memory", "max-files")
	completeFlags(cmd)
	return cmd
}
