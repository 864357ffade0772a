// Package lobby is the list from which a watcher chooses a match. It is drawn
// for every watcher on its own: it changes seldom and costs little.
package lobby

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Item is a match that can be chosen.
type Item struct {
	Name   string // unique; letters, digits and . _ - only
	Title  string // the game, for people
	Detail string // the players, or what is known of them
	State  string // "live", "round 57/200", "over"
	When   time.Time
	Live   bool // it is marked
}

// Action is what a key asks the owner of the lobby to do.
type Action struct {
	Open string // show the match of that name
	Quit bool
}

// maxFilter is the longest text to search for.
const maxFilter = 32

// Model is a lobby. The zero value is an empty one.
type Model struct {
	items  []Item
	shown  []int // indices of the items that match the filter
	at     int   // the chosen one of shown
	top    int   // the first line of shown on the screen
	page   int   // lines on the screen
	filter string
	typing bool
	notice string
}

// SetItems replaces the list; the chosen item stays chosen where it is still there.
func (m *Model) SetItems(items []Item) {
	name := m.chosen()
	m.items = items
	m.search(name)
}

// Say shows a line until the next key.
func (m *Model) Say(text string) { m.notice = text }

func (m *Model) chosen() string {
	if m.at < len(m.shown) {
		return m.items[m.shown[m.at]].Name
	}
	return ""
}

// search applies the filter and chooses name, or else the line that was chosen.
func (m *Model) search(name string) {
	m.shown = m.shown[:0]
	want := strings.ToLower(m.filter)
	for i := range m.items {
		it := &m.items[i]
		if want != "" && !strings.Contains(strings.ToLower(it.Name+" "+it.Title+" "+it.Detail), want) {
			continue
		}
		if it.Name == name {
			m.at = len(m.shown)
		}
		m.shown = append(m.shown, i)
	}
	m.move(0)
}

func (m *Model) move(n int) { m.at = max(min(m.at+n, len(m.shown)-1), 0) }

// Key takes a key.
func (m *Model) Key(k tea.KeyPressMsg) Action {
	m.notice = ""
	if m.typing {
		m.typed(k)
		return Action{}
	}
	switch k.String() {
	case "up", "k":
		m.move(-1)
	case "down", "j":
		m.move(1)
	case "pgup":
		m.move(-max(m.page, 1))
	case "pgdown":
		m.move(max(m.page, 1))
	case "home":
		m.move(-len(m.shown))
	case "end":
		m.move(len(m.shown))
	case "/":
		m.typing = true
	case "esc":
		m.setFilter("")
	case "enter", "right", "l", "space":
		return Action{Open: m.chosen()}
	case "q", "ctrl+c":
		return Action{Quit: true}
	}
	return Action{}
}

func (m *Model) typed(k tea.KeyPressMsg) {
	switch k.String() {
	case "enter":
		m.typing = false
	case "esc", "ctrl+c":
		m.typing = false
		m.setFilter("")
	case "backspace":
		if m.filter == "" {
			m.typing = false
			return
		}
		m.setFilter(m.filter[:len(m.filter)-1])
	default:
		if len(k.Text) == 1 && k.Text[0] > ' ' && k.Text[0] < 0x7f && len(m.filter) < maxFilter {
			m.setFilter(m.filter + k.Text)
		}
	}
}

func (m *Model) setFilter(text string) {
	name := m.chosen()
	m.filter = text
	m.search(name)
}
