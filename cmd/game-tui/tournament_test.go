package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/league"
)

// TestOtherVersionIsNotMixedIn: a tournament that another version began is left as it is.
func TestOtherVersionIsNotMixedIn(t *testing.T) {
	t.Parallel()
	p := &league.Plan{Engine: "0.0.1", Game: "thepurge", Config: string(configs.Default("thepurge")), Design: league.Versus, Seed: 1, Seeds: 3,
		Player: []league.Entry{{Name: "a", Builtin: "Null"}, {Name: "b", Builtin: "Demo"}}}
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "t.jsonl")
	r, err := league.Create(name, p)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(name)
	cmd := tournamentCommand()
	cmd.SetOut(io.Discard)
	cmd.SetErr(io.Discard)
	cmd.SetArgs([]string{"--resume", name})
	if err := cmd.ExecuteContext(t.Context()); err == nil || !strings.Contains(err.Error(), "begun by game-tui 0.0.1, this is "+version()) {
		t.Errorf("%v", err)
	}
	if after, err := os.ReadFile(name); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the record has changed, %v", err)
	}
}

// TestNoNameIsAFormula: programs that show tables execute no name of a player.
func TestNoNameIsAFormula(t *testing.T) {
	t.Parallel()
	p := &league.Plan{Design: league.All, Seed: 1, Seeds: 1}
	for _, name := range []string{"=cmd|calc", "+1", "@SUM(A1)", "Demo"} {
		p.Player = append(p.Player, league.Entry{Name: name, Builtin: "Demo"})
	}
	var b strings.Builder
	if err := newStandings("t.jsonl", league.NewBooks(p)).csv(&b, false); err != nil {
		t.Fatal(err)
	}
	for _, e := range p.Player {
		want := "," + clean.Cell(e.Name) + ","
		if text := b.String(); !strings.Contains(text, want) {
			t.Errorf("no cell %q:\n%s", want, text)
		}
	}
}

// TestHostileRecord: whatever the record of a stranger holds, it is shown in a few lines
// without a byte that a terminal takes for a command.
func TestHostileRecord(t *testing.T) {
	t.Parallel()
	p := &league.Plan{Engine: "\u009b2Jv9", Game: "\u009b2Jgame", Config: "\u202econfig", Source: "\x1b]0;x\a", Design: league.All, Seed: 1, Seeds: 300}
	for i := range 4 {
		p.Player = append(p.Player, league.Entry{Name: fmt.Sprint("p", i), Program: &league.Program{Argv: []string{"/bin/sh", "-c", "\x1b[2J\n"}}})
	}
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "t.jsonl")
	rec, err := league.Create(name, p)
	if err != nil {
		t.Fatal(err)
	}
	for n := range p.Schedule().Tasks() {
		r := league.Result{N: n, Worker: "\x1b[31m", Scores: make([][4]int, 4), Leads: []int{1 << 29, 0, 0, 0}}
		for m := range r.Scores {
			r.Scores[m] = [4]int{1 << 39, -1 << 39, n, m}
			for place := range r.Scores[m] {
				reason := sim.Reasons[(n+m+place)%len(sim.Reasons)]
				out := sim.Out{Round: 1 << 29, Reason: reason, Detail: fmt.Sprint("\x1b]52;c;AAAA\a\n\u009b2J", n, strings.Repeat("x", 200))}
				r.Outs = append(r.Outs, league.Out{Match: m, Place: place, Out: out})
			}
		}
		if err := rec.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	for _, f := range []showFlags{{}, {json: true}, {csv: true}, {markdown: true}, {config: true}} {
		var b strings.Builder
		if err := f.show(t.Context(), &b, io.Discard, name); err != nil {
			t.Errorf("%+v: %v", f, err)
		}
		text := strings.ReplaceAll(b.String(), "\n", "")
		if i := strings.IndexFunc(text, unicode.IsControl); i >= 0 || len(text) > 100_000 {
			t.Errorf("%+v: %d bytes, a control byte at %d: %.80q", f, len(text), i, text[max(i, 0):])
		}
	}
}
