// Package input says what messages of a terminal mean to the spectator, whether
// Bubble Tea read them or a decoder of Ultraviolet.
package input

import (
	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	watch "game-tui/tui/match"
	"game-tui/tui/theme"
)

// From is a message as an input of package watch, nil: it means nothing there.
func From(msg any) watch.Input {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return key(msg)
	case uv.KeyPressEvent:
		return key(tea.KeyPressMsg(msg))
	case tea.PasteMsg:
		return watch.Paste{Text: msg.Content}
	case uv.PasteEvent:
		return watch.Paste{Text: msg.Content}
	case tea.WindowSizeMsg:
		return watch.Resize{W: msg.Width, H: msg.Height}
	case tea.ColorProfileMsg:
		return watch.Colors{Profile: theme.Detected(msg.Profile)}
	case tea.MouseClickMsg:
		return click(tea.Mouse(msg))
	case uv.MouseClickEvent:
		return click(tea.Mouse(msg))
	case tea.MouseMotionMsg:
		return pointer(watch.Drag, tea.Mouse(msg))
	case uv.MouseMotionEvent:
		return pointer(watch.Drag, tea.Mouse(msg))
	case tea.MouseReleaseMsg:
		return pointer(watch.Release, tea.Mouse(msg))
	case uv.MouseReleaseEvent:
		return pointer(watch.Release, tea.Mouse(msg))
	case tea.MouseWheelMsg:
		return wheel(tea.Mouse(msg))
	case uv.MouseWheelEvent:
		return wheel(tea.Mouse(msg))
	}
	return nil
}

func key(k tea.KeyPressMsg) watch.Input { return watch.Key{Name: k.String(), Text: k.Text} }

func pointer(kind watch.PointerKind, m tea.Mouse) watch.Input {
	return watch.Pointer{Kind: kind, X: m.X, Y: m.Y}
}

func click(m tea.Mouse) watch.Input {
	if m.Button != tea.MouseLeft {
		return nil
	}
	return pointer(watch.Press, m)
}

func wheel(m tea.Mouse) watch.Input {
	switch m.Button {
	case tea.MouseWheelUp:
		return pointer(watch.WheelUp, m)
	case tea.MouseWheelDown:
		return pointer(watch.WheelDown, m)
	}
	return nil
}
