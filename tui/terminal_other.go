//go:build !unix

package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"
)

// terminal is the local terminal, which Bubble Tea knows how to handle.
type terminal struct {
	suspend func() // nil: nothing can be suspended
}

func openTerminal() (*terminal, error) { return &terminal{}, nil }

func (t *terminal) close()                            {}
func (t *terminal) options() []tea.ProgramOption      { return nil }
func (t *terminal) run(context.Context, *tea.Program) {}
