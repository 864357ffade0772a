package main

import (
	"embed"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/spf13/cobra"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/manual"
	"game-tui/cmd/game-tui/page"
	"game-tui/cmd/game-tui/typed"
)

// docs are the pages that belong to no package. A page joins with its file; its
// name is the topic, its first heading what the list says.
//
//go:embed docs/*.md
var docs embed.FS

// topic is a page that "game-tui help TOPIC" shows.
type topic struct{ name, text string }

// title is the first heading.
func (t topic) title() string {
	first, _, _ := strings.Cut(t.text, "\n")
	return strings.TrimPrefix(first, "# ")
}

// topics lists all pages.
func topics() []topic {
	list := []topic{}
	entries, _ := docs.ReadDir("docs") // it is embedded: no error
	for _, e := range entries {
		text, _ := docs.ReadFile("docs/" + e.Name())
		list = append(list, topic{strings.TrimSuffix(e.Name(), ".md"), string(text)})
	}
	return append(list, topic{"protocol", process.Protocol})
}

func helpCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "help [TOPIC|COMMAND]",
		Short: "Show a page about a topic, or the help of a command",
		Long:  "Show a page about a topic, or the help of a command. Without a name the topics are listed.",
		Example: `game-tui help
game-tui help keys
game-tui help serve`,
		Args: atMost(1, "help shows one page: type game-tui help TOPIC"),
		ValidArgsFunction: func(cmd *cobra.Command, words []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			var list []cobra.Completion
			if len(words) == 0 {
				for _, t := range topics() {
					list = append(list, cobra.CompletionWithDesc(t.name, t.title()))
				}
				for _, c := range manual.Subcommands(cmd.Root()) {
					list = append(list, cobra.CompletionWithDesc(c.Name(), c.Short))
				}
			}
			return list, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, words []string) error {
			if len(words) == 0 {
				return showPage(cmd.OutOrStdout(), topicList())
			}
			return helpOn(cmd, words[0])
		},
	}
	return cmd
}

// topicList is the page that lists the pages.
func topicList() string {
	var b strings.Builder
	b.WriteString("# Pages\n\n| `game-tui help …` | |\n| --- | --- |\n")
	for _, t := range topics() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", t.name, t.title())
	}
	b.WriteString("\n`game-tui rules GAME` has the rules of a game, `game-tui COMMAND --help` the flags of a command,\n`game-tui --help` lists the commands.\n")
	return b.String()
}

// helpOn shows a page or the help of a command. A topic goes first where a command has its
// name: the page says more, and names the command.
func helpOn(cmd *cobra.Command, name string) error {
	var names []string
	for _, t := range topics() {
		if t.name == name {
			return showPage(cmd.OutOrStdout(), t.text)
		}
		names = append(names, t.name)
	}
	for _, c := range cmd.Root().Commands() {
		if c.Name() == name {
			return c.Help()
		}
		names = append(names, c.Name())
	}
	if i := typed.Nearest(name, names); i >= 0 && len(name) > 1 {
		return fmt.Errorf("no page or command %q; did you mean game-tui help %s?", name, names[i])
	}
	return fmt.Errorf("no page or command %q; game-tui help lists the pages, game-tui --help the commands", name)
}

// showHelp is what --help prints.
func showHelp(cmd *cobra.Command, _ []string) {
	out := cmd.OutOrStdout()
	text := manual.Text(cmd, textWidth(out), manual.Styles{Head: page.Head, Code: page.Code})
	_, _ = io.WriteString(colorprofile.NewWriter(out, os.Environ()), text)
}

func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "man",
		Short:   "Print the manual page, for man -l",
		Long:    "Print the manual page of the program and all its commands in the format of man.",
		Example: "game-tui man | man -l -",
		Args:    atMost(0, "man takes no names: type game-tui man"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := io.WriteString(cmd.OutOrStdout(), manual.Man(cmd.Root(), manEnd()))
			return err
		},
	}
}

// manEnd are the sections of the manual page that no command has.
func manEnd() []manual.Section {
	var pages []string
	for _, t := range topics() {
		pages = append(pages, t.name)
	}
	return []manual.Section{
		{Title: "Environment", Items: [][2]string{
			{"NO_COLOR", "no colours"},
			{"COLORTERM, TERM", "which colours the terminal has; COLORTERM=truecolor: all"},
			{"XDG_CONFIG_HOME", "where the file game-tui/config with preferences is looked for, see game-tui help preferences"},
			{"PAGER", "shows rules and pages in a terminal; less where it is not set"},
		}},
		{Title: "Exit status", Items: [][2]string{
			{"0", "done"},
			{"1", "a difference was found, or a match stopped early"},
			{"2", "wrong use, or input that cannot be used; one line on standard error says what"},
			{"130", "interrupted"},
		}},
		{Title: "See also", Text: "game-tui help shows pages on: " + strings.Join(pages, ", ") + ". game-tui rules shows the rules of a game."},
	}
}
