package spectate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/cmd/game-tui/files"
	"game-tui/sim/catalog"
	"game-tui/sim/res"
)

// TestWriteMatch writes whole matches, cut ones and such that go on, and says
// which; all can be opened.
func TestWriteMatch(t *testing.T) {
	t.Chdir(t.TempDir())
	here := files.Located("") + string(filepath.Separator)
	for _, c := range []struct {
		rounds int
		over   bool
		want   string
	}{
		{200, true, "harrypotter-s30.res"},
		{200, false, "harrypotter-s30-2.res"}, // its last state is there
		{73, false, "harrypotter-s30-3.res: rounds 0 to 73 of 200 so far"},
		{73, true, "harrypotter-s30-4.res: rounds 0 to 73 of 200"},
		{0, false, "harrypotter-s30-5.res: rounds 0 to 0 of 200 so far"},
	} {
		said, err := files.WriteMatch(t.Context(), playedFor(t, c.rounds, c.over))
		if err != nil || said != here+c.want {
			t.Fatalf("%q, %v, want %q", said, err, c.want)
		}
		name, _, _ := strings.Cut(c.want, ":")
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		rec, _, err := res.Read(text, catalog.Games(), name)
		if err != nil || rec.Edge() != c.rounds {
			t.Errorf("%s: read to round %d, %v", name, rec.Edge(), err)
		}
	}
}
