package sshd

import (
	"testing"

	"game-tui/tui/tuitest/screentest"
)

// TestGolden compares what a client's terminal shows, in colour.
func TestGolden(t *testing.T) {
	t.Parallel()
	for _, s := range []struct {
		name  string
		lobby bool
		ask   ask
		keys  string
	}{
		{name: "following"},
		{name: "looking-around", keys: "hi"},
		{name: "help", keys: "?"},
		{name: "notice", ask: ask{w: 80, h: 24}, keys: "w"},
		{name: "why", keys: "W"},
		{name: "lobby", lobby: true, ask: ask{w: 80, h: 24}},
		{name: "lobby-search", lobby: true, ask: ask{w: 80, h: 24}, keys: "/OLD"},
		{name: "lobby-100x40", lobby: true, ask: ask{w: 100, h: 40}},
		{name: "lobby-160x70", lobby: true, ask: ask{w: 160, h: 70}},
		{name: "lobby-result", lobby: true, ask: ask{w: 100, h: 40}, keys: "/seed greedy wins"},
		{name: "lobby-help", lobby: true, ask: ask{w: 80, h: 24}, keys: "?"},
		{name: "recording", lobby: true, ask: ask{command: "watch old.res@20"}},
	} {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			src := newStage()
			if s.lobby {
				src = newLobbyStage()
			}
			grow(src.now(), 30)
			c := start(t, src, nil).watch(t, s.ask)
			first := "round 30/200"
			if s.lobby {
				first = "2"
			}
			c.awaitText(t, first)
			c.press(t, s.keys)
			screentest.AwaitGolden(t, c.colored)
		})
	}
}

// colored returns the screen with its styles.
func (c *screenClient) colored() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return screentest.StyledText(c.em)
}
