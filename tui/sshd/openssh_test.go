package sshd

import (
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// tmux runs OpenSSH in a terminal.
type tmux struct{ socket string }

func (x tmux) run(args ...string) (string, error) {
	out, err := exec.Command("tmux", append([]string{"-S", x.socket, "-f", "/dev/null"}, args...)...).CombinedOutput()
	return string(out), err
}

func (x tmux) awaitText(t *testing.T, want string) {
	t.Helper()
	screen := ""
	defer func() {
		if t.Failed() {
			t.Log(screen)
		}
	}()
	eventually(t, "wait for "+want, func() bool {
		screen, _ = x.run("capture-pane", "-p")
		return strings.Contains(screen, want)
	})
}

func TestOpenSSHClient(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"ssh", "sftp", "tmux"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program, "is not installed")
		}
	}
	src, r := startStage(t, nil)
	grow(src.now(), 9)
	_, port, err := net.SplitHostPort(r.addr)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	options := fmt.Sprintf("-F none -o StrictHostKeyChecking=no -o UserKnownHostsFile=%s -o LogLevel=ERROR", filepath.Join(dir, "known"))
	x := tmux{filepath.Join(dir, "tmux")}
	shell := fmt.Sprintf("ssh %s -p %s 127.0.0.1; echo status $?; sleep 60", options, port)
	if out, err := x.run("new-session", "-d", "-x", "100", "-y", "40", "sh", "-c", shell); err != nil {
		t.Skip("tmux does not start: ", out)
	}
	t.Cleanup(func() { _, _ = x.run("kill-server") })
	x.awaitText(t, "round 9/200")
	x.awaitText(t, "● live")
	_, _ = x.run("send-keys", "Left", "Left")
	x.awaitText(t, "round 7/200")
	_, _ = x.run("resize-window", "-x", "80", "-y", "24")
	grow(src.now(), 3)
	_, _ = x.run("send-keys", "L")
	x.awaitText(t, "round 12/200")
	_, _ = x.run("send-keys", "q")
	x.awaitText(t, "status 0")

	run := func(program string, more ...string) (string, error) {
		args := append(strings.Fields(options), more...)
		out, err := exec.Command(program, args...).CombinedOutput()
		return string(out), err
	}
	if out, err := run("ssh", "-p", port, "127.0.0.1", "list"); err != nil || !strings.Contains(out, "match") {
		t.Errorf("list: %v %s", err, out)
	}
	if out, err := run("ssh", "-p", port, "127.0.0.1", "watch", "match@3"); err != nil || !strings.Contains(out, "round 3/200") {
		t.Errorf("watch: %v %s", err, out)
	}
	if out, err := run("ssh", "-p", port, "127.0.0.1", "rm", "-rf"); err == nil || !strings.Contains(out, `invalid command "rm"`) {
		t.Errorf("rm: %v %s", err, out)
	}
	if out, err := run("sftp", "-P", port, "127.0.0.1"); err == nil {
		t.Errorf("sftp: %s", out)
	}
}
