package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"game-tui/cmd/game-tui/internal/contest/contesttest"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/league"
)

// hostile is text that controls a terminal if it is shown unchanged. On Linux it is a valid file
// name.
const (
	hostile    = "ho\x1b[31m\x7f\u0085\u009b\u200f\u202e\u2028\u2066\ufeff\ufffe\U000e0001stile"
	unreadable = hostile + "\xff\xed\xa0\x80" // not UTF-8
	nul        = hostile + "\x00"             // not a valid file name
)

// hostileBot prints hostile text, and is out because of a hostile answer.
const hostileBot = `#!/bin/sh
while read -r word round rest; do
	case $word in
	describe) printf 'about 1 The_Purge 1\n' ;;
	init) echo "ready 1 NAME" ;;
	state)
		echo "said TEXT" >&2
		if [ "$round" = 3 ]; then echo "error TEXT"; exit 1; fi
		printf 'commands %s 2 0 0\n0\n' "$round" ;;
	esac
done
`

// hostilePlace is a folder in which every name and text is hostile if the system allows it.
type hostilePlace struct {
	dir, exe                    string
	match, other, bot, stranger string // a recording with notes, one without, a player, and one that does not start
	record, made                string // tournament files: one played, one forged
	playoff, final              string
	kit                         string
	config                      string
}

func newHostilePlace(t *testing.T) *hostilePlace {
	t.Helper()
	p := &hostilePlace{dir: t.TempDir(), exe: program(t),
		match: unreadable + ".res", other: "other " + unreadable + ".res", bot: "./" + hostile + "/", stranger: "./stranger " + hostile + "/",
		record: unreadable + ".jsonl", made: "made " + unreadable + ".jsonl", playoff: "playoff " + unreadable + ".jsonl", final: "final " + unreadable + ".jsonl", config: hostile + ".cnf", kit: "kit " + hostile}
	bot := strings.ReplaceAll(hostileBot, "TEXT", unreadable)
	for _, folder := range []string{p.bot, p.stranger, p.kit} {
		if err := os.Mkdir(p.path(folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	writeFile(t, p.path(p.bot+"main.sh"), []byte(strings.ReplaceAll(bot, "NAME", "Hostile")), 0o755)
	writeFile(t, p.path(p.stranger+"main.sh"), []byte(strings.ReplaceAll(bot, "NAME", unreadable)), 0o755)
	p.succeeds(t, "run", p.bot, "Demo", "Demo", "Demo", "--game", "thepurge", "--seed", "3", "--sandbox", "off", "--notes", "-o", p.match)
	p.succeeds(t, "run", "Demo", "Demo", "Demo", "Demo", "--game", "thepurge", "--seed", "3", "-o", p.other)
	for _, name := range []string{"Player.hh", "AI" + hostile + ".cc"} {
		writeFile(t, filepath.Join(p.path(p.kit), name), []byte("// a kit\n"), 0o644)
	}
	notes := p.path(p.match + ".notes")
	var lines [][]byte
	for line := range bytes.Lines(readFile(t, notes)) {
		lines = append(lines, rewritten(t, line))
	}
	writeFile(t, notes, bytes.Join(lines, nil), 0o644)
	writeFile(t, p.path(p.config), configs.Default("thepurge"), 0o644)
	p.succeeds(t, "tournament", p.bot, "Demo", "Null", "Greedy", "-i", p.config, "--seed", "3", "--seeds", "2", "--sandbox", "off", "-o", p.record)
	p.succeeds(t, append([]string{"playoff", p.bot, "-i", p.config, "--seed", "3", "--sandbox", "off", "-o", p.playoff}, slices.Repeat([]string{"Demo"}, 19)...)...)
	p.succeeds(t, append([]string{"playoff", "final", p.bot, "-i", p.config, "--matches", "1", "--seed", "3", "--sandbox", "off", "-o", p.final}, slices.Repeat([]string{"Demo"}, 15)...)...)
	plan := contesttest.Plan(t, 20, &league.Program{Argv: []string{p.bot}})
	plan.ConfigFile, plan.Players[0].Name, plan.Players[0].OwnName = hostile+".cnf", "אנה", "Hostile"
	plan.Rejected = []league.Rejection{{Name: "בן", Reason: "it has Main.py"}}
	if err := plan.Seal(); err != nil {
		t.Fatal(err)
	}
	made := contesttest.WriteFile(t, plan, func(r *league.Result) {
		r.Worker = nul
		r.Outs = []league.Out{{Place: 0, Failure: sim.Failure{Round: 3, Reason: sim.FailedCrash, Detail: nul}}}
	})
	if err := os.Rename(made, p.path(p.made)); err != nil {
		t.Fatal(err)
	}
	return p
}

// rewritten returns a line of notes with its texts replaced by hostile ones.
func rewritten(t *testing.T, line []byte) []byte {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(line, &v); err != nil {
		t.Fatal(err)
	}
	if _, head := v["notes"]; head {
		v["note"] = nul
	}
	if seats, ok := v["seats"].([]any); ok {
		for i, s := range seats {
			seat := s.(map[string]any)
			seat["said"], seat["marks"] = []any{nul, unreadable}, []any{map[string]any{"unit": i, "row": 1, "col": 1, "text": nul}}
			if out, ok := seat["out"].(map[string]any); ok {
				out["detail"] = nul
			}
		}
	}
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

func (p *hostilePlace) path(name string) string { return filepath.Join(p.dir, name) }

// run runs a command and returns its output and exit code.
func (p *hostilePlace) run(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, said strings.Builder
	cmd := exec.Command(p.exe, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = p.dir, &out, &said
	err := cmd.Run()
	if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended {
		t.Fatal(err)
	}
	return out.String(), said.String(), cmd.ProcessState.ExitCode()
}

func (p *hostilePlace) succeeds(t *testing.T, args ...string) {
	t.Helper()
	if _, said, code := p.run(t, args...); code != exitOK {
		t.Fatalf("%q: exit code %d: %s", args, code, said)
	}
}
