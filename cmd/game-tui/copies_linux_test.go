package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPlayersPlayAsTheyWere checks that a change to a program during a tournament has no effect on
// it.
func TestPlayersPlayAsTheyWere(t *testing.T) {
	eachUser(t, func(t *testing.T, w *workplace) {
		for name, c := range map[string]struct{ word, file string }{
			"file":    {"./players/anna", "players/anna"},
			"folder":  {"players/ben/", "players/ben/main.sh"},
			"command": {"cmd:sh players/carl.sh", "players/carl.sh"},
			"beside":  {"cmd:sh players/dana/main.sh players/dana", "players/dana/main.sh"},
		} {
			t.Run(name, func(t *testing.T) {
				player := quiet
				if name == "beside" {
					w.write(t, "players/dana/lib.sh", "found=yes\n", 0o644)
					player = strings.Replace(quiet, "\n", "\n. ${0%/*}/lib.sh || exit 4\n", 1)
				}
				w.write(t, c.file, player, 0o755)
				record := name + ".jsonl"
				play := start(t, w.command("", "tournament", c.word, "Demo", "Null", "Null", "-i", w.exe+".cnf", "--seed", "3", "--seeds", "100000", "-o", record))
				w.begun(t, record, play)
				w.write(t, c.file+".new", crash, 0o755)
				if err := os.Rename(w.path(c.file+".new"), w.path(c.file)); err != nil {
					t.Fatal(err)
				}
				grows(t, w.path(record), 512, play.ended)
				_ = play.cmd.Process.Signal(os.Interrupt)
				play.wait(t)
				text := readFile(t, w.path(record))
				if bytes.Contains(text, []byte(`"outs"`)) {
					t.Error("the new one has played, too")
				}
			})
		}
	})
}

// TestCopiesAreRemoved checks that the copies of a tournament are removed when it ends or is
// interrupted.
func TestCopiesAreRemoved(t *testing.T) {
	eachUser(t, func(t *testing.T, w *workplace) {
		w.write(t, "players/anna/main.sh", quiet, 0o644)
		for signal, seeds := range map[os.Signal]string{nil: "2", os.Interrupt: "100000", syscall.SIGTERM: "100000"} {
			record := fmt.Sprint(signal) + ".jsonl"
			play := start(t, w.command("", "tournament", "players/", "Demo", "Null", "Null", "-i", w.exe+".cnf", "--seed", "3", "--seeds", seeds, "-o", record))
			if signal != nil {
				w.begun(t, record, play)
				if found, err := filepath.Glob(w.tmp() + "/*/0/0/anna/main.sh"); err != nil || len(found) != 1 {
					t.Errorf("%v: copies while it is played: %v, %v", signal, found, err)
				}
				_ = play.cmd.Process.Signal(signal)
			}
			play.wait(t)
			w.tidy(t)
		}
	})
}

// TestCopiesThatDoNotStart checks that a lost copy puts nobody out: its matches do not count, the
// reason is printed, and --resume plays them.
func TestCopiesThatDoNotStart(t *testing.T) {
	eachUser(t, func(t *testing.T, w *workplace) {
		w.write(t, "players/anna/main.sh", strings.Replace(quiet, "\n", "\n. ./lib.sh || exit 4\n", 1), 0o644)
		w.write(t, "players/anna/lib.sh", "found=yes\n", 0o644)
		for _, lost := range []string{"0/0/anna/main.sh", "0/0/anna/lib.sh", "0", ""} {
			record := "lost" + strings.ReplaceAll(lost, "/", "-") + ".jsonl"
			play := start(t, w.command("", "tournament", "players/", "Demo", "Null", "Null", "-i", w.exe+".cnf", "--seed", "3", "--seeds", "100000", "-o", record))
			w.begun(t, record, play)
			list, err := filepath.Glob(w.tmp() + "/game-tui-players-*")
			if err != nil || len(list) != 1 {
				t.Fatal(list, err)
			}
			if err := os.RemoveAll(filepath.Join(list[0], lost)); err != nil {
				t.Fatal(err)
			}
			said := play.wait(t)
			if code := play.cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(said, "was removed or changed; does something clean up") ||
				!strings.Contains(said, "--resume "+record) {
				t.Errorf("without %s: exit code %d\n%s", lost, code, said)
			}
			if text, err := os.ReadFile(w.path(record)); err != nil || bytes.Contains(text, []byte(`"outs"`)) {
				t.Errorf("without %s: an out counts, %v\n%s", lost, err, text)
			}
			w.tidy(t)
		}
	})
}
