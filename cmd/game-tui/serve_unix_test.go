//go:build linux || darwin

package main

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"game-tui/sim/simtest"
)

// served is serve in a process of its own.
type served struct {
	cmd  *exec.Cmd
	addr string
	log  *os.File // its output after the line with the address
	done chan error
}

func serveProgram(t *testing.T, args ...string) *served {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s := &served{log: r, done: make(chan error, 1)}
	s.cmd = exec.Command(program(t), append([]string{"serve", "--listen", "127.0.0.1:0", "--host-key", filepath.Join(t.TempDir(), "key")}, args...)...)
	s.cmd.Stderr = w
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	go func() { s.done <- s.cmd.Wait() }()
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill()
		r.Close()
	})
	line, err := bufio.NewReaderSize(r, 256).ReadString('\n')
	m := regexp.MustCompile(listening).FindStringSubmatch(line)
	if m == nil {
		t.Fatalf("%q (%v)", line, err)
	}
	s.addr = m[1]
	return s
}

// ends interrupts the server and waits for its end.
func (s *served) ends(t *testing.T) {
	t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	simtest.Receive(t, "the end that SIGTERM asks for", s.done)
}

// A recording that is replaced by a pipe stops only whoever opens it, and does not delay the
// server's end.
func TestServeRecordingReplacedByAPipe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"a.res", "b.res", "good.res"} {
		inProcess(t, runCommand(), "Null", "Null", "Null", "Null", "--seed", "5", "-o", filepath.Join(dir, name))
	}
	s := serveProgram(t, "--replays", dir, "--rescan", "1h")
	for _, name := range []string{"a.res", "b.res"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Skip(err)
		}
	}
	for _, command := range []string{"watch a.res", "fetch a.res", "watch b.res@3", "fetch b.res"} {
		if out, err := sshTry(t, s.addr, command); err == nil || !strings.Contains(out, ".res: this is a pipe or a device, not a file") {
			t.Errorf("%s: %v %s", command, err, out)
		}
	}
	if out, err := sshTry(t, s.addr, "watch good@20"); err != nil || !strings.Contains(out, "round 20/200") {
		t.Errorf("the good one: %v %.80s", err, out)
	}
	s.ends(t)
}

// An unread log does not delay the end either.
func TestServeEndsWhateverHangs(t *testing.T) {
	t.Parallel()
	s := serveProgram(t, "--seed", "1", "--grace", "0s")
	stuck := make(chan struct{})
	go func() { // until the pipe is full, at 64 KiB or less
		defer close(stuck)
		for range 2000 {
			c, err := ssh.Dial("tcp", s.addr, &ssh.ClientConfig{User: strings.Repeat("x", 30), Timeout: time.Second,
				HostKeyCallback: ssh.InsecureIgnoreHostKey()})
			if err != nil {
				return
			}
			answered := make(chan struct{})
			go func() {
				defer close(answered)
				if session, err := c.NewSession(); err == nil {
					_ = session.Run("list")
				}
			}()
			select {
			case <-answered:
				c.Close()
			case <-time.After(2 * time.Second):
				return
			}
		}
	}()
	<-stuck
	s.ends(t)
}

// TestServeWarnsInTheFormatOfTheLog checks that a JSON log contains only JSON.
func TestServeWarnsInTheFormatOfTheLog(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "bot"), []byte("#!/bin/sh\nexit 1\n"), 0o755)
	cmd := exec.Command(program(t), strings.Fields("serve ./bot --game thepurge --sandbox off --log json --listen 127.0.0.1:0 --host-key key")...)
	cmd.Dir = dir
	server := start(t, cmd)
	server.says(t, `"msg":"listening"`)
	said := server.said.String()
	for line := range strings.Lines(said) {
		if !json.Valid([]byte(line)) {
			t.Errorf("got the line %q, want JSON", line)
		}
	}
	if want := `"level":"WARN","msg":"players run without a sandbox`; strings.Count(said, want) != 1 {
		t.Errorf("got the log\n%s\nwant one line with %s", said, want)
	}
	server.kill()
}
