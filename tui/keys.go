package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// Key is one entry of the key table: what is pressed, what it says of itself
// in footer and help, and what it does.
type Key struct {
	ID string
	key.Binding
	Short string // its word in the footer, empty: not there
	do    func(*Model) tea.Cmd
}

func bind(id, help, desc string, do func(*Model) tea.Cmd, keys ...string) Key {
	return Key{ID: id, Binding: key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, desc)), do: do}
}

func (k Key) short(s string) Key {
	k.Short = s
	return k
}

// Keys is the key table, in the order of the help page. Footer, help and
// handler all read it, so they cannot disagree.
var Keys = []Key{
	bind("back", "← h ↑", "one round back", step(-1), "left", "h", "up"),
	bind("on", "→ l ↓", "one round on", step(1), "right", "l", "down"),
	bind("back10", "PgUp", "ten rounds back", step(-10), "pgup"),
	bind("on10", "PgDn", "ten rounds on", step(10), "pgdown"),
	bind("first", "Home", "first round", goTo(func(*Model) int { return 0 }), "home"),
	bind("last", "End", "last round", goTo(func(m *Model) int { return m.view.Play.Edge }), "end"),
	bind("tenth", "1…9 0", "to that tenth; the start", tenth, "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
	bind("go", "g", "go to a round", askRound, "g").short("go to"),
	bind("prevEvent", "[", "previous event", event(-1), "["),
	bind("nextEvent", "]", "next event", event(1), "]"),
	bind("play", "space", "play, pause", play, "space", " ").short("play"),
	bind("reverse", "r", "direction", reverse, "r"),
	bind("faster", "+", "faster", faster, "+", "="),
	bind("slower", "-", "slower", slower, "-", "_"),
	bind("live", "L", "live edge, and follow it", live, "L"),
	bind("zoomIn", "z", "zoom in", zoom(1), "z").short("zoom"),
	bind("zoomOut", "Z", "zoom out", zoom(-1), "Z"),
	bind("panUp", "Shift+↑", "viewport up", pan(-1, 0), "shift+up"),
	bind("panDown", "Shift+↓", "viewport down", pan(1, 0), "shift+down"),
	bind("panLeft", "Shift+←", "viewport left", pan(0, -1), "shift+left"),
	bind("panRight", "Shift+→", "viewport right", pan(0, 1), "shift+right"),
	bind("inspect", "i", "inspect a cell; Esc leaves", inspect, "i").short("inspect"),
	bind("follow", "f", "follow the unit there", follow, "f"),
	bind("tab", "Tab", "next panel", nextTab, "tab"),
	bind("events", "e", "all events of the round", allEvents, "e").short("events"),
	bind("sort", "s", "seat or score order", sortCards, "s"),
	bind("palette", "t", "palette", palette, "t").short("palette"),
	bind("mouse", "m", "mouse to the terminal, back", mouse, "m"),
	bind("next", "n", "play again, next seed", playNext, "n"),
	bind("again", "N", "play the same again", playAgain, "N"),
	bind("write", "w", "write the match as .res", write, "w"),
	bind("help", "?", "all keys", help, "?").short("keys"),
	bind("leave", "Esc", "leave, dismiss", leave, "esc"),
	bind("quit", "q", "quit", quit, "q", "ctrl+c").short("quit"),
}

// find is the entry of a pressed key, or nil.
func find(msg tea.KeyPressMsg) *Key {
	for i := range Keys {
		if key.Matches(msg, Keys[i].Binding) {
			return &Keys[i]
		}
	}
	return nil
}
