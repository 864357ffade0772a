package play

import (
	"strings"
	"testing"
	"time"

	"game-tui/sim"
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

// TestPresetYields: what was typed counts more than what the judge has, and the wait for an answer is twice the
// processor time.
func TestPresetYields(t *testing.T) {
	t.Parallel()
	r := Request{Preset: "judge", Limits: sim.DefaultLimits}
	r.Limits.CPU, r.Limits.Memory = 5*time.Second, 1<<30
	typed := "cpu memory"
	r.Given = func(names ...string) []string {
		if strings.Contains(typed, names[0]) {
			return names
		}
		return nil
	}
	want := sim.JudgeLimits
	want.CPU, want.Wall, want.Memory = 5*time.Second, 10*time.Second, 1<<30
	if got, err := r.LimitsAsked(); err != nil || got != want {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	typed = ""
	if got, err := r.LimitsAsked(); err != nil || got != sim.JudgeLimits {
		t.Errorf("nothing typed: %+v, %v", got, err)
	}
	r.Preset = "jury"
	if _, err := r.LimitsAsked(); err == nil || !strings.Contains(err.Error(), "there is judge") {
		t.Error(err)
	}
}
