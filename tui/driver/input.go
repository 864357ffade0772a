package driver

import (
	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"game-tui/tui/cells/theme"
	"game-tui/tui/ui"
)

// Input converts a Bubble Tea or Ultraviolet message to an input for a program. It returns nil for
// messages that programs ignore.
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
		return ui.ColorProfile{Profile: theme.ProfileOf(msg.Profile)}
	case tea.BackgroundColorMsg:
		return background(uv.BackgroundColorEvent(msg))
	case uv.BackgroundColorEvent:
		return background(msg)
	case tea.MouseClickMsg, uv.MouseClickEvent:
		if m := mouse(msg); m.Button == tea.MouseLeft {
			return pointer(ui.PointerPress, m)
		}
	case tea.MouseMotionMsg, uv.MouseMotionEvent:
		return pointer(ui.PointerMove, mouse(msg))
	case tea.MouseReleaseMsg, uv.MouseReleaseEvent:
		return pointer(ui.PointerRelease, mouse(msg))
	case tea.MouseWheelMsg, uv.MouseWheelEvent:
		switch m := mouse(msg); m.Button {
		case tea.MouseWheelUp:
			return pointer(ui.WheelUp, m)
		case tea.MouseWheelDown:
			return pointer(ui.WheelDown, m)
		}
	}
	return nil
}

func key(k tea.KeyPressMsg) ui.Input { return ui.Key{Name: k.String(), Text: k.Text} }

func background(e uv.BackgroundColorEvent) ui.Input { return ui.Background{Light: !e.IsDark()} }

func mouse(msg any) tea.Mouse {
	if e, ok := msg.(uv.MouseEvent); ok {
		return tea.Mouse(e.Mouse())
	}
	return msg.(tea.MouseMsg).Mouse()
}

func pointer(kind ui.PointerKind, m tea.Mouse) ui.Input {
	return ui.PointerEvent{Kind: kind, X: m.X, Y: m.Y}
}
