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
	"game-tui/cmd/game-tui/internal/page"
	"game-tui/sim/game/catalog"
)

// A Topic is a page shown by "game-tui help TOPIC".
type Topic struct{ Name, Text string }

// Title returns the heading on the first line.
func (t Topic) Title() string {
	first, _, _ := strings.Cut(t.Text, "\n")
	return strings.TrimPrefix(first, "# ")
}

// Topics returns all pages.
func Topics() []Topic {
	list := []Topic{}
	entries, _ := docs.Pages.ReadDir(".") // reading embedded files cannot fail
	for _, e := range entries {
		text, _ := docs.Pages.ReadFile(e.Name())
		list = append(list, Topic{strings.TrimSuffix(e.Name(), ".md"), string(text)})
	}
	return append(list, Topic{"protocol", process.Protocol})
}

func TopicList() string {
	var b strings.Builder
	b.WriteString("# Pages\n\n| `game-tui help …` | |\n| --- | --- |\n")
	for _, t := range Topics() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", t.Name, t.Title())
	}
	b.WriteString("\n`game-tui rules GAME` shows the rules of a game, `game-tui COMMAND --help` the flags of a command,\nand `game-tui --help` the list of commands. That list omits `game-tui completion`,\n`game-tui man`, `game-tui verify`, which replays recordings, and `game-tui worker`, which plays tournament matches on another machine.\n")
	return b.String()
}

// Rules returns the rules of a game, or of the default game if name is empty.
func Rules(name string) (string, error) {
	named := name != ""
	if !named {
		name = catalog.Default().Name()
	}
	g, ok := catalog.Find(name)
	if !ok {
		return "", fmt.Errorf("unknown game %q; expected one of %s", name, strings.Join(catalog.Names(), ", "))
	}
	if named {
		return g.Definition().Rules, nil
	}
	title, rest, _ := strings.Cut(g.Definition().Rules, "\n")
	return title + "\n\n*All games:* `game-tui rules " + strings.Join(catalog.Names(), "`, `game-tui rules ") + "`\n" + rest, nil
}

// Text is as wide as the terminal, up to maxWidth.
const (
	plainWidth = 80 // width without a terminal
	maxWidth   = 100
)

// Width returns the width for text written to w.
func Width(w io.Writer) int {
	if width := TerminalWidth(w); width > 0 {
		return min(width, maxWidth)
	}
	return plainWidth
}

// TerminalWidth returns the width of the terminal w in columns, or 0 if w is not a terminal.
func TerminalWidth(w io.Writer) int {
	if file, ok := w.(term.File); ok {
		if width, _, err := term.GetSize(file.Fd()); err == nil {
			return width
		}
	}
	return 0
}

// Show renders a Markdown page to w, through a pager if w is a terminal.
func Show(w io.Writer, markdown string) error {
	text := page.Render([]byte(markdown), Width(w))
	profile := colorprofile.Detect(w, os.Environ())
	var styled bytes.Buffer
	_, _ = io.WriteString(&colorprofile.Writer{Forward: &styled, Profile: profile}, text)
	if file, ok := w.(term.File); ok && term.IsTerminal(file.Fd()) && showInPager(pagerCommand(os.Getenv), styled.Bytes()) {
		return nil
	}
	_, err := w.Write(styled.Bytes())
	return err
}

func pagerCommand(getenv func(string) string) []string {
	if getenv("TERM") == "dumb" {
		return nil
	}
	words := strings.Fields(getenv("PAGER"))
	if len(words) == 0 {
		words = []string{"less", "-FRX"}
	}
	return words
}

// showInPager shows text in the pager and reports whether it could be started. After that,
// interrupts are left to the pager.
func showInPager(command []string, text []byte) bool {
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
		// exit if the text fits, keep styles, do not clear the screen
		cmd.Env = append(cmd.Env, "LESS=FRX")
	}
	if err := cmd.Start(); err != nil {
		return false
	}
	signal.Ignore(os.Interrupt) // not earlier, because the pager would inherit it
	_ = cmd.Wait()              // a pager's exit status is meaningless
	return true
}
