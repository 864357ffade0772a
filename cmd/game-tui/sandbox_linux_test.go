package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// mainNoLandlock runs a program as on a system without Landlock. Its arguments are a program and
// its arguments.
func mainNoLandlock() {
	filter, err := bpf.Assemble([]bpf.Instruction{
		bpf.LoadAbsolute{Off: 0, Size: 4}, // number of the system call
		bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: unix.SYS_LANDLOCK_CREATE_RULESET, SkipTrue: 1},
		bpf.RetConstant{Val: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)},
		bpf.RetConstant{Val: unix.SECCOMP_RET_ALLOW},
	})
	if err == nil {
		err = unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	}
	if err == nil {
		program := unix.SockFprog{Len: uint16(len(filter)), Filter: (*unix.SockFilter)(unsafe.Pointer(&filter[0]))}
		if _, _, e := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&program))); e != 0 {
			err = e
		}
	}
	if err == nil {
		err = syscall.Exec(os.Args[1], os.Args[1:], os.Environ())
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(3)
}

// quietBot is a player that does nothing.
const quietBot = `#!/bin/sh
while read -r word round rest; do
	case $word in
	init) echo ready 1 quiet ;;
	state) printf 'commands %s 2 0 0\n0\n' "$round" ;;
	describe) printf 'about 1 19\nThePurge 1.0\nquiet\n' ;;
	quit) exit 0 ;;
	esac
done
`

// TestWithoutLandlock plays programs on a system without the full sandbox. Programs that were not
// typed one by one are refused unless --sandbox is given; others play with one warning.
func TestWithoutLandlock(t *testing.T) {
	t.Parallel()
	exe, dir := program(t), t.TempDir()
	for _, name := range []string{"a", "b", "c", "d"} {
		path := filepath.Join(dir, "players", name+".sh")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(quietBot), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "players", "bad.sh"), []byte("#!/bin/sh\nexit 3\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	run := func(args string) (code int, said string) {
		cmd := exec.Command("no-landlock", append([]string{exe}, strings.Fields(args)...)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if _, failed := err.(*exec.ExitError); err != nil && !failed {
			t.Fatal(err)
		}
		return cmd.ProcessState.ExitCode(), string(out)
	}
	if code, said := run("doctor"); code != 0 || !strings.Contains(said, "NO   landlock") {
		t.Skipf("skipped: Landlock cannot be switched off here: %s", said)
	}
	writeFile(t, filepath.Join(dir, "short.cnf"), []byte(shortGame(10)), 0o644)
	const game = " -i short.cnf --seed 3 "
	const refused, warning = "no full sandbox here (--sandbox auto uses what is available)", "warning: players run without a full sandbox"
	for _, c := range []struct {
		args     string
		code     int
		want     string
		warnings int
	}{
		{"tournament players/ --seeds 1 --plain -o t1.jsonl" + game, 2, refused, 0},
		{"tournament players/ --seeds 1 --plain -o t2.jsonl --sandbox auto" + game, 0, "", 1},
		{"tournament --resume t2.jsonl --plain --seeds +1", 2, refused, 0},
		{"tournament players/a.sh players/b.sh players/c.sh players/d.sh --seeds 1 --plain -o t3.jsonl" + game, 0, "", 1},
		{"playoff players/ -o p1.jsonl" + game, 2, refused, 0},
		{"qualify players/" + game, 2, refused, 0},
		{"tournament players/ --trial" + game, 2, refused, 0},
		{"run ./players/a.sh -o r.res" + game, 0, "", 1},
		{"run ./players/a.sh -o r.res --sandbox require" + game, 2, refused, 0},
		{"kit players --check a.sh", 0, "", 1},
		{"kit players --check bad.sh", 2, "sent no description of itself", 1},
		{"qualify ./players/a.sh" + game, 1, "does not qualify", 1},
		{"qualify ./players/bad.sh --dummy ./nosuch", 2, "", 1},
		{"ladder ./players/a.sh --seeds 1" + game, 0, "", 1},
	} {
		code, said := run(c.args)
		if code != c.code || !strings.Contains(said, c.want) || strings.Count(said, warning) != c.warnings {
			t.Errorf("%s: got code %d, %d warnings and\n%s\nwant code %d, %d warnings and %q",
				c.args, code, strings.Count(said, warning), said, c.code, c.warnings, c.want)
		}
	}
}

// TestServerWithoutLandlock checks that the operator of a server that plays a program gets a
// warning.
func TestServerWithoutLandlock(t *testing.T) {
	t.Parallel()
	exe, dir := program(t), t.TempDir()
	bot := filepath.Join(dir, "bot.sh")
	if err := os.WriteFile(bot, []byte(quietBot), 0o755); err != nil {
		t.Fatal(err)
	}
	server := start(t, exec.Command("no-landlock", exe, "serve", bot, "--game", "thepurge", "--listen", "127.0.0.1:0", "--host-key", filepath.Join(dir, "key")))
	server.says(t, `level=WARN msg="players run without a full sandbox`)
	server.kill()
}

// TestWorkerWithoutLandlock checks that a worker without the full sandbox joins a tournament of
// programs but plays none of them.
func TestWorkerWithoutLandlock(t *testing.T) {
	t.Parallel()
	exe, dir := program(t), t.TempDir()
	bot := filepath.Join(dir, "bot.sh")
	if err := os.WriteFile(bot, []byte(quietBot), 0o755); err != nil {
		t.Fatal(err)
	}
	port := freePorts(t, 1)[0]
	coordinator := start(t, exec.Command(exe, "tournament", bot, "Demo", "Null", "Null", "--game", "thepurge", "--seeds", "1", "--plain",
		"--cores", "0", "--listen", "127.0.0.1:"+port, "-o", filepath.Join(dir, "t.jsonl")))
	worker := start(t, exec.Command("no-landlock", exe, "worker", "127.0.0.1:"+port))
	worker.says(t, "cannot run bot: no full sandbox here")
	if said := worker.said.String(); !strings.Contains(said, "runs only built-in players: no full sandbox here") {
		t.Errorf("the worker began with %s", said)
	}
	worker.kill()
	coordinator.kill()
}
