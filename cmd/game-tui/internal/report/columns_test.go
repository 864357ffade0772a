package report

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
	"game-tui/tui/view/tournament"
)

// paths maps columns to their JSON paths if these differ from the column names.
var paths = map[string]string{"p_pass": "p_pass.share", "p_pass_low": "p_pass.low", "p_pass_high": "p_pass.high", "low": "interval.0", "high": "interval.1"}

// TestColumnsAreTheValuesOfJSON checks that each column of the standings has the value at its path
// in the JSON output.
func TestColumnsAreTheValuesOfJSON(t *testing.T) {
	t.Parallel()
	p := &league.Plan{Format: schedule.All, Seed: 1, Seeds: 30}
	for i := range 4 {
		p.Players = append(p.Players, league.Entry{Name: fmt.Sprint("p", i), BuiltinName: "Demo"})
	}
	b := league.NewStandings(p)
	for n := range b.Schedule.Tasks() {
		scores := [sim.Seats]int{n % 7, n % 5, n % 3, n % 2}
		b.Add(&league.Result{N: n, Scores: [][sim.Seats]int{scores}})
	}
	r := NewStandings("t.jsonl", b, func(*league.Entry) string { return "" }, func(league.MatchRef) (int32, string) { return 1, "" })
	var text, table bytes.Buffer
	if err := r.Write(&text, JSON); err != nil {
		t.Fatal(err)
	}
	if err := r.Write(&table, CSV); err != nil {
		t.Fatal(err)
	}
	var report struct{ Players []any }
	if err := json.Unmarshal(text.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&table).ReadAll()
	if err != nil || len(rows) != 1+len(p.Players) {
		t.Fatalf("got %d rows (%v), want %d", len(rows), err, 1+len(p.Players))
	}
	for i, c := range tournament.Columns {
		if rows[0][i] != c.Name {
			t.Errorf("column %d of CSV: got %q, want %q", i, rows[0][i], c.Name)
		}
		for k, player := range report.Players {
			if want := at(player, cmp.Or(paths[c.Name], c.Name)); !equal(rows[1+k][i], want) {
				t.Errorf("%s of player %d: got %q in CSV, %v in JSON", c.Name, k, rows[1+k][i], want)
			}
		}
	}
}

// at returns the value at a path in decoded JSON, or nil.
func at(v any, path string) any {
	for _, key := range strings.Split(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			v = in[key]
		case []any:
			n, _ := strconv.Atoi(key)
			v = in[n]
		default:
			return nil
		}
	}
	return v
}

func equal(cell string, v any) bool {
	x, ok := v.(float64)
	if !ok {
		return v == cell
	}
	y, err := strconv.ParseFloat(cell, 64)
	return err == nil && math.Abs(x-y) <= 1e-6*max(1, math.Abs(x))
}
