//go:build !unix

package terminal

import (
	"context"

	tea "charm.land/bubbletea/v2"
)

// terminal is the local terminal as Bubble Tea handles it.
type terminal struct {
	suspend func() // nil: no suspension
}

func openTerminal() (*terminal, error) { return &terminal{}, nil }

func (t *terminal) close()                            {}
func (t *terminal) options() []tea.ProgramOption      { return nil }
func (t *terminal) run(context.Context, *tea.Program) {}
