package main

import (
	"bytes"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/chance"
	"game-tui/sim/res"
)

// TestJudgementFindsFaults finds an estimate that is too sure, and one that the leader beats.
func TestJudgementFindsFaults(t *testing.T) {
	t.Parallel()
	var right, sure, behind judgement
	for match := range 100 {
		s := sample{Match: match, Sample: chance.Sample{Round: 50, Rounds: 100}}
		s.Values = [sim.Seats][]int{{9}, {1}, {1}, {1}}
		s.Share[0] = 1
		if match%10 < 4 {
			s.Share = [sim.Seats]float64{0, 1}
		}
		right.add(&s, [sim.Seats]float64{0.6, 0.4})
		sure.add(&s, [sim.Seats]float64{0.9, 0.1})
		behind.add(&s, [sim.Seats]float64{0.05, 0.05, 0.45, 0.45})
	}
	if faults := right.faults(); faults != nil || math.Abs(right.mean(estimate)-0.48) > 1e-9 || math.Abs(right.tenth(leader, 5)-0.8) > 1e-9 {
		t.Errorf("got %v, %s; want no faults, 0.480 and 0.800 after 50 %%", faults, &right)
	}
	if faults := sure.faults(); len(faults) != 2 {
		t.Errorf("too sure: got %v, want two bins", faults)
	}
	if faults := behind.faults(); !slices.ContainsFunc(faults, func(s string) bool { return strings.HasPrefix(s, "after 50 %") }) {
		t.Errorf("worse than the leader: got %v, want the tenth", faults)
	}
}

// TestJudgeFolder judges a folder with a recording, and names the file that is none.
func TestJudgeFolder(t *testing.T) {
	t.Parallel()
	g, _ := catalog.Find("thepurge")
	dir := t.TempDir()
	if err := judgeFolder(io.Discard, g, dir); err == nil || !strings.Contains(err.Error(), "expected recordings") {
		t.Errorf("empty folder: got %v", err)
	}
	m, err := playOne(t.Context(), g, 1, lineUp(g, 1))
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
	var out strings.Builder
	if err := judgeFolder(&out, g, dir); err != nil || !strings.Contains(out.String(), "Brier score of 1 matches") {
		t.Errorf("got %v, %q", err, &out)
	}
	write("b.res", text.Bytes()[:text.Len()/2])
	if err := judgeFolder(io.Discard, g, dir); err == nil || !strings.Contains(err.Error(), "b.res: expected a whole match: cut in round") {
		t.Errorf("cut recording: got %v", err)
	}
	write("b.res", bytes.Replace(text.Bytes(), []byte("\nround 4\n"), []byte("\nround x\n"), 1))
	if err := judgeFolder(io.Discard, g, dir); err == nil || !strings.Contains(err.Error(), "b.res: expected a whole match: round 4 is missing") {
		t.Errorf("recording with a gap: got %v", err)
	}
}
