package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"game-tui/sim/simtest"
)

// canary is a text in files that no player may read.
const canary = "canary-5e0f7a"

// spy is a player that goes out with the contents of its first argument, a file or a folder, as its
// message.
const spy = `#!/bin/sh
read -r line
read -r file < "$1"
read -r inside < "$1/canary"
echo "it reads $file $inside" >&2
exit 3
`

// quiet is a player that gives no orders.
const quiet = `#!/bin/sh
while read -r word round rest; do
	case $word in
	describe) printf 'about 1 The_Purge 1\n' ;;
	init) echo ready 1 quiet ;;
	state) printf 'commands %s 2 0 0\n0\n' "$round" ;;
	quit) exit 0 ;;
	esac
done
`

// crash is a player that exits at once.
const crash = "#!/bin/sh\nexit 3\n"

// workplace is a folder with programs that play and the files they need.
type workplace struct {
	dir, exe string
	user     *syscall.Credential // user of a worker; nil: the current one
}

// nobody is an ordinary user.
const nobody = 65534

// eachUser runs a test as the current user, and if that is root also as an ordinary user. It runs
// in parallel with other tests.
func eachUser(t *testing.T, test func(t *testing.T, w *workplace)) {
	t.Parallel()
	users := map[string]*syscall.Credential{"same": nil}
	if os.Geteuid() == 0 && !testing.Short() {
		users["ordinary"] = &syscall.Credential{Uid: nobody, Gid: nobody}
	}
	for name, user := range users {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, err := os.MkdirTemp("", "workplace")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { os.RemoveAll(dir) })
			w := &workplace{dir: dir, exe: filepath.Join(dir, "bin", "game-tui"), user: user}
			if err := os.Chmod(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			text := readFile(t, program(t))
			w.write(t, "bin/game-tui", string(text), 0o755)
			w.write(t, "tmp/keep", "", 0o644)
			w.short(t)
			if code, said := w.run(t, "", "doctor"); code != 0 || !strings.Contains(said, "yes  landlock") || !strings.Contains(said, "yes  seccomp") {
				t.Skipf("skipped: no sandbox here\n%s", said)
			}
			test(t, w)
		})
	}
}

// below returns a workplace inside this one.
func (w *workplace) below(name string) *workplace {
	return &workplace{filepath.Join(w.dir, name), w.exe, w.user}
}

// begun waits until a tournament has written its plan.
func (w *workplace) begun(t *testing.T, record string, s *started) {
	t.Helper()
	simtest.Await(t, "the record's first line", func() bool {
		if len(s.ended) > 0 {
			t.Fatal(s.said)
		}
		info, err := os.Stat(w.path(record))
		return err == nil && info.Size() > 0
	}, s.said.String)
}

// unplayed removes the results from a tournament file.
func (w *workplace) unplayed(t *testing.T, record string) {
	t.Helper()
	text := readFile(t, w.path(record))
	plan, _, _ := strings.Cut(string(text), "\n")
	w.write(t, record, plan+"\n", 0o644)
	w.write(t, record+".key", keyIn(t, string(text)), 0o600)
}

// tmp is the user's temporary folder.
func (w *workplace) tmp() string { return filepath.Join(filepath.Dir(w.exe), "..", "tmp") }

func (w *workplace) path(name string) string { return filepath.Join(w.dir, name) }

// write writes a file that belongs to the user.
func (w *workplace) write(t *testing.T, name, text string, mode os.FileMode) {
	t.Helper()
	path := w.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	writeFile(t, path, []byte(text), mode)
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	if w.user == nil {
		return
	}
	for at := path; len(at) >= len(w.dir); at = filepath.Dir(at) {
		if err := os.Lchown(at, int(w.user.Uid), int(w.user.Gid)); err != nil {
			t.Fatal(err)
		}
	}
}

// link creates a symbolic link.
func (w *workplace) link(t *testing.T, to, name string) {
	t.Helper()
	if err := os.Symlink(to, w.path(name)); err != nil {
		t.Fatal(err)
	}
}

// short writes the configuration of a short match.
func (w *workplace) short(t *testing.T) {
	t.Helper()
	w.write(t, "bin/game-tui.cnf", shortGame(10), 0o644)
}

// command returns the program, run by the user in a folder of the workplace.
func (w *workplace) command(in string, args ...string) *exec.Cmd {
	cmd := exec.Command(w.exe, args...)
	cmd.Dir = w.path(in)
	cmd.Env = append(os.Environ(), "HOME="+w.path("home"), "TMPDIR="+w.tmp(), "PATH=/usr/bin:/bin")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: w.user}
	return cmd
}

// run runs the program and returns all its output.
func (w *workplace) run(t *testing.T, in string, args ...string) (code int, said string) {
	t.Helper()
	cmd := w.command(in, args...)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// runs is like run, but the program must succeed.
func (w *workplace) runs(t *testing.T, in string, args ...string) string {
	t.Helper()
	code, said := w.run(t, in, args...)
	if code != exitOK {
		t.Fatalf("%q: exit code %d\n%s", args, code, said)
	}
	return said
}

// unseen fails if a file or the output contains the canary.
func (w *workplace) unseen(t *testing.T, record, said string) {
	t.Helper()
	text := readFile(t, w.path(record))
	for _, text := range []string{string(text), said} {
		if i := strings.Index(text, canary); i >= 0 {
			t.Errorf("the canary came out: %s", text[max(0, i-100):min(len(text), i+100)])
		}
	}
}

// tidy fails if the program has left files behind.
func (w *workplace) tidy(t *testing.T) {
	t.Helper()
	if list, err := os.ReadDir(w.tmp()); err != nil || len(list) != 1 {
		t.Errorf("%v are left, %v", list, err)
	}
}
