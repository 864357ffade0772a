package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"game-tui/ai"
	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/contest"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/sim/game/catalog"
	"game-tui/tui/cells/theme"
	"game-tui/tui/export"
	"game-tui/tui/plain"
)

// rangeArgs returns a check that fails with hint unless there are minimum to maximum arguments.
func rangeArgs(minimum, maximum int, hint string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < minimum || len(args) > maximum {
			return errors.New(hint)
		}
		return nil
	}
}

// completePlayers completes the names of built-in players, and file names for programs.
func completePlayers(game *string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		name := *game
		if name == "" {
			name = catalog.Default().Name()
		}
		var list []cobra.Completion
		for _, p := range ai.Players(name) {
			list = append(list, cobra.CompletionWithDesc(p.Name, p.Description))
		}
		return list, cobra.ShellCompDirectiveDefault
	}
}

// registerCompletions registers completions for the flags of a command and its subcommands.
func registerCompletions(cmd *cobra.Command) {
	for flag, words := range map[string][]string{
		"game":    catalog.Names(),
		"palette": theme.Names(),
		"clock":   {"off", "on"},
		"limits":  {"judge"},
		"motion":  {"on", "off"},
		"sandbox": {"auto", "off", "require"},
		"format":  export.FormatNames(),
		"zoom":    export.ZoomNames(),
	} {
		if cmd.Flags().Lookup(flag) != nil {
			_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
		}
	}
	if cmd.Flags().Lookup("only") != nil {
		_ = cmd.RegisterFlagCompletionFunc("only", completeLineKinds)
	}
	for _, sub := range cmd.Commands() {
		registerCompletions(sub)
	}
}

// typedValue is the value of a flag or argument that may name a program. Only its Set method marks
// a word as typed by the user.
type typedValue struct{ word *resolve.Typed }

func (v typedValue) Set(arg string) error {
	*v.word = resolve.NewTyped(arg)
	return nil
}

func (v typedValue) String() string { return v.word.String() }
func (typedValue) Type() string     { return "string" }

// funcValue is a flag value with custom syntax.
type funcValue struct {
	set  func(string) error
	text func() string
}

func (v funcValue) Set(text string) error { return v.set(text) }
func (v funcValue) String() string        { return v.text() }
func (funcValue) Type() string            { return "string" }

// newAssignmentsValue returns a repeatable flag that appends its values to list. form describes a value.
func newAssignmentsValue(list *[]contest.Assignment, form string) funcValue {
	return funcValue{func(word string) error {
		key, player, ok := strings.Cut(word, "=")
		if !ok || key == "" || player == "" {
			return errors.New("expected " + form)
		}
		*list = append(*list, contest.Assignment{Key: key})
		return typedValue{&(*list)[len(*list)-1].Player}.Set(player)
	}, func() string { return "" }} // suggested commands never repeat this flag
}

// newPlayersValue returns a flag that takes a comma-separated list of players.
func newPlayersValue(words *[]resolve.Typed) funcValue {
	return funcValue{func(text string) error {
		for word := range strings.SplitSeq(text, ",") {
			if word == "" {
				return errors.New("empty name in the list of players; expected names such as Greedy,Demo")
			}
			*words = append(*words, resolve.Typed{})
			_ = typedValue{&(*words)[len(*words)-1]}.Set(word) // cannot fail
		}
		return nil
	}, func() string { return strings.Join(play.Words(*words), ",") }}
}

// withPlayers returns a RunE for a command whose arguments may name programs.
func withPlayers(run func(cmd *cobra.Command, args []resolve.Typed) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		words := make([]resolve.Typed, len(args))
		for i, arg := range args {
			_ = typedValue{&words[i]}.Set(arg) // cannot fail
		}
		return run(cmd, words)
	}
}

// completeLineKinds completes the last element of --only, a comma-separated list of line kinds.
func completeLineKinds(_ *cobra.Command, _ []string, toComplete string) (list []cobra.Completion, _ cobra.ShellCompDirective) {
	before := toComplete[:strings.LastIndexByte(toComplete, ',')+1]
	for _, name := range plain.KindNames {
		if !slices.Contains(strings.Split(before, ","), name) {
			list = append(list, before+name)
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}
