package terminal

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"game-tui/tui/driver"
	"game-tui/tui/ui"
)

func (m *Model) carryOut(e ui.Effect) {
	switch ask := e.Request.(type) {
	case ui.Quit:
		m.addCmd(tea.Quit)
	case ui.Redraw:
		m.addCmd(tea.ClearScreen)
	case ui.Suspend:
		m.opts.suspend()
	case ui.ViewClosed, ui.Cancel:
		m.CancelRequest()
	case ui.MouseToggled: // View applies Program.NoMouse.
	case ui.GoLive: // Only servers have newer matches.
	case ui.CopyCommand:
		m.copyCommand(ask)
	case ui.SaveBookmarks:
		if m.opts.SaveBookmarks == nil {
			return
		}
		if err := m.opts.SaveBookmarks(ask.Record, ask.Bookmarks); err != nil {
			m.showNotice(err.Error())
		}
	case ui.Steer:
		ask.Show.Steer(ask.Action)
	case ui.Open:
		m.runRequest(e.ID, func(ctx context.Context, _ func(string)) (ui.Input, error) { return m.opts.Open(ctx, ask.Name) })
	case ui.PlayNext:
		m.runRequest(e.ID, func(ctx context.Context, _ func(string)) (ui.Input, error) { return m.opts.PlayNext(ctx) })
	case ui.Replay:
		m.runRequest(e.ID, func(ctx context.Context, _ func(string)) (ui.Input, error) { return m.opts.Replay(ctx) })
	case ui.Write:
		m.runRequest(e.ID, func(ctx context.Context, _ func(string)) (ui.Input, error) {
			path, err := m.opts.Write(ctx, ask.Record)
			return ui.Notice{Text: "written to " + path}, err
		})
	case ui.Export:
		m.runRequest(e.ID, func(ctx context.Context, progress func(string)) (ui.Input, error) {
			path, err := m.opts.Export(ctx, ask, progress)
			return ui.Notice{Text: "exported to " + path}, err
		})
	case ui.Coach:
		m.runRequest(e.ID, func(ctx context.Context, _ func(string)) (ui.Input, error) {
			return m.opts.Coach(ctx, ask, func(text string, in ui.Input) { m.ShowProgress(ctx, ui.Progress{ID: e.ID, Text: text, Result: in}) })
		})
	case ui.Branch:
		m.runRequest(e.ID, func(ctx context.Context, progress func(string)) (ui.Input, error) {
			return m.opts.Branch(ctx, ask, progress)
		})
	}
}

func (m *Model) showNotice(text string) { m.apply(ui.Notice{Text: text}) }

func (m *Model) copyCommand(req ui.CopyCommand) {
	line, err := m.opts.Command(req)
	if err != nil {
		m.showNotice(err.Error())
		return
	}
	m.showNotice(line)
	m.addCmd(tea.SetClipboard(line))
}

// runRequest runs a request in the background. If the request panics, Bubble Tea restores the
// terminal.
func (m *Model) runRequest(id int, run func(ctx context.Context, progress func(string)) (ui.Input, error)) {
	spawn := func(do func()) {
		m.addCmd(func() tea.Msg {
			do()
			return nil
		})
	}
	m.StartRequest(id, spawn, func(ctx context.Context, progress func(string)) (driver.Answer, error) {
		in, err := run(ctx, progress)
		return func(bool) { m.Apply(ui.Answer{ID: id, Result: in}) }, err
	})
}
