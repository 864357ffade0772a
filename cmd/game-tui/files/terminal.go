package files

import (
	"os"

	"github.com/charmbracelet/x/term"
)

// ToTerminal reports whether the spectator can open.
func ToTerminal() bool { return term.IsTerminal(os.Stdout.Fd()) && os.Getenv("TERM") != Dumb }

// Dumb is the TERM of terminals that can only append lines.
const Dumb = "dumb"
