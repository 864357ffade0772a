package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"game-tui/tui/ui"
)

type (
	// answer is how a request ended, report how far one has come.
	answer struct {
		id int
		ui.Input
	}
	report struct {
		ui.Progress
		more <-chan ui.Progress
	}
)

// begin carries out a request beside everything else. What it returns answers the request;
// progress, which it may call, tells the watcher how far it has come.
func (m *Model) begin(id int, do func(ctx context.Context, progress func(string)) ui.Input) tea.Cmd {
	ctx, cancel := context.WithCancel(m.ctx)
	m.requests[id] = cancel
	reports := make(chan ui.Progress)
	progress := func(text string) {
		select {
		case reports <- ui.Progress{ID: id, Text: text}:
		case <-ctx.Done():
		}
	}
	return tea.Batch(hear(reports), func() tea.Msg {
		defer close(reports)
		return answer{id, do(ctx, progress)}
	})
}

// hear returns the next report of a request.
func hear(reports <-chan ui.Progress) tea.Cmd {
	return func() tea.Msg {
		if p, ok := <-reports; ok {
			return report{p, reports}
		}
		return nil
	}
}

// cancel gives up a request, or what is left of one that has been answered.
func (m *Model) cancel(id int) {
	if cancel := m.requests[id]; cancel != nil {
		cancel()
		delete(m.requests, id)
	}
}
