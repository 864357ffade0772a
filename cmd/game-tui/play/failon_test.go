package play

import (
	"testing"

	"game-tui/sim"
	"game-tui/sim/league"
)

// TestFailsOnWhatIsNamed: on outs and lost matches, and on nothing that is not named.
func TestFailsOnWhatIsNamed(t *testing.T) {
	t.Parallel()
	good := &league.Player{Matches: 3, Wins: 2, Shared: 1}
	bad := &league.Player{Matches: 3, Wins: 1, Outs: map[sim.Reason]int{sim.OutCrash: 1}}
	for _, c := range []struct {
		kinds  string
		player *league.Player
		want   string
	}{
		{"out,loss", good, ""}, {"out", bad, "--fail-on out: anna went out in 1 match"}, {"loss", bad, "--fail-on loss: anna lost 2 matches"},
	} {
		f := FailOn{Kinds: []string{"out", "loss"}}
		if err := f.Set(c.kinds); err != nil {
			t.Fatal(err)
		}
		if err := f.Player("anna", c.player); (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("%s: %v, want %q", c.kinds, err, c.want)
		}
	}
	f := FailOn{Kinds: []string{"out"}}
	if err := f.Player("anna", bad); err != nil {
		t.Error(err)
	}
	if err := f.Set("loss"); err == nil || err.Error() != "type out" {
		t.Error(err)
	}
}
