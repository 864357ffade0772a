//go:build unix

package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// floods sends a message repeatedly over its own connection, with the token evil.
func floods(t *testing.T, addr, message string) {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err == nil {
		_, err = io.WriteString(c, `CONNECT {"user":"evil","pass":"0123456789abcdef"}`+"\r\n")
	}
	if err != nil {
		t.Fatal(err)
	}
	var both sync.WaitGroup
	both.Go(func() { _, _ = io.Copy(io.Discard, c) })
	both.Go(func() {
		many := []byte(strings.Repeat(message, 1000))
		for {
			if _, err := c.Write(many); err != nil {
				return
			}
		}
	})
	t.Cleanup(func() {
		c.Close()
		both.Wait()
	})
}

// crowds opens connections that send nothing.
func crowds(t *testing.T, addr string, n int) {
	t.Helper()
	for range n {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
	}
}

// tokensOf writes a file with the tokens evil and anna, and one with anna alone.
func tokensOf(t *testing.T) (both, anna string) {
	t.Helper()
	dir := t.TempDir()
	both, anna = filepath.Join(dir, "tokens"), filepath.Join(dir, "anna")
	for name, text := range map[string]string{both: "evil 0123456789abcdef\nanna fedcba9876543210\n", anna: "anna fedcba9876543210\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return both, anna
}

// TestTournamentOutlivesFloods: while strangers hold connections and one token floods the
// coordinator, a worker with another token plays the tournament. Libraries print nothing outside
// the log.
func TestTournamentOutlivesFloods(t *testing.T) {
	t.Parallel()
	exe, addr := program(t), "127.0.0.1:"+freePorts(t, 1)[0]
	both, anna := tokensOf(t)
	record, whole := filepath.Join(t.TempDir(), "t.jsonl"), filepath.Join(t.TempDir(), "whole.jsonl")
	begin := []string{"tournament", "Null", "Demo", "Greedy", "Null", "--game", "thepurge", "--seed", "11", "--seeds", "20"}
	succeeds(t, append(begin, "-o", whole)...)
	coordinator := start(t, exec.Command(exe, append(begin, "-o", record, "--plain", "--cores", "0", "--listen", addr, "--token-file", both)...))
	coordinator.says(t, "tournament file: ")
	plan := regexp.MustCompile(`"id":"([0-9a-f]+)"`).FindSubmatch(readFile(t, record))[1]
	for _, verb := range []string{"join", "file", "ready", "task", "playing", "result"} {
		floods(t, addr, fmt.Sprintf("PUB game-tui.%s.evil.one.%s _INBOX.evil.x 2\r\n{}\r\n", plan, verb))
	}
	floods(t, addr, "PUB game-tui.any.anna.one.join 0\r\n\r\n")
	coordinator.says(t, ": slowed down: evil sends more than 10000 messages or 8192 KiB a second")
	crowds(t, addr, 150)
	worker := start(t, exec.Command(exe, "worker", addr, "--token-file", anna, "--name", "w"))
	coordinator.wait(t)
	worker.wait(t)
	asUndisturbed(t, record, whole, 80)
	said := coordinator.said.String()
	if n := strings.Count(said, "\n"); n > 100 || regexp.MustCompile(`(?m)^(nats:|\[|[0-9]{4}/)`).MatchString(said) {
		t.Errorf("%d lines:\n%.4000s", n, said)
	}
}

// TestEdgesOutliveFloods checks that an edge receives the whole match while another token floods
// the source with requests.
func TestEdgesOutliveFloods(t *testing.T) {
	t.Parallel()
	both, anna := tokensOf(t)
	source := startServer(t, "Demo", "--game", "thepurge", "--seed", "7", "--pace", "200", "--publish", "127.0.0.1:0", "--token-file", both)
	addr := source.find(t, `msg=publishing address=(\S+)`)
	for range 3 {
		floods(t, addr, "PUB game-tui-live.evil.get _INBOX.evil.x 2\r\n{}\r\n")
	}
	source.find(t, `(slowed down: evil sends more than 100 messages)`)
	crowds(t, addr, 150)
	edge := startServer(t, "--from", addr, "--token-file", anna)
	at := edge.find(t, listening)
	watchOver(t, at, "watch thepurge-s7")
	awaitOver(t, at, "thepurge-s7")
	if got, want := sshRun(t, at, "fetch thepurge-s7"), sshRun(t, source.find(t, listening), "fetch thepurge-s7"); got != want {
		t.Errorf("the edge has %d bytes, the source %d", len(got), len(want))
	}
	if n := strings.Count(source.String(), "\n"); n > 50 {
		t.Errorf("%d lines:\n%.4000s", n, source)
	}
}
