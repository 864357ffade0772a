package spectate

import (
	"errors"
	"strings"
	"testing"
)

// TestSavedFilesAreNamed checks that written files are listed at the end, in order and without
// control characters. Failed ones are not.
func TestSavedFilesAreNamed(t *testing.T) {
	t.Parallel()
	var s savedFiles
	for _, c := range []struct {
		name string
		err  error
	}{{"first.res", nil}, {"", errors.New("disk full")}, {"second\x1b[2J.res", nil}} {
		if name, err := s.add(c.name, c.err); name != c.name || !errors.Is(err, c.err) {
			t.Errorf("%q: got %q, %v", c.name, name, err)
		}
	}
	var out strings.Builder
	s.print(&out)
	if got := out.String(); !strings.HasPrefix(got, "saved: first.res\nsaved: second") || strings.Contains(got, "\x1b") || strings.Count(got, "\n") != 2 {
		t.Errorf("got %q, want two clean lines", got)
	}
}
