package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWordsOfAPlanOpenNothing checks that a coordinator's words never open a file or folder of a
// worker's machine for players.
func TestWordsOfAPlanOpenNothing(t *testing.T) {
	eachUser(t, func(t *testing.T, w *workplace) {
		for _, c := range []struct{ name, word, secret string }{
			{"folder", "@/secret", "secret/canary"},
			{"file", "@/canary", "canary"},
			{"folder by a name", "theirs", "there/theirs/canary"},
			{"file by a name", "theirs", "there/theirs"},
		} {
			t.Run(c.name, func(t *testing.T) {
				w := w.below(strings.ReplaceAll(c.name, " ", "-"))
				w.write(t, "here/spy.sh", spy, 0o644)
				w.write(t, "there/keep", "", 0o644)
				port := freePorts(t, 1)[0]
				coordinator := start(t, w.command("here", "tournament", "cmd:sh spy.sh "+strings.ReplaceAll(c.word, "@", w.dir), "Demo", "Null", "Null",
					"-i", w.exe+".cnf", "--seed", "3", "--seeds", "2", "--cores", "0", "--listen", "127.0.0.1:"+port, "-o", "t.jsonl"))
				w.begun(t, "here/t.jsonl", coordinator)
				w.write(t, c.secret, canary+"\n", 0o600) // the plan has been made
				worker := start(t, w.command("there", "worker", "127.0.0.1:"+port, "--sandbox", "require"))
				said := coordinator.wait(t) + worker.wait(t)
				w.unseen(t, "here/t.jsonl", said)
				if n, _ := resultsOf(t, w.path("here/t.jsonl")); n != 8 {
					t.Errorf("%d results of 8\n%s", n, said)
				}
			})
		}
	})
}

// TestWordsOfARecordOpenNothing checks the same for the words of a tournament file from somebody
// else. Resuming it shows the words, and asks to type them.
func TestWordsOfARecordOpenNothing(t *testing.T) {
	eachUser(t, func(t *testing.T, w *workplace) {
		for _, c := range []struct{ name, secret string }{{"folder", "secret/canary"}, {"file", "canary"}} {
			t.Run(c.name, func(t *testing.T) {
				w := w.below(c.name)
				w.write(t, "spy.sh", spy, 0o644)
				record, word := c.name+".jsonl", "cmd:sh spy.sh "+w.path(strings.Split(c.secret, "/")[0])
				w.runs(t, "", "tournament", word, "Demo", "Null", "Null", "-i", w.exe+".cnf", "--seed", "3", "--seeds", "2", "-o", record)
				w.unplayed(t, record)
				w.write(t, c.secret, canary+"\n", 0o600)
				code, said := w.run(t, "", "tournament", "--resume", record, "--sandbox", "require")
				w.unseen(t, record, said)
				line := "game-tui tournament --resume " + record + " --sandbox=require '" + word + "'"
				if code != 2 || !strings.Contains(said, line) {
					t.Errorf("exit code %d, no line %q in\n%s", code, line, said)
				}
				// Typed words are trusted: they are refused only because their files have changed.
				code, said = w.run(t, "", "tournament", "--resume", record, "--sandbox", "require", word)
				w.unseen(t, record, said)
				if code != 2 || !strings.Contains(said, "changed since it began") {
					t.Errorf("exit code %d\n%s", code, said)
				}
				if err := os.RemoveAll(w.path(strings.Split(c.secret, "/")[0])); err != nil {
					t.Fatal(err)
				}
				w.runs(t, "", "tournament", "--resume", record, "--sandbox", "require", word)
				if n, _ := resultsOf(t, w.path(record)); n != 8 {
					t.Errorf("%d results of 8", n)
				}
			})
		}
	})
}

// TestMatchesPlayedAgainOpenNothing checks the same for replays in tournament show --ui and serve
// --tournament.
func TestMatchesPlayedAgainOpenNothing(t *testing.T) {
	eachUser(t, func(t *testing.T, w *workplace) {
		w.write(t, "spy.sh", spy, 0o644)
		w.runs(t, "", "tournament", "cmd:sh spy.sh "+w.path("secret"), "Demo", "Null", "Null", "-i", w.exe+".cnf", "--seed", "3", "--seeds", "1", "-o", "t.jsonl")
		w.write(t, "secret/canary", canary+"\n", 0o600)
		x := startTerminalOf(t, w.command("", "tournament", "show", "t.jsonl", "--ui"), nil, 40, 160)
		x.see("complete")
		x.keys("\x1b[B\r\r")
		x.see("The Purge")
		x.see("it reads")
		x.keys("\x03")
		x.wantExit(0)
		if bytes.Contains([]byte(x.written()), []byte(canary)) {
			t.Error("the canary is shown")
		}
		w.tidy(t)
	})
}

// TestNobodyStopsTheOthers checks that no content or name of a student's folder keeps others from
// playing, or the results from being read.
func TestNobodyStopsTheOthers(t *testing.T) {
	eachUser(t, func(t *testing.T, w *workplace) {
		for _, file := range map[string]string{ // these play
			"a line end":    "e1/a\nb",
			"strange blank": "e\u00a0v\u00a0e/main.sh",
			"a long name":   strings.Repeat("ñ", 120) + "/main.sh",
			"a dash":        "-eve/main.sh",
			"invisible":     "\u200b\u202e/main.sh",
			"a quote":       "e'v \"e/main.sh",
		} {
			student, _, _ := strings.Cut(file, "/")
			w.write(t, "players/"+student+"/main.sh", quiet, 0o644)
			w.write(t, "players/"+file, quiet, 0o644)
		}
		out := map[string]string{ // these are left out
			"a colon":             "e2/a:b",
			"a backslash":         `e3/a\b`,
			"a long path":         "e4/" + strings.Repeat("long/", 60) + "file",
			"no UTF-8":            "e5/\xff",
			"a folder, no UTF-8":  "e6/\xff/x",
			"itself, no UTF-8":    "\xffeve/main.sh",
			"itself with a colon": "eve:1/main.sh",
			"a command":           "cmd:sh eve/main.sh",
		}
		for _, file := range out {
			student, _, _ := strings.Cut(file, "/")
			w.write(t, "players/"+student+"/main.sh", quiet, 0o644)
			w.write(t, "players/"+file, quiet, 0o644)
		}
		code, said := w.run(t, "", "tournament", "players/", "Demo", "Null", "Greedy", "-i", w.exe+".cnf", "--seed", "3", "--seeds", "1", "-o", "t.jsonl")
		if n := strings.Count(said, "left out: "); code != 0 || n != len(out) {
			t.Fatalf("exit code %d, %d are left out, want %d\n%s", code, n, len(out), said)
		}
		if code, said := w.run(t, "", "tournament", "show", "t.jsonl", "--csv"); code != 0 || strings.Count(said, "\n") != 1+9+len(out) {
			t.Errorf("exit code %d\n%s", code, said)
		}
		if text, err := os.ReadFile(w.path("t.jsonl")); err != nil || bytes.Contains(text, []byte(`"outs"`)) {
			t.Errorf("some went out: %s, %v", text, err)
		}
	})
}

// TestLinksOfAFolderStayInIt checks, with and without a sandbox, that a link in a listed folder is
// a player only if it stays in the folder. The same holds for links in a player's own folder.
func TestLinksOfAFolderStayInIt(t *testing.T) {
	eachUser(t, func(t *testing.T, w *workplace) {
		w.write(t, "home/teacher/main.sh", quiet, 0o600)
		w.write(t, "home/teacher/solution", quiet, 0o700)
		w.write(t, "players/anna/src/bot.sh", quiet, 0o644)
		w.write(t, "players/mean/main.sh", quiet, 0o644)
		w.link(t, "../home/teacher", "players/eve")
		w.link(t, "../home/teacher/solution", "players/evil")
		w.link(t, w.path("home"), "players/mean/out")
		w.link(t, "src/bot.sh", "players/anna/main.sh")
		w.link(t, "anna", "players/twin")
		for _, sandbox := range []string{"auto", "off", "require"} {
			record := sandbox + ".jsonl"
			said := w.runs(t, "", "tournament", "players/", "Demo", "-i", w.exe+".cnf", "--seed", "3", "--seeds", "1", "--sandbox", sandbox, "-o", record)
			text := readFile(t, w.path(record))
			plan, results, _ := bytes.Cut(text, []byte{'\n'})
			for _, no := range []string{"teacher", "solution", `"name":"eve"`, `"name":"evil"`} {
				if bytes.Contains(plan, []byte(no)) {
					t.Errorf("--sandbox %s: %s plays:\n%s", sandbox, no, plan)
				}
			}
			for _, yes := range []string{`"anna"`, `"twin"`, `"mean"`, `"anna/src/bot.sh"`, `"anna/main.sh"`} {
				if !bytes.Contains(plan, []byte(yes)) {
					t.Errorf("--sandbox %s: no %s in\n%s", sandbox, yes, plan)
				}
			}
			if n := strings.Count(said, "left out: "); n != 2 || bytes.Contains(results, []byte(`"outs"`)) {
				t.Errorf("--sandbox %s: %d are left out, or went out\n%s\n%s", sandbox, n, said, results)
			}
		}
	})
}

// TestSmallFilesTakeRoom checks that small files and folders count towards the limits of a worker's
// disk and of a plan.
func TestSmallFilesTakeRoom(t *testing.T) {
	eachUser(t, func(t *testing.T, w *workplace) {
		w.write(t, "players/anna/main.sh", quiet, 0o644)
		w.write(t, "players/ben/main.sh", quiet, 0o644)
		w.write(t, "players/eve/main.sh", quiet, 0o644)
		for i := range 400 {
			w.write(t, fmt.Sprint("players/ben/", i, "/x"), "", 0o644)
			for k := range 2 {
				w.write(t, fmt.Sprint("players/eve/", i, "/", k, "/x"), "", 0o644)
			}
		}
		port := freePorts(t, 1)[0]
		play := start(t, w.command("", "tournament", "players/", "Demo", "Null", "-i", w.exe+".cnf", "--seed", "3", "--seeds", "100000", "--listen", "127.0.0.1:"+port, "--cores", "1", "-o", "t.jsonl"))
		w.begun(t, "t.jsonl", play)
		worker := start(t, w.command("", "worker", "127.0.0.1:"+port, "--max-files", "3M"))
		worker.says(t, "cannot run ben: the players' files exceed 3M (--max-files)")
		for _, s := range []*started{play, worker} {
			_ = s.cmd.Process.Signal(os.Interrupt)
		}
		worker.wait(t)
		if said := play.wait(t); strings.Count(said, "left out: ") != 1 || !strings.Contains(said, "player players/eve: it has more than 1000 files and folders") {
			t.Errorf("said\n%s", said)
		}
		w.tidy(t)
	})
}

// TestPlayersElsewhereAreTypedAgain checks that players outside the current folder and that of the
// tournament file are opened only if they are typed.
func TestPlayersElsewhereAreTypedAgain(t *testing.T) {
	eachUser(t, func(t *testing.T, w *workplace) {
		w.write(t, "here/players/anna/main.sh", quiet, 0o644)
		w.write(t, "elsewhere/ben/main.sh", quiet, 0o644)
		ben := w.path("elsewhere/ben") + "/"
		w.runs(t, "here", "tournament", "players/", ben, "Demo", "Null", "-i", w.exe+".cnf", "--seed", "3", "--seeds", "2", "-o", "t.jsonl")
		w.unplayed(t, "here/t.jsonl")
		line := "then run game-tui tournament --resume t.jsonl " + ben + "\n"
		if code, said := w.run(t, "here", "tournament", "--resume", "t.jsonl"); code != 2 || !strings.Contains(said, line) {
			t.Errorf("exit code %d, no %q in\n%s", code, line, said)
		}
		w.runs(t, "here", "tournament", "--resume", "t.jsonl", ben)
		if n, _ := resultsOf(t, w.path("here/t.jsonl")); n != 8 {
			t.Errorf("%d results of 8", n)
		}
		w.tidy(t)
	})
}

// TestPlayoffHintKeepsReplacements checks that the printed command to resume keeps the flags that
// replace players, and works.
func TestPlayoffHintKeepsReplacements(t *testing.T) {
	eachUser(t, func(t *testing.T, w *workplace) {
		w.write(t, "elsewhere/ben/main.sh", quiet, 0o644)
		w.write(t, "else where/eva/main.sh", quiet+"# another one\n", 0o644)
		w.write(t, "here/empty", "", 0o644)
		ben, eva := w.path("elsewhere/ben")+"/", w.path("else where/eva")+"/"
		w.write(t, "elsewhere/carl/main.sh", quiet, 0o644)
		carl := w.path("elsewhere/carl") + "/"
		w.runs(t, "here", "playoff", ben, carl, "Nightwatch", "Demo", "Greedy", "-i", w.exe+".cnf", "--seed", "3", "--to", "3", "--rounds", "1", "--sandbox", "off", "-o", "p.jsonl")
		flags := []string{"--replace=Greedy=Nightwatch", "--replace=Demo=" + eva, "--dummy-from=2=" + eva}
		code, said := w.run(t, "here", append([]string{"playoff", "--resume", "p.jsonl", "--rounds", "1", "--sandbox", "off"}, flags...)...)
		_, line, _ := strings.Cut(strings.TrimSpace(said), "then run ")
		want := fmt.Sprintf("game-tui playoff --resume p.jsonl --rounds=1 --sandbox=off '%s' '%s' '%s' %s %s", flags[0], flags[1], flags[2], ben, carl)
		if code != 2 || line != want {
			t.Errorf("got exit code %d and\n%s\nwant 2 and\n%s", code, said, want)
		}
		w.tidy(t)
	})
}

// TestRecordsGiveNoMore checks that a tournament file cannot raise the limits of its programs
// unless they are typed again.
func TestRecordsGiveNoMore(t *testing.T) {
	eachUser(t, func(t *testing.T, w *workplace) {
		w.write(t, "players/anna/main.sh", quiet, 0o644)
		for _, c := range []struct{ name, given, wrong, say string }{
			{"none", "--no-limits", "--cpu=1s", "omit --cpu"},
			{"more", "--memory=2G", "--memory=3G", "--memory=2G"},
			{"usual", "--cpu=9s", "--cpu=9s", "omit --cpu"},
		} {
			record := c.name + ".jsonl"
			w.runs(t, "", "tournament", "players/", "Demo", "Null", "Null", "-i", w.exe+".cnf", "--seed", "3", "--seeds", "1", c.given, "-o", record)
			w.unplayed(t, record)
			again := []string{"tournament", "--resume", record, "--sandbox=require"}
			if code, said := w.run(t, "", append(again, c.wrong)...); code != 2 || !strings.Contains(said, c.say) {
				t.Errorf("%s: exit code %d, no %q in\n%s", c.name, code, c.say, said)
			}
			if c.name != "usual" {
				code, said := w.run(t, "", again...)
				_, line, ok := strings.Cut(strings.TrimSpace(said), "run game-tui ")
				if code != 2 || !ok {
					t.Errorf("%s: exit code %d\n%s", c.name, code, said)
				}
				again = strings.Fields(line)
			}
			w.runs(t, "", again...)
		}
	})
}

// The warning that players run as root is the last line, and --quiet omits it.
func TestRootWarningComesLast(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root is warned")
	}
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "bot"), []byte(quiet), 0o755)
	const play = "game-tui run ./bot Null Null Null -s 1 -o x.res"
	_, said := shell(t, dir, play)
	if lines := strings.Split(strings.TrimSpace(said), "\n"); !strings.HasPrefix(lines[len(lines)-1], "warning: running as root") || strings.Count(said, "running as root") != 1 {
		t.Errorf("got %q, want the warning once, in the last line", said)
	}
	if _, said := shell(t, dir, play+" --quiet"); strings.Contains(said, "root") {
		t.Errorf("with --quiet %q", said)
	}
}
