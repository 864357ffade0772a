package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/winchance"
)

func TestJudgementFindsFaults(t *testing.T) {
	t.Parallel()
	var right, certain, behind judgement
	for match := range 100 {
		s := sample{Match: match, Sample: winchance.Sample{Round: 50, Rounds: 100}}
		s.Values = [sim.Seats][]int{{9}, {1}, {1}, {1}}
		s.Share[0] = 1
		if match%10 < 4 {
			s.Share = [sim.Seats]float64{0, 1}
		}
		right.add(&s, [sim.Seats]float64{0.6, 0.4})
		certain.add(&s, [sim.Seats]float64{0.9, 0.1})
		behind.add(&s, [sim.Seats]float64{0.05, 0.05, 0.45, 0.45})
	}
	if faults := right.faults(); faults != nil || math.Abs(right.mean(estimate)-0.48) > 1e-9 || math.Abs(right.tenth(leader, 5)-0.8) > 1e-9 {
		t.Errorf("got %v, %s; want no faults, 0.480 and 0.800 after 50 %%", faults, &right)
	}
	if faults := certain.faults(); len(faults) != 2 {
		t.Errorf("too certain: got %v, want two bins", faults)
	}
	if faults := behind.faults(); !slices.ContainsFunc(faults, func(s string) bool { return strings.HasPrefix(s, "after 50 %") }) {
		t.Errorf("worse than the leader: got %v, want the tenth", faults)
	}
}

// eachRecording reads the recordings of a game in a folder, in the order of their names, and numbers
// them. It returns an error if one is not a whole match.
func eachRecording(folder string, g sim.Game, use func(rec *record.Record, number int) error) error {
	names, err := fs.Glob(os.DirFS(folder), "*.res*")
	if err != nil || len(names) == 0 {
		return fmt.Errorf("%s: expected recordings, *.res or *.res.gz; found none", folder)
	}
	number := 0
	for _, name := range names {
		file := filepath.Join(folder, name)
		text, err := readRecording(file)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		rec, _, err := res.Read(text, catalog.Games(), file)
		switch {
		case err != nil:
			return res.WithPosition(file, text, err)
		case rec.EndedEarly() || rec.IsIncomplete():
			return fmt.Errorf("%s: expected a whole match: %s", file, rec.Meta().Note)
		case rec.Meta().Game.Name() != g.Name():
			continue
		}
		if err := use(rec, number); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		number++
	}
	return nil
}

func readRecording(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return res.Load(f)
}

// judgeFolder compares the estimate with the results of the recordings of a game in a folder.
func judgeFolder(g sim.Game, folder string) (*judgement, error) {
	j := &judgement{}
	return j, eachRecording(folder, g, func(rec *record.Record, number int) error {
		outlook := winchance.NewOutlook(rec)
		if outlook == nil {
			return winchance.ErrNoTable
		}
		m := winchance.Match{Meta: *rec.Meta(), Record: rec}
		for _, s := range samplesOf(&m, number, fitRounds(m.Settings.Rounds()), nil) {
			j.add(&s, outlook.Chances(rec.State(s.Round)))
		}
		return nil
	})
}

// TestJudgeRecordings is run by make fit-judge.
func TestJudgeRecordings(t *testing.T) {
	folder := os.Getenv("GAME_TUI_FIT_JUDGE")
	if folder == "" {
		t.Skip("GAME_TUI_FIT_JUDGE names no folder of recordings")
	}
	for _, g := range catalog.Games() {
		j, err := judgeFolder(g, folder)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s:\n%s", g.Title(), j)
	}
}

func TestJudgeFolderAcceptsOnlyWholeMatches(t *testing.T) {
	t.Parallel()
	g, _ := catalog.Find("thepurge")
	dir := t.TempDir()
	if _, err := judgeFolder(g, dir); err == nil || !strings.Contains(err.Error(), "expected recordings") {
		t.Errorf("empty folder: got error %v, want expected recordings", err)
	}
	m, err := play(t.Context(), g, 1, drawPlayers(g, 1))
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if _, err := res.Write(&text, m.Record); err != nil {
		t.Fatal(err)
	}
	write := func(name string, text []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("a.res", text.Bytes())
	write("notes.txt", []byte("not read"))
	if j, err := judgeFolder(g, dir); err != nil || !strings.Contains(j.String(), "Brier score of 1 matches") {
		t.Errorf("got %v and error %v, want the score of 1 match", j, err)
	}
	write("b.res", text.Bytes()[:text.Len()/2])
	if _, err := judgeFolder(g, dir); err == nil || !strings.Contains(err.Error(), "b.res: expected a whole match: truncated in round") {
		t.Errorf("cut recording: got error %v, want the round of the cut", err)
	}
	write("b.res", bytes.Replace(text.Bytes(), []byte("\nround 4\n"), []byte("\nround x\n"), 1))
	if _, err := judgeFolder(g, dir); err == nil || !strings.Contains(err.Error(), "b.res: expected a whole match: round 4 is missing") {
		t.Errorf("recording with a gap: got error %v, want the missing round", err)
	}
}
