package main

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/manual"
	"game-tui/cmd/game-tui/internal/serve"
	"game-tui/tui/server"
	"game-tui/tui/theme"
)

func serveCommand() *cobra.Command {
	f, info := &serve.Serve{Limits: server.DefaultLimits}, infoFlags{}
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
		RunE: typing(func(cmd *cobra.Command, words []resolve.Typed) error {
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

// addServe adds the flags of serve alone.
func addServe(cmd *cobra.Command, f *serve.Serve) {
	set := cmd.Flags()
	for _, name := range []string{"output", "notes", "strict"} {
		_ = set.MarkHidden(name) // they belong to matches that are played for a file
	}
	pace := set.Lookup("pace")
	pace.DefValue, pace.Usage = "5", "play at most that many `rounds` a second"
	f.Pace = 5
	set.StringVar(&f.Listen, "listen", "127.0.0.1:2222", "`address` to listen on")
	set.StringVar(&f.Replays, "replays", "", "a lobby over the recordings of this `folder`")
	set.StringVar(&f.Tournament, "tournament", "", "the dashboard of a tournament, or a grand final, and any match of it, played again: its record (`file`)")
	set.BoolVar(&f.Loop, "loop", false, "match after match")
	set.DurationVar(&f.Intermission, "intermission", 15*time.Second, "loop: `time` that the final state stays")
	set.StringVar(&f.Begin, "begin", "first", "the match begins with the first watcher, or now: `first|now`")
	set.StringVar(&f.Palette, "palette", "", "`palette` of those who have not chosen: "+strings.Join(theme.Names(), ", "))
	set.StringVar(&f.Motion, "motion", "on", "of those who have not chosen: what a round changed stands out for a moment: `on|off`")
	set.BoolVar(&f.NoSpoilers, "no-spoilers", false, "hide the future of recordings")
	set.StringVar(&f.HostKey, "host-key", "", "host key `file`; without it one is made once in your configuration folder")
	set.StringVar(&f.Keys, "authorized-keys", "", "only holders of these keys may watch (`file` as in ~/.ssh)")
	set.StringVar(&f.Passwords, "password-file", "", "only those who know a password may watch (`file` of htpasswd -nB lines)")
	set.StringVar(&f.Metrics, "metrics", "", "`address` that answers GET /metrics for Prometheus")
	set.StringVar(&f.LogFormat, "log", "text", "log on standard error: `text|json|off`")
	set.DurationVar(&f.Grace, "grace", endingGrace, "`time` that watchers have to go when the server is told to end")
	set.DurationVar(&f.Rescan, "rescan", 2*time.Second, "`time` between two looks into the folder")
	manual.Group(set, "What is shown", "replays", "rescan", "tournament", "loop", "intermission", "begin", "palette", "motion", "no-spoilers")
	manual.Group(set, "Access", "listen", "host-key", "authorized-keys", "password-file")
	manual.Group(set, "Operation", "log", "metrics", "grace")
	addLive(cmd, &f.Live)
	standsAlone(cmd, "tournament", "shows that and nothing else", "replays", "loop", "from", "publish")
	addServerLimits(cmd, &f.Limits)
}

// addServerLimits adds the flags that say what watchers may take.
func addServerLimits(cmd *cobra.Command, l *server.Limits) {
	set := cmd.Flags()
	set.IntVar(&l.Sessions, "max-sessions", l.Sessions, "`number` of watchers in total")
	set.IntVar(&l.Private, "max-private", l.Private, "`number` of watchers who look around on their own")
	set.IntVar(&l.Jobs, "max-jobs", l.Jobs, "`number` of costly jobs for watchers at a time, such as playing a recording again; 0: none")
	set.IntVar(&l.PerAddress, "max-per-address", l.PerAddress, "`number` of connections of one address; 0: no limit")
	set.IntVar(&l.Pending, "max-pending", l.Pending, "`number` of connections that have not logged in yet")
	set.DurationVar(&l.Handshake, "handshake", l.Handshake, "longest `time` of a handshake")
	set.DurationVar(&l.Login, "login", l.Login, "longest `time` of a login with a password")
	set.DurationVar(&l.Session, "max-session", l.Session, "longest `time` of a session")
	set.DurationVar(&l.Idle, "idle", l.Idle, "`time` without a key until a watcher is back at the live edge")
	set.DurationVar(&l.Stall, "stall", l.Stall, "`time` after which a client that takes nothing is dropped")
	set.IntVar(&l.Width, "max-width", l.Width, "`columns` of the largest window")
	set.IntVar(&l.Height, "max-height", l.Height, "`rows` of the largest window")
	set.IntVar(&l.Input, "max-input", l.Input, "`bytes` of keys a second from one watcher")
	set.IntVar(&l.Output, "max-output", l.Output, "`bytes` that may wait in the kernel for one watcher")
	manual.Group(set, "Limits of the server", "max-sessions", "max-private", "max-jobs", "max-per-address", "max-pending", "handshake", "login",
		"max-session", "idle", "stall", "max-width", "max-height", "max-input", "max-output")
}
