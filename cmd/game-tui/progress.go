package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"charm.land/bubbles/v2/progress"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"game-tui/sim/clean"
	"game-tui/tui"
)

// progressBar returns what tells on standard error, which is w, how many of
// total things are done, a few times a second; without a terminal nothing.
func progressBar(w io.Writer, total int, things string) func(int) {
	if !term.IsTerminal(os.Stderr.Fd()) {
		return func(int) {}
	}
	full, empty := '█', '░'
	if !tui.UnicodeLocale(os.Getenv) {
		full, empty = '#', '-'
	}
	bar := progress.New(progress.WithWidth(30), progress.WithColors(lipgloss.Blue), progress.WithFillCharacters(full, empty))
	bar.EmptyColor = lipgloss.NoColor{}
	out := &colorprofile.Writer{Forward: w, Profile: colorprofile.Detect(os.Stderr, os.Environ())}
	var last time.Time
	return func(done int) {
		if now := time.Now(); done == total || now.Sub(last) > 100*time.Millisecond {
			last = now
			fmt.Fprintf(out, "\r%s  %d of %d %s", bar.ViewAs(float64(done)/float64(total)), done, total, things)
		}
	}
}

// progressNote says on the terminal what takes a while; clearProgress takes it away.
func progressNote(w io.Writer, text string) {
	if term.IsTerminal(os.Stderr.Fd()) {
		fmt.Fprint(w, "\r\x1b[K"+clean.Line(text))
	}
}

// clearProgress takes the progress off the terminal.
func clearProgress(w io.Writer) {
	if term.IsTerminal(os.Stderr.Fd()) {
		fmt.Fprint(w, "\r\x1b[K")
	}
}
