//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"game-tui/configs"
	"game-tui/sim/simtest"
)

// TestFaults makes writing fail in every way that a system offers. Exit code and one line report
// it, with the name as typed; earlier files are unchanged, and no others are left.
func TestFaults(t *testing.T) {
	t.Parallel()
	const play = "game-tui run Null Null Null Null -s 30 "
	const full = "error: standard output: cannot write: no space left on device\n"
	for name, c := range map[string]struct {
		do    string // a script, run in a folder of its own
		code  int
		said  string // on standard error; a regular expression
		left  string // names and modes of the remaining files
		skips string // condition under which the case cannot be tested
	}{
		"help to a full disk":    {do: "game-tui --help > /dev/full", code: exitInvalid, said: full},
		"run to a full disk":     {do: play + "--quiet > /dev/full", code: exitInvalid, said: full},
		"rows to a full disk":    {do: "game-tui run Null Null Null Null --seeds 1-1000000 --csv --quiet > /dev/full", code: exitInvalid, said: full},
		"a batch to a full disk": {do: "game-tui run Null Null Null Null --seeds 1-2 --quiet > /dev/full", code: exitInvalid, said: full},
		"a difference to a full disk": {do: play + "--quiet -o x.res; sed s/30/31/ x.res > y.res; game-tui diff x.res y.res > /dev/full",
			code: exitInvalid, said: full, left: "x.res 644, y.res 644"},
		"a round to a full disk": {do: play + "--quiet -o x.res; game-tui watch x.res > /dev/full", code: exitInvalid, said: ".*\n" + full, left: "x.res 644"},
		"new to a full disk": {do: "game-tui new python bot > /dev/full", code: exitInvalid, said: full,
			left: "bot/PROTOCOL.md 644, bot/README.md 644, bot/bot.py 644, bot/protocol.py 644"},

		"-o to a full device":      {do: play + "-o /dev/full", code: exitInvalid, said: "error: /dev/full: cannot write: no space left on device\n"},
		"-o beyond the file limit": {do: "ulimit -f 8; " + play + "-o x.res", code: exitInvalid, said: "error: x.res: cannot write: file too large\n"},
		"notes beyond the file limit": {do: "ulimit -f 800; game-tui run Demo Demo Demo Demo -s 30 --notes -o x.res.gz", code: exitInvalid,
			said: "error: x.res.gz.notes: cannot write: file too large\n", left: "x.res.gz 644"},
		"what was there outlives a failure": {do: "echo old > x.res; chmod 600 x.res; ulimit -f 8; " + play + "-o x.res; code=$?; cat x.res >&2; exit $code",
			code: exitInvalid, said: "error: x.res: .*\nold\n", left: "x.res 600"},
		"new beyond the file limit":          {do: "ulimit -f 1; game-tui new python bot", code: exitInvalid, said: "error: (open|write) bot/bot.py: file too large\n"},
		"new beside a file, beyond":          {do: "mkdir bot; touch bot/x; ulimit -f 1; game-tui new go bot", code: exitInvalid, said: "error: .*: file too large\n", left: "bot/x 644"},
		"new after it failed":                {do: "(ulimit -f 1; game-tui new python bot); game-tui new python bot > x", said: "error: .*: file too large\n", left: "bot/PROTOCOL.md 644, bot/README.md 644, bot/bot.py 644, bot/protocol.py 644, x 644"},
		"-o into a folder that is not there": {do: play + "-o no/x.res", code: exitInvalid, said: "error: no/x.res: cannot write: no such file or directory\n"},
		"-o over a folder":                   {do: "mkdir x.res; " + play + "-o x.res", code: exitInvalid, said: "error: x.res: this is a folder; name a file in it\n"},
		"-o into a folder that is read-only": {do: "mkdir d; chmod 500 d; " + play + "-o d/x.res", code: exitInvalid,
			said: "error: d/x.res: cannot write: permission denied\n", skips: "root"},
		"-o over a file that is read-only": {do: "echo old > x.res; chmod 400 x.res; " + play + "-o x.res", code: exitInvalid,
			said: "error: x.res: cannot write: permission denied\n", left: "x.res 400"},

		"-o keeps mode 600":        {do: "touch x.res; chmod 600 x.res; " + play + "--quiet -o x.res", left: "x.res 600"},
		"-o heeds the umask":       {do: "umask 077; " + play + "--quiet -o x.res", left: "x.res 600"},
		"-o keeps a link":          {do: "mkdir d; touch d/y; chmod 640 d/y; ln -s d/y x.res; " + play + "--quiet -o x.res; test -s d/y", left: "d/y 640, x.res link"},
		"-o through a broken link": {do: "ln -s no/y x.res; " + play + "-o x.res", left: "x.res 644", said: ".*\n(.*\n)*"},
		"-o into a pipe":           {do: play + "--quiet -o /dev/stdout | tail -n 1 > x", left: "x 644"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if c.skips == "root" && os.Geteuid() == 0 {
				t.Skip("root may write everywhere")
			}
			if _, err := os.Stat("/dev/full"); err != nil && strings.Contains(c.do, "/dev/full") {
				t.Skip(err)
			}
			dir := t.TempDir()
			code, said := shell(t, dir, c.do)
			if code != c.code || !regexp.MustCompile(`^(?:`+c.said+`)$`).MatchString(said) {
				t.Errorf("exit code %d, want %d; it says %q, want %q", code, c.code, said, c.said)
			}
			if got := listing(t, dir); got != c.left {
				t.Errorf("left are %q, want %q", got, c.left)
			}
		})
	}
}

// TestSignalsLeaveNothing interrupts a match that is being written.
func TestSignalsLeaveNothing(t *testing.T) {
	t.Parallel()
	config := regexp.MustCompile(`NUM_ROUNDS\s+\d+`).ReplaceAll(configs.Default("harrypotter"), []byte("NUM_ROUNDS 100000"))
	for _, sig := range []syscall.Signal{syscall.SIGHUP, syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT} {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			if signal.Ignored(sig) {
				t.Skipf("%v is ignored here, as under nohup, and then by the program too", sig)
			}
			dir := t.TempDir()
			cmd := exec.Command(program(t), "run", "Demo", "Demo", "Demo", "Demo", "-i", "-", "-o", "x.res", "--quiet")
			cmd.Dir, cmd.Stdin = dir, bytes.NewReader(config)
			var said strings.Builder
			cmd.Stderr = &said
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			defer cmd.Process.Kill()
			simtest.Await(t, "something is written", func() bool { return listing(t, dir) != "" }, nil)
			cmd.Process.Signal(sig)
			_ = cmd.Wait()
			if code := cmd.ProcessState.ExitCode(); code != exitInterrupted || said.String() != "interrupted\n" {
				t.Errorf("exit code %d: %q", code, said.String())
			}
			if left := listing(t, dir); left != "" {
				t.Errorf("left are %s", left)
			}
		})
	}
}

// TestNohup checks that a command under nohup continues after the terminal has closed.
func TestNohup(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	code, said := shell(t, dir, "trap '' HUP; game-tui run Demo Demo Demo Demo --seeds 1-40 --quiet --csv > rows & "+
		"while ! test -s rows; do :; done; kill -HUP $!; wait $!")
	if code != exitOK || said != "" {
		t.Errorf("exit code %d: %s", code, said)
	}
}

// shell runs a script in a folder, with the program in its PATH.
func shell(t *testing.T, dir, script string) (code int, stderr string) {
	t.Helper()
	cmd := exec.Command("/bin/sh", "-c", "umask 022; "+script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(program(t))+":"+os.Getenv("PATH"))
	var said strings.Builder
	cmd.Stderr = &said
	_ = cmd.Run()
	return cmd.ProcessState.ExitCode(), said.String()
}

// runs runs a script in a folder. The script must succeed.
func runs(t *testing.T, dir, script string) {
	t.Helper()
	if code, said := shell(t, dir, script); code != exitOK {
		t.Fatalf("%s: exit code %d\n%s", script, code, said)
	}
}

// listing returns the names and modes of the files below a folder.
func listing(t *testing.T, dir string) string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		mode := fmt.Sprintf("%o", info.Mode().Perm())
		if info.Mode()&fs.ModeSymlink != 0 {
			mode = "link"
		}
		list = append(list, name+" "+mode)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, ", ")
}

// An interrupted export leaves no file.
func TestInterruptedExportLeavesNothing(t *testing.T) {
	t.Parallel()
	dir, records := t.TempDir(), t.TempDir()
	name := filepath.Join(records, "x.res")
	runs(t, records, "game-tui run Null Null Null Null -s 1 --quiet -o x.res")
	cmd := exec.Command(program(t), "export", name, "-o", "x.gif", "--size", "500x200") // seconds of work
	cmd.Dir = dir
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	simtest.Await(t, "it begins to write", func() bool { return listing(t, dir) != "" }, nil)
	cmd.Process.Signal(os.Interrupt)
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("exit code %d, want %d", code, exitInterrupted)
	}
	if left := listing(t, dir); left != "" {
		t.Errorf("left are %s", left)
	}
}

// TestSignalEndsStuckOutput checks that one signal ends a program whose output nobody reads.
func TestSignalEndsStuckOutput(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(program(t), "run", "Demo", "Demo", "Demo", "Demo")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	if _, err := io.ReadFull(out, make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	cmd.Process.Signal(syscall.SIGTERM)
	waited(t, func() error {
		_, err := cmd.Process.Wait()
		return err
	})
}

// waited waits for the program to exit.
func waited(t *testing.T, call func() error) error {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- call() }()
	return simtest.Receive(t, "the program", done)
}
