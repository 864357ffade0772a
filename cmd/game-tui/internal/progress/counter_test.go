package progress

import (
	"bytes"
	"strings"
	"testing"
)

// TestCounterShowsWhatItWaitsFor checks that the oldest pending item is shown without control
// characters.
func TestCounterShowsWhatItWaitsFor(t *testing.T) {
	c := NewCounter(&bytes.Buffer{}, 19, "players")
	defer c.Stop()
	c.Add(16)
	c.Set(17)
	anna := c.Begin("compiling an\x1bna")
	ben := c.Begin("compiling ben")
	for _, step := range []struct {
		end  func()
		want string
	}{
		{func() {}, "17 of 19 players, compiling an?na"},
		{anna, "17 of 19 players, compiling ben"},
		{ben, "17 of 19 players"},
	} {
		step.end()
		if got := c.line(); !strings.HasSuffix(got, step.want) {
			t.Errorf("got %q, want %q", got, step.want)
		}
	}
}

// TestCounterOfOneShowsItsName checks that a counter of a single item shows its name and no number.
func TestCounterOfOneShowsItsName(t *testing.T) {
	c := NewCounter(&bytes.Buffer{}, 1, "players")
	defer c.Stop()
	c.Begin("compiling anna")
	if got, want := c.line(), "compiling anna"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestQuickWorkPrintsNothing checks that progress lines start after a delay if the output is not a
// terminal.
func TestQuickWorkPrintsNothing(t *testing.T) {
	var out bytes.Buffer
	c := NewCounter(&out, 2, "players")
	c.Add(2)
	c.Stop()
	if strings.Contains(out.String(), "players") {
		t.Errorf("printed %q", out.String())
	}
}
