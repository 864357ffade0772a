package main

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/manual"
	"game-tui/cmd/game-tui/internal/serve"
	"game-tui/tui/cells/theme"
	"game-tui/tui/sshd"
)

func serveCommand() *cobra.Command {
	f, info := &serve.Config{Limits: sshd.DefaultLimits}, infoFlags{}
	cmd := &cobra.Command{
		Use:   "serve [PLAYER...]",
		Short: "Show matches over SSH",
		Long: `Show matches to viewers who connect with ssh. They can join late, move through the match,
zoom and inspect as in a terminal; nothing they do affects the match.

Without --listen 0.0.0.0:2222 only this machine can connect. The match begins 3 s after
the first viewer has joined, or at once with --begin now. --loop counts up from --seed if
that is given. Up to 64 viewers per address may connect; a class behind one router needs
--max-per-address 500.

"game-tui help serve" explains password and key files.`,
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
		RunE: withPlayers(func(cmd *cobra.Command, args []resolve.Typed) error {
			if done, err := info.print(cmd.OutOrStdout(), f.Game); done {
				return err
			}
			f.Stderr = cmd.ErrOrStderr()
			return f.Run(cmd.Context(), args)
		}),
	}
	addMatchFlags(cmd, &f.Request, &info)
	addServeFlags(cmd, f)
	return cmd
}

func addServeFlags(cmd *cobra.Command, f *serve.Config) {
	set := cmd.Flags()
	for _, name := range []string{"output", "notes", "strict"} {
		_ = set.MarkHidden(name) // these flags are for matches written to a file
	}
	pace := set.Lookup("pace")
	pace.DefValue, pace.Usage = "5", "play at most this many `rounds` a second"
	f.Pace = 5
	set.StringVar(&f.ListenAddr, "listen", "127.0.0.1:2222", "`address` to listen on")
	set.StringVar(&f.ReplaysDir, "replays", "", "show a lobby with the recordings in this `folder`")
	set.StringVar(&f.TournamentFile, "tournament", "", "show the tournament or grand final in this `file`, and its matches")
	set.BoolVar(&f.Loop, "loop", false, "play match after match")
	set.DurationVar(&f.Intermission, "intermission", 15*time.Second, "loop: `time` between matches")
	set.StringVar(&f.Begin, "begin", "first", "begin with the first viewer, or now: `first|now`")
	set.StringVar(&f.Palette, "palette", "", "default `palette` for viewers: "+strings.Join(theme.Names(), ", "))
	set.StringVar(&f.Motion, "motion", "on", "highlight changes for a moment; viewers may override this: `on|off`")
	set.BoolVar(&f.NoSpoilers, "no-spoilers", false, "hide rounds that a viewer has not reached")
	set.StringVar(&f.HostKeyFile, "host-key", "", "host key `file` (default: one in your configuration folder)")
	set.StringVar(&f.AuthorizedKeysFile, "authorized-keys", "", "admit only these keys (`file` like ~/.ssh/authorized_keys)")
	set.StringVar(&f.PasswordFile, "password-file", "", "admit only these passwords (`file` with lines from htpasswd -nB)")
	set.StringVar(&f.MetricsAddr, "metrics", "", "serve /metrics for Prometheus at this `address`")
	set.StringVar(&f.LogFormat, "log", "text", "log format: `text|json|off`")
	set.DurationVar(&f.GracePeriod, "grace", shutdownGrace, "shutdown grace period (`time`)")
	set.DurationVar(&f.RescanInterval, "rescan", 2*time.Second, "`time` between scans of the --replays folder")
	manual.Group(set, "Content", "replays", "rescan", "tournament", "loop", "intermission", "begin", "palette", "motion", "no-spoilers")
	manual.Group(set, "Access", "listen", "host-key", "authorized-keys", "password-file")
	manual.Group(set, "Operation", "log", "metrics", "grace")
	l := &f.Relay
	set.StringVar(&l.PublishAddr, "publish", "", "publish the match for other servers at this `address`, such as 0.0.0.0:4333, or the URL of a NATS server")
	set.StringVar(&l.SourceURL, "from", "", "show the match that the server at this `URL` publishes")
	addDialFlags(cmd, &l.Access, "`file` of NAME TOKEN lines that admit other servers; with --from, this server's line")
	addListenFlags(cmd, &l.Access)
	set.IntVar(&l.MaxEdges, "max-edges", 64, "`number` of servers that may connect; each takes up to 8 MiB of memory here")
	requireOneOf(cmd, "only applies to connections between servers; add --publish ADDRESS or --from URL", []string{"publish", "from"},
		"token-file", "tls-cert", "tls-key", "tls-ca", "insecure", "max-edges")
	excludeFlags(cmd, "from", "shows another server's match", "seed", "input", "game", "loop", "pace", "begin", "intermission", "clock", "publish")
	manual.Group(set, networkTitle, "publish", "from", "max-edges")
	addServerLimitFlags(cmd, &f.Limits)
	excludeFlags(cmd, "tournament", "shows only the tournament", "replays", "loop", "from", "publish")
}

// addServerLimitFlags adds the limits for viewers and their connections.
func addServerLimitFlags(cmd *cobra.Command, l *sshd.Limits) {
	set := cmd.Flags()
	set.IntVar(&l.Sessions, "max-sessions", l.Sessions, "`number` of viewers")
	set.IntVar(&l.PrivateViewers, "max-private", l.PrivateViewers, "`number` of viewers with a view of their own")
	set.IntVar(&l.Jobs, "max-jobs", l.Jobs, "`number` of expensive jobs at a time, such as analyses; 0 for none")
	set.IntVar(&l.ConnectionsPerAddress, "max-per-address", l.ConnectionsPerAddress, "`number` of connections per address; 0 for no limit")
	set.IntVar(&l.Pending, "max-pending", l.Pending, "`number` of connections that have not logged in")
	set.DurationVar(&l.HandshakeTimeout, "handshake", l.HandshakeTimeout, "`time` for a handshake")
	set.DurationVar(&l.LoginTimeout, "login", l.LoginTimeout, "`time` for a login with a password")
	set.DurationVar(&l.SessionTimeout, "max-session", l.SessionTimeout, "`time` for a session")
	set.DurationVar(&l.IdleTimeout, "idle", l.IdleTimeout, "idle `time` after which a viewer returns to the live match")
	set.DurationVar(&l.StallTimeout, "stall", l.StallTimeout, "`time` after which a client that reads nothing is dropped")
	set.IntVar(&l.Width, "max-width", l.Width, "`columns` of the largest window")
	set.IntVar(&l.Height, "max-height", l.Height, "`rows` of the largest window")
	set.IntVar(&l.InputRate, "max-input", l.InputRate, "`bytes` of input per second and viewer")
	set.IntVar(&l.SendBuffer, "max-output", l.SendBuffer, "`bytes` buffered in the kernel per viewer")
	manual.Group(set, "Server limits", "max-sessions", "max-private", "max-jobs", "max-per-address", "max-pending", "handshake", "login",
		"max-session", "idle", "stall", "max-width", "max-height", "max-input", "max-output")
}
