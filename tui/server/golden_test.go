package server

import (
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"

	"game-tui/tui/tuitest"
)

// TestGolden holds what a client's terminal shows, in colour.
func TestGolden(t *testing.T) {
	t.Parallel()
	for _, s := range []struct {
		name  string
		lobby bool
		ask   ask
		keys  string
		sees  string
	}{
		{name: "following", sees: "round 30/200"},
		{name: "looking-around", keys: "hi", sees: "inspect ("},
		{name: "help", keys: "?", sees: "one round back"},
		{name: "notice", ask: ask{w: 80, h: 24}, keys: "w", sees: "written here"},
		{name: "why", keys: "W", sees: "leads in round 30"},
		{name: "lobby", lobby: true, ask: ask{w: 80, h: 24}, sees: "old.res"},
		{name: "lobby-search", lobby: true, ask: ask{w: 80, h: 24}, keys: "/OLD", sees: "OLD"},
		{name: "lobby-100x40", lobby: true, ask: ask{w: 100, h: 40}, sees: "old.res"},
		{name: "lobby-160x70", lobby: true, ask: ask{w: 160, h: 70}, sees: "old.res"},
		{name: "lobby-result", lobby: true, ask: ask{w: 100, h: 40}, keys: "/seed greedy wins", sees: "greedy wins"},
		{name: "lobby-help", lobby: true, ask: ask{w: 80, h: 24}, keys: "?", sees: "watch the chosen match"},
		{name: "recording", lobby: true, ask: ask{command: "watch old.res@20"}, sees: "round 20/200"},
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
			c.sees(t, first)
			c.press(t, s.keys)
			c.sees(t, s.sees)
			c.golden(t)
		})
	}
}

// golden waits until the screen is as the golden file has it.
func (c *screenClient) golden(t *testing.T) {
	t.Helper()
	name := tuitest.GoldenFile(t)
	if tuitest.Update() {
		time.Sleep(time.Second) // until the rest has come; no test waits like this
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(c.colored()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	c.until(t, "the screen as in "+name+" (make golden writes it anew)", func() bool { return c.colored() == string(want) })
}

// colored is the screen with a note wherever the style changes. The foreground
// of a blank cannot be seen and depends on what stood there before.
func (c *screenClient) colored() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	hex := func(col color.Color) string {
		if col == nil {
			return "-"
		}
		r, g, b, _ := col.RGBA()
		return fmt.Sprintf("%02x%02x%02x", r>>8, g>>8, b>>8)
	}
	var b strings.Builder
	last := ""
	for y := range c.em.Height() {
		for x := range c.em.Width() {
			cell := c.em.CellAt(x, y)
			text, style := cell.Content, ""
			if text == "" || text == " " {
				text = " "
				style = fmt.Sprintf("«-/%s %d»", hex(cell.Style.Bg), cell.Style.Attrs&uv.AttrReverse)
			} else {
				style = fmt.Sprintf("«%s/%s %d»", hex(cell.Style.Fg), hex(cell.Style.Bg), cell.Style.Attrs)
			}
			if style != last {
				b.WriteString(style)
				last = style
			}
			b.WriteString(text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
