package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"game-tui/ai"
	"game-tui/cmd/game-tui/internal/analysis"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
	_ "game-tui/sim/simtest/fourth"
	"game-tui/sim/winchance"
	"game-tui/tui/replay/branch"
)

// official returns an official recording with different player names.
func official(t *testing.T, g sim.Game, names [sim.Seats]string) *record.Record {
	t.Helper()
	rec, _, err := res.Read(simtest.Recordings(t, g.Name())["mixed-s30"], catalog.Games(), "")
	if err != nil {
		t.Fatal(err)
	}
	meta := *rec.Meta()
	meta.Names = names
	return rec.WithMeta(meta)
}

func TestBranchSharesItsPastAndIsCompleted(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			rec := official(t, g, [sim.Seats]string{"Null", "Null", "Demo", "Null"})
			from := rec.Rounds() * 9 / 10
			var f sim.Frame
			rec.State(from).FillFrame(&f)
			i := slices.IndexFunc(f.Units, func(u sim.Unit) bool { return u.OnBoard && u.Seat >= 0 })
			idle := &branch.Orders{IdleUnits: []int32{f.Units[i].ID}}
			for _, c := range []branch.Change{{Round: from}, {Round: from, Seat: 2, Muted: true}, {Round: from, Seat: 1, Player: "Demo"}, {Round: from, Orders: idle}} {
				progress := 0
				played, err := Branch(t.Context(), rec, c, func(string) { progress++ })
				if err != nil {
					t.Fatalf("%+v: %v", c, err)
				}
				b, words := played.Record, played.Worth
				if played.Round != from || !strings.HasSuffix(played.ChangeText, fmt.Sprint(" from ", from)) {
					t.Errorf("%+v: %q from round %d", c, played.ChangeText, played.Round)
				}
				if b.Edge() != rec.Rounds() || b.State(from) != rec.State(from) || !strings.Contains(b.Meta().Note, "from round") {
					t.Errorf("%+v: %d rounds, %q", c, b.Edge(), b.Meta().Note)
				}
				if told := strings.Contains(words, "in 32 replays"); told != (c != branch.Change{Round: from}) || told && progress != BranchDiceCount {
					t.Errorf("%+v: %q after %d reports", c, words, progress)
				}
				if c.Player != "" && !strings.Contains(words, "Demo in seat 1 wins") {
					t.Errorf("%+v: %q", c, words)
				}
			}
		})
	}
}

func TestBranchNeedsBuiltInPlayersAndCanBeCanceled(t *testing.T) {
	t.Parallel()
	g := catalog.Games()[2]
	rec := official(t, g, [sim.Seats]string{"Stranger", "Null", "Demo", "Null"})
	none := func(string) {}
	if _, err := Branch(t.Context(), rec, branch.Change{Round: 200}, none); err == nil || !strings.Contains(err.Error(), "Stranger is not built in") {
		t.Errorf("%v", err)
	}
	if _, err := Branch(t.Context(), rec, branch.Change{Round: 200, Player: "/bin/sh"}, none); err == nil || !strings.Contains(err.Error(), "no built-in player") {
		t.Errorf("%v", err)
	}
	wrong := &branch.Orders{List: []sim.Order{{Unit: 1 << 20, Kind: 'm'}}}
	if _, err := Branch(t.Context(), official(t, g, [sim.Seats]string{"Null", "Null", "Null", "Null"}), branch.Change{Round: 200, Orders: wrong}, none); err == nil {
		t.Error("an order of a unit that no player has is accepted")
	}
	if _, err := Branch(t.Context(), rec, branch.Change{Round: rec.Rounds(), Player: "Null"}, none); err == nil {
		t.Error("the end of a match is played on from")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Branch(ctx, rec, branch.Change{Round: 200, Player: "Null"}, none); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestRecordedBranchKeepsItsOrigin also checks that the branch claims nothing about rounds with
// incomplete data.
func TestRecordedBranchKeepsItsOrigin(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, g := range catalog.Games() {
		rec := official(t, g, [sim.Seats]string{"Null", "Null", "Null", "Null"})
		played, err := Branch(t.Context(), rec, branch.Change{Round: rec.Rounds() - 3, Seat: 1, Muted: true}, func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		meta := *played.Record.Meta()
		meta.Note = winchance.NoteWithName(meta.Note, "quiet")
		branch := played.Record.WithMeta(meta)
		name, err := files.WriteMatch(t.Context(), branch)
		if err != nil {
			t.Fatal(err)
		}
		again, _, noted, err := files.OpenRecording(t.Context(), name)
		if err != nil || !noted || again.Edge() != rec.Rounds() {
			t.Fatalf("%s: %v, notes %v, %d rounds", name, err, noted, again.Edge())
		}
		if want := branch.Meta().Note; again.Meta().Note != want || !strings.HasPrefix(want, `"quiet", branch of seed 30 from round`) {
			t.Errorf("%s: %q, want %q", name, again.Meta().Note, want)
		}
		for k := range again.Edge() {
			if claimed := again.Turn(k).KnownParts &^ branch.Turn(k).KnownParts; claimed != 0 {
				t.Fatalf("%s: round %d claims to know %b", name, k, claimed)
			}
		}
	}
}

func TestOtherDiceDependOnTheirNumber(t *testing.T) {
	t.Parallel()
	rec := official(t, catalog.Games()[0], [sim.Seats]string{"Greedy", "Greedy", "Greedy", "Greedy"})
	var ends []string
	for _, dice := range []int{0, 1, 0} {
		played, err := Branch(t.Context(), rec, branch.Change{Round: 150, DiceSeed: dice}, func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		ends = append(ends, string(played.Record.State(rec.Rounds()).AppendText(nil)))
	}
	if ends[0] == ends[1] || ends[0] != ends[2] {
		t.Errorf("the dice 0, 1 and 0 lead to the same end: %v, %v", ends[0] == ends[1], ends[0] == ends[2])
	}
}

func TestBranchKeepsPlayerSeeds(t *testing.T) {
	t.Parallel()
	game := catalog.Default()
	demo, _ := ai.Find(game.Name(), "Demo")
	spec := match.Spec{Game: game.Name(), Config: string(configs.Default(game.Name())), Seed: 13, PlayerSeeds: &sim.PlayerSeeds{7, 6, 5, 4}}
	var players [sim.Seats]sim.Player
	for seat := range players {
		spec.Players[seat].Name, players[seat] = demo.Name, demo.New()
	}
	_, rec, err := match.Play(t.Context(), game, spec, players, match.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := winchance.WhatIf{Match: analysis.NewMatch(rec), Round: 110}
	board, err := match.Resume(rec, w.Round, match.Dice{Original: true})
	if err != nil {
		t.Fatal(err)
	}
	branch, err := w.Play(t.Context(), board, "")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := branch.State(branch.Edge()).Scores(), rec.State(rec.Edge()).Scores(); got != want {
		t.Errorf("the branch ends with %v, the match with %v", got, want)
	}
	if got := branch.Meta().PlayerSeeds; got == nil || *got != *spec.PlayerSeeds {
		t.Errorf("the branch has the seeds %v", got)
	}
}
