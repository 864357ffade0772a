package manual

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
)

// manWidth is the text width of the manual page, before man indents it.
const manWidth = 72

// Man returns the manual page in roff format, with one section per command.
func Man(root *cobra.Command) string {
	var b strings.Builder
	writeSection := func(title, text string) {
		fmt.Fprintf(&b, ".SH \"%s\"\n.nf\n", escapeRoff(strings.ToUpper(title)))
		for line := range strings.Lines(strings.Trim(ansi.Strip(text), "\n") + "\n") {
			b.WriteString(escapeRoff(line))
		}
		b.WriteString(".fi\n")
	}
	name := escapeRoff(root.Name())
	fmt.Fprintf(&b, ".TH \"%s\" \"1\" \"\" \"%s\" \"%s manual\"\n", strings.ToUpper(name), name, name)
	writeSection("Name", root.Name()+" - "+root.Short)
	writeSection("Description", formatText(root, manWidth, false))
	writeSections(root, writeSection)
	for _, s := range []struct {
		title string
		items [][2]string
	}{
		{"Environment", [][2]string{
			{"NO_COLOR", "disables colours"},
			{"REDUCE_MOTION", "disables highlights of changes, like --motion off; 0 has no effect"},
			{"COLORTERM, TERM", "colours that the terminal supports; COLORTERM=truecolor means all"},
			{"XDG_CONFIG_HOME", "folder of the preferences file game-tui/config; see game-tui help preferences"},
			{"PAGER", "program that shows rules and pages in a terminal (default: less)"},
		}},
		{"Exit status", [][2]string{
			{"0", "done"},
			{"1", "a check failed, a difference was found, or a match stopped early"},
			{"2", "wrong usage or input; one line on standard error explains it"},
			{"130", "interrupted by a signal; serve exits with 0 instead, as does worker after SIGTERM"},
		}},
		{"See also", [][2]string{{"game-tui help", "pages on keys, players, recordings and more"}, {"game-tui rules", "the rules of a game"}}},
	} {
		w := textWriter{width: manWidth}
		for _, item := range s.items {
			w.writeItem(item[0], item[1], 20)
		}
		writeSection(s.title, w.b.String())
	}
	return b.String()
}

func writeSections(cmd *cobra.Command, writeSection func(title, text string)) {
	for _, c := range VisibleCommands(cmd) {
		writeSection(c.CommandPath(), Text(c, manWidth))
		writeSections(c, writeSection)
	}
}

// escapeRoff escapes a line so that roff prints it literally.
func escapeRoff(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`, `"`, `\(dq`).Replace(line)
	if strings.HasPrefix(line, ".") {
		return `\&` + line
	}
	return line
}
