package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"game-tui/cmd/game-tui/manual"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim"
	"game-tui/sim/catalog"
)

// addMatch adds the flags of all commands that play a match.
func addMatch(cmd *cobra.Command, f *play.Request, info *infoFlags) {
	set := cmd.Flags()
	addRequest(cmd, f)
	set.StringVarP(&f.Seed, "seed", "s", "", "`seed`, 0 to 2147483647; without it a fresh one is drawn and shown")
	addGame(set, f)
	set.StringVarP(&f.Output, "output", "o", "", "write the recording (.res) to this `file`; .gz packs it")
	set.BoolVar(&f.Notes, "notes", false, "write FILE.notes beside the recording: orders, events, output of players")
	set.BoolVar(&f.Strict, "strict", false, "stop like the official program where a player breaks the rules")
	set.Float64Var(&f.Pace, "pace", 0, "play at most that many `rounds` a second")
	set.StringVar(&f.Clock, "clock", "off", "states show the share of processor time that was used, as on the judge: `on|off`")
	addLimits(set, f)
	info.add(cmd)
	manual.Group(set, limitsTitle, "clock")
}

// addRequest tells a request what was typed.
func addRequest(cmd *cobra.Command, f *play.Request) {
	f.Given = func(names ...string) []string { return given(cmd.Flags(), names...) }
	f.Commands = func() []string { return siblings(cmd.Root()) }
}

// addPlayerSeeds adds the flag of commands that play a single match.
func addPlayerSeeds(set *pflag.FlagSet, f *play.Request) {
	set.Var(&f.PlayerSeeds, "player-seeds", typed.PlayerSeedsUsage)
}

// addGame adds the flags that say what is played.
func addGame(set *pflag.FlagSet, f *play.Request) {
	set.StringVarP(&f.Input, "input", "i", "", "configuration `file`; - is standard input")
	set.StringVar(&f.Game, "game", "", gameUsage())
}

// limitsTitle is the group of flags of programs.
const limitsTitle = "Players that are programs"

// addLimits adds the flags that say what programs may do.
func addLimits(set *pflag.FlagSet, f *play.Request) {
	limits := sim.DefaultLimits
	set.DurationVar(&f.CPU, "cpu", limits.CPU, "processor `time` that a program may use in a match")
	set.DurationVar(&f.Wall, "wall", limits.Wall, "longest `time` to wait for one answer of a program")
	set.DurationVar(&f.MatchWall, "match-wall", limits.MatchWall, "longest `time` to wait for all answers of a program in a match")
	set.StringVar(&f.Memory, "memory", "512M", "memory of a program: a `size` in bytes, or with K, M, G")
	set.BoolVar(&f.NoLimits, "no-limits", false, "no limit holds for programs")
	set.Var(&f.Sandbox, "sandbox", "isolation of programs: `auto|off|require`")
	manual.Group(set, limitsTitle, "cpu", "wall", "match-wall", "memory", "no-limits", "sandbox")
}

// gameUsage is what --game says wherever it chooses what is played.
func gameUsage() string { return "`game` to play: " + strings.Join(catalog.Names(), ", ") }

// given writes those of the flags that were typed as they may be typed again.
func given(set *pflag.FlagSet, names ...string) []string {
	var words []string
	for _, name := range names {
		flag := set.Lookup(name)
		switch {
		case flag == nil || !flag.Changed:
		case flag.Value.Type() == "bool" && flag.Value.String() == "true":
			words = append(words, "--"+name)
		default:
			words = append(words, "--"+name+"="+typed.Quoted(flag.Value.String()))
		}
	}
	return words
}

// siblings are the names of the commands below one that are this program's own.
func siblings(root *cobra.Command) (names []string) {
	for _, cmd := range root.Commands() {
		if name := cmd.Name(); name != "help" && name != "completion" {
			names = append(names, name)
		}
	}
	return names
}
