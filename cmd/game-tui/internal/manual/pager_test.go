package manual

import (
	"strings"
	"testing"
)

// TestPagerCommand checks that the pager comes from the environment. Dumb terminals use none.
func TestPagerCommand(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ pager, term, want string }{
		{"", "xterm", "less -FRX"}, {"more -s", "xterm", "more -s"}, {"cat", "xterm", "cat"}, {"less", "dumb", ""}, {"  ", "", "less -FRX"},
	} {
		env := map[string]string{"PAGER": c.pager, "TERM": c.term}
		if got := strings.Join(pagerCommand(func(k string) string { return env[k] }), " "); got != c.want {
			t.Errorf("PAGER=%q TERM=%q: %q, want %q", c.pager, c.term, got, c.want)
		}
	}
}
