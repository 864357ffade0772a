package manual

import (
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// groupKey is the annotation that holds the title of a flag's group.
const groupKey = "game-tui-group"

// Group puts flags under a title of their own in help. Titles appear in the order of
// their first flags, after the flags without a group; flags in the order in which
// they were defined, the most useful first.
func Group(set *pflag.FlagSet, title string, names ...string) {
	for _, name := range names {
		_ = set.SetAnnotation(name, groupKey, []string{title})
	}
}

// group is a list of flags under a title.
type group struct {
	title string
	flags []*pflag.Flag
}

// ungrouped is the title of flags without a group.
const ungrouped = "Flags"

// groups are the flags of a command that people see.
func groups(cmd *cobra.Command) []group {
	cmd.InitDefaultHelpFlag()
	cmd.Flags().SortFlags = false
	list := []group{{title: ungrouped}} // --help, at least
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		title := ungrouped
		if t := f.Annotations[groupKey]; len(t) > 0 {
			title = t[0]
		}
		at := slices.IndexFunc(list, func(g group) bool { return g.title == title })
		if at < 0 {
			at, list = len(list), append(list, group{title: title})
		}
		list[at].flags = append(list[at].flags, f)
	})
	return list
}

// explained are the name of a flag's value, empty where it has none, and what the flag is for.
func explained(f *pflag.Flag) (value, usage string) {
	value, usage = pflag.UnquoteUsage(f)
	if strings.Contains(value, "|") { // words to choose from: typed as they are, and said once
		usage = strings.TrimSuffix(usage, ": "+value)
	} else {
		value = strings.ToUpper(value)
	}
	if f.Name == "help" {
		usage = "show this help"
	}
	switch f.DefValue {
	case "", "false", "0", "0s", "[]":
	default:
		usage += " (default " + shortTime.ReplaceAllString(f.DefValue, "$1") + ")"
	}
	return value, usage
}

// shortTime finds what times of whole minutes and hours end in: 15m0s, 12h0m0s.
var shortTime = regexp.MustCompile(`^([0-9]+h|(?:[0-9]+h)?[0-9]+m)(?:0m)?0s$`)
