package main

import (
	"runtime"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"game-tui/cmd/game-tui/contest"
	"game-tui/cmd/game-tui/manual"
	"game-tui/cmd/game-tui/network"
	"game-tui/cmd/game-tui/serve"
)

// hubTitle is the group of flags of many machines.
const hubTitle = "Many machines"

// addDial adds the flags of a program that connects to a server; tokens is what help says of its file of tokens.
func addDial(cmd *cobra.Command, f *network.Access, tokens string) {
	set := cmd.Flags()
	set.StringVar(&f.Tokens, "token-file", "", tokens)
	set.StringVar(&f.CA, "tls-ca", "", "certificates (`file`) that are trusted in place of the system's")
	set.BoolVar(&f.Insecure, "insecure", false, "without TLS beyond this machine: others on the way can read all and change it")
	manual.Group(set, hubTitle, "token-file", "tls-ca", "insecure")
}

// addListen adds the flags of a program that runs a server.
func addListen(cmd *cobra.Command, f *network.Access) {
	set := cmd.Flags()
	set.StringVar(&f.Cert, "tls-cert", "", "certificate (`file`) of this machine, for TLS")
	set.StringVar(&f.Key, "tls-key", "", "key (`file`) of --tls-cert")
	cmd.MarkFlagsRequiredTogether("tls-cert", "tls-key")
	manual.Group(set, hubTitle, "tls-cert", "tls-key")
}

// maxWorkers is how many workers there may be where nobody says otherwise.
const maxWorkers = 64

// addMany adds the flags of a tournament that many machines play.
func addMany(cmd *cobra.Command, f *contest.Many) {
	set := cmd.Flags()
	set.StringVar(&f.Listen, "listen", "", "let workers play, too: the `address` on which they reach this program, such as 0.0.0.0:4222")
	set.StringVar(&f.NATS, "nats", "", "let workers play, too, which connect to the NATS server of that `URL` like this program")
	addDial(cmd, &f.Access, "`file` with lines NAME TOKEN: workers with these are let in; made where it is not there")
	addListen(cmd, &f.Access)
	set.StringVar(&f.Share, "verify", "1%", "play that `share` of the workers' results again here, and refuse tokens that differ; 0: none")
	addCores(set, &f.Cores, "play on that `number` of cores of this machine; 0 leaves all to workers")
	set.IntVar(&f.Workers, "max-workers", maxWorkers, "`number` of workers at a time, each of which may take 8 MiB of memory here")
	cmd.MarkFlagsMutuallyExclusive("listen", "nats")
	manual.Group(set, hubTitle, "listen", "nats", "verify", "cores", "max-workers")
}

// addCores adds a flag of a number of cores, all where it is not typed.
func addCores(set *pflag.FlagSet, cores *int, usage string) {
	set.IntVar(cores, "cores", runtime.GOMAXPROCS(0), usage)
	set.Lookup("cores").DefValue = "all"
}

// addLive adds the flags of servers that show the same match.
func addLive(cmd *cobra.Command, f *serve.Live) {
	set := cmd.Flags()
	set.StringVar(&f.Publish, "publish", "", "let other servers show the match: the `address` on which they reach this one, such as 0.0.0.0:4333, or the URL of a NATS server")
	set.StringVar(&f.From, "from", "", "show the match that the server of that `URL` publishes, and play none")
	addDial(cmd, &f.Access, "`file` with lines NAME TOKEN: servers with these may follow; or the line of this one, for --from")
	addListen(cmd, &f.Access)
	set.IntVar(&f.Edges, "max-edges", maxEdges, "`number` of servers that follow, each of which may take 8 MiB of memory here")
	standsAlone(cmd, "from", "shows what another server plays", "seed", "input", "game", "loop", "pace", "begin", "intermission", "clock", "publish")
	manual.Group(set, hubTitle, "publish", "from", "max-edges")
}

// maxEdges is how many servers may follow where nobody says otherwise.
const maxEdges = 64
