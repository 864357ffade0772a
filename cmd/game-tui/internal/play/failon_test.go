package play

import (
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/sim/league/rating"
)

func TestFailOnChecksOnlyListedKinds(t *testing.T) {
	t.Parallel()
	good := &rating.Player{WinCount: rating.WinCount{Matches: 3}, Wins: 2, SharedWins: 1}
	bad := &rating.Player{WinCount: rating.WinCount{Matches: 3}, Wins: 1, Outs: map[sim.FailureReason]int{sim.FailedCrash: 1}}
	for _, c := range []struct {
		kinds  string
		player *rating.Player
		want   string
	}{
		{"out,loss", good, ""}, {"out", bad, "--fail-on out: anna went out in 1 match"}, {"loss", bad, "--fail-on loss: anna lost 2 matches"},
	} {
		f := FailOn(strings.Split(c.kinds, ","))
		if err := f.CheckPlayer("anna", c.player); (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("%s: %v, want %q", c.kinds, err, c.want)
		}
	}
	if err := (FailOn{"worse"}).CheckPlayer("anna", bad); err != nil {
		t.Errorf("got %v for a kind that was not named, want none", err)
	}
}
