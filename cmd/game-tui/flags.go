package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"game-tui/ai/process/sandbox"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/contest"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/manual"
	"game-tui/cmd/game-tui/internal/network"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/cmd/game-tui/internal/serve"
	"game-tui/cmd/game-tui/internal/spectate"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/clean"
	"game-tui/tui/text"
	"game-tui/tui/theme"
)

// addMatch adds the flags of all commands that play a match.
func addMatch(cmd *cobra.Command, f *play.Request, info *infoFlags) {
	set := cmd.Flags()
	addMatches(cmd, f, "`seed`, 0 to 2147483647")
	set.StringVarP(&f.Output, "output", "o", "", "write the recording (.res) to this `file`; .gz packs it")
	set.BoolVar(&f.Notes, "notes", false, "write FILE.notes beside the recording: orders, events, output of players")
	set.BoolVar(&f.Strict, "strict", false, "stop like the official program where a player breaks the rules")
	set.Float64Var(&f.Pace, "pace", 0, "play at most that many `rounds` a second")
	set.Var(onOff{&f.Clock}, "clock", "states show the share of processor time that was used, as on the judge: `on|off`")
	info.add(cmd)
	manual.Group(set, limitsTitle, "clock")
}

// addFailOn adds the flag by which a command fails for what becomes of the player named first.
func addFailOn(set *pflag.FlagSet, f *play.FailOn, kinds ...string) {
	set.Var(failOnFlag{kinds, f}, "fail-on", "exit code 1 where that becomes of the player named first: `"+strings.Join(kinds, ",")+"`, or some of these")
}

// addMatches adds the flags of all commands that play matches of some players; seed is what help says of
// the seed.
func addMatches(cmd *cobra.Command, f *play.Request, seed string) {
	raw := addRequest(cmd, f)
	set := cmd.Flags()
	set.StringVarP(&f.Input, "input", "i", "", "configuration or recording `file`; - is standard input")
	set.StringVar(&f.Game, "game", "", gameUsage())
	set.VarP(&raw.seed, "seed", "s", seed+"; without it a fresh one is drawn and shown")
	addPrograms(set, f, raw)
	cmd.ValidArgsFunction = completePlayers(&f.Game)
}

// limitsTitle is the group of flags of programs.
const limitsTitle = "Players that are programs"

// addPrograms adds the flags of players that are programs, or sources of them.
func addPrograms(set *pflag.FlagSet, f *play.Request, raw *requestFlags) {
	addLimits(set, f, raw)
	set.Var(typedValue{&f.Kit}, "kit", "`folder` of the kit of players that are sources or object files; its game is played")
	manual.Group(set, limitsTitle, "kit")
}

// addLimits adds the flags that say what programs may do.
func addLimits(set *pflag.FlagSet, f *play.Request, raw *requestFlags) {
	l := &f.Limits
	*l = sim.DefaultLimits
	set.StringVar(&raw.preset, "limits", "", "limits of the course's judge where none is typed: `judge`")
	set.DurationVar(&l.CPU, "cpu", l.CPU, "processor `time` that a program may use in a match")
	set.DurationVar(&l.Wall, "wall", l.Wall, "longest `time` to wait for one answer of a program")
	set.DurationVar(&l.MatchWall, "match-wall", l.MatchWall, "longest `time` to wait for all answers of a program in a match")
	set.Var((*cliarg.Size)(&l.Memory), "memory", "memory of a program: a `size` in bytes, or with K, M, G")
	set.Var((*cliarg.Size)(&l.AddressSpace), "address-space", "`size` of all that a kit's player maps")
	set.Var((*cliarg.Size)(&l.Stack), "stack", "`size` of a program's stack")
	set.IntVar(&l.OpenFiles, "open-files", l.OpenFiles, "`number` of files that a kit's player has open, the three pipes included")
	set.IntVar(&l.Processes, "processes", l.Processes, "`number` of processes and threads of a kit's player")
	set.Var((*cliarg.Size)(&l.FileSize), "file-size", "`size` of a file that a program may write where there is no sandbox, in which it writes none")
	for _, name := range []string{"address-space", "stack", "file-size"} {
		if flag := set.Lookup(name); flag.DefValue == "0" {
			flag.DefValue = "" // what the sandbox gives
		}
	}
	set.BoolVar(&l.Unlimited, "no-limits", false, "no limit holds for programs")
	set.Var(&f.Sandbox, "sandbox", "isolation of programs: `auto|off|require`")
	manual.Group(set, limitsTitle, append(slices.Clone(limitNames), "sandbox")...)
	addBuild(set, f)
}

// takesFolders adds to the help of --sandbox what holds for players of folders and records.
func takesFolders(set *pflag.FlagSet) {
	set.Lookup("sandbox").Usage = "isolation of programs (folders and records: require): `auto|off|require`"
}

// addBuild adds the flags of compilers: their budget, and what they do again.
func addBuild(set *pflag.FlagSet, f *play.Request) {
	b := &f.Build
	*b = sandbox.DefaultBuild
	set.IntVar(&b.Processes, "build-processes", b.Processes, "`number` of processes that a compiler may have")
	set.Var((*cliarg.Size)(&b.Memory), "build-memory", "`size` of memory for a compiler's processes together")
	set.Var((*cliarg.Size)(&b.Disk), "build-disk", "`size` of disk space for a compiler")
	set.BoolVar(&f.RetryBuild, "build-retry", false, "compile again what did not compile before")
	manual.Group(set, limitsTitle, append(slices.Clone(buildNames), "build-retry")...)
}

// gameUsage is what --game says wherever it chooses what is played.
func gameUsage() string { return "`game` to play: " + strings.Join(catalog.Names(), ", ") }

// formatOf is the format that was asked for.
func formatOf(cmd *cobra.Command) report.Format {
	for _, f := range report.Formats {
		if on, err := cmd.Flags().GetBool(f.String()); on && err == nil { // an error: it has no such flag
			return f
		}
	}
	return report.Text
}

// addFormat adds the flag that asks for a format in place of text. Of several only one may be typed.
func addFormat(cmd *cobra.Command, is report.Format, usage string) {
	cmd.Flags().Bool(is.String(), false, usage)
	for _, other := range report.Formats {
		if other != is && cmd.Flags().Lookup(other.String()) != nil {
			cmd.MarkFlagsMutuallyExclusive(other.String(), is.String())
		}
	}
}

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

// addWorkers adds the flags of a tournament that many machines play.
func addWorkers(cmd *cobra.Command, f *contest.Workers) {
	set := cmd.Flags()
	set.StringVar(&f.Listen, "listen", "", "let workers play, too: the `address` on which they reach this program, such as 0.0.0.0:4222")
	set.StringVar(&f.NATS, "nats", "", "let workers play, too, which connect to the NATS server of that `URL` like this program")
	addDial(cmd, &f.Access, "`file` with lines NAME TOKEN: workers with these are let in; made where it is not there")
	addListen(cmd, &f.Access)
	f.Share = 0.01
	set.Var(&f.Share, "verify", "play that `share` of the workers' results again here and log differences")
	addCores(set, &f.Cores, "play on that `number` of cores of this machine; 0 leaves all to workers")
	set.IntVar(&f.Max, "max-workers", 64, "`number` of workers at a time, each of which may take 8 MiB of memory here")
	cmd.MarkFlagsMutuallyExclusive("listen", "nats")
	requireOneOf(cmd, "is for workers: let them come with --listen ADDRESS or --nats URL", []string{"listen", "nats"},
		"token-file", "tls-cert", "tls-key", "tls-ca", "insecure", "verify", "max-workers")
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
	set.IntVar(&f.Edges, "max-edges", 64, "`number` of servers that follow, each of which may take 8 MiB of memory here")
	requireOneOf(cmd, "is for many servers: name them with --publish ADDRESS or --from URL", []string{"publish", "from"},
		"token-file", "tls-cert", "tls-key", "tls-ca", "insecure", "max-edges")
	standsAlone(cmd, "from", "shows what another server plays", "seed", "input", "game", "loop", "pace", "begin", "intermission", "clock", "publish")
	manual.Group(set, hubTitle, "publish", "from", "max-edges")
}

// whyAlone is the annotation of a flag that says why others are to be left out.
const whyAlone = "game-tui-alone"

// standsAlone says that a flag stands without the others, and why: "keeps the settings of the file".
func standsAlone(cmd *cobra.Command, flag, why string, others ...string) {
	_ = cmd.Flags().SetAnnotation(flag, whyAlone, []string{why})
	for _, other := range others {
		cmd.MarkFlagsMutuallyExclusive(flag, other)
	}
}

// groupError says what to type where cobra finds flags that belong together, or do not.
func groupError(cmd *cobra.Command, err error) error {
	if err == nil {
		return nil
	}
	group, rule, ok := strings.Cut(strings.TrimPrefix(err.Error(), "if any flags in the group ["), "] are set ")
	if !ok {
		return err
	}
	flags := strings.Fields(group)
	if strings.HasPrefix(rule, "they must") {
		return errors.New("--" + strings.Join(flags, " and --") + " belong together: give both")
	}
	if f := cmd.Flags().Lookup(flags[0]); f != nil && f.Annotations[whyAlone] != nil && len(flags) == 2 {
		return fmt.Errorf("--%s %s: leave out --%s", flags[0], f.Annotations[whyAlone][0], flags[1])
	}
	flags = slices.DeleteFunc(flags, func(name string) bool { return !cmd.Flags().Changed(name) })
	return errors.New("--" + strings.Join(flags, " and --") + " exclude each other: type one of the two")
}

// addView adds the flags that say how the spectator opens.
func addView(cmd *cobra.Command, f *spectate.View) {
	set := cmd.Flags()
	set.BoolVar(&f.Paused, "paused", false, "open still")
	set.Float64Var(&f.Speed, "speed", 5, "playback in `rounds` a second")
	f.Unit = sim.NoUnit
	set.IntVar(&f.Round, "round", -1, "open at this `round`")
	set.StringVar(&f.Palette, "palette", "", "`palette` of colours: "+strings.Join(theme.Names(), ", "))
	set.StringVar(&f.Me, "me", "", "put this `player` in front: a name, or the number of a seat")
	set.BoolVar(&f.Mouse, "mouse", true, "take clicks and the wheel; --mouse=false leaves them to the terminal")
	set.StringVar(&f.Motion, "motion", "", "let what a round changed stand out for a moment, while a match plays at up to 5 rounds a second: `on|off`")
	set.BoolVar(&f.NoSpoilers, "no-spoilers", false, "hide the future of a recording in timeline, chart and heading")
	set.BoolVar(&f.PauseOnOut, "pause-on-out", false, "pause in the round in which a player goes out")
	set.BoolVar(&f.Plain, "plain", false, "in place of the spectator print lines: what happens in each round, and its scores; in a terminal by what is typed")
	set.StringVar(&f.Only, "only", "", "with --plain: tell these `kinds` of lines, with commas: "+strings.Join(text.KindNames, ", "))
	set.Lookup("round").DefValue = "" // none: what is open, or the beginning
	set.Lookup("motion").DefValue = "on"
	manual.Group(set, "Spectator", "paused", "speed", "round", "me", "palette", "mouse", "motion", "no-spoilers", "pause-on-out", "plain", "only")
}

// preferences are what the file of preferences may set of the spectator, by the names
// of their flags.
var preferences = []string{"palette", "speed", "mouse", "motion", "me", "plain"}

// prefer sets the flags that were not typed to what the user prefers. It is no error that there is no
// file of preferences.
func prefer(cmd *cobra.Command, f *spectate.View) error {
	if err := f.CheckLook(); err != nil {
		return err // of what was typed
	}
	f.TypedMe = cmd.Flags().Changed("me")
	dir, err := os.UserConfigDir()
	if err != nil {
		return nil // the system does not say where such files belong
	}
	path := filepath.Join(dir, "game-tui", "config")
	text, err := files.UTF8(path, maxPreferences)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	return setPreferences(path, string(text), cmd.Flags(), f.CheckLook)
}

// maxPreferences bounds the file of preferences.
const maxPreferences = 64 << 10

// setPreferences sets flags to what lines "name = value" say, of which what follows a # is a
// comment. The mark with which editors of Windows begin UTF-8 is left out.
func setPreferences(path, text string, set *pflag.FlagSet, check func() error) error {
	for i, line := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		err := setPreference(line, set)
		if err == nil {
			err = check()
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
	}
	return nil
}

// setPreference sets a flag, unless it was typed.
func setPreference(line string, set *pflag.FlagSet) error {
	name, value, _ := strings.Cut(line, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if value == "" {
		return fmt.Errorf("%q: expected a name, = and a value, such as palette = light", clean.Truncate(line, 40))
	}
	if !slices.Contains(preferences, name) {
		return fmt.Errorf("%q cannot be set here; there are %s", clean.Truncate(name, 40), strings.Join(preferences, ", "))
	}
	flag := set.Lookup(name)
	if flag.Changed || flag.Value.Set(value) == nil {
		return nil
	}
	wanted := "a number" // any word will do for the others
	if flag.Value.Type() == "bool" {
		wanted = "true or false"
	}
	return fmt.Errorf("%s = %q: expected %s", name, clean.Truncate(value, 40), wanted)
}
