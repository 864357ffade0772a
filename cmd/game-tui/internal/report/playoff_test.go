package report

import (
	"bytes"
	"encoding/csv"
	"io"
	"strings"
	"testing"

	"game-tui/sim"
)

// TestNamesAreNoFormulas checks that spreadsheets cannot interpret names in the CSV of a play-off
// or a final as formulas.
func TestNamesAreNoFormulas(t *testing.T) {
	t.Parallel()
	const name = "=HYPERLINK(1)"
	playoff := &Playoff{Players: []PlayoffRow{{Name: name, Elimination: &elimination{Names: [sim.Seats]string{name}}}}}
	final := &Final{Players: []finalist{{Name: name}}}
	for what, write := range map[string]func(io.Writer, Format) error{"play-off": playoff.Write, "final": final.Write} {
		var b bytes.Buffer
		err := write(&b, CSV)
		rows, wrong := csv.NewReader(&b).ReadAll()
		if err != nil || wrong != nil || len(rows) != 2 {
			t.Fatal(what, rows, err, wrong)
		}
		for _, cell := range rows[1] {
			if strings.HasPrefix(cell, "=") {
				t.Errorf("%s: %s", what, cell)
			}
		}
	}
}
