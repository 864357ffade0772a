package table

import (
	"strings"
	"testing"
)

func texts() Table {
	return Table{Columns: []Layout{{Title: "rank", AlignLeft: true}, {Title: "player", AlignLeft: true, CanShorten: true}, {Title: "mean score", DropRank: 1},
		{Title: "proven ahead", ShortTitle: "ahead"}, {Title: "outs", DropRank: 2}},
		Rows: [][]string{{"1", "Anna and her long name", "12.50", "0", "3"}, {"2", "Ben", "8.25", "1", "0"}}}
}

func TestTablesFitNarrowTerminals(t *testing.T) {
	full := texts()
	for width, want := range map[int]string{
		100: "rank player mean score proven ahead outs",
		61:  "rank player mean score ahead outs",
		54:  "rank player ahead outs",
		42:  "rank player ahead",
		30:  "rank player ahead",
	} {
		got := full.Fit(width, 2)
		if text := strings.Join(got.Titles(), " "); text != want {
			t.Errorf("%d columns: got %q, want %q", width, text, want)
		}
		if n := got.Width(2); n > width {
			t.Errorf("%d columns: the table has %d", width, n)
		}
		for i, row := range got.Rows {
			if len(row) != len(got.Columns) || row[0] != full.Rows[i][0] {
				t.Errorf("%d columns: got row %q below %q", width, row, got.Titles())
			}
		}
	}
	if full.Columns[3].Title != "proven ahead" || full.Rows[0][1] != "Anna and her long name" {
		t.Error("Fit changed the full table")
	}
}

func TestOptionalColumnsNeedAFilledCell(t *testing.T) {
	columns := []Column[string]{
		{Layout: Layout{Title: "a", Optional: true}, Text: func(s string) string { return s }},
		{Layout: Layout{Title: "b"}, Text: func(string) string { return "" }},
		{Name: "c", Value: func(s string) any { return s }},
	}
	for rows, want := range map[[2]string]string{{"", "0"}: "b", {Unknown, ""}: "b", {"0", "1"}: "a b"} {
		if got := strings.Join(Format(columns, rows[:]...).Titles(), " "); got != want {
			t.Errorf("%q: got columns %q, want %q", rows, got, want)
		}
	}
}
