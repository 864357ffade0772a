package main

import (
	"runtime"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"game-tui/cmd/game-tui/contest"
)

// maxWorkers is how many workers there may be where nobody says otherwise.
const maxWorkers = 64

// addMany adds the flags of a tournament that many machines play.
func addMany(cmd *cobra.Command, f *contest.Many) {
	set := cmd.Flags()
	set.StringVar(&f.Listen, "listen", "", "let workers play, too: the `address` on which they reach this program, such as 0.0.0.0:4222")
	set.StringVar(&f.NATS, "nats", "", "let workers play, too, which connect to the NATS server of that `URL` like this program")
	addDial(cmd, &f.Network)
	addListen(cmd, &f.Network)
	tokens := set.Lookup("token-file")
	tokens.Usage = "`file` with lines NAME TOKEN: workers with these are let in; made where it is not there"
	set.StringVar(&f.Share, "verify", "1%", "play that `share` of the workers' results again here, and refuse tokens that differ; 0: none")
	addCores(set, &f.Cores, "play on that `number` of cores of this machine; 0 leaves all to workers")
	set.IntVar(&f.Workers, "max-workers", maxWorkers, "`number` of workers at a time, each of which may take 8 MiB of memory here")
	cmd.MarkFlagsMutuallyExclusive("listen", "nats")
	group(set, hubTitle, "listen", "nats", "verify", "cores", "max-workers")
}

// addCores adds a flag of a number of cores, all where it is not typed.
func addCores(set *pflag.FlagSet, cores *int, usage string) {
	set.IntVar(cores, "cores", runtime.GOMAXPROCS(0), usage)
	set.Lookup("cores").DefValue = "all"
}
