package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"game-tui/ai/process/sandbox"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/sim"
	"game-tui/tui/replay/playback"
)

// addPreRun registers a function that checks or resolves the parsed flags before cmd runs.
func addPreRun(cmd *cobra.Command, check func() error) {
	earlier := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		if earlier != nil {
			if err := earlier(cmd, args); err != nil {
				return err
			}
		}
		return check()
	}
}

// Names of flags that suggested commands repeat.
var (
	sourceFlagNames = []string{"input", "game"}
	limitFlagNames  = []string{"limits", "cpu", "wall", "match-wall", "memory", "address-space", "stack", "open-files", "processes", "file-size", "no-limits"}
	buildFlagNames  = []string{"build-processes", "build-memory", "build-disk"}
	ruleFlagNames   = slices.Concat([]string{"strict", "clock"}, limitFlagNames, []string{"sandbox", "kit"}, buildFlagNames)
	viewFlagNames   = []string{"pace", "paused", "speed", "me", "palette", "mouse", "motion", "no-spoilers", "pause-on-out", "plain", "only"}
)

// requestFlags holds raw flag values that resolve converts into a request.
type requestFlags struct {
	seed   string
	preset string // name of a limits preset
}

// newRequestFlags returns storage for flag values, which are resolved into f before cmd runs.
func newRequestFlags(cmd *cobra.Command, f *play.Request) *requestFlags {
	raw := &requestFlags{}
	addPreRun(cmd, func() error { return raw.resolve(cmd, f) })
	return raw
}

// resolve sets the fields of f that depend on several flags, or on whether a flag was given.
func (raw *requestFlags) resolve(cmd *cobra.Command, f *play.Request) error {
	set := cmd.Flags()
	f.Options = play.Options{Source: changedFlags(set, sourceFlagNames...), Rules: changedFlags(set, ruleFlagNames...), Limits: changedFlags(set, limitFlagNames...), View: changedFlags(set, viewFlagNames...)}
	f.CommandNames = nil
	for _, c := range cmd.Root().Commands() {
		if name := c.Name(); name != "help" && name != "completion" {
			f.CommandNames = append(f.CommandNames, name)
		}
	}
	f.FolderSandbox = sandbox.Require
	if set.Changed("sandbox") {
		f.FolderSandbox = f.Sandbox
	}
	if f.Pace != 0 && !(f.Pace >= playback.MinSpeed) {
		return fmt.Errorf("--pace %v: expected at least %v rounds a second, or 0 for no limit", f.Pace, playback.MinSpeed)
	}
	if err := raw.resolveLimits(set, &f.Limits); err != nil {
		return err
	}
	f.Seed = nil
	if !set.Changed("seed") {
		return nil
	}
	n, err := cliarg.ParseSeed(raw.seed, f.Strict)
	f.Seed = &n
	return err
}

// resolveLimits applies the preset to limits that were not given, and validates the limits.
func (raw *requestFlags) resolveLimits(set *pflag.FlagSet, l *sim.Limits) error {
	if raw.preset == "judge" {
		applyJudgeLimits(set, l)
	}
	switch {
	case raw.preset != "" && raw.preset != "judge":
		return fmt.Errorf("--limits %q: the only preset is judge, the course's limits", raw.preset)
	case min(l.CPU, l.Wall, l.MatchWall) <= 0:
		return errors.New("--cpu, --wall and --match-wall must be above 0; --no-limits lifts all limits")
	case min(l.OpenFiles, l.Processes) < 0:
		return errors.New("--open-files and --processes cannot be negative; 0 leaves them to the sandbox")
	}
	return nil
}

// applyJudgeLimits replaces all limits not set by flags with the judge's. The default for --wall is
// twice --cpu.
func applyJudgeLimits(set *pflag.FlagSet, l *sim.Limits) {
	typed := map[*pflag.Flag]string{}
	for _, name := range limitFlagNames[1:] {
		if flag := set.Lookup(name); flag.Changed {
			typed[flag] = flag.Value.String()
		}
	}
	*l = sim.JudgeLimits
	for flag, text := range typed {
		_ = flag.Value.Set(text) // cannot fail: the flag accepted this text before
	}
	if !set.Changed("wall") {
		l.Wall = 2 * l.CPU
	}
}

// requireOneOf makes each flag in names require one of alternatives. hint follows the flag's name
// in the error.
func requireOneOf(cmd *cobra.Command, hint string, alternatives []string, names ...string) {
	addPreRun(cmd, func() error {
		if slices.ContainsFunc(alternatives, cmd.Flags().Changed) {
			return nil
		}
		if i := slices.IndexFunc(names, cmd.Flags().Changed); i >= 0 {
			return fmt.Errorf("--%s %s", names[i], hint)
		}
		return nil
	})
}

// changedFlags returns the named flags that were given, formatted for a command line.
func changedFlags(set *pflag.FlagSet, names ...string) []string {
	var words []string
	for _, name := range names {
		flag := set.Lookup(name)
		switch {
		case flag == nil || !flag.Changed:
		case flag.Value.Type() == "bool" && flag.Value.String() == "true":
			words = append(words, "--"+name)
		default:
			words = append(words, "--"+name+"="+cliarg.Quote(flag.Value.String()))
		}
	}
	return words
}
