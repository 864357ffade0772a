package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"game-tui/sim/simtest"
)

// attemptsMade matches the last line of the program.
var attemptsMade = regexp.MustCompile(`(\d+) attempts, (\d+) allowed`)

// leastAttempts is a lower bound of the attempts it makes.
const leastAttempts = 150

// TestAttemptsInTournaments runs a program that tries to read and reach what it must not: named as
// a file and as a folder, at the coordinator and at a worker, as the current user and as an
// ordinary one.
func TestAttemptsInTournaments(t *testing.T) {
	simtest.NeedsProgram(t, "gcc")
	source := readFile(t, filepath.Join("..", "..", "ai", "process", "sandbox", "testdata", "attempts", "try.c"))
	eachUser(t, func(t *testing.T, w *workplace) {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Close()
		for _, name := range []string{"players/canary", "players/other/canary", "home/canary", "canary"} {
			w.write(t, name, canary+"\n", 0o600)
		}
		w.write(t, "marker", "#!/bin/sh\ntouch "+w.path("trace")+"\n", 0o755)
		text := strings.NewReplacer("@BESIDE@", w.path("players"), "@HOME@", w.path("home"), "@TEMP@", w.path("canary"), "@OTHER@", w.path("players/other"),
			"@MINE@", w.path("players/mybot"), "@SOCKET@", w.path("socket"), "@MARKER@", w.path("marker"), "@VARIABLE@", attemptsVariable,
			"@ABSTRACT@", canary, "@PARENT@", fmt.Sprint(os.Getpid()), "@PORT@", fmt.Sprint(listener.Addr().(*net.TCPAddr).Port),
			"int main(int argc, char **argv) {", "int main(int argc, char **argv) {\n  dup2(2, 1); // the engine would take what it says for a reply").Replace(string(source))
		w.write(t, "home/try.c", text, 0o600)
		program := filepath.Join(t.TempDir(), "try")
		if out, err := exec.Command("gcc", "-w", "-O1", w.path("home/try.c"), "-o", program).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		binary := readFile(t, program)
		w.write(t, "players/try", string(binary), 0o755)
		w.write(t, "players/mybot/player", string(binary), 0o755)
		w.link(t, w.path("home"), "players/mybot/out")
		w.link(t, w.path("home/canary"), "players/mybot/link")
		for form, word := range map[string]string{"file": "./players/try", "folder": "./players/mybot/"} {
			for _, at := range []string{"coordinator", "worker"} {
				t.Run(form+" at the "+at, func(t *testing.T) {
					record := form + "-" + at + ".jsonl"
					args := []string{"tournament", word, "Demo", "Null", "Null", "-i", w.exe + ".cnf", "--seed", "3", "--seeds", "1", "--sandbox", "require", "-o", record}
					said := ""
					if at == "worker" {
						port := freePorts(t, 1)[0]
						coordinator := start(t, w.attempting(append(args, "--cores", "0", "--listen", "127.0.0.1:"+port)...))
						w.begun(t, record, coordinator)
						worker := start(t, w.attempting("worker", "127.0.0.1:"+port, "--sandbox", "require"))
						said = coordinator.wait(t) + worker.wait(t)
					} else {
						said = start(t, w.attempting(args...)).wait(t)
					}
					w.unseen(t, record, said)
					text := readFile(t, w.path(record))
					list := attemptsMade.FindAllSubmatch(text, -1)
					if len(list) == 0 {
						t.Fatalf("it made no attempts\n%s\n%s", said, text)
					}
					for _, made := range list {
						if n, _ := strconv.Atoi(string(made[1])); n < leastAttempts || !bytes.Equal(made[2], []byte("0")) {
							t.Errorf("%s", made[0])
						}
					}
					t.Logf("%s, in %d matches", list[0][0], len(list))
					if _, err := os.Stat(w.path("trace")); err == nil {
						t.Error("a program has run outside the sandbox")
					}
				})
			}
		}
	})
}

// attemptsVariable holds the canary in the environment of the program.
const attemptsVariable = "GAME_TUI_TEST_SECRET"

// attempting returns the program with the canary in its environment.
func (w *workplace) attempting(args ...string) *exec.Cmd {
	cmd := w.command("", args...)
	cmd.Env = append(cmd.Env, attemptsVariable+"="+canary)
	return cmd
}
