package driver

import (
	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"game-tui/tui/cells/theme"
	"game-tui/tui/ui"
)

// Input converts a message of Bubble Tea or Ultraviolet, or returns nil.
func Input(msg any) ui.Input {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return key(msg)
	case uv.KeyPressEvent:
		return key(tea.KeyPressMsg(msg))
	case tea.PasteMsg:
		return ui.Paste{Text: msg.Content}
	case uv.PasteEvent:
		return ui.Paste{Text: msg.Content}
	case tea.WindowSizeMsg:
		return ui.Resize{W: msg.Width, H: msg.Height}
	case tea.ColorProfileMsg:
		return ui.Colors{Profile: theme.Detected(msg.Profile)}
	case tea.BackgroundColorMsg:
		return background(uv.BackgroundColorEvent(msg))
	case uv.BackgroundColorEvent:
		return background(msg)
	case tea.MouseClickMsg:
		return click(tea.Mouse(msg))
	case uv.MouseClickEvent:
		return click(tea.Mouse(msg))
	case tea.MouseMotionMsg:
		return pointer(ui.Drag, tea.Mouse(msg))
	case uv.MouseMotionEvent:
		return pointer(ui.Drag, tea.Mouse(msg))
	case tea.MouseReleaseMsg:
		return pointer(ui.Release, tea.Mouse(msg))
	case uv.MouseReleaseEvent:
		return pointer(ui.Release, tea.Mouse(msg))
	case tea.MouseWheelMsg:
		return wheel(tea.Mouse(msg))
	case uv.MouseWheelEvent:
		return wheel(tea.Mouse(msg))
	}
	return nil
}

func key(k tea.KeyPressMsg) ui.Input { return ui.Key{Name: k.String(), Text: k.Text} }

func background(e uv.BackgroundColorEvent) ui.Input { return ui.Background{Light: !e.IsDark()} }

func pointer(kind ui.PointerKind, m tea.Mouse) ui.Input {
	return ui.Pointer{Kind: kind, X: m.X, Y: m.Y}
}

func click(m tea.Mouse) ui.Input {
	if m.Button != tea.MouseLeft {
		return nil
	}
	return pointer(ui.Press, m)
}

func wheel(m tea.Mouse) ui.Input {
	switch m.Button {
	case tea.MouseWheelUp:
		return pointer(ui.WheelUp, m)
	case tea.MouseWheelDown:
		return pointer(ui.WheelDown, m)
	}
	return nil
}
