//go:build unix

package main

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"game-tui/sim/simtest"
)

// TestASignalIsNoSuccess interrupts commands in the middle of their work. Only servers exit with 0
// after a signal, and workers after SIGTERM.
func TestASignalIsNoSuccess(t *testing.T) {
	t.Parallel()
	exe := program(t)
	// It creates a file when it starts, and never answers.
	const player = "#!/bin/sh\n: > begun\nread -r line\nprintf 'ready 1 Slow\\n'\nwhile read -r line; do :; done\n"
	const hangs = " ./slow --game thepurge --sandbox off --wall 1h --match-wall 1h"
	interrupted := map[syscall.Signal]int{syscall.SIGINT: exitInterrupted, syscall.SIGTERM: exitInterrupted}
	worker := map[syscall.Signal]int{syscall.SIGINT: exitInterrupted}
	url := coordinator(t, exe)
	for name, c := range map[string]struct {
		args string
		says string // printed once it has begun; empty: the player has started
		code map[syscall.Signal]int
	}{
		"match":      {"run" + hangs + " -o x.res", "", interrupted},
		"batch":      {"run" + hangs + " --seeds 1-1000 --json", "", interrupted},
		"tournament": {"tournament" + hangs + " Demo Null Null --seeds 1000 -o t.jsonl", "", interrupted},
		"playoff":    {"playoff" + hangs + strings.Repeat(" Demo", 20) + " -o p.jsonl", "", interrupted},
		"ladder":     {"ladder" + hangs, "", interrupted},
		"qualify":    {"qualify" + hangs, "", interrupted},
		"coach":      {"coach" + hangs + " --for 1h", "", interrupted},
		"coach json": {"coach" + hangs + " --for 1h --json", "", interrupted},
		"worker":     {"worker nats://127.0.0.1:1", "retrying", worker},
		"playing":    {"worker " + url + " --cores 1", "playing tournament", worker},
		"serve":      {"serve --listen 127.0.0.1:0 --host-key key --grace 0s", "listening", map[syscall.Signal]int{}},
	} {
		for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
			t.Run(name+"/"+sig.String(), func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				writeFile(t, filepath.Join(dir, "slow"), []byte(player), 0o755)
				cmd := exec.Command(exe, strings.Fields(c.args)...)
				cmd.Dir = dir
				play := start(t, cmd)
				if c.says != "" {
					play.says(t, c.says)
				} else {
					simtest.Await(t, "the player's start", func() bool {
						_, err := os.Stat(filepath.Join(dir, "begun"))
						if len(play.ended) > 0 {
							t.Fatalf("it ended: %s", play.said)
						}
						return err == nil
					}, play.said.String)
				}
				if err := cmd.Process.Signal(sig); err != nil {
					t.Fatal(err)
				}
				said := play.wait(t)
				if got := cmd.ProcessState.ExitCode(); got != c.code[sig] {
					t.Errorf("got exit code %d, want %d: %s", got, c.code[sig], said)
				}
				if got, want := strings.HasSuffix(said, "interrupted\n"), c.code[sig] == exitInterrupted; got != want {
					t.Errorf("said to be interrupted: got %t, want %t: %s", got, want, said)
				}
			})
		}
	}
}

// TestHangingServersAndWorkersEndWell interrupts commands that wait for a machine which accepts
// connections and sends nothing.
func TestHangingServersAndWorkersEndWell(t *testing.T) {
	t.Parallel()
	exe := program(t)
	for command, args := range map[string]string{"worker": "", "serve": "--listen 127.0.0.1:0 --host-key key --grace 0s --from "} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			silent, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer silent.Close()
			cmd := exec.Command(exe, strings.Fields(command+" "+args+"nats://"+silent.Addr().String())...)
			cmd.Dir = t.TempDir()
			play := start(t, cmd)
			conn, err := silent.Accept()
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			said := play.wait(t)
			if got := cmd.ProcessState.ExitCode(); got != exitOK {
				t.Errorf("got exit code %d, want %d: %s", got, exitOK, said)
			}
		})
	}
}

// coordinator starts a tournament for workers and returns its address.
func coordinator(t *testing.T, exe string) string {
	t.Helper()
	cmd := exec.Command(exe, strings.Fields("tournament Demo Null Null Demo --game thepurge --seed 1 --seeds 100000 --cores 0 -o t.jsonl --listen 127.0.0.1:0")...)
	cmd.Dir = t.TempDir()
	play := start(t, cmd)
	const line = "workers: game-tui worker "
	play.says(t, line)
	play.says(t, ",")
	_, after, _ := strings.Cut(play.said.String(), line)
	url, _, _ := strings.Cut(after, " (")
	return url
}
