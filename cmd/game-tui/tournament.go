package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

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
	c, trial := &contest.Config{}, false
	cmd := &cobra.Command{
		Use:   "tournament PLAYER...",
		Short: "Play players against each other until it is clear who is better",
		Long: `Play players against each other on all cores, and rate them: points, 95 % intervals,
and places that are shared where nothing is proven.

Players are named as everywhere. A folder is one player by a file player, main.py,
bot.py or main.sh in it; any other stands for the players in it, files and folders.
Sources are compiled in the sandbox, those of a kit with --kit: help players.
Up to eight play in all line-ups, more (or where that would leave
fewer than 20 seeds) in line-ups in which everybody meets everybody equally often;
each line-up in four seatings. Two players play the same matches, each on the same
seat against the same three rivals, and only until it is proven who is better: the same
as NEW --against OLD. P(pass) is the share of matches that would pass in the course's
play-off: not out, and ahead of two of three rivals.

Each result is safe in the record, a readable file, before it counts. What was
interrupted, by Ctrl-C or by a power cut, goes on with --resume.

In a terminal a dashboard shows how it goes; choose a player, or two, to watch their
matches meanwhile. Elsewhere, or with --plain, a line a minute tells how far it is.

"game-tui help tournament" says how to read the table.`,
		Example: `game-tui tournament Seeker Hunter Greedy Demo
game-tui tournament players/ --game thepurge --trial
game-tui tournament players/ --game thepurge --for 8h -o final.jsonl
game-tui tournament ./new/ --against ./old/ --rivals ./anna/,./ben/,Greedy
game-tui tournament subs/ --kit HarryPotter/
game-tui tournament --resume final.jsonl
game-tui tournament --resume final.jsonl --for 1h
game-tui tournament show final.jsonl`,
		Args: cobra.ArbitraryArgs,
		RunE: typing(func(cmd *cobra.Command, words []resolve.Typed) error {
			return runTournament(cmd, c, trial, words)
		}),
	}
	set := cmd.Flags()
	addMatches(cmd, &c.Request, "first `seed`")
	takesFolders(set)
	set.Var(typedValue{&c.Old}, "against", "is PLAYER better than this `player`? Play until it is proven")
	addTournament(cmd, c, cliarg.SeedsUsage+"; with --resume: so many more (+12)")
	c.Size.Seeds.AllowMore = true
	set.StringVar(&c.Resume, "resume", "", "go on with the tournament of that `file`")
	set.BoolVar(&trial, "trial", false, "play no tournament: say of each player whether it passes the course's qualification, and why not")
	addTrial(cmd, c)
	standsAlone(cmd, "resume", "keeps the settings of the file", "against", "rivals", "input", "game", "seed", "matches", "output", "names", "trial")
	standsAlone(cmd, "trial", "plays no tournament", "against", "seeds", "matches", "for", "output", "stop-early", "listen", "nats")
	_ = cmd.MarkFlagFilename("resume", "jsonl")
	cmd.AddCommand(showCommand(), verifyRecordCommand())
	return cmd
}

// runTournament plays a tournament, or the qualification of its players.
func runTournament(cmd *cobra.Command, c *contest.Config, trial bool, words []resolve.Typed) error {
	c.Stdout, c.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
	format := formatOf(cmd)
	switch {
	case trial:
		_, err := contest.Qualify(cmd.Context(), c, words, format)
		return err
	case format != report.Text || c.Dummy.String() != "":
		return errors.New("--json, --csv and --dummy need --trial; for the table of a tournament type game-tui tournament show FILE")
	case c.Old.String() != "" && len(words) != 1:
		return fmt.Errorf("--against %s compares one player with it, %d named: type game-tui compare NEW OLD", c.Old, len(words))
	}
	return contest.Play(cmd.Context(), c, words)
}

// addTournament adds the flags of all commands that play a tournament; seeds is the help of --seeds.
func addTournament(cmd *cobra.Command, c *contest.Config, seeds string) {
	set := cmd.Flags()
	set.Var(typedValues{&c.Rivals}, "rivals", "of --against: `players`, with commas, of whom both meet three (default: those built in)")
	set.Var(&c.Size.Seeds, "seeds", seeds)
	set.IntVar(&c.Size.Matches, "matches", 0, "let each player play about that `many` matches (default 400)")
	set.DurationVar(&c.Size.Time, "for", 0, "play as many seeds as fit into that `time`")
	set.StringVarP(&c.Request.Output, "output", "o", "", "the record: a new `file` (default GAME-DATE-TIME.jsonl)")
	set.StringVar(&c.Names, "names", "", namesUsage)
	early := set.Bool("stop-early", false, "end when every pair is decided; two players always do, unless =false")
	addFailOn(set, &c.FailOn, "out", "worse")
	addWorkers(cmd, &c.Workers)
	set.BoolVar(&c.Plain, "plain", false, "in a terminal, too: a line of progress in place of the dashboard")
	cmd.MarkFlagsMutuallyExclusive("seeds", "matches")
	repeatOnResume(cmd, c, "stop-early")
	beforeRun(cmd, func() error {
		if set.Changed("stop-early") {
			c.StopEarly = early
		}
		if c.Size.Matches < 0 || c.Size.Time < 0 || c.Size.Time == 0 && set.Changed("for") {
			return errors.New("--matches and --for must be above 0")
		}
		return nil
	})
}

// repeatOnResume has the command that goes on with a tournament repeat the flags that its file does not hold.
func repeatOnResume(cmd *cobra.Command, c *contest.Config, names ...string) {
	names = append(names, "sandbox", "kit", "listen", "nats", "token-file", "tls-cert", "tls-key", "tls-ca", "insecure", "verify", "cores", "max-workers")
	beforeRun(cmd, func() error {
		c.Repeat = given(cmd.Flags(), names...)
		return nil
	})
}

func compareCommand() *cobra.Command {
	c := &contest.Config{}
	cmd := &cobra.Command{
		Use:   "compare NEW OLD",
		Short: "See whether a player is better than another one",
		Long: `Compare two players until it is proven which one is better: the same as
game-tui tournament NEW --against OLD. Both play the same matches, each on the same seat
against the same three rivals. What was interrupted goes on with
game-tui tournament --resume.`,
		Example: `game-tui compare ./new/ ./old/
game-tui compare ./new/ ./old/ --rivals ./anna/,./ben/,Greedy
game-tui compare ./mybot/ Greedy --for 10m --fail-on worse`,
		Args: cobra.ArbitraryArgs,
		RunE: typing(func(cmd *cobra.Command, words []resolve.Typed) error {
			if len(words) != 2 {
				return fmt.Errorf("two players are compared, %d named: type game-tui compare NEW OLD", len(words))
			}
			c.Stdout, c.Stderr, c.Old = cmd.OutOrStdout(), cmd.ErrOrStderr(), words[1]
			return contest.Play(cmd.Context(), c, words[:1])
		}),
	}
	set := cmd.Flags()
	addMatches(cmd, &c.Request, "first `seed`")
	takesFolders(set)
	addTournament(cmd, c, cliarg.SeedsUsage)
	set.Lookup("rivals").Usage = "`players`, with commas, of whom both meet three (default: those built in)"
	set.Lookup("matches").Usage = "play at most that `many` matches (default 2000)"
	set.Lookup("stop-early").Usage = "end when it is proven who is better"
	set.Lookup("stop-early").DefValue = "true"
	return cmd
}

const namesUsage = "`file` with a line FOLDER,NAME a player, by which they are called"

func showCommand() *cobra.Command {
	f := &show.Table{}
	cmd := &cobra.Command{
		Use:   "show FILE",
		Short: "Show how a tournament stands, or how it ended",
		Long: `Show the table of a tournament: places, points with 95 % intervals, who beats whom,
the effect of the seats, who went out and why, who was left out, and which matches are
worth a look. The tournament may be under way.

--html writes the same as pages for a browser, on which the worst and the best match of
each player play: these are played again for it.`,
		Example: `game-tui tournament show final.jsonl
game-tui tournament show final.jsonl --csv > final.csv
game-tui tournament show final.jsonl --markdown > final.md
game-tui tournament show final.jsonl --html site
game-tui tournament show final.jsonl --names names.csv -o public.jsonl
game-tui tournament show final.jsonl --ui`,
		Args: exactly(1, "type the record of a tournament: game-tui tournament show FILE"),
		RunE: func(cmd *cobra.Command, words []string) error {
			if f.Private && f.HTML == "" {
				return errors.New("--private is for --html: type both")
			}
			f.Format = formatOf(cmd)
			return f.Print(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), words[0])
		},
	}
	set := cmd.Flags()
	addFormat(cmd, report.JSON, "all of it as JSON")
	addFormat(cmd, report.CSV, "one line a player as CSV, with its share against each of the others")
	addFormat(cmd, report.Markdown, "tables to publish, in Markdown")
	set.BoolVar(&f.Config, "config", false, "print the configuration that is played, and nothing else")
	set.BoolVar(&f.UI, "ui", false, "the dashboard: choose matches to watch; it follows a tournament that is under way")
	set.StringVar(&f.Names, "names", "", namesUsage)
	set.StringVarP(&f.Copy, "output", "o", "", "write a copy of the record to publish in that `file`, in which only the names of --names are")
	set.StringVar(&f.HTML, "html", "", "write a site into that new `folder`, or a page without matches into FILE.html")
	set.BoolVar(&f.Private, "private", false, "of --html: a folder a player, to hand out, with what it printed")
	cmd.MarkFlagsMutuallyExclusive("json", "csv", "markdown", "config", "ui", "output", "html")
	cmd.MarkFlagsMutuallyExclusive("names", "ui")
	return cmd
}

func verifyRecordCommand() *cobra.Command {
	c := &contest.VerifyConfig{Share: 0.05}
	cmd := &cobra.Command{
		Use:   "verify FILE [PLAYER...]",
		Short: "Play a share of a tournament again and say what differs",
		Long: `Play a share of the matches of a record again, drawn by chance, and say which scores
differ. A checksum finds damage; this finds what somebody has changed on purpose.

Programs play where they are typed: those whose files have the hashes that the record
names. Words of the record open nothing. Matches with other programs are counted
apart, and so are those that differ where a program had no time left, here or in the
record. These are named, too, and those counted in which only the record says so: a
changed score may stand there.

Programs have the limits of the record. What is above 10 s of processor time, 1 min for
an answer, 10 min for all of them or 1 GiB counts only where it is typed again.

The exit code is 1 where something differs.`,
		Example: `game-tui tournament verify final.jsonl
game-tui tournament verify final.jsonl players/ --share 20%
game-tui tournament verify final.jsonl players/ --share 100% --json`,
		Args: some("type the record of a tournament: game-tui tournament verify FILE [PLAYER…]"),
		RunE: typing(func(cmd *cobra.Command, words []resolve.Typed) error {
			c.Stderr, c.Format = cmd.ErrOrStderr(), formatOf(cmd)
			c.Repeat = given(cmd.Flags(), "share", "sandbox", "kit", "json")
			return contest.Verify(cmd.Context(), c, cmd.OutOrStdout(), words[0].String(), words[1:])
		}),
	}
	set := cmd.Flags()
	raw := addRequest(cmd, &c.Request)
	set.Var(&c.Share, "share", "play that `share` of the results again; 100% is all")
	addPrograms(set, &c.Request, raw)
	takesFolders(cmd.Flags())
	addFormat(cmd, report.JSON, "all of it as JSON")
	return cmd
}

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
	f.Sandbox = sandbox.Require
	set.Var(&f.Sandbox, "sandbox", "isolation of programs: `auto|off|require`")
	f.MaxLimits, f.MaxFiles = roster.UntrustedLimits, 2<<30
	set.DurationVar(&f.MaxLimits.CPU, "cpu", f.MaxLimits.CPU, "processor `time` that a tournament may give a program in a match")
	set.DurationVar(&f.MaxLimits.Wall, "wall", f.MaxLimits.Wall, "longest `time` that it may wait for one answer of a program")
	set.DurationVar(&f.MaxLimits.MatchWall, "match-wall", f.MaxLimits.MatchWall, "longest `time` that it may wait for all answers of a program in a match")
	set.Var((*cliarg.Size)(&f.MaxLimits.Memory), "memory", "memory that it may give a program: a `size` in bytes, or with K, M, G")
	set.Var(&f.MaxFiles, "max-files", "`size` of all files of programs that are kept while a tournament is played")
	manual.Group(set, limitsTitle, "sandbox", "cpu", "wall", "match-wall", "memory", "max-files")
	return cmd
}

// ladderSeeds is how many seeds are played on a rung at most.
const ladderSeeds = 200

func ladderCommand() *cobra.Command {
	c := &contest.Config{Size: contest.Size{Seeds: cliarg.Seeds{Count: ladderSeeds}}}
	cmd := &cobra.Command{
		Use:   "ladder PLAYER",
		Short: "See which of the built-in players a player beats",
		Long: `Play against the built-in players of a game, the weakest first, until one is not
beaten. On each rung both play the same matches, on the same seat against the same built-in
players, until it is proven who is better. At the end: where the player stands, and which match to look at.`,
		Example: `game-tui ladder ./mybot/
game-tui ladder Greedy --game thepurge`,
		Args: cobra.ArbitraryArgs,
		RunE: typing(func(cmd *cobra.Command, words []resolve.Typed) error {
			c.Stdout, c.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			if len(words) != 1 {
				return fmt.Errorf("one player climbs the ladder, %d named: type game-tui ladder ./mybot/", len(words))
			}
			return contest.Ladder(cmd.Context(), c, words[0])
		}),
	}
	set := cmd.Flags()
	addMatches(cmd, &c.Request, "first `seed`")
	set.Var(&c.Size.Seeds, "seeds", "at most, on a rung: "+cliarg.SeedsUsage)
	addFailOn(set, &c.FailOn, "out", "loss")
	addAlwaysPlain(set)
	return cmd
}

// addAlwaysPlain adds --plain to a command that has no dashboard, so that scripts may give it to all
// commands that play many matches.
func addAlwaysPlain(set *pflag.FlagSet) {
	set.Bool("plain", false, "accepted; progress is always plain lines")
}
