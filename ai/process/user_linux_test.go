package process

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestOrdinaryUser runs the tests of hostile players again as nobody: some
// limits, and all permissions, are others than root's.
func TestOrdinaryUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("skipped: this is an ordinary user already")
	}
	if testing.Short() {
		t.Skip("skipped: it plays all hostile players a second time")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "nobody")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	tests := filepath.Join(dir, "process.test")
	player := filepath.Join(dir, "AIHostile.exe")
	copyProgram(t, self, tests)
	copyProgram(t, hostile(t), player)

	const nobody = 65534
	cmd := exec.Command(tests, "-test.run", "^(TestHostileOut|TestHarmless|TestNothingLeft|TestProbe|TestAttempts|TestAsked|TestForeign|TestSwapped|TestEverySandboxRefusesAllAttempts|TestSandboxEndsWhenItsProcessesTogetherExceedTheBudget|TestTracedPlayerCannotOutliveItsMemoryLimit)$", "-test.v")
	cmd.Dir = dir
	cmd.Env = []string{hostileEnv + "=" + player, "PATH=/usr/bin:/bin", "TMPDIR=/tmp"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, failures(string(out)))
	}
	if n := strings.Count(string(out), "--- PASS"); n < 30 {
		t.Errorf("only %d tests ran", n)
	}
}

// failures leaves out what went well.
func failures(out string) string {
	var list []string
	for _, line := range strings.Split(out, "\n") {
		if !strings.Contains(line, "--- PASS") && !strings.HasPrefix(line, "=== ") {
			list = append(list, line)
		}
	}
	return strings.Join(list, "\n")
}

func copyProgram(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}
