package final_test

import (
	"strings"
	"testing"

	"game-tui/sim/simtest"
	"game-tui/tui/ui"
)

// TestFinalStatesEachFactOnce checks that equal comments on several boards are merged, and that a
// gain of points is not called a turning point.
func TestFinalStatesEachFactOnce(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	r := newRig(t, newFake(t, "thepurge", 4, 20), ui.Options{W: 160, H: 50, PaletteName: "none"})
	r.playHeats(1)
	for _, round := range []int{10, 26, 51, 76} {
		r.playUntil(round)
		said := map[string]int{}
		for _, line := range strings.Split(r.screenText(), "\n") {
			line = strings.TrimSpace(line)
			if strings.Contains(line, "turning point") {
				t.Errorf("round %d: a turning point without win chances: %q", round, line)
			}
			if _, sentence, ok := strings.Cut(line, "  "); ok && strings.Contains(sentence, " of day ") {
				number, _, _ := strings.Cut(line, " ")
				_, sentence, _ = strings.Cut(strings.TrimSpace(sentence), "  ")
				said[number+sentence]++
			}
		}
		for sentence, n := range said {
			if n > 1 {
				t.Errorf("round %d: got %q %d times, want it once", round, sentence, n)
			}
		}
	}
	screen := r.screenText()
	for _, want := range []string{"round 76 of 250", "space pause"} {
		if !strings.Contains(screen, want) {
			t.Errorf("the screen lacks %q:\n%s", want, screen)
		}
	}
	r.press("space")
	if screen := r.screenText(); !strings.Contains(screen, "space play ") {
		t.Errorf("a paused final lacks %q:\n%s", "space play", screen)
	}
}
