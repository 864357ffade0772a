package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/record"
	"game-tui/sim/simtest"
	"game-tui/sim/winchance"
)

// strangerFloors are a little above the Brier scores of the estimate for players left out of the fit.
var strangerFloors = map[string]float64{"harrypotter": 0.485, "moneyheist": 0.215, "thepurge": 0.335}

// fitRecordings fits the table for strangers to the recordings of a game in a folder, and stores
// samples of them. Delete the table where the tests pass without it: the game's generic table then
// holds.
func fitRecordings(ctx context.Context, g sim.Game, folder string) error {
	base := winchance.LoadTable(g, false)
	var list []sample
	err := eachRecording(folder, g, func(rec *record.Record, number int) error {
		m := winchance.Match{Meta: *rec.Meta(), Record: rec}
		if base == nil || !base.FittedOn(m.Settings) {
			return errors.New("expected the settings that the table of the game was fitted on; take the recording out of the folder")
		}
		for _, s := range samplesOf(&m, number, fitRounds(m.Settings.Rounds()), nil) {
			s.Names = m.Names[:]
			list = append(list, s)
		}
		return nil
	})
	if err != nil || list == nil {
		return err
	}
	return cmp.Or(save(dataFile(g, "strangers"), list), fitExternal(ctx, g, base))
}

// TestFitStrangers is run by make fit-strangers.
func TestFitStrangers(t *testing.T) {
	folder := os.Getenv("GAME_TUI_FIT_STRANGERS")
	if folder == "" {
		t.Skip("GAME_TUI_FIT_STRANGERS names no folder of recordings")
	}
	for _, g := range catalog.Games() {
		if err := fitRecordings(t.Context(), g, folder); err != nil {
			t.Fatal(err)
		}
	}
}

// fitWithout judges each match by a table that was fitted without any match of its players.
func fitWithout(base *winchance.Table, list, equal []sample) (*judgement, error) {
	j := &judgement{}
	for from := 0; from < len(list); {
		to := from
		for to < len(list) && list[to].Match == list[from].Match {
			to++
		}
		others := without(list, list[from].Names)
		if len(others) == 0 {
			return nil, fmt.Errorf("each match has a player of the match of %s: add recordings of other players", strings.Join(list[from].Names, ", "))
		}
		table, err := fitExternalTable(base, others, equal)
		if err != nil {
			return nil, err
		}
		j.addAll(table, list[from:to])
		from = to
	}
	return j, nil
}

// without returns the samples of matches in which none of the players plays.
func without(list []sample, players []string) []sample {
	return slices.DeleteFunc(slices.Clone(list), func(s sample) bool {
		return slices.ContainsFunc(s.Names, func(name string) bool { return slices.Contains(players, name) })
	})
}

// TestEstimateHoldsForStrangers judges each match by a fit without any of its players, and wants
// less than the score of "the leader wins".
func TestEstimateHoldsForStrangers(t *testing.T) {
	simtest.SkipUnderRace(t)
	t.Parallel()
	for name, floor := range strangerFloors {
		g, _ := catalog.Find(name)
		list, base := stored[sample](t, g, "strangers"), winchance.LoadTable(g, false)
		table, judged := winchance.LoadExternalTable(g), judge(base, list)
		if !slices.Equal(table.Weights, base.Weights) {
			before := judged.mean(estimate)
			equal := stored[sample](t, g, "equals")
			fitted, err := fitExternalTable(base, list, equal)
			if err != nil {
				t.Fatalf("%s: %v", g.Title(), err)
			}
			if judged, err = fitWithout(base, list, equal); err != nil {
				t.Fatalf("%s: %v", g.Title(), err)
			}
			for i, want := range fitted.Weights {
				if got := table.Weights[i]; math.Abs(got-want) > 1e-4 {
					t.Errorf("%s: the table weighs %s with %g, the stored samples give %g: type make fit", g.Title(), winchance.ExternalFeatureNames[i], got, want)
				}
			}
			if judged.mean(estimate) >= before {
				t.Errorf("%s: Brier score %.3f of strangers, want below %.3f, that of the generic table", g.Title(), judged.mean(estimate), before)
			}
		}
		if i := slices.Index(judged.at[:], 0); i >= 0 {
			t.Errorf("%s: no samples after %d %% of the matches, want some after each tenth", g.Title(), 10*(i+1))
		}
		if got, want := judged.mean(estimate), min(floor, judged.mean(leader)); !(got < want) {
			t.Errorf("%s: Brier score %.3f of strangers, want below %.3f", g.Title(), got, want)
		}
		if faults := judged.faults(); faults != nil {
			t.Errorf("%s: out of bounds for players left out of the fit:\n%s", g.Title(), strings.Join(faults, "\n"))
		}
		if faults := judge(table, list).faults(); faults != nil {
			t.Errorf("%s: out of bounds:\n%s", g.Title(), strings.Join(faults, "\n"))
		}
	}
}

func TestFitLeavesOutThePlayersOfTheJudgedMatch(t *testing.T) {
	t.Parallel()
	list := []sample{{Names: []string{"a", "b", "c", "d"}}, {Names: []string{"e", "f", "g", "a"}}, {Names: []string{"e", "f", "g", "h"}}}
	got := without(list, list[0].Names)
	if len(got) != 1 || got[0].Names[3] != "h" || len(list) != 3 || list[1].Names[3] != "a" {
		t.Errorf("got %v of %v, want the last one", got, list)
	}
	if _, err := fitWithout(nil, list[:2], nil); err == nil || !strings.Contains(err.Error(), "match of a, b, c, d") {
		t.Errorf("two matches with a player in both: got %v, want an error that names the players", err)
	}
}

func TestStrangersTablesAreWrittenAsTheyWereRead(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(weightsDir, "*.strangers.txt"))
	if err != nil || files == nil {
		t.Fatalf("no tables for strangers: %v", err)
	}
	for _, file := range files {
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, _, _ := strings.Cut(filepath.Base(file), ".")
		g, ok := catalog.Find(name)
		if !ok {
			t.Fatalf("%s: no such game", file)
		}
		var notes []string
		for line := range strings.Lines(string(want)) {
			if note, ok := strings.CutPrefix(strings.TrimSpace(line), "# "); ok && note != weightColumns {
				notes = append(notes, note)
			}
		}
		if got := externalTableText(winchance.LoadExternalTable(g), notes[1:]); !bytes.Equal(got, want) {
			t.Errorf("%s: got\n%s\nwant\n%s", file, got, want)
		}
	}
}
