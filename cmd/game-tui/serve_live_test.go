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

// sshScreen is what a watcher sees: the screen of a real client's terminal.
type sshScreen struct {
	mu    sync.Mutex
	em    *vt.Emulator
	keys  io.Writer
	leave func()
}

// watchOver opens a match in a window of 100 columns and 40 rows.
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
	go func() { _, _ = io.Copy(io.Discard, s.em) }() // what it answers to questions
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

// shown is the text of the screen, and all that is seen of its cells.
func (s *sshScreen) shown() (text, cells string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	for y := range 40 {
		for x := range 100 {
			c := s.em.CellAt(x, y)
			if c == nil || strings.TrimSpace(c.Content) == "" { // the colour of no sign is not seen
				if c != nil {
					fmt.Fprint(&b, c.Style.Bg)
				}
				continue
			}
			content, style := c.Content, c.Style
			if content == "▄" { // the same with the colours exchanged: which was sent depends on what stood there
				content, style.Fg, style.Bg = "▀", style.Bg, style.Fg
			}
			fmt.Fprint(&b, content, style)
		}
		b.WriteByte('\n')
	}
	return ansi.Strip(s.em.Render()), b.String()
}

// alike waits until all screens show the same, with a text in it.
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

// awaitOver waits until a server has all of a match.
func awaitOver(t *testing.T, addr, name string) {
	t.Helper()
	list := func() string { return sshRun(t, addr, "list") }
	simtest.Await(t, name+" is over", func() bool { return strings.Contains(list(), name+"   over") }, list)
}

// TestEdgesShowWhatTheSourceShows: a server plays, an edge follows from the beginning, another
// comes when the match is over. Real clients see the same screen
// at all three, in colours, and get the same recording.
func TestEdgesShowWhatTheSourceShows(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"harrypotter", "moneyheist", "thepurge"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			name := game + "-s7"
			source := startServer(t, "Demo", "--game", game, "--seed", "7", "--pace", "400", "--publish", "127.0.0.1:0")
			near := startServer(t, "--from", source.find(t, `msg=publishing address=(\S+)`))
			addrs := []string{source.find(t, listening), near.find(t, listening)}
			first := watchOver(t, addrs[1], "watch "+name) // at the edge: the match begins
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
