package contest

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"game-tui/ai/process"
	"game-tui/sim/match"
)

// TestWhoDoesNotQualifyStandsInForNobody: the record stays as it was.
func TestWhoDoesNotQualifyStandsInForNobody(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "p.jsonl")
	made := func() *Playoff {
		f := &Playoff{To: 1}
		f.Game, f.Seed, f.Memory, f.Stdout, f.Stderr = "thepurge", "1", "1M", io.Discard, io.Discard
		f.CPU, f.Wall, f.MatchWall = time.Second, time.Second, time.Second
		f.Given = func(...string) []string { return nil }
		f.Many.Cores, f.Many.Workers, f.Rounds = 1, 1, 1
		return f
	}
	f := made()
	f.Output = name
	var words []process.Typed
	for _, word := range []string{"Nightwatch", "Null", "Greedy"} {
		words = append(words, process.AsTyped(word))
	}
	if err := f.Run(t.Context(), words); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(name)
	asked := 0
	f = made()
	f.Resume = name
	f.Stands = []For{{"Nightwatch", process.AsTyped("Demo")}}
	f.From = []For{{"2", process.AsTyped("Greedy")}}
	f.Qualify = func(_ context.Context, _ *match.Field, player, dummy match.Entry) (string, error) {
		asked++
		if player.Seat.Name != "Demo" || dummy.Seat.Name != "Greedy" {
			t.Errorf("%s is tried against %s", player.Seat.Name, dummy.Seat.Name)
		}
		return "it is out in its first match", nil
	}
	err := f.Run(t.Context(), nil)
	if err == nil || err.Error() != "--replace Nightwatch=Demo: it does not qualify: it is out in its first match" || asked != 1 {
		t.Errorf("%v, asked %d times", err, asked)
	}
	if after, _ := os.ReadFile(name); string(after) != string(before) || strings.Count(string(after), "\n") < 2 {
		t.Error("the record has changed")
	}
	f.Qualify = func(context.Context, *match.Field, match.Entry, match.Entry) (string, error) { return "", nil }
	if err := f.Run(t.Context(), nil); err != nil {
		t.Error(err)
	}
}
