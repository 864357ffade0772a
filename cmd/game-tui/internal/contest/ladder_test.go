package contest

import "testing"

func TestLadderStatesOnlyWhatIsProven(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ answer, below, want string }{
		{"worse", "Demo", "Mine beats Demo; Mine is worse than Greedy"},
		{"level", "Demo", "Mine beats Demo; Mine is level with Greedy"},
		{"open", "Demo", "Mine beats Demo; Mine is not shown to be better than Greedy; increase --seeds"},
		{"worse", "", "Mine is worse than Greedy, the weakest built-in player"},
		{"open", "", "Mine is not shown to be better than Greedy, the weakest built-in player; increase --seeds"},
	} {
		if got := ladderResult("Mine", c.answer, "Greedy", c.below); got != c.want {
			t.Errorf("%s, above %q: got %q, want %q", c.answer, c.below, got, c.want)
		}
	}
}
