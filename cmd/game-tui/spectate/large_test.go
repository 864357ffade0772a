package spectate

import (
	"testing"

	"game-tui/tui/film"
	"game-tui/tui/ui"
)

// A file that mail does not take comes with a line that names what makes it smaller.
func TestLargeExportSaysHowToMakeItSmaller(t *testing.T) {
	var f Export
	for _, c := range []struct {
		kind string
		size int64
		want string
	}{
		{"gif", 20_000_000, ""},
		{"gif", 26_400_000, "m.gif has 26 MB: --from and --to, or --highlights, make it smaller\n"},
		{"png", 26_400_000, ""}, // one screen has no fewer
	} {
		f.Kind = film.RequestOf(ui.Wanted{Format: c.kind}).Kind
		if got := f.tooLarge("m.gif", c.size); got != c.want {
			t.Errorf("%s of %d bytes: %q, not %q", c.kind, c.size, got, c.want)
		}
	}
}
