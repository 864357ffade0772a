package sanitize

import (
	"fmt"
	"slices"
	"testing"
)

func TestTallyReportsEachKindOnce(t *testing.T) {
	var tally Tally
	var first []string
	for _, kind := range []string{"b", "a", "b", "c", "b", "a"} {
		if tally.Add(kind) {
			first = append(first, kind)
		}
	}
	if want := []string{"b", "a", "c"}; !slices.Equal(first, want) {
		t.Errorf("first of their kind: %q, want %q", first, want)
	}
	if got, want := more(&tally), "a 1, b 2, "; got != want {
		t.Errorf("more: %q, want %q", got, want)
	}
	if got := more(&tally); got != "" || !tally.Add("a") {
		t.Errorf("after a reset: got %q, want nothing", got)
	}
}

// TestTallyIsBounded checks that clients that invent message kinds do not fill the memory or the
// log.
func TestTallyIsBounded(t *testing.T) {
	var tally Tally
	lines := 0
	for i := range 10_000 {
		if tally.Add(fmt.Sprint("kind ", i)) {
			lines++
		}
	}
	if lines != maxKinds+1 || len(tally.counts) != maxKinds+1 {
		t.Errorf("%d lines and %d kinds, want %d", lines, len(tally.counts), maxKinds+1)
	}
	if got, want := more(&tally), fmt.Sprintf("other %d, ", 10_000-maxKinds-1); got != want {
		t.Errorf("more: %q, want %q", got, want)
	}
}

func more(t *Tally) (text string) {
	for kind, n := range t.Repeats() {
		text += fmt.Sprintf("%s %d, ", kind, n)
	}
	return text
}
