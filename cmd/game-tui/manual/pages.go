package manual

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/docs"
	"game-tui/cmd/game-tui/page"
	"game-tui/sim/catalog"
)

// Topic is a page that "game-tui help TOPIC" shows.
type Topic struct{ Name, Text string }

// Title is the first heading.
func (t Topic) Title() string {
	first, _, _ := strings.Cut(t.Text, "\n")
	return strings.TrimPrefix(first, "# ")
}

// Topics lists all pages.
func Topics() []Topic {
	list := []Topic{}
	entries, _ := docs.Pages.ReadDir(".") // it is embedded: no error
	for _, e := range entries {
		text, _ := docs.Pages.ReadFile(e.Name())
		list = append(list, Topic{strings.TrimSuffix(e.Name(), ".md"), string(text)})
	}
	return append(list, Topic{"protocol", process.Protocol})
}

// TopicList is the page that lists the pages.
func TopicList() string {
	var b strings.Builder
	b.WriteString("# Pages\n\n| `game-tui help …` | |\n| --- | --- |\n")
	for _, t := range Topics() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", t.Name, t.Title())
	}
	b.WriteString("\n`game-tui rules GAME` has the rules of a game, `game-tui COMMAND --help` the flags of a command,\n`game-tui --help` lists the commands.\n")
	return b.String()
}

// Rules is the rules of a game, of the default one without a name, and at
// the end whose rules there are besides.
func Rules(name string) (string, error) {
	named := name != ""
	if !named {
		name = catalog.Default().Name()
	}
	g, ok := catalog.Find(name)
	if !ok {
		return "", fmt.Errorf("no game %q: there is %s", name, strings.Join(catalog.Names(), ", "))
	}
	text := g.Rules()
	if named {
		return text, nil
	}
	var others []string
	for _, other := range catalog.Games() {
		if other.Name() != name {
			others = append(others, "`game-tui rules "+other.Name()+"`")
		}
	}
	title, rest, _ := strings.Cut(text, "\n")
	return title + "\n\n*Other games:* " + strings.Join(others, ", ") + "\n" + rest, nil
}

// Widths of texts: that of the terminal, within bounds that read well.
const (
	plainWidth = 80 // where there is no terminal
	mostWidth  = 100
)

// Width is the width to write texts in.
func Width(w io.Writer) int {
	if width := TerminalWidth(w); width > 0 {
		return min(width, mostWidth)
	}
	return plainWidth
}

// TerminalWidth returns the number of columns of a terminal, or 0 if w is none.
func TerminalWidth(w io.Writer) int {
	if file, ok := w.(term.File); ok {
		if width, _, err := term.GetSize(file.Fd()); err == nil {
			return width
		}
	}
	return 0
}

// Show writes a page in Markdown: through a pager in a terminal, plain elsewhere.
func Show(w io.Writer, markdown string) error {
	text := page.Render([]byte(markdown), Width(w))
	profile := colorprofile.Detect(w, os.Environ())
	var styled bytes.Buffer
	// Writes to memory do not fail.
	_, _ = io.WriteString(&colorprofile.Writer{Forward: &styled, Profile: profile}, text)
	if file, ok := w.(term.File); ok && term.IsTerminal(file.Fd()) && throughPager(pagerCommand(os.Getenv), styled.Bytes()) {
		return nil
	}
	_, err := w.Write(styled.Bytes())
	return err
}

// pagerCommand is the pager to use with its arguments; none is an empty list.
// The environment is that of whoever typed the command.
func pagerCommand(getenv func(string) string) []string {
	if getenv("TERM") == "dumb" {
		return nil
	}
	words := strings.Fields(getenv("PAGER"))
	if len(words) == 0 {
		words = []string{"less", "-FRX"}
	}
	if words[0] == "cat" {
		return nil
	}
	return words
}

// throughPager shows text in the pager, on the terminal that standard output is, and reports
// whether it could be started.
// From then on an interrupt is the pager's to handle, and does not end this program.
func throughPager(command []string, text []byte) bool {
	if len(command) == 0 {
		return false
	}
	path, err := exec.LookPath(command[0])
	if err != nil {
		return false
	}
	cmd := exec.Command(path, command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(text), os.Stdout, os.Stderr
	cmd.Env = os.Environ()
	if os.Getenv("LESS") == "" {
		// Styles as they are, no pause where all fits, and the text stays on the screen;
		// for less that PAGER names, too.
		cmd.Env = append(cmd.Env, "LESS=FRX")
	}
	if err := cmd.Start(); err != nil {
		return false
	}
	signal.Ignore(os.Interrupt) // not before: the pager would inherit it
	_ = cmd.Wait()              // that it was left early, or how, says nothing about the page
	return true
}
