package report

import (
	"strings"
	"testing"
)

// TestTablesFitNarrowTerminals: a table is narrowed in order, as far as necessary, and names are cut off last.
func TestTablesFitNarrowTerminals(t *testing.T) {
	titles := []string{"rank", "player", "mean score", "proven ahead", "outs"}
	rows := [][]string{{"1", "Anna and her long name", "12.50", "0", "3"}, {"2", "Ben", "8.25", "1", "0"}}
	for width, want := range map[int]string{
		100: "rank player mean score proven ahead outs",
		61:  "rank player mean score ahead outs",
		54:  "rank player ahead outs",
		42:  "rank player ahead",
		30:  "rank player ahead",
	} {
		got, texts := narrow(width, titles, rows, "player", []narrowing{{"proven ahead", "ahead"}, {"mean score", ""}, {"outs", ""}})
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%d columns: got %q, want %q", width, text, want)
		}
		if n := tableWidth(got, texts); n > width {
			t.Errorf("%d columns: the table has %d", width, n)
		}
		for i, row := range texts {
			if len(row) != len(got) || row[0] != rows[i][0] {
				t.Errorf("%d columns: got row %q below %q", width, row, got)
			}
		}
	}
	if titles[3] != "proven ahead" || rows[0][1] != "Anna and her long name" {
		t.Error("the full table was changed")
	}
}
