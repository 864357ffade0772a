// Package manual generates help from the commands: Text for a terminal, and Man for a manual page.
// Show displays the topic pages. In a flag's usage, back-quotes mark the name of its value.
package manual

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"game-tui/cmd/game-tui/internal/page"
	"game-tui/sim/lazy"
)

// VisibleCommands returns the visible subcommands of cmd.
func VisibleCommands(cmd *cobra.Command) (list []*cobra.Command) {
	for _, sub := range cmd.Commands() {
		if !sub.Hidden {
			list = append(list, sub)
		}
	}
	return list
}

// splitParagraphs splits a text at empty lines. It joins the lines of each paragraph unless some are
// indented.
func splitParagraphs(text string) []string {
	var list []string
	for _, p := range strings.Split(strings.TrimSpace(text), "\n\n") {
		p = strings.Trim(p, "\n")
		switch {
		case p == "":
		case isVerbatim(p):
			list = append(list, p)
		default:
			list = append(list, strings.Join(strings.Fields(p), " "))
		}
	}
	return list
}

func isVerbatim(paragraph string) bool {
	return strings.HasPrefix(paragraph, "\t") || strings.HasPrefix(paragraph, "  ") ||
		strings.Contains(paragraph, "\n\t") || strings.Contains(paragraph, "\n  ")
}

// Text returns the help of a command in lines of at most width columns. Examples are not wrapped.
func Text(cmd *cobra.Command, width int) string { return formatText(cmd, width, true) }

func formatText(cmd *cobra.Command, width int, fold bool) string {
	w := textWriter{width: max(width, 40)}
	for _, p := range splitParagraphs(cmp.Or(cmd.Long, cmd.Short+".")) {
		w.writeParagraph(p)
	}
	w.writeHeading("Usage")
	usage := cmd.Use + " [FLAGS]"
	if cmd.HasParent() {
		usage = cmd.Parent().CommandPath() + " " + usage
	}
	w.writeLine("  " + page.CodeStyle.Render(usage))
	commands := VisibleCommands(cmd)
	if len(commands) > 0 {
		w.writeLine("  " + page.CodeStyle.Render(cmd.CommandPath()+" COMMAND --help"))
	}
	if cmd.Example != "" {
		w.writeHeading("Examples")
		for _, line := range strings.Split(strings.TrimSpace(cmd.Example), "\n") {
			w.writeLine("  " + page.CodeStyle.Render(strings.TrimSpace(line)))
		}
	}
	w.writeCommands(cmd)
	for _, g := range flagGroups(cmd, fold) {
		w.writeHeading(g.title)
		for _, f := range g.flags {
			w.writeFlag(f)
		}
		if g.foldedLine != "" {
			w.writeLine("  " + g.foldedLine)
		}
	}
	return w.b.String()
}

// writeCommands writes the subcommands by group. If cmd itself takes arguments, they head the first
// group.
func (w *textWriter) writeCommands(cmd *cobra.Command) {
	list, groups := VisibleCommands(cmd), cmd.Groups()
	if len(groups) == 0 && len(list) > 0 {
		groups = []*cobra.Group{{Title: "Commands"}}
	}
	for i, g := range groups {
		w.writeHeading(g.Title)
		if _, args, ok := strings.Cut(cmd.Use, " "); ok && i == 0 && g.ID != "" {
			first, _, _ := strings.Cut(cmd.Long, ".")
			w.writeItem(args, first, commandColumn)
		}
		for _, c := range list {
			if c.GroupID == g.ID {
				w.writeItem(c.Name(), c.Short, commandColumn)
			}
		}
	}
}

func (w *textWriter) writeFlag(f *pflag.Flag) {
	names := "    --" + f.Name // align with flags that have a short name
	if f.Shorthand != "" {
		names = "-" + f.Shorthand + ", --" + f.Name
	}
	value, usage := describeFlag(f)
	w.writeItem(strings.TrimSuffix(names+" "+value, " "), usage, flagColumn)
}

// Columns at which descriptions start.
const (
	commandColumn = 16
	flagColumn    = 28
)

type textWriter struct {
	b     strings.Builder
	width int
}

func (w *textWriter) writeLine(text string) { w.b.WriteString(text + "\n") }

func (w *textWriter) writeHeading(title string) { w.writeLine("\n" + page.HeadingStyle.Render(title)) }

func (w *textWriter) writeParagraph(text string) {
	if w.b.Len() > 0 {
		w.writeLine("")
	}
	if !isVerbatim(text) {
		text = strings.Join(page.Wrap(text, w.width), "\n")
	}
	w.writeLine(text)
}

// writeItem writes a name and its description, which starts on the next line if the name is too long.
func (w *textWriter) writeItem(name, text string, column int) {
	pad := strings.Repeat(" ", column)
	head := "  " + page.CodeStyle.Render(name)
	used := 2 + len(name)
	if used+2 > column {
		w.writeLine(head)
		head = pad
	} else {
		head += pad[used:]
	}
	lines := page.Wrap(text, w.width-column)
	w.writeLine(head + lines[0])
	for _, line := range lines[1:] {
		w.writeLine(pad + line)
	}
}

const groupKey = "game-tui-group"

// Group lists the named flags under a title in help.
func Group(set *pflag.FlagSet, title string, names ...string) {
	for _, name := range names {
		_ = set.SetAnnotation(name, groupKey, []string{title})
	}
}

const foldKey = "game-tui-more"

// Fold replaces the named flags with one line in help. The manual page lists them only for the root
// command.
func Fold(set *pflag.FlagSet, line string, names ...string) {
	for _, name := range names {
		_ = set.SetAnnotation(name, foldKey, []string{line})
	}
}

type flagGroup struct {
	title      string
	flags      []*pflag.Flag
	foldedLine string // line printed in place of folded flags
}

const ungroupedTitle = "Flags"

func flagGroups(cmd *cobra.Command, fold bool) []flagGroup {
	cmd.InitDefaultHelpFlag()
	cmd.Flags().SortFlags = false
	list := []flagGroup{{title: ungroupedTitle}} // never empty: every command has --help
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		title := ungroupedTitle
		if t := f.Annotations[groupKey]; len(t) > 0 {
			title = t[0]
		}
		at := slices.IndexFunc(list, func(g flagGroup) bool { return g.title == title })
		if at < 0 {
			at, list = len(list), append(list, flagGroup{title: title})
		}
		if more := f.Annotations[foldKey]; fold && len(more) > 0 {
			list[at].foldedLine = more[0]
			return
		}
		list[at].flags = append(list[at].flags, f)
	})
	return list
}

// describeFlag returns the name of a flag's value, or "", and the flag's description.
func describeFlag(f *pflag.Flag) (value, usage string) {
	value, usage = pflag.UnquoteUsage(f)
	if strings.Contains(value, "|") { // a choice of literals such as "auto|always|off"
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
		usage += " (default " + zeroUnitsPattern().ReplaceAllString(f.DefValue, "$1") + ")"
	}
	return value, usage
}

// zeroUnitsPattern matches durations that end in zero units, such as 15m0s and 12h0m0s.
var zeroUnitsPattern = lazy.Regexp(`^([0-9]+h|(?:[0-9]+h)?[0-9]+m)(?:0m)?0s$`)
