package manual

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"game-tui/cmd/game-tui/page"
)

// Widths of texts: that of the terminal, within bounds that read well.
const (
	plainWidth = 80 // where there is no terminal
	mostWidth  = 100
)

// Width is the width to write texts in.
func Width(w io.Writer) int {
	if file, ok := w.(term.File); ok {
		if width, _, err := term.GetSize(file.Fd()); err == nil && width > 0 {
			return min(width, mostWidth)
		}
	}
	return plainWidth
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
// An interrupt is the pager's to handle: it has the terminal until it ends.
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
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	if err := cmd.Start(); err != nil {
		return false
	}
	_ = cmd.Wait() // that it was left early, or how, says nothing about the page
	return true
}
