package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"game-tui/cmd/game-tui/internal/contest/qualify"
)

// idler is a player of The Purge that gives no orders. Its argument is a shell command for round 3
// of seat 2.
const idler = `#!/bin/sh
while read -r word a b c rest; do
	case $word in
	describe) printf 'about 1 20\nThePurge 1.0\nIdler\n\n' ;;
	init) seat=$c; echo ready 1 Idler ;;
	state) [ "$seat$a" = 23 ] && %s; printf 'commands %%s 2 0 0\n0\n' "$a" ;;
	quit) exit 0 ;;
	esac
done
`

// TestQualifyPrintsTheMatchThatFailed runs the printed command and expects the same match with the
// same result.
func TestQualifyPrintsTheMatchThatFailed(t *testing.T) {
	t.Parallel()
	exe := program(t)
	short := filepath.Join(t.TempDir(), "short.cnf")
	writeFile(t, short, []byte(shortGame(40)), 0o644)
	kit2020 := t.TempDir()
	writeFile(t, filepath.Join(kit2020, "Player.hh"), nil, 0o644)
	writeFile(t, filepath.Join(kit2020, "Settings.hh"), []byte("int builder_strength_demolish() const { return hammer_strength_demolish(); }"), 0o644)
	for name, c := range map[string]struct {
		inRound3 string
		flags    []string
		reason   string
	}{
		"loses":   {"true", []string{"-i", short}, "Demo"},
		"exits":   {"exit 7", []string{"-i", short, "--limits", "judge", "--cpu", "9s"}, "exit in round 3 (exit code 7)"},
		"eats":    {"eat", []string{"-i", short, "--memory", "32M", "--sandbox", "off"}, "memory in round 3 (more than 32 MiB"},
		"in 2020": {"true", []string{"--kit", kit2020}, "Demo"},
		"in game": {"exit 7", []string{"--game", "harrypotter"}, "exit in round 3 (exit code 7)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			eat := "while :; do seat=$seat$seat; done"
			writeFile(t, filepath.Join(dir, "main.sh"), fmt.Appendf(nil, idler, strings.ReplaceAll(c.inRound3, "eat", eat)), 0o755)
			run := func(code int, name string, args ...string) (stdout, stderr string) {
				t.Helper()
				cmd := exec.Command(name, args...)
				cmd.Dir, cmd.Env = dir, append(os.Environ(), "PATH="+filepath.Dir(exe)+":/usr/bin:/bin")
				var out, log strings.Builder
				cmd.Stdout, cmd.Stderr = &out, &log
				err := cmd.Run()
				if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != code {
					t.Fatalf("%q: %v\n%s%s", args, err, &out, &log)
				}
				return out.String(), log.String()
			}
			args := append([]string{"qualify", "./", "--seed", "30"}, c.flags...)
			said, log := run(exitDiffers, exe, args...)
			_, command, ok := strings.Cut(said+log, "the match: ")
			command, _, _ = strings.Cut(command, "\n")
			if !ok {
				t.Fatalf("no command in %s%s", said, log)
			}
			played, log := run(exitOK, "sh", "-c", command)
			played = log + "\n" + played
			text, _ := run(exitDiffers, exe, append(args, "--json")...)
			var v qualify.Verdict
			if err := json.Unmarshal([]byte(text), &v); err != nil {
				t.Fatalf("%v in %s", err, text)
			}
			last := v.Matches[len(v.Matches)-1]
			for seat, score := range last.Scores {
				if line := fmt.Sprintf("\n%d ", seat); !strings.Contains(strings.Join(strings.Fields(lineOf(played, line)), " ")+" ", fmt.Sprintf(" %d ", score)) {
					t.Errorf("%s plays\n%s\nwant %d points of seat %d", command, played, score, seat)
				}
			}
			if !strings.Contains(played, c.reason) {
				t.Errorf("got %s, want %q in it", played, c.reason)
			}
		})
	}
}

// lineOf returns the rest of the line with a prefix, or "".
func lineOf(text, prefix string) string {
	_, rest, _ := strings.Cut(text, prefix)
	line, _, _ := strings.Cut(rest, "\n")
	return line
}

// TestCommandsHaveTheSameLimits checks that all commands with limits have the same defaults, and
// that docs state them.
func TestCommandsHaveTheSameLimits(t *testing.T) {
	t.Parallel()
	want := map[string]string{"limits": "", "cpu": "3s", "wall": "6s", "match-wall": "1m15s", "memory": "512M", "address-space": "", "stack": "",
		"open-files": "0", "processes": "0", "file-size": "", "no-limits": "false"}
	found := 0
	for _, cmd := range append(allCommands(completeProgram()), completeProgram()) {
		if cmd.Flags().Lookup("limits") == nil {
			continue
		}
		found++
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if usual, ok := want[f.Name]; ok && f.DefValue != usual {
				t.Errorf("%s: --%s is %q by default, want %q", cmd.CommandPath(), f.Name, f.DefValue, usual)
			}
		})
	}
	if found < 9 {
		t.Errorf("got %d commands with limits, want at least 9", found)
	}
}
