package main

import (
	"cmp"
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
	"game-tui/cmd/game-tui/internal/spectate"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/sanitize"
	"game-tui/tui/cells/theme"
	"game-tui/tui/plain"
)

// addMatchFlags adds the flags shared by the root command, run and serve.
func addMatchFlags(cmd *cobra.Command, f *play.Request, info *infoFlags) {
	set := cmd.Flags()
	addPlayFlags(cmd, f, "`seed`, 0 to 2147483647")
	set.StringVarP(&f.Output, "output", "o", "", "recording `file` to write: .res or .res.gz")
	set.BoolVar(&f.WriteNotes, "notes", false, "also write FILE.notes: orders, events, player output")
	set.BoolVar(&f.Strict, "strict", false, "stop at a rule violation where the official program does")
	set.Float64Var(&f.Pace, "pace", 0, "play at most this many `rounds` a second")
	set.Var(funcValue{func(text string) error {
		if text != "on" && text != "off" {
			return errors.New("expected on or off")
		}
		f.ShowClock = text == "on"
		return nil
	}, func() string { return map[bool]string{false: "off", true: "on"}[f.ShowClock] }}, "clock", "show players the processor time used, as the judge does: `on|off`")
	set.BoolVarP(&info.listPlayers, "list", "l", false, "list the game's players")
	set.BoolVarP(&info.showVersion, "version", "v", false, "print the versions of the program and games")
	manual.Group(set, programsTitle, "clock")
}

// addFailOnFlag adds --fail-on, which takes a comma-separated list of the given kinds.
func addFailOnFlag(set *pflag.FlagSet, list *play.FailOn, kinds ...string) {
	set.Var(funcValue{func(text string) error {
		*list = strings.Split(text, ",")
		if slices.ContainsFunc(*list, func(kind string) bool { return !slices.Contains(kinds, kind) }) {
			return fmt.Errorf("expected one or more of %s", strings.Join(kinds, ","))
		}
		return nil
	}, func() string { return strings.Join(*list, ",") }},
		"fail-on", "exit 1 when the first player meets one of these `kinds`: "+strings.Join(kinds, ","))
}

// addPlayFlags adds the flags of all commands that play matches. seedUsage begins the usage text of
// --seed.
func addPlayFlags(cmd *cobra.Command, f *play.Request, seedUsage string) {
	raw := newRequestFlags(cmd, f)
	set := cmd.Flags()
	set.StringVarP(&f.Input, "input", "i", "", "configuration or recording `file`; - is standard input")
	set.StringVar(&f.Game, "game", "", gameUsage())
	set.StringVarP(&raw.seed, "seed", "s", "", seedUsage+" (default: a random one, which is shown)")
	addProgramFlags(set, f, raw)
	cmd.ValidArgsFunction = completePlayers(&f.Game)
}

// programsTitle is the help heading for flags about players that are programs.
const programsTitle = "External players"

// addProgramFlags adds the flags for players that are programs or sources.
func addProgramFlags(set *pflag.FlagSet, f *play.Request, raw *requestFlags) {
	addLimitFlags(set, f, raw)
	set.Var(typedValue{&f.Kit}, "kit", "build sources and object files with this kit (`folder`); sets the game")
	manual.Group(set, programsTitle, "kit")
}

// addLimitFlags adds --sandbox and the limits of programs and compilers, which have a help page of
// their own.
func addLimitFlags(set *pflag.FlagSet, f *play.Request, raw *requestFlags) {
	l := &f.Limits
	*l = sim.DefaultLimits
	set.StringVar(&raw.preset, "limits", "", "`preset` of limits: judge, the course's limits")
	set.DurationVar(&l.CPU, "cpu", l.CPU, "processor `time` per match")
	set.DurationVar(&l.Wall, "wall", l.Wall, "`time` to wait for one answer")
	set.DurationVar(&l.MatchWall, "match-wall", l.MatchWall, "`time` to wait for all answers in a match")
	set.Var((*cliarg.Size)(&l.Memory), "memory", "memory `size`, in bytes or with a K, M or G suffix")
	set.Var((*cliarg.Size)(&l.AddressSpace), "address-space", "`size` of the address space for a kit's player")
	set.Var((*cliarg.Size)(&l.Stack), "stack", "`size` of the stack")
	set.IntVar(&l.OpenFiles, "open-files", l.OpenFiles, "`number` of open files for a kit's player, including its three pipes")
	set.IntVar(&l.Processes, "processes", l.Processes, "`number` of processes and threads for a kit's player")
	set.Var((*cliarg.Size)(&l.FileSize), "file-size", "`size` of each file written, without a sandbox")
	for _, name := range []string{"address-space", "stack", "file-size"} {
		if flag := set.Lookup(name); flag.DefValue == "0" {
			flag.DefValue = "" // no default is shown, because it depends on the sandbox
		}
	}
	set.BoolVar(&l.Unlimited, "no-limits", false, "lift all limits")
	set.Var(&f.Sandbox, "sandbox", "sandbox for programs: `auto|off|require`")
	b := &f.BuildBudget
	*b = sandbox.DefaultBuildBudget
	set.IntVar(&b.Processes, "build-processes", b.Processes, "`number` of processes for a compiler")
	set.Var((*cliarg.Size)(&b.Memory), "build-memory", "memory `size` for a compiler")
	set.Var((*cliarg.Size)(&b.Disk), "build-disk", "disk space (`size`) for a compiler")
	set.BoolVar(&f.RetryBuild, "build-retry", false, "retry sources that failed to compile")
	folded := slices.Concat(limitFlagNames, buildFlagNames, []string{"build-retry"})
	manual.Group(set, programsTitle, append(folded, "sandbox")...)
	manual.Fold(set, "Time, memory and compiler limits: see game-tui help limits", folded...)
}

// addFolderSandboxUsage adds the default for folders and tournament files to the usage of --sandbox.
func addFolderSandboxUsage(set *pflag.FlagSet) {
	set.Lookup("sandbox").Usage = "sandbox for programs (folders and tournament files default to require): `auto|off|require`"
}

func gameUsage() string { return "`game` to play: " + strings.Join(catalog.Names(), ", ") }

// formatOf returns the output format selected by a flag, or report.Text.
func formatOf(cmd *cobra.Command) report.Format {
	for _, f := range report.FlagFormats {
		if on, err := cmd.Flags().GetBool(f.String()); on && err == nil { // an error means that the command lacks the flag
			return f
		}
	}
	return report.Text
}

// addFormatFlag adds the flag for an output format, which excludes the flags for other formats.
func addFormatFlag(cmd *cobra.Command, format report.Format, usage string) {
	cmd.Flags().Bool(format.String(), false, usage)
	for _, other := range report.FlagFormats {
		if other != format && cmd.Flags().Lookup(other.String()) != nil {
			markExclusive(cmd, other.String(), format.String())
		}
	}
}

const networkTitle = "Network"

// addDialFlags adds the flags of a command that connects to a server. tokenUsage is the usage of
// --token-file.
func addDialFlags(cmd *cobra.Command, f *network.Access, tokenUsage string) {
	set := cmd.Flags()
	set.StringVar(&f.TokenFile, "token-file", "", tokenUsage)
	set.StringVar(&f.CAFile, "tls-ca", "", "trusted certificates (`file`) instead of the system's")
	set.BoolVar(&f.Insecure, "insecure", false, "allow remote connections without TLS; anyone on the network path can read and change the data")
	manual.Group(set, networkTitle, "token-file", "tls-ca", "insecure")
}

func addListenFlags(cmd *cobra.Command, f *network.Access) {
	set := cmd.Flags()
	set.StringVar(&f.CertFile, "tls-cert", "", "this machine's TLS certificate (`file`)")
	set.StringVar(&f.KeyFile, "tls-key", "", "key (`file`) for --tls-cert")
	requireOneOf(cmd, "needs --tls-key FILE", []string{"tls-key"}, "tls-cert")
	requireOneOf(cmd, "needs --tls-cert FILE", []string{"tls-cert"}, "tls-key")
	manual.Group(set, networkTitle, "tls-cert", "tls-key")
}

func addWorkerFlags(cmd *cobra.Command, f *contest.WorkersConfig) {
	set := cmd.Flags()
	set.StringVar(&f.ListenAddr, "listen", "", "`address` to listen on for workers, such as 0.0.0.0:4222")
	set.StringVar(&f.NATSURL, "nats", "", "`URL` of a NATS server that workers connect to")
	addDialFlags(cmd, &f.Access, "`file` of NAME TOKEN lines that admit workers; created if missing")
	addListenFlags(cmd, &f.Access)
	f.ReplayShare = 0.01
	set.Var(&f.ReplayShare, "verify", "`share` of the workers' results to check here")
	addCoresFlag(set, &f.Cores, "`number` of cores to use here; 0 leaves all matches to workers")
	set.IntVar(&f.MaxWorkers, "max-workers", 64, "`number` of workers at a time; each takes up to 8 MiB of memory here")
	markExclusive(cmd, "listen", "nats")
	requireOneOf(cmd, "only applies to workers; add --listen ADDRESS or --nats URL", []string{"listen", "nats"},
		"token-file", "tls-cert", "tls-key", "tls-ca", "insecure", "verify", "max-workers")
	manual.Group(set, networkTitle, "listen", "nats", "verify", "cores", "max-workers")
}

func addCoresFlag(set *pflag.FlagSet, cores *int, usage string) {
	set.IntVar(cores, "cores", runtime.GOMAXPROCS(0), usage)
	set.Lookup("cores").DefValue = "all"
}

func markExclusive(cmd *cobra.Command, names ...string) {
	cmd.MarkFlagsMutuallyExclusive(names...) // once one flag is typed, completion hides the others
	addPreRun(cmd, func() error {
		given := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !cmd.Flags().Changed(name) })
		if len(given) > 1 {
			return fmt.Errorf("--%s cannot be combined; use only one of them", strings.Join(given, " and --"))
		}
		return nil
	})
}

// excludeFlags makes a flag incompatible with others. The error contains reason, such as "keeps the
// file's settings".
func excludeFlags(cmd *cobra.Command, flag, reason string, others ...string) {
	for _, other := range others {
		cmd.MarkFlagsMutuallyExclusive(flag, other)
	}
	addPreRun(cmd, func() error {
		if i := slices.IndexFunc(others, cmd.Flags().Changed); i >= 0 && cmd.Flags().Changed(flag) {
			return fmt.Errorf("--%s %s; omit --%s", flag, reason, others[i])
		}
		return nil
	})
}

func addViewFlags(cmd *cobra.Command, f *spectate.Config) {
	set := cmd.Flags()
	set.BoolVar(&f.Paused, "paused", false, "start paused")
	set.Float64Var(&f.Speed, "speed", 5, "playback speed in `rounds` per second")
	f.Unit = sim.NoUnit
	set.IntVar(&f.Round, "round", -1, "open at this `round`")
	set.StringVar(&f.Palette, "palette", "", "colour `palette`: "+strings.Join(theme.Names(), ", "))
	set.StringVar(&f.Me, "me", "", "highlight this `player`: a name or a seat number")
	set.BoolVar(&f.CaptureMouse, "mouse", true, "capture the mouse; --mouse=false leaves it to the terminal")
	set.StringVar(&f.Motion, "motion", "", "highlight changes for a moment, at up to 5 rounds per second: `on|off`")
	set.BoolVar(&f.NoSpoilers, "no-spoilers", false, "hide rounds that you have not reached")
	set.BoolVar(&f.PauseOnOut, "pause-on-out", false, "pause when a player goes out")
	set.BoolVar(&f.Plain, "plain", false, "print lines of text instead of opening the spectator")
	set.StringVar(&f.LineKinds, "only", "", "with --plain, print only these `kinds` of lines, separated by commas: "+strings.Join(plain.KindNames, ", "))
	set.Lookup("round").DefValue = "" // -1 means no round, so no default is shown
	set.Lookup("motion").DefValue = "on"
	manual.Group(set, "Spectator", "paused", "speed", "round", "me", "palette", "mouse", "motion", "no-spoilers", "pause-on-out", "plain", "only")
}

// preferenceFlags lists the flags that may be set in the preferences file.
var preferenceFlags = []string{"palette", "speed", "mouse", "motion", "me", "plain"}

// applyPreferences applies the user's preferences to flags that were not given. The preferences
// file may be missing.
func applyPreferences(cmd *cobra.Command, f *spectate.Config) error {
	if err := f.CheckDisplay(); err != nil {
		return err // the error is about a flag that was typed
	}
	f.MeGiven = cmd.Flags().Changed("me")
	dir, err := os.UserConfigDir()
	if err != nil {
		return nil // this system has no configuration folder
	}
	path := filepath.Join(dir, "game-tui", "config")
	text, err := files.ReadUTF8(path, 64<<10)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return cmp.Or(err, setPreferences(path, string(text), cmd.Flags(), f.CheckDisplay))
}

// expectedValue describes the values that a flag with a number or a switch accepts.
func expectedValue(flag *pflag.Flag) string {
	if flag.Value.Type() == "bool" {
		return "true or false"
	}
	return "a number"
}

// setPreferences parses lines of the form "name = value" and sets flags that were not given.
// Comments begin with #.
func setPreferences(path, text string, set *pflag.FlagSet, check func() error) error {
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name, value, _ := strings.Cut(line, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		var err error
		switch {
		case value == "":
			err = fmt.Errorf("%q: expected NAME = VALUE, such as palette = light", sanitize.Truncate(line, 40))
		case !slices.Contains(preferenceFlags, name):
			err = fmt.Errorf("%q cannot be set here; expected one of %s", sanitize.Truncate(name, 40), strings.Join(preferenceFlags, ", "))
		case !set.Lookup(name).Changed && set.Lookup(name).Value.Set(value) != nil:
			err = fmt.Errorf("%s = %q: expected %s", name, sanitize.Truncate(value, 40), expectedValue(set.Lookup(name)))
		}
		if err = cmp.Or(err, check()); err != nil {
			return fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
	}
	return nil
}
