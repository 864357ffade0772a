package sshd

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"game-tui/tui/export"
	"game-tui/tui/replay/location"
)

func TestExportEqualsExportCommand(t *testing.T) {
	t.Parallel()
	r := start(t, newLobbyStage(), nil)
	for _, flags := range []string{"--to 12", "--format gif --from 20 --to 24 --size 60x20", "--format cast --highlights", "--format card --round 30"} {
		want, err := export.Parse(strings.Fields(flags), location.MatchAddress("old"))
		if err != nil {
			t.Fatal(err)
		}
		work, err := want.Prepare(recorded())
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		if err := work.Write(&file, func(int) bool { return true }); err != nil {
			t.Fatal(err)
		}
		got, stderr, status := execute(t, r.mustDial(t), "export old "+flags)
		if got != file.String() || stderr != "" || status != 0 {
			t.Errorf("%s: %d bytes, not %d; %q, status %d", flags, len(got), file.Len(), stderr, status)
		}
	}
}

func TestSlowDownloadDoesNotBlockExports(t *testing.T) {
	t.Parallel()
	r := start(t, newLobbyStage(), func(c *Config) { c.Jobs = 1 })
	slow, err := r.mustDial(t).NewSession()
	if err != nil {
		t.Fatal(err)
	}
	out, err := slow.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := slow.Start("export old --format cast"); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, 1)); err != nil { // the export has begun and is now blocked
		t.Fatal(err)
	}
	if got, stderr, _ := execute(t, r.mustDial(t), "export old --format txt"); !strings.Contains(got, "round 200/200") {
		t.Errorf("a second client: %q, %q", got, stderr)
	}
}

func TestExportNeedsJobsAndNoTerminal(t *testing.T) {
	t.Parallel()
	r := start(t, newLobbyStage(), func(c *Config) { c.Jobs = 0 })
	if _, stderr, status := execute(t, r.mustDial(t), "export old"); status != 1 || !strings.Contains(stderr, "not available on this server") {
		t.Errorf("status %d, %q", status, stderr)
	}
	// The server must not search the match for the unit, which would read every round.
	if _, stderr, _ := execute(t, r.mustDial(t), "export old --follow 99999"); !strings.Contains(stderr, "not available on this server") {
		t.Errorf("%q", stderr)
	}
	s, err := r.mustDial(t).NewSession()
	if err != nil {
		t.Fatal(err)
	}
	var out, wrong bytes.Buffer
	s.Stdout, s.Stderr = &out, &wrong
	if err := s.RequestPty("xterm", 24, 80, nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Run("export old"); exitStatus(err) != 1 || out.Len() > 0 || !strings.Contains(wrong.String(), "run ssh without -t") {
		t.Errorf("with a terminal: %v, %q, %q", err, out.String(), wrong.String())
	}
}

func TestExportsPerAddressAreBounded(t *testing.T) {
	t.Parallel()
	e := quota{max: maxExports, maxPerAddress: maxExportsPerAddress}
	for i := range maxExports / maxExportsPerAddress {
		for range maxExportsPerAddress {
			if err := e.acquire(address(i), 1); err != nil {
				t.Fatal(err)
			}
		}
		if err := e.acquire(address(i), 1); err != errWaiting {
			t.Errorf("one address gets more: %v", err)
		}
	}
	if err := e.acquire(address(99), 1); err != errBusy {
		t.Errorf("all together get more: %v", err)
	}
	e.release(address(0), 1)
	if err := e.acquire(address(99), 1); err != nil {
		t.Error(err)
	}
}

func TestExportBufferIsBounded(t *testing.T) {
	t.Parallel()
	b := boundedBuffer{limit: 10}
	if n, err := b.Write(make([]byte, 10)); n != 10 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if _, err := b.Write([]byte{1}); err == nil || !strings.Contains(err.Error(), export.FileSizeHint) {
		t.Errorf("more than it takes: %v", err)
	}
}

// The client gets the file. The server must not write one.
func TestExportKeyShowsCommand(t *testing.T) {
	t.Parallel()
	r := start(t, newLobbyStage(), nil)
	c := r.watch(t, ask{command: "watch old@20", w: 148, h: 40})
	c.awaitText(t, "round 20/200")
	c.press(t, "x")
	c.awaitText(t, "this screen as text")
	c.press(t, "\x1b[B\x1b[B\r")
	const command = "export old.res --format txt --round 20 --size 148x40"
	c.awaitText(t, "run: ssh HOST "+command+" > old.txt")
	if got, stderr, _ := execute(t, r.mustDial(t), command); !strings.Contains(got, "round 20/200") {
		t.Errorf("%q, %q", got, stderr)
	}
}
