package main

import (
	"github.com/spf13/cobra"

	"game-tui/cmd/game-tui/serve"
)

// addLive adds the flags of servers that show the same match.
func addLive(cmd *cobra.Command, f *serve.Live) {
	set := cmd.Flags()
	set.StringVar(&f.Publish, "publish", "", "let other servers show the match: the `address` on which they reach this one, such as 0.0.0.0:4333, or the URL of a NATS server")
	set.StringVar(&f.From, "from", "", "show the match that the server of that `URL` publishes, and play none")
	addDial(cmd, &f.Network)
	addListen(cmd, &f.Network)
	set.Lookup("token-file").Usage = "`file` with lines NAME TOKEN: servers with these may follow; or the line of this one, for --from"
	set.IntVar(&f.Edges, "max-edges", maxEdges, "`number` of servers that follow, each of which may take 8 MiB of memory here")
	standsAlone(cmd, "from", "shows what another server plays", "seed", "input", "game", "loop", "pace", "begin", "intermission", "clock", "publish")
	group(set, hubTitle, "publish", "from", "max-edges")
}

// maxEdges is how many servers may follow where nobody says otherwise.
const maxEdges = 64
