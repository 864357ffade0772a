package typed

import (
	"testing"
)

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"demo", "demo", 0}, {"demo", "dmo", 1}, {"demo", "dome", 2}, {"", "abc", 3}, {"null", "demo", 4}} {
		if got := distance(c.a, c.b); got != c.want || distance(c.b, c.a) != got {
			t.Errorf("%q %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
