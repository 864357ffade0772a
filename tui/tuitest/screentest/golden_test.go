package screentest

import (
	"testing"

	"github.com/charmbracelet/x/vt"
)

func TestColoredHasALetterForEachStyle(t *testing.T) {
	t.Parallel()
	em := vt.NewEmulator(4, 1)
	if _, err := em.WriteString("a\x1b[1;31mb\x1b[0;38;5;99mc\x1b[0;48;2;1;2;3m "); err != nil {
		t.Fatal(err)
	}
	want := "abc \n\n.abc\n\na colour 1 of 16 bold\nb colour 99 of 256\nc on #010203\n"
	if got := Colored(em); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
