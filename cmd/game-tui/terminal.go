package main

import (
	"os"

	"github.com/charmbracelet/x/term"
)

// toTerminal reports whether the spectator can open.
func toTerminal() bool { return term.IsTerminal(os.Stdout.Fd()) && os.Getenv("TERM") != dumb }

// dumb is the TERM of terminals that can only append lines.
const dumb = "dumb"
