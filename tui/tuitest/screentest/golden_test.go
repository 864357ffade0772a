package screentest

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/vt"
)

func TestSideBySideShowsTheFirstRowsThatDiffer(t *testing.T) {
	t.Parallel()
	wide := strings.Repeat("-", 100)
	got := sideBySide("same\nold\n"+wide+"left end", "same\nnew\n"+wide+"right end\nmore")
	for _, want := range []string{"2  old", "| new\n", "left end", "| " + strings.Repeat("-", 20) + "right end\n", "4 ", "| more\n", "3 rows differ"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "same") {
		t.Errorf("an equal row is printed:\n%s", got)
	}
	if got := sideBySide(strings.Repeat("a\n", 50), strings.Repeat("b\n", 50)); strings.Count(got, "\n") > printedRows+2 {
		t.Errorf("%d lines, want at most %d:\n%s", strings.Count(got, "\n"), printedRows+2, got)
	}
}

func TestColoredHasALetterForEachStyle(t *testing.T) {
	t.Parallel()
	em := vt.NewEmulator(4, 1)
	if _, err := em.WriteString("a\x1b[1;31mb\x1b[0;38;5;99mc\x1b[0;48;2;1;2;3m "); err != nil {
		t.Fatal(err)
	}
	want := "abc \n\n.abc\n\na colour 1 of 16 bold\nb colour 99 of 256\nc on #010203\n"
	if got := StyledText(em); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
