//go:build !unix

package terminal

import (
	"context"

	tea "charm.land/bubbletea/v2"
)

type terminal struct {
	suspend func() // always nil: suspension needs Unix
}

func openTerminal() (*terminal, error) { return &terminal{}, nil }

func (t *terminal) close()                            {}
func (t *terminal) options() []tea.ProgramOption      { return nil }
func (t *terminal) run(context.Context, *tea.Program) {}
