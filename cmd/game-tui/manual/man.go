package manual

import (
	"fmt"
	"strings"
)

// Section is a section at the end of a manual page: a text, or items with what
// they mean.
type Section struct {
	Title, Text string
	Items       [][2]string
}

// Man is the manual page, in the macros of man, of a command and all below it.
func Man(root *Command, end []Section) string {
	var m manWriter
	name := root.Name
	m.macro("TH", strings.ToUpper(name), "1", "", name, name+" manual")
	m.section("Name")
	m.text(name + " - " + root.Short)
	m.section("Synopsis")
	m.usage(root.Usage)
	m.macro("br")
	m.usage(name + " COMMAND [FLAGS]")
	m.section("Description")
	m.describe(root)
	m.flags(root, false, func(title string) {
		if title == "Flags" {
			m.section("Options")
		} else {
			m.macro("SS", title)
		}
	})
	m.section("Commands")
	for _, c := range root.Commands {
		m.command(&c, c.Name)
	}
	if root.Example != "" {
		m.section("Examples")
		m.code(root.Example)
	}
	for _, s := range end {
		m.section(s.Title)
		if s.Text != "" {
			m.text(s.Text)
		}
		for _, item := range s.Items {
			m.item(bold(item[0]), item[1])
		}
	}
	return m.b.String()
}

// command describes a command and those below it.
func (m *manWriter) command(c *Command, name string) {
	m.macro("SS", name)
	m.usage(c.Usage)
	m.macro("PP")
	m.describe(c)
	m.flags(c, true, func(title string) {
		if title != "Flags" {
			m.macro("PP")
			m.text(title + ":")
		}
	})
	m.examples(c)
	for _, sub := range c.Commands {
		m.command(&sub, name+" "+sub.Name)
	}
}

type manWriter struct{ b strings.Builder }

// escape keeps a text from being read as a macro or an escape.
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

// usage writes a line of usage: words of lower case are typed as they are.
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

func (m *manWriter) describe(cmd *Command) {
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

func (m *manWriter) examples(cmd *Command) {
	if cmd.Example != "" {
		m.macro("PP")
		m.text("Examples:")
		m.code(cmd.Example)
	}
}

func (m *manWriter) item(names, text string) {
	m.macro("TP")
	m.b.WriteString(names + "\n")
	m.text(text)
}

func (m *manWriter) flags(cmd *Command, below bool, title func(string)) {
	for _, g := range cmd.Groups {
		if len(g.Flags) > 0 {
			title(g.Title)
		}
		for _, d := range g.Flags {
			if d.Long == "--help" && below {
				continue // said once, of the program
			}
			names := bold(d.Long)
			if d.Short != "" {
				names = bold(d.Short) + ", " + names
			}
			if d.Value != "" {
				names += fmt.Sprintf(` \fI%s\fR`, escape(d.Value))
			}
			m.item(names, d.Usage)
		}
	}
}
