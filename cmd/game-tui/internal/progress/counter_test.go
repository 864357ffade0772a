package progress

import (
	"bytes"
	"strings"
	"testing"
)

// TestCounterShowsWhatItWaitsFor: of what is being done the first one is shown, without control characters.
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

// TestCounterOfOneShowsItsName: no number says more than the name of a single thing.
func TestCounterOfOneShowsItsName(t *testing.T) {
	c := NewCounter(&bytes.Buffer{}, 1, "players")
	defer c.Stop()
	c.Begin("compiling anna")
	if got, want := c.line(), "compiling anna"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestQuickWorkPrintsNothing: where there is no terminal, lines begin after a while.
func TestQuickWorkPrintsNothing(t *testing.T) {
	var out bytes.Buffer
	c := NewCounter(&out, 2, "players")
	c.Add(2)
	c.Stop()
	if strings.Contains(out.String(), "players") {
		t.Errorf("printed %q", out.String())
	}
}
