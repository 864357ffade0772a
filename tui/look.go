package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"game-tui/tui/chances"
	"game-tui/tui/watch"
)

// analysedMsg is what is known of the chances, to somebody who looks.
type analysedMsg struct {
	look chances.Look
	watch.Analysed
	next <-chan struct{}
}

// looks begins to look at the chances of the match in front where the watcher does, and
// ends it where not.
func (m *Model) looks() tea.Cmd {
	wants, rec := m.State.Wants(), m.front().Record
	if m.opts.Desk == nil || wants == m.wants && rec == m.looksAt {
		return nil
	}
	before := m.look
	if m.look, m.wants, m.looksAt = nil, wants, rec; wants != 0 {
		m.look = m.opts.Desk.Look(rec, wants)
	}
	if before != nil { // after the new look, so that the work goes on
		before.Close()
	}
	if m.look == nil {
		return nil
	}
	return hearLook(m.look, nil, m.live)
}

func (m *Model) closeLook() {
	if m.look != nil {
		m.look.Close()
		m.look, m.wants = nil, 0
	}
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
	if msg.look != m.look {
		return nil
	}
	cmd := m.take(msg.Analysed)
	if msg.look != m.look {
		return cmd
	}
	return tea.Batch(cmd, hearLook(msg.look, msg.next, m.live))
}
