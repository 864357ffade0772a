package contest

import "testing"

// The last line of a ladder states no order that the duel has not proven.
func TestLadderStatesOnlyWhatIsProven(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ answer, below, want string }{
		{"worse", "Demo", "Mine stands above Demo, below Greedy"},
		{"level", "Demo", "Mine stands above Demo, level with Greedy"},
		{"open", "Demo", "Mine stands above Demo, and whether it is above Greedy is not decided: give more --seeds"},
		{"worse", "", "Mine stands below Greedy, the lowest rung"},
		{"open", "", "whether Mine is above Greedy, the lowest rung, is not decided: give more --seeds"},
	} {
		if got := ladderResult("Mine", c.answer, "Greedy", c.below); got != c.want {
			t.Errorf("%s, above %q: got %q, want %q", c.answer, c.below, got, c.want)
		}
	}
}
