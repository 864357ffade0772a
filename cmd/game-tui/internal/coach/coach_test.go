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
	"game-tui/sim/game/thepurge"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/simtest"
	_ "game-tui/sim/simtest/fourth"
	"game-tui/tui/ui"
	"game-tui/tui/view/match/page"
)

// shortRun returns a run that coaches a player of the model game in short matches.
func shortRun(t *testing.T, out *bytes.Buffer) *Config {
	t.Helper()
	config := filepath.Join(t.TempDir(), "short.cnf")
	if err := os.WriteFile(config, simtest.WithSettings(configs.Default("orchard"), map[string]int{"NUM_ROUNDS": 10, "BOARD_ROWS": 6, "BOARD_COLS": 6, "NUM_TREES": 2, "NUM_PICKERS": 2, "NUM_APPLES": 6}), 0o600); err != nil {
		t.Fatal(err)
	}
	return &Config{TimeLimit: time.Hour, Dir: filepath.Join(t.TempDir(), "new"), Stdout: out, Stderr: io.Discard,
		Request: play.Request{Input: config, Seed: new(int32(3)), Limits: sim.DefaultLimits}}
}

func TestReportPrintsClaimsAsTextAndJSON(t *testing.T) {
	t.Parallel()
	setup, err := shortRun(t, nil).newSetup(t.Context(), resolve.NewTyped("Demo"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	l, _ := RunStudy(ctx, *setup, 2, func(l coach.Lessons) {
		if len(l.Claims) > 0 {
			cancel()
		}
	})
	var text bytes.Buffer
	r := Report{Setup: setup, Lessons: l}
	r.print(&text)
	for _, words := range []string{"Demo scores ", "Greedy in its seat scores ", "Orchard, against Greedy: ", " points a match", "with Greedy's orders for ", "confirmed on 60 other seeds"} {
		if !strings.Contains(strings.ReplaceAll(text.String(), "\n", " "), words) {
			t.Errorf("got\n%s\nwant %q in it", text.String(), words)
		}
	}
	var got coach.Lessons
	data, err := json.Marshal(r.json())
	if err == nil {
		err = json.Unmarshal(data, &got)
	}
	if err != nil || got.Model.Name != "Greedy" || len(got.Claims) != 1 || got.Claims[0].Name != l.Claims[0].Name {
		t.Errorf("got error %v and JSON %s, want the claim and the model Greedy", err, data)
	}
}

// TestCoachRefusesRunsWithoutAModel also checks that a run with no time left prints a report.
func TestCoachRefusesRunsWithoutAModel(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if _, err := shortRun(t, &out).Coach(t.Context(), resolve.NewTyped("Greedy")); err == nil || !strings.Contains(err.Error(), "--by") {
		t.Errorf("strongest player: got error %v, want a hint at --by", err)
	}
	for want, r := range map[string]Config{
		"--by Greedy: a player cannot learn from itself": {Model: resolve.NewTyped("Greedy")},
		syscall.ENOTDIR.Error():                          {Model: resolve.NewTyped("Demo"), Dir: filepath.Join(os.Args[0], "moments")},
		"8000 seeds from this one on":                    {Request: play.Request{Seed: new(int32(math.MaxInt32))}},
	} {
		r.TimeLimit, r.Game, r.Limits = time.Second, "orchard", sim.DefaultLimits
		if _, err := r.Coach(t.Context(), resolve.NewTyped("Greedy")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got error %v, want %s", err, want)
		}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	r := shortRun(t, &out)
	if _, err := r.Coach(over, resolve.NewTyped("Demo")); err != nil || !strings.Contains(out.String(), "No match ended in time") {
		t.Errorf("no time: got error %v and %q, want a hint", err, out.String())
	}
	if _, err := os.Stat(r.Dir); err != nil {
		t.Errorf("the folder for moments was not made: %v", err)
	}
}

func TestMomentsAreSavedAsPairsOfRecordings(t *testing.T) {
	t.Parallel()
	rec := played(t)
	r := Report{Setup: &coach.Setup{Game: thepurge.Game}, Lessons: coach.Lessons{Claims: []coach.Claim{{Moments: []coach.Moment{{Round: 7, Unit: 3, Original: rec, Changed: rec}}}}}}
	dir := filepath.Join(t.TempDir(), "new")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := r.save(dir); err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("game-tui diff --ui --paused --me 0 %s %s", cliarg.Quote(filepath.Join(dir, "moment1.res@7:3")), cliarg.Quote(filepath.Join(dir, "moment1-other.res"))); r.moments[0].command() != want {
		t.Errorf("got %s, want %s", r.moments[0].command(), want)
	}
	for _, name := range []string{"moment1.res", "moment1-other.res"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: got error %v, want a recording", name, err)
		}
	}
}

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

func TestSpectatorSetsUpThePlayerOfTheSeat(t *testing.T) {
	t.Parallel()
	rec, s := played(t), &Runner{}
	if _, err := s.Coach(t.Context(), ui.Coach{Record: rec, Seat: 1}, nil); err == nil || !strings.Contains(err.Error(), "stranger is not built in") {
		t.Errorf("stranger: got error %v, want a hint at the command", err)
	}
	setup, err := s.newSetup(rec, 0)
	if err != nil || setup.Player.Player.Name != "Demo" || len(setup.Opponents) != 2 || setup.Models[0].Player.Name == "Demo" {
		t.Errorf("got error %v and %+v, want Demo, two rivals and another model", err, setup)
	}
	own := match.Entry{Player: match.PlayerSpec{Name: "./stranger/", DisplayName: "stranger"}, New: func() sim.Player { return nil }}
	meta := *rec.Meta()
	meta.Names[1], meta.Names[2] = "Demo", "stranger"
	moved := rec.WithMeta(meta)
	typed := Runner{TypedPlayers: func() ([sim.Seats]match.Entry, *record.Record) { return [sim.Seats]match.Entry{1: own}, rec }}
	if setup, err := typed.newSetup(moved, 2); err != nil || setup.Player.Player != own.Player {
		t.Errorf("typed player that moved to seat 2: got error %v and %+v, want %+v", err, setup, own.Player)
	}
	if setup, err := typed.newSetup(moved, 1); err != nil || setup.Player.Player.Name != "Demo" {
		t.Errorf("built-in player in the seat of the typed one: got error %v and %+v, want Demo", err, setup)
	}
}

func TestSpectatorShowsLessonsUntilCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	var known ui.Input
	_, err := new(Runner).Coach(ctx, ui.Coach{Record: played(t), Seat: 0}, func(_ string, in ui.Input) {
		if in != nil {
			known = in
			cancel()
		}
	})
	if l, ok := known.(*page.Lessons); err == nil || !ok || len(l.Lines) == 0 || l.IsComplete {
		t.Errorf("got error %v and %+v, want an error and unfinished lessons", err, known)
	}
}

func TestSpectatorOpensOnlyKnownMoments(t *testing.T) {
	t.Parallel()
	s := Runner{moments: []coach.Moment{{Round: 2, Unit: sim.NoUnit, Original: played(t), Changed: played(t)}}}
	if in, err := s.Open(t.Context(), "1"); err != nil {
		t.Errorf("got error %v, want a view", err)
	} else if _, ok := in.(ui.OpenView); !ok {
		t.Errorf("got %+v, want ui.Opened", in)
	}
	if _, err := s.Open(t.Context(), "2"); err == nil {
		t.Error("got an unknown moment, want an error")
	}
}
