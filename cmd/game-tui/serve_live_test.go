package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"golang.org/x/crypto/ssh"

	"game-tui/sim/simtest"
)

// sshScreen is the screen of a real SSH client.
type sshScreen struct {
	mu    sync.Mutex
	em    *vt.Emulator
	keys  io.Writer
	leave func()
}

// watchOver opens a match in a window of 100×40.
func watchOver(t *testing.T, addr, command string) *sshScreen {
	t.Helper()
	c := dialed(t, addr)
	session, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	if err := session.RequestPty("xterm-256color", 40, 100, ssh.TerminalModes{}); err != nil {
		t.Fatal(err)
	}
	s := &sshScreen{em: vt.NewEmulator(100, 40), leave: func() { c.Close() }}
	if s.keys, err = session.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := session.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := session.Start(command); err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, s.em) }() // answers to queries
	go func() {
		buf := make([]byte, 32<<10)
		for {
			n, err := out.Read(buf)
			s.mu.Lock()
			_, _ = s.em.Write(buf[:n])
			s.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	return s
}

// shown returns the text of the screen with the visible attributes of its cells.
func (s *sshScreen) shown() (text, cells string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	for y := range 40 {
		for x := range 100 {
			c := s.em.CellAt(x, y)
			if c == nil || strings.TrimSpace(c.Content) == "" { // a blank has no visible foreground
				if c != nil {
					fmt.Fprint(&b, c.Style.Bg)
				}
				continue
			}
			content, style := c.Content, c.Style
			if content == "▄" { // the same cell with swapped colours: which is sent depends on the previous frame
				content, style.Fg, style.Bg = "▀", style.Bg, style.Fg
			}
			fmt.Fprint(&b, content, style)
		}
		b.WriteByte('\n')
	}
	return ansi.Strip(s.em.Render()), b.String()
}

// alike waits until all screens are equal and contain a text.
func alike(t *testing.T, what, text string, list ...*sshScreen) {
	t.Helper()
	simtest.Await(t, what+": the same on all screens, with "+text, func() bool {
		shown, first := list[0].shown()
		same := strings.Contains(shown, text)
		for _, s := range list[1:] {
			_, cells := s.shown()
			same = same && cells == first
		}
		return same
	}, func() (all string) {
		for _, s := range list {
			shown, _ := s.shown()
			all += "\n" + shown
		}
		return all
	})
}

// awaitOver waits until a server has the whole match.
func awaitOver(t *testing.T, addr, name string) {
	t.Helper()
	list := func() string { return sshRun(t, addr, "list") }
	simtest.Await(t, name+" is over", func() bool { return strings.Contains(list(), name+"   over") }, list)
}

// TestEdgesShowWhatTheSourceShows: a source plays, one edge follows from the beginning, and another
// connects after the end. Real clients see the same coloured screen at all three, and download the
// same recording.
func TestEdgesShowWhatTheSourceShows(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"harrypotter", "moneyheist", "thepurge"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			name := game + "-s7"
			source := startServer(t, "Demo", "--game", game, "--seed", "7", "--pace", "400", "--publish", "127.0.0.1:0")
			near := startServer(t, "--from", source.find(t, `msg=publishing address=(\S+)`))
			addrs := []string{source.find(t, listening), near.find(t, listening)}
			first := watchOver(t, addrs[1], "watch "+name) // at the edge; the match begins
			awaitOver(t, addrs[0], name)
			awaitOver(t, addrs[1], name)
			first.leave()
			near.find(t, `msg=leave .*after=([1-9])`)
			late := startServer(t, "--from", source.find(t, `msg=publishing address=(\S+)`))
			addrs = append(addrs, late.find(t, listening))
			awaitOver(t, addrs[2], name)
			want := sshRun(t, addrs[0], "fetch "+name)
			for _, addr := range addrs[1:] {
				if got := sshRun(t, addr, "fetch "+name); got != want || len(got) < 10_000 {
					t.Errorf("the recording of %s has %d bytes, that of the source %d", addr, len(got), len(want))
				}
			}
			var screens []*sshScreen
			for _, addr := range addrs {
				screens = append(screens, watchOver(t, addr, "watch "+name+"@57"))
			}
			alike(t, "round 57", "57", screens...)
			for _, keys := range []string{"l", "l", "l", "z", "E", "o", "O", "i", "?"} {
				for _, s := range screens {
					if _, err := io.WriteString(s.keys, keys); err != nil {
						t.Fatal(err)
					}
				}
				alike(t, "after "+keys, "", screens...)
			}
		})
	}
}
