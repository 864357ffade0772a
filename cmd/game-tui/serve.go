package main

import (
	"github.com/spf13/cobra"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/serve"
)

func serveCommand() *cobra.Command {
	f, info := serve.New(), infoFlags{}
	cmd := &cobra.Command{
		Use:   "serve [PLAYER...]",
		Short: "Show matches over SSH",
		Long: `Show matches to whoever connects with ssh. Watchers join late, scrub, zoom and
inspect like the spectator on a terminal; nothing they do touches the match.

It listens on this machine only; --listen 0.0.0.0:2222 lets others in, and says
who may watch. The match begins 3 s after the first watcher has come; --begin now
does not wait. With --seed a loop counts seeds up from there. Of one address 64
may watch at a time; a class behind one router needs --max-per-address 500.

A password file has lines NAME:HASH as "htpasswd -nB NAME" prints them; the NAME *
stands for everybody else. After 10 wrong passwords for a name in a minute, or 60 in
all, an address waits for its next try. In a file of keys the options from="10.0.0.0/8"
(addresses, networks, patterns, and ! for all but) and expiry-time="20261231" hold.`,
		Example: `game-tui serve --seed 30
game-tui serve --replays recordings
game-tui serve --loop --listen 0.0.0.0:2222 --max-per-address 500
game-tui serve --tournament final.jsonl --listen 0.0.0.0:2222
game-tui serve --from tls://final.example.org:4333 --token-file edge.token
ssh -p 2222 localhost
ssh -t -p 2222 localhost watch harrypotter-s30@120
ssh -p 2222 localhost fetch harrypotter-s30 > s30.res
ssh -p 2222 localhost export harrypotter-s30 > s30.html`,
		Args: cobra.ArbitraryArgs,
		RunE: typing(func(cmd *cobra.Command, words []process.Typed) error {
			if done, err := info.answer(cmd.OutOrStdout(), f.Game); done {
				return err
			}
			f.Stderr = cmd.ErrOrStderr()
			return f.Run(cmd.Context(), words)
		}),
	}
	addMatch(cmd, &f.Request, &info)
	addServe(cmd, f)
	return cmd
}
