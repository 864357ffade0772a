package tournament

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"game-tui/sim/league/rating"
)

// TestColumnsHaveTheirTextAndCSV also fails if a column of the standings is missing in the test.
func TestColumnsHaveTheirTextAndCSV(t *testing.T) {
	t.Parallel()
	row := Row{Name: "=Ann", DisplayName: "=Ann (annie)", Standing: rating.Standing{Matches: 1200, Wins: 600, SharedWins: 60, WinPercent: 52.5, MeanScore: 1234.56, ScoreDeviation: 33.25,
		MinScore: -5, MaxScore: 2000, Outs: 7, MeanPlace: 2.125, PassRate: rating.PassRate{Share: 0.5, Low: 0.25, High: 0.75},
		Rating: rating.Rating{Points: 123.4, Low: 100, High: 150, Rank: 2, Tied: true, StrongerCount: 1}}}
	few := row
	few.Rank = 0
	want := map[string]struct{ title, text, few, csv, fewCSV string }{
		"Rank":        {"rank", "2=", "–", "2", ""},
		"Player":      {"player", "=Ann (annie)", "=Ann (annie)", "'=Ann", "'=Ann"},
		"Pass":        {"P(pass)", "50 % (25–75)", "50 % (25–75)", "0.5", "0.5"},
		"PassLow":     {"", "", "", "0.25", "0.25"},
		"PassHigh":    {"", "", "", "0.75", "0.75"},
		"MeanPlace":   {"mean place", "2.12", "2.12", "2.125", "2.125"},
		"Points":      {"points", "123", "123", "123.4", "123.4"},
		"PointsLow":   {"", "", "", "100", ""},
		"PointsHigh":  {"", "", "", "150", ""},
		"Interval":    {"95 %", "100 … 150", "too few seeds", "", ""},
		"Matches":     {"matches", "1,200", "1,200", "1200", "1200"},
		"Wins":        {"wins", "600", "600", "600", "600"},
		"SharedWins":  {"shared", "60", "60", "60", "60"},
		"WinPercent":  {"win %", "52.5", "52.5", "52.5", "52.5"},
		"MeanScore":   {"mean score", "1234.6", "1234.6", "1234.56", "1234.56"},
		"Deviation":   {"spread", "33.2", "33.2", "33.25", "33.25"},
		"MinScore":    {"", "", "", "-5", "-5"},
		"MaxScore":    {"", "", "", "2000", "2000"},
		"Outs":        {"outs", "7", "7", "7", "7"},
		"ProvenAhead": {"proven ahead", "1", "", "1", ""},
	}
	columns := map[string]*Column{"Rank": &Rank, "Player": &Player, "Pass": &Pass, "PassLow": &PassLow, "PassHigh": &PassHigh, "MeanPlace": &MeanPlace, "Points": &Points,
		"PointsLow": &PointsLow, "PointsHigh": &PointsHigh, "Interval": &Interval, "Matches": &Matches, "Wins": &Wins, "SharedWins": &SharedWins, "WinPercent": &WinPercent, "MeanScore": &MeanScore,
		"Deviation": &Deviation, "MinScore": &MinScore, "MaxScore": &MaxScore, "Outs": &Outs, "ProvenAhead": &ProvenAhead}
	listed := map[string]bool{}
	for _, c := range Columns {
		listed[c.Name] = true
	}
	for _, name := range declaredColumns(t) {
		w, tested := want[name]
		c := columns[name]
		if !tested || c == nil {
			t.Errorf("column %s has no test here", name)
			continue
		}
		if c.Title != w.title {
			t.Errorf("%s: got title %q, want %q", name, c.Title, w.title)
		}
		for _, form := range []struct {
			row  Row
			text string
			csv  string
		}{{row, w.text, w.csv}, {few, w.few, w.fewCSV}} {
			text, csv := "", ""
			if c.Text != nil {
				text = c.Text(form.row)
			}
			if c.Name != "" {
				csv = c.CSV(form.row)
			}
			if text != form.text || csv != form.csv {
				t.Errorf("%s: got %q and CSV %q, want %q and %q", name, text, csv, form.text, form.csv)
			}
		}
		if c.Name != "" && !listed[c.Name] {
			t.Errorf("%s: %s is not in Columns", name, c.Name)
		}
		delete(want, name)
	}
	for name := range want {
		t.Errorf("%s: no such column", name)
	}
}

// declaredColumns returns the names of the variables in columns.go, except for Columns.
func declaredColumns(t *testing.T) (names []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "columns.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, spec := range g.Specs {
			if v := spec.(*ast.ValueSpec); v.Names[0].Name != "Columns" {
				names = append(names, v.Names[0].Name)
			}
		}
	}
	if len(names) == 0 {
		t.Fatal("got no columns in columns.go")
	}
	return names
}
