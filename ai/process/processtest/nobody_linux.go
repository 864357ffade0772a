package processtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// RunAsNobody runs tests of this binary as an unprivileged user with read access to dir. It skips
// the test in short mode or if the current user is not root.
func RunAsNobody(t *testing.T, dir string, env []string, tests ...string) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("skipped: already running as an ordinary user")
	}
	if testing.Short() {
		t.Skip("repeats other tests; skipped in short mode")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(dir, "tests")
	CopyProgram(t, self, binary)
	const nobody = 65534
	cmd := exec.Command(binary, "-test.run", "^("+strings.Join(tests, "|")+")$", "-test.v")
	cmd.Dir = dir
	cmd.Env = append(env, "PATH=/usr/bin:/bin", "TMPDIR=/tmp")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range tests {
		if !strings.Contains(string(out), "--- PASS: "+name+" ") {
			t.Errorf("%s did not pass:\n%s", name, out)
		}
	}
}

// PublicDir returns a new folder that every user can read. It is removed when the test ends.
func PublicDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "nobody")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
