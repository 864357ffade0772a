package coach

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"game-tui/ai/process/resolve"

	"game-tui/ai"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/coach"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/simtest"
	_ "game-tui/sim/simtest/fourth"
	"game-tui/sim/thepurge"
	"game-tui/tui/match/page"
	"game-tui/tui/ui"
)

// short is what coaches a player of the model game in short matches, and writes into a text.
func short(t *testing.T, out *bytes.Buffer) *Run {
	t.Helper()
	config := filepath.Join(t.TempDir(), "short.cnf")
	if err := os.WriteFile(config, simtest.WithSettings(configs.Default("orchard"), map[string]int{"NUM_ROUNDS": 10, "BOARD_ROWS": 6, "BOARD_COLS": 6, "NUM_TREES": 2, "NUM_PICKERS": 2, "NUM_APPLES": 6}), 0o600); err != nil {
		t.Fatal(err)
	}
	return &Run{For: time.Hour, Dir: t.TempDir(), Stdout: out, Stderr: io.Discard,
		Request: play.Request{Input: config, Seed: new(int32(3)), Limits: sim.DefaultLimits}}
}

// TestReport: what a player may learn is said in words and as JSON.
func TestReport(t *testing.T) {
	t.Parallel()
	setup, err := short(t, nil).setup(t.Context(), resolve.AsTyped("Demo"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	l, _ := Study(ctx, *setup, 2, func(l coach.Lessons) {
		if len(l.Claims) > 0 {
			cancel()
		}
	})
	var text bytes.Buffer
	r := Report{Setup: setup, Lessons: l}
	r.print(&text)
	for _, words := range []string{"Demo: ", "Greedy in its place: ", "Orchard against Greedy, ", " points a match", "with Greedy's orders for ", "confirmed on 60 other seeds"} {
		if !strings.Contains(strings.ReplaceAll(text.String(), "\n", " "), words) {
			t.Errorf("no %q in:\n%s", words, text.String())
		}
	}
	var got coach.Lessons
	data, err := json.Marshal(r.json())
	if err == nil {
		err = json.Unmarshal(data, &got)
	}
	if err != nil || got.Model.Name != "Greedy" || len(got.Claims) != 1 || got.Claims[0].Name != l.Claims[0].Name {
		t.Errorf("%v: %s", err, data)
	}
}

// TestRun: where the time is over, what is known is said; nobody is coached without one who shows how it goes.
func TestRun(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if _, err := short(t, &out).Coach(t.Context(), resolve.AsTyped("Greedy")); err == nil || !strings.Contains(err.Error(), "--by") {
		t.Error(err)
	}
	for want, r := range map[string]Run{
		"--by Greedy: that is the player itself": {By: resolve.AsTyped("Greedy")},
		syscall.ENOTDIR.Error():                  {By: resolve.AsTyped("Demo"), Dir: filepath.Join(os.Args[0], "moments")},
		"8000 seeds from there":                  {Request: play.Request{Seed: new(int32(math.MaxInt32))}},
	} {
		r.For, r.Game, r.Limits = time.Second, "orchard", sim.DefaultLimits
		if _, err := r.Coach(t.Context(), resolve.AsTyped("Greedy")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := short(t, &out).Coach(over, resolve.AsTyped("Demo")); err != nil || !strings.Contains(out.String(), "not a match was played") {
		t.Error(err, out.String())
	}
}

// TestSave: each moment is a recording that opens at it, and the one with the other orders beside it.
func TestSave(t *testing.T) {
	t.Parallel()
	rec := played(t)
	r := Report{Setup: &coach.Setup{Game: thepurge.Game}, Lessons: coach.Lessons{Claims: []coach.Claim{{Moments: []coach.Moment{{Round: 7, Unit: 3, Yours: rec, Other: rec}}}}}}
	dir := filepath.Join(t.TempDir(), "new")
	if _, err := folder(dir); err != nil {
		t.Fatal(err)
	}
	if err := r.save(dir); err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("game-tui diff --ui --paused --me 0 %s %s", cliarg.Quoted(filepath.Join(dir, "moment1.res@7:3")), cliarg.Quoted(filepath.Join(dir, "moment1-other.res"))); r.moments[0].command() != want {
		t.Errorf("%s, want %s", r.moments[0].command(), want)
	}
	for _, name := range []string{"moment1.res", "moment1-other.res"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Error(name, err)
		}
	}
}

// played is a short match.
func played(t *testing.T) *record.Record {
	t.Helper()
	spec := match.Spec{Game: "thepurge", Config: string(simtest.WithSettings(configs.Default("thepurge"), map[string]int{"NUM_DAYS": 1, "NUM_ROUNDS_PER_DAY": 10}))}
	var players [sim.Seats]sim.Player
	for i := range players {
		b, _ := ai.Find("thepurge", []string{"Demo", "Greedy"}[i%2])
		players[i], spec.Players[i] = b.New(), match.PlayerSpec{Name: b.Name}
	}
	spec.Players[1].Name = "stranger"
	_, rec, err := match.Play(t.Context(), thepurge.Game, spec, players, match.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// TestSpectator: a player that is built in is coached against those of its match; one that is not is refused.
func TestSpectator(t *testing.T) {
	t.Parallel()
	rec, s := played(t), &Spectator{}
	if _, err := s.Coach(t.Context(), ui.Coach{Record: rec, Seat: 1}, nil); err == nil || !strings.Contains(err.Error(), "stranger is no built-in player") {
		t.Error(err)
	}
	setup, err := s.setup(rec, 0)
	if err != nil || setup.Player.Player.Name != "Demo" || len(setup.Rivals) != 2 || setup.Models[0].Player.Name == "Demo" {
		t.Errorf("%v: %+v", err, setup)
	}
	own := match.Entry{Player: match.PlayerSpec{Name: "./stranger/", DisplayName: "stranger"}, New: func() sim.Player { return nil }}
	meta := *rec.Meta()
	meta.Names[1], meta.Names[2] = "Demo", "stranger"
	moved := rec.WithMeta(meta)
	typed := Spectator{Typed: func() ([sim.Seats]match.Entry, *record.Record) { return [sim.Seats]match.Entry{1: own}, rec }}
	if setup, err := typed.setup(moved, 2); err != nil || setup.Player.Player != own.Player {
		t.Errorf("who was typed for another seat: %v: %+v", err, setup)
	}
	if setup, err := typed.setup(moved, 1); err != nil || setup.Player.Player.Name != "Demo" {
		t.Errorf("who took the seat of one that was typed: %v: %+v", err, setup)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var known ui.Input
	_, err = s.Coach(ctx, ui.Coach{Record: rec, Seat: 0}, func(_ string, in ui.Input) {
		if in != nil {
			known = in
			cancel()
		}
	})
	if l, ok := known.(*page.Lessons); err == nil || !ok || len(l.Lines) == 0 || l.Done {
		t.Errorf("%v: %+v", err, known)
	}
	s.moments = []coach.Moment{{Round: 2, Unit: sim.NoUnit, Yours: rec, Other: played(t)}}
	if in, err := s.Open(t.Context(), "1"); err != nil {
		t.Error(err)
	} else if _, ok := in.(ui.Opened); !ok {
		t.Errorf("%+v", in)
	}
	if _, err := s.Open(t.Context(), "2"); err == nil {
		t.Error("a moment opens that is not there")
	}
}
