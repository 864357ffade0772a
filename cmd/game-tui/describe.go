package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"game-tui/cmd/game-tui/manual"
)

// groupKey is the annotation that holds the title of a flag's group.
const groupKey = "game-tui-group"

// group puts flags under a title of their own in help. Titles appear in the order of
// their first flags, after the flags without a group; flags in the order in which
// they were defined, the most useful first.
func group(set *pflag.FlagSet, title string, names ...string) {
	for _, name := range names {
		_ = set.SetAnnotation(name, groupKey, []string{title})
	}
}

// describe is what help says of a command.
func describe(cmd *cobra.Command) *manual.Command {
	c := &manual.Command{Name: cmd.Name(), Path: cmd.CommandPath(), Usage: cmd.Use + " [FLAGS]", Short: cmd.Short, Long: cmd.Long, Example: cmd.Example, Groups: groupsOf(cmd)}
	if cmd.HasParent() {
		c.Usage = cmd.Parent().CommandPath() + " " + c.Usage
	}
	for _, sub := range cmd.Commands() {
		if !sub.Hidden {
			c.Commands = append(c.Commands, *describe(sub))
		}
	}
	return c
}

// groupsOf describes the flags of a command that people see.
func groupsOf(cmd *cobra.Command) []manual.Group {
	cmd.InitDefaultHelpFlag()
	cmd.Flags().SortFlags = false
	groups := []manual.Group{{Title: "Flags"}}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		title := "Flags"
		if t := f.Annotations[groupKey]; len(t) > 0 {
			title = t[0]
		}
		at := slices.IndexFunc(groups, func(g manual.Group) bool { return g.Title == title })
		if at < 0 {
			at, groups = len(groups), append(groups, manual.Group{Title: title})
		}
		groups[at].Flags = append(groups[at].Flags, flagOf(f))
	})
	return groups
}

func flagOf(f *pflag.Flag) manual.Flag {
	value, usage := pflag.UnquoteUsage(f)
	if strings.Contains(value, "|") { // words to choose from: typed as they are, and said once
		usage = strings.TrimSuffix(usage, ": "+value)
	} else {
		value = strings.ToUpper(value)
	}
	d := manual.Flag{Long: "--" + f.Name, Value: value, Usage: usage}
	if f.Shorthand != "" {
		d.Short = "-" + f.Shorthand
	}
	if f.Name == "help" {
		d.Usage = "show this help"
	}
	switch f.DefValue {
	case "", "false", "0", "0s", "[]":
	default:
		d.Usage += " (default " + shortTime.ReplaceAllString(f.DefValue, "$1") + ")"
	}
	return d
}

// shortTime finds what times of whole minutes and hours end in: 15m0s, 12h0m0s.
var shortTime = regexp.MustCompile(`^([0-9]+h|(?:[0-9]+h)?[0-9]+m)(?:0m)?0s$`)
