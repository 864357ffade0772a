package main

import (
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/contest"
	"game-tui/cmd/game-tui/internal/contest/roster"
	"game-tui/cmd/game-tui/internal/contest/show"
	"game-tui/cmd/game-tui/internal/manual"
	"game-tui/cmd/game-tui/internal/report"
)

func tournamentCommand() *cobra.Command {
	c, isTrial := &contest.Config{}, false
	cmd := &cobra.Command{
		Use:   "tournament PLAYER...",
		Short: "Rate players by matches against each other",
		Long: `Play matches on all cores and rate the players: points, 95 % intervals,
and shared places for differences that are not proven.

A folder that contains player, main.py, bot.py or main.sh is one player; any other folder
stands for the players in it. Sources are compiled in the sandbox; kit sources need
--kit (game-tui help players).

With only two players, both play the same matches until one is proven better, as with compare. Each result
is saved before it counts. Continue an interrupted tournament with --resume.

In a terminal, a dashboard is shown; choose one or two players to watch their matches. With
--plain, or without a terminal, progress is printed every minute.

"game-tui help tournament" explains line-ups and the table.`,
		Example: `game-tui tournament Seeker Hunter Greedy Demo
game-tui tournament players/ --game thepurge --trial
game-tui tournament players/ --game thepurge --for 8h -o final.jsonl
game-tui tournament ./new/ --against ./old/ --rivals ./anna/,./ben/,Greedy
game-tui tournament subs/ --kit HarryPotter/
game-tui tournament --resume final.jsonl
game-tui tournament --resume final.jsonl --for 1h
game-tui tournament show final.jsonl`,
		Args: cobra.ArbitraryArgs,
		RunE: withPlayers(func(cmd *cobra.Command, args []resolve.Typed) error {
			return runTournament(cmd, c, isTrial, args)
		}),
	}
	set := cmd.Flags()
	addPlayFlags(cmd, &c.Request, "first `seed`")
	addFolderSandboxUsage(set)
	set.Var(typedValue{&c.Baseline}, "against", "compare PLAYER with this `player`, as game-tui compare does")
	addTournamentFlags(cmd, c, cliarg.SeedsUsage+"; with --resume, +12 adds seeds")
	c.Size.Seeds.AllowAdditional = true
	set.StringVar(&c.ResumeFile, "resume", "", "resume the tournament in this `file`")
	set.BoolVar(&isTrial, "trial", false, "only test whether each player passes the course's qualification")
	addQualifyFlags(cmd, c)
	excludeFlags(cmd, "resume", "keeps the file's settings", "against", "rivals", "input", "game", "seed", "matches", "output", "names", "trial")
	excludeFlags(cmd, "trial", "plays no tournament", "against", "seeds", "matches", "for", "output", "stop-early", "listen", "nats")
	_ = cmd.MarkFlagFilename("resume", "jsonl")
	cmd.AddCommand(showTournamentCommand(), verifyTournamentCommand())
	return cmd
}

// runTournament plays a tournament or, if isTrial is set, runs the qualification of its players.
func runTournament(cmd *cobra.Command, c *contest.Config, isTrial bool, args []resolve.Typed) error {
	c.Stdout, c.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
	format := formatOf(cmd)
	switch {
	case isTrial:
		_, err := contest.Qualify(cmd.Context(), c, args, format)
		return err
	case format != report.Text || c.Dummy.String() != "":
		return errors.New("--json, --csv and --dummy need --trial; to print a tournament's table, run game-tui tournament show FILE")
	case c.Baseline.String() != "" && len(args) != 1:
		return fmt.Errorf("--against %s needs one player, not %d; run game-tui compare NEW OLD", c.Baseline, len(args))
	}
	return contest.Play(cmd.Context(), c, args)
}

// addTournamentFlags adds the flags of tournament and compare. seedsUsage is the usage of --seeds.
func addTournamentFlags(cmd *cobra.Command, c *contest.Config, seedsUsage string) {
	set := cmd.Flags()
	set.Var(newPlayersValue(&c.Rivals), "rivals", "with --against: `players` to play against, separated by commas (default: built-in ones)")
	set.Var(&c.Size.Seeds, "seeds", seedsUsage)
	set.IntVar(&c.Size.Matches, "matches", 0, "`number` of matches per player (default about 400)")
	set.DurationVar(&c.Size.Time, "for", 0, "play as many seeds as fit into this `time`")
	set.StringVarP(&c.Request.Output, "output", "o", "", "new tournament `file` (default GAME-DATE-TIME.jsonl)")
	set.StringVar(&c.NamesFile, "names", "", namesUsage)
	early := set.Bool("stop-early", false, "stop when every pair is decided (default with two players)")
	addFailOnFlag(set, &c.FailOn, "out", "worse")
	addWorkerFlags(cmd, &c.Workers)
	set.BoolVar(&c.Plain, "plain", false, "print progress instead of the dashboard")
	markExclusive(cmd, "seeds", "matches")
	repeatOnResume(cmd, c, "stop-early")
	addPreRun(cmd, func() error {
		if set.Changed("stop-early") {
			c.StopEarly = early
		}
		if c.Size.Matches < 0 || c.Size.Time < 0 || c.Size.Time == 0 && set.Changed("for") {
			return errors.New("--matches and --for must be above 0")
		}
		return nil
	})
}

// repeatOnResume makes the suggested --resume command repeat flags that are not stored in the
// tournament file.
func repeatOnResume(cmd *cobra.Command, c *contest.Config, names ...string) {
	names = append(names, "sandbox", "kit", "listen", "nats", "token-file", "tls-cert", "tls-key", "tls-ca", "insecure", "verify", "cores", "max-workers")
	addPreRun(cmd, func() error {
		c.RepeatOptions = changedFlags(cmd.Flags(), names...)
		return nil
	})
}

func compareCommand() *cobra.Command {
	c := &contest.Config{}
	cmd := &cobra.Command{
		Use:   "compare NEW OLD",
		Short: "Test whether one player is better than another",
		Long: `Play until one of two players is proven better. They play the same matches, in the same
seat against the same three rivals. This command is short for game-tui tournament NEW
--against OLD. Continue an interrupted comparison with game-tui tournament --resume.`,
		Example: `game-tui compare ./new/ ./old/
game-tui compare ./new/ ./old/ --rivals ./anna/,./ben/,Greedy
game-tui compare ./mybot/ Greedy --for 10m --fail-on worse`,
		Args: rangeArgs(2, 2, "compare needs two players; run game-tui compare NEW OLD"),
		RunE: withPlayers(func(cmd *cobra.Command, args []resolve.Typed) error {
			c.Stdout, c.Stderr, c.Baseline = cmd.OutOrStdout(), cmd.ErrOrStderr(), args[1]
			return contest.Play(cmd.Context(), c, args[:1])
		}),
	}
	set := cmd.Flags()
	addPlayFlags(cmd, &c.Request, "first `seed`")
	addFolderSandboxUsage(set)
	addTournamentFlags(cmd, c, cliarg.SeedsUsage)
	set.Lookup("rivals").Usage = "`players` to play against, separated by commas (default: built-in ones)"
	set.Lookup("matches").Usage = "play at most this `number` of matches (default 2000)"
	set.Lookup("stop-early").Usage = "stop when one player is proven better"
	set.Lookup("stop-early").DefValue = "true"
	return cmd
}

const namesUsage = "`file` of FOLDER,NAME lines with the players' names"

func showTournamentCommand() *cobra.Command {
	f := &show.Printer{}
	cmd := &cobra.Command{
		Use:   "show FILE",
		Short: "Show a tournament's table",
		Long: `Show a tournament's table: places, points with 95 % intervals, who beats whom, the
effect of the seats, who went out and why, who was left out, and matches worth watching.
The tournament may still be running.

--html writes a website with the same tables and the worst and best match of each player,
which are replayed for it.`,
		Example: `game-tui tournament show final.jsonl
game-tui tournament show final.jsonl --csv > final.csv
game-tui tournament show final.jsonl --markdown > final.md
game-tui tournament show final.jsonl --html site
game-tui tournament show final.jsonl --names names.csv -o public.jsonl
game-tui tournament show final.jsonl --ui`,
		Args: rangeArgs(1, 1, "name a tournament file: game-tui tournament show FILE"),
		RunE: func(cmd *cobra.Command, words []string) error {
			if f.SplitByPlayer && f.HTMLPath == "" {
				return errors.New("--private needs --html")
			}
			f.Format = formatOf(cmd)
			return f.Print(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), words[0])
		},
	}
	set := cmd.Flags()
	addFormatFlag(cmd, report.JSON, "print JSON")
	addFormatFlag(cmd, report.CSV, "print CSV, a line per player with its share against every other player")
	addFormatFlag(cmd, report.Markdown, "print Markdown")
	set.BoolVar(&f.PrintConfig, "config", false, "print only the game's configuration")
	set.BoolVar(&f.OpenDashboard, "ui", false, "open the dashboard, to follow the tournament and watch its matches")
	set.StringVar(&f.NamesFile, "names", "", namesUsage)
	set.StringVarP(&f.CopyPath, "output", "o", "", "write a copy for publication to this `file`, with the names from --names")
	set.StringVar(&f.HTMLPath, "html", "", "write a site into this new `folder`, or a page without matches into FILE.html")
	set.BoolVar(&f.SplitByPlayer, "private", false, "with --html: write a folder for each player, with the player's output")
	markExclusive(cmd, "json", "csv", "markdown", "config", "ui", "output", "html")
	markExclusive(cmd, "names", "ui")
	return cmd
}

func verifyTournamentCommand() *cobra.Command {
	c := &contest.VerifyConfig{Share: 0.05}
	cmd := &cobra.Command{
		Use:   "verify FILE [PLAYER...]",
		Short: "Replay a share of a tournament and compare scores",
		Long: `Play a random share of the matches in a tournament file again and compare the scores. The
checksums in the file reveal damage; this command reveals deliberate changes.

Give programs as PLAYER; only those whose files match the hashes in the tournament file
are used. Names in the file never start a program. Matches with other programs are
counted separately. So are differences where a program ran out of time, since a changed
score may hide among them.

Programs get the limits in the file. Limits above 10 s of processor time, 1 min per answer,
10 min for all answers or 1 GiB of memory only apply if you repeat them as flags.

The exit code is 1 if a score differs.`,
		Example: `game-tui tournament verify final.jsonl
game-tui tournament verify final.jsonl players/ --share 20%
game-tui tournament verify final.jsonl players/ --share 100% --json`,
		Args: rangeArgs(1, math.MaxInt, "name a tournament file: game-tui tournament verify FILE [PLAYER...]"),
		RunE: withPlayers(func(cmd *cobra.Command, args []resolve.Typed) error {
			c.Stderr, c.Format = cmd.ErrOrStderr(), formatOf(cmd)
			c.RepeatOptions = changedFlags(cmd.Flags(), "share", "sandbox", "kit", "json")
			return contest.Verify(cmd.Context(), c, cmd.OutOrStdout(), args[0].String(), args[1:])
		}),
	}
	set := cmd.Flags()
	raw := newRequestFlags(cmd, &c.Request)
	set.Var(&c.Share, "share", "`share` of the matches to replay; 100% for all")
	addProgramFlags(set, &c.Request, raw)
	addFolderSandboxUsage(cmd.Flags())
	addFormatFlag(cmd, report.JSON, "print JSON")
	return cmd
}

func workerCommand() *cobra.Command {
	f := &contest.Worker{}
	cmd := &cobra.Command{
		Use:   "worker URL",
		Short: "Play matches of a tournament on another machine",
		Long: `Play matches of a tournament on another machine. game-tui tournament --listen prints the
command to run here. Workers may join and leave at any time; no result is lost or counted
twice. The command ends with the tournament.

Programs are downloaded, checked, and run in a sandbox; without one the worker only plays
built-in players. The tournament may set lower limits than those below.`,
		Example: `game-tui worker nats://localhost:4222
game-tui worker tls://hall:4222 --token-file token --tls-ca ca.pem`,
		Args: rangeArgs(1, 1, "name one server: game-tui worker URL, as printed by game-tui tournament --listen"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.Stderr = cmd.ErrOrStderr()
			return f.Work(cmd.Context(), args[0])
		},
	}
	set := cmd.Flags()
	addDialFlags(cmd, &f.Access, "`file` with this worker's NAME TOKEN line")
	addCoresFlag(set, &f.Cores, "`number` of cores to use")
	f.Cores = min(f.Cores, contest.MaxCores)
	set.StringVar(&f.Name, "name", "", "`name` of this worker (default: this machine's)")
	set.BoolVar(&f.WaitForNext, "stay", false, "wait for the next tournament")
	f.Sandbox = sandbox.Require
	set.Var(&f.Sandbox, "sandbox", "sandbox for programs: `auto|off|require`")
	f.MaxLimits, f.MaxFilesSize = roster.UntrustedLimits, 2<<30
	set.DurationVar(&f.MaxLimits.CPU, "cpu", f.MaxLimits.CPU, "maximum processor `time` of a program in a match")
	set.DurationVar(&f.MaxLimits.Wall, "wall", f.MaxLimits.Wall, "maximum `time` to wait for one answer")
	set.DurationVar(&f.MaxLimits.MatchWall, "match-wall", f.MaxLimits.MatchWall, "maximum `time` to wait for all answers in a match")
	set.Var((*cliarg.Size)(&f.MaxLimits.Memory), "memory", "maximum memory of a program (`size`), in bytes or with K, M or G")
	set.Var(&f.MaxFilesSize, "max-files", "maximum total `size` of the players' files")
	manual.Group(set, programsTitle, "sandbox", "cpu", "wall", "match-wall", "memory", "max-files")
	return cmd
}

// alwaysPlainUsage is the usage of --plain for commands without a dashboard, which accept it for
// scripts.
const alwaysPlainUsage = "accepted for scripts; progress is always plain"

func ladderCommand() *cobra.Command {
	c := &contest.Config{Size: contest.Size{Seeds: cliarg.Seeds{Count: 200}}}
	cmd := &cobra.Command{
		Use:   "ladder PLAYER",
		Short: "See which built-in players a player beats",
		Long: `Match your player against the built-in players of a game, weakest first, until it fails to
beat one. On each rung, your player and the built-in player play the same matches, each
from the same seat against the same opponents, until one is proven better. The result
names the player's place and a match to watch.`,
		Example: `game-tui ladder ./mybot/
game-tui ladder Greedy --game thepurge`,
		Args: rangeArgs(1, 1, "ladder needs one player; run game-tui ladder ./mybot/"),
		RunE: withPlayers(func(cmd *cobra.Command, args []resolve.Typed) error {
			c.Stdout, c.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			return contest.RunLadder(cmd.Context(), c, args[0])
		}),
	}
	set := cmd.Flags()
	addPlayFlags(cmd, &c.Request, "first `seed`")
	set.Var(&c.Size.Seeds, "seeds", "maximum per rung: "+cliarg.SeedsUsage)
	addFailOnFlag(set, &c.FailOn, "out", "loss")
	set.Bool("plain", false, alwaysPlainUsage)
	return cmd
}
