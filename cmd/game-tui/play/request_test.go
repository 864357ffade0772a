package play

import (
	"testing"
	"time"

	"game-tui/ai/process"
)

func TestKitSeed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int32{
		"30": 30, "abc": 0, "12abc": 12, "0x10": 0, "": 0, " \t7": 7, "+5": 5, "-5": -5, "--5": 0, "+-5": 0, "-": 0,
		"2147483647": 2147483647, "2147483648": 2147483647, "99999999999999999999": 2147483647, "-99999999999": -2147483647,
	} {
		if got := kitSeed(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// TestShared gives programs that share cores more time, and others no less.
func TestShared(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		programs, cores int
		want            time.Duration
	}{{0, 2, 10}, {2, 2, 10}, {4, 8, 10}, {3, 2, 15}, {8, 2, 40}} {
		if got := Shared(10, c.programs, c.cores); got != c.want {
			t.Errorf("%d programs on %d cores: %d, want %d", c.programs, c.cores, got, c.want)
		}
	}
	if n := programs([]process.Typed{process.AsTyped("Demo"), process.AsTyped("./x"), process.AsTyped("cmd:python3 bot.py"), process.AsTyped("cmd:'")}); n != 2 {
		t.Errorf("%d programs, want 2", n)
	}
}
