package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"game-tui/tui/chances"
)

// analysedMsg is what is known of a match, to somebody who looks.
type analysedMsg struct {
	look chances.Look
	chances.Analysed
	next <-chan struct{}
}

// look begins to look at what the watcher wants to know the chances of, and ends it where
// that is nothing.
func (m *Model) look() tea.Cmd {
	if m.opts.Desk == nil {
		return nil
	}
	if rec, want := m.Program.Looks(); !m.looking.At(m.opts.Desk, rec, want) {
		return nil
	}
	return hearLook(m.ctx, m.looking.Look, nil)
}

// hearLook waits for something newer than before; nil: for nothing.
func hearLook(ctx context.Context, l chances.Look, next <-chan struct{}) tea.Cmd {
	return func() tea.Msg {
		if next != nil {
			select {
			case <-next:
			case <-ctx.Done():
				return nil
			}
		}
		msg := analysedMsg{look: l}
		msg.Analysed, msg.next = chances.Hear(l)
		return msg
	}
}

// analysed takes in what is known, and waits for more while the watcher looks.
func (m *Model) analysed(msg analysedMsg) tea.Cmd {
	if msg.look != m.looking.Look {
		return nil
	}
	cmd := m.take(msg.Analysed)
	if msg.look != m.looking.Look {
		return cmd
	}
	return tea.Batch(cmd, hearLook(m.ctx, msg.look, msg.next))
}
