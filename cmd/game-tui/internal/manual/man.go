package manual

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// Man returns the manual page of a command and its subcommands in man macros.
func Man(root *cobra.Command) string {
	var m manWriter
	name := root.Name()
	m.macro("TH", strings.ToUpper(name), "1", "", name, name+" manual")
	m.section("Name")
	m.text(name + " - " + root.Short)
	m.section("Synopsis")
	m.usage(usage(root))
	m.macro("br")
	m.usage(name + " COMMAND [FLAGS]")
	m.section("Description")
	m.describe(root)
	m.flags(root)
	m.section("Commands")
	for _, c := range Commands(root) {
		m.command(c, c.Name())
	}
	if root.Example != "" {
		m.section("Examples")
		m.code(root.Example)
	}
	for _, s := range sections {
		m.section(s.title)
		for _, item := range s.items {
			m.item(bold(item[0]), item[1])
		}
	}
	var pages []string
	for _, t := range Topics() {
		pages = append(pages, t.Name)
	}
	m.section("See also")
	m.text("game-tui help shows pages on: " + strings.Join(pages, ", ") + ". game-tui rules shows the rules of a game.")
	return m.b.String()
}

// sections are the final sections, with terms and their meanings.
var sections = []struct {
	title string
	items [][2]string
}{
	{"Environment", [][2]string{
		{"NO_COLOR", "no colours"},
		{"REDUCE_MOTION", "disables highlights of changes, like --motion off; 0: no effect"},
		{"COLORTERM, TERM", "which colours the terminal has; COLORTERM=truecolor: all"},
		{"XDG_CONFIG_HOME", "where the file game-tui/config with preferences is looked for, see game-tui help preferences"},
		{"PAGER", "shows rules and pages in a terminal; less where it is not set"},
	}},
	{"Exit status", [][2]string{
		{"0", "done"},
		{"1", "a difference was found, or a match stopped early"},
		{"2", "wrong usage or input; one line on standard error explains it"},
		{"130", "interrupted by a signal; serve exits with 0 instead, and worker does after SIGTERM"},
	}},
}

// command writes a command and its subcommands.
func (m *manWriter) command(c *cobra.Command, name string) {
	m.macro("SS", name)
	m.usage(usage(c))
	m.macro("PP")
	m.describe(c)
	m.flags(c)
	if c.Example != "" {
		m.macro("PP")
		m.text("Examples:")
		m.code(c.Example)
	}
	for _, sub := range Commands(c) {
		m.command(sub, name+" "+sub.Name())
	}
}

type manWriter struct{ b strings.Builder }

// escape escapes text that roff would treat as a macro or an escape.
func escape(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`).Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	return text
}

func bold(text string) string { return `\fB` + escape(text) + `\fR` }

func (m *manWriter) macro(name string, args ...string) {
	m.b.WriteString("." + name)
	for _, a := range args {
		m.b.WriteString(` "` + strings.ReplaceAll(escape(a), `"`, `\(dq`) + `"`)
	}
	m.b.WriteByte('\n')
}

func (m *manWriter) section(title string) { m.macro("SH", strings.ToUpper(title)) }

func (m *manWriter) text(text string) { m.b.WriteString(escape(text) + "\n") }

// usage writes a line of usage. Lower-case words are literal.
func (m *manWriter) usage(line string) {
	words := strings.Fields(line)
	for i, word := range words {
		if strings.ToUpper(word) != word {
			words[i] = bold(word)
		} else {
			words[i] = `\fI` + escape(word) + `\fR`
		}
	}
	m.b.WriteString(strings.Join(words, " ") + "\n")
}

func (m *manWriter) describe(cmd *cobra.Command) {
	for i, p := range description(cmd) {
		if i > 0 {
			m.macro("PP")
		}
		if verbatim(p) {
			m.code(p)
			continue
		}
		m.text(p)
	}
}

func (m *manWriter) code(text string) {
	m.macro("PP")
	m.macro("RS", "4")
	m.macro("nf")
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		m.text(strings.ReplaceAll(line, "\t", "    "))
	}
	m.macro("fi")
	m.macro("RE")
}

func (m *manWriter) item(names, text string) {
	m.macro("TP")
	m.b.WriteString(names + "\n")
	m.text(text)
}

func (m *manWriter) flags(cmd *cobra.Command) {
	for _, g := range groupFlags(cmd, cmd.HasParent()) {
		switch {
		case !cmd.HasParent() && g.title == ungrouped:
			m.section("Options")
		case !cmd.HasParent():
			m.macro("SS", g.title)
		case g.title != ungrouped:
			m.macro("PP")
			m.text(g.title + ":")
		}
		for _, f := range g.flags {
			if f.Name == "help" && cmd.HasParent() {
				continue // described once, for the program
			}
			names := bold("--" + f.Name)
			if f.Shorthand != "" {
				names = bold("-"+f.Shorthand) + ", " + names
			}
			value, usage := explained(f)
			if value != "" {
				names += fmt.Sprintf(` \fI%s\fR`, escape(value))
			}
			m.item(names, usage)
		}
		if g.more != "" {
			m.macro("PP")
			m.text(g.more)
		}
	}
}
