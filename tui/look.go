package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"game-tui/tui/chances"
	watch "game-tui/tui/match"
)

// analysedMsg is what is known of a match, to somebody who looks.
type analysedMsg struct {
	look chances.Look
	watch.Analysed
	next <-chan struct{}
}

// looks begins to look at the match in front for what the watcher wants, and ends it where
// that is nothing.
func (m *Model) looks() tea.Cmd {
	if m.opts.Desk == nil || !m.looking.At(m.opts.Desk, m.front().Record, m.State.Wants()) {
		return nil
	}
	return hearLook(m.looking.Look, nil, m.live)
}

// hearLook waits for something newer than before; nil: for nothing.
func hearLook(l chances.Look, next <-chan struct{}, ctx context.Context) tea.Cmd {
	return func() tea.Msg {
		if next != nil {
			select {
			case <-next:
			case <-ctx.Done():
				return nil
			}
		}
		msg := analysedMsg{look: l}
		now, next, err := l.Now()
		msg.Now, msg.next = now, next
		if err != nil {
			msg.Why = err.Error()
		}
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
	return tea.Batch(cmd, hearLook(msg.look, msg.next, m.live))
}
