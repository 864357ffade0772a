package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"game-tui/sim/clean"
	"game-tui/sim/playoff/forecast"
	"game-tui/tui/numbers"
)

// Forecast is what is forecast of a play-off, ready to be shown in any form.
type Forecast struct {
	File    string        `json:"file"`
	Game    string        `json:"game"`
	Matches int           `json:"matches"` // of the tournament
	Dummy   string        `json:"dummy"`
	Entries int           `json:"players_at_start"`
	To      int           `json:"players_left"`
	Rounds  int           `json:"rounds"`
	Scores  bool          `json:"from_scores"` // and not from ranks alone
	Players []forecastRow `json:"players"`     // the best first

	one bool // the forecast is of one player
}

// forecastRow is what is forecast of a player.
type forecastRow struct {
	Name     string          `json:"player"`
	Grade    forecast.Figure `json:"grade"`
	Luck     [2]float64      `json:"grade_of_four_in_five"` // between these
	Survived forecast.Figure `json:"survived_share"`
	Left     forecast.Figure `json:"chance_to_be_left"`
	Curve    []forecastDot   `json:"curve"`
}

// forecastDot is a dot of a curve.
type forecastDot struct {
	Round int             `json:"round"`
	In    forecast.Figure `json:"chance_to_be_in"` // after it
}

// NewForecast puts together what the pieces of a forecast say: of a player, or of all where of is -1. Who
// is qualified has the grade least, who is left at the end 10.
func NewForecast(file string, m *forecast.Matches, pieces []forecast.Ends, to int, least float64, of int) *Forecast {
	r := &Forecast{File: clean.Line(filepath.Base(file)), Game: clean.Line(m.Plan.Game), Matches: m.Total, Dummy: m.Plan.Player[m.Dummy].Name,
		Entries: len(m.Players()), To: to, Rounds: len(m.Players()) - to, Scores: m.Scaled(), one: of >= 0}
	grade := func(survived float64) float64 { return least + (10-least)*survived }
	for _, p := range m.Sum(pieces) {
		if of >= 0 && p.Entry != of {
			continue
		}
		row := forecastRow{Name: m.Plan.Player[p.Entry].Name, Survived: p.Survived, Left: p.Curve[len(p.Curve)-1],
			Grade: forecast.Figure{Value: grade(p.Survived.Value), Low: grade(p.Survived.Low), High: grade(p.Survived.High)}, Luck: [2]float64{grade(p.Luck[0]), grade(p.Luck[1])}}
		for i, c := range p.Curve {
			row.Curve = append(row.Curve, forecastDot{i + 1, c})
		}
		r.Players = append(r.Players, row)
	}
	slices.SortStableFunc(r.Players, func(a, b forecastRow) int { return cmp.Compare(b.Grade.Value, a.Grade.Value) })
	return r
}

// Write writes all of it. CSV has a line a player, or a line a round where the forecast is of one.
func (r *Forecast) Write(w io.Writer, f Format) error {
	var rows, dots [][]cell
	for i := range r.Players {
		rows = append(rows, r.Players[i].row())
	}
	if r.one {
		for i := range r.Players[0].Curve {
			dots = append(dots, r.Players[0].Curve[i].row())
		}
	}
	switch {
	case f == JSON:
		return WriteJSON(w, r)
	case f == CSV && r.one:
		return writeCSV(w, dots)
	case f == CSV:
		return writeCSV(w, rows)
	}
	by := "scores"
	if !r.Scores {
		by = "ranks: too many scores are 0"
	}
	fmt.Fprintf(w, "%s, %s: forecast from %s, by their %s\nPlay-off from %d players to %d; %s fills groups up\n\n",
		r.File, r.Game, numbers.Count(r.Matches, "match"), by, r.Entries, r.To, clean.Line(r.Dummy))
	fmt.Fprintln(w, plainRows(tableOf(rows)))
	if r.one {
		fmt.Fprint(w, "\nStill in after a round:\n\n")
		step := (len(dots) + mostDots - 1) / mostDots
		var some [][]cell
		for i, dot := range dots {
			if (i+1)%step == 0 || i+1 == len(dots) {
				some = append(some, dot)
			}
		}
		fmt.Fprintln(w, plainRows(tableOf(some)))
	}
	_, err := fmt.Fprint(w, "\n95 %: on other seeds of the tournament. 4 of 5: by luck alone, in a play-off.\n"+
		"That players are less simple than the model is in neither: chances are off by\n2 points on average, and by 10 in some rounds.\n")
	return err
}

// mostDots is how many dots of a curve a page has about; CSV and JSON have all.
const mostDots = 20

// row is all that is printed of a player but its curve.
func (p *forecastRow) row() []cell {
	return slices.Concat([]cell{data("player", clean.Cell(p.Name)).as("player", clean.Line(p.Name))},
		between("grade", p.Grade, numbers.Decimal),
		[]cell{data("grade_4_of_5_low", exact(p.Luck[0])), data("grade_4_of_5_high", exact(p.Luck[1])), shown("4 of 5", numbers.Decimal(p.Luck[0])+" … "+numbers.Decimal(p.Luck[1]))},
		between("survived", p.Survived, numbers.Percent)[:3], between("left", p.Left, numbers.Chance)[:3])
}

// row is a dot for the table: a bar up to the lower bound, and the band.
func (d *forecastDot) row() []cell {
	const width = 40
	low, high := int(math.Round(width*d.In.Low)), int(math.Round(width*d.In.High))
	bar := strings.Repeat("█", low) + strings.Repeat("░", max(high-low, 0))
	return slices.Concat([]cell{data("round", d.Round).as("round", d.Round), shown("", fmt.Sprintf("%-*s", width, bar))}, between("in", d.In, numbers.Chance))
}

// between are a number and its interval.
func between(name string, f forecast.Figure, text func(float64) string) []cell {
	return []cell{data(name, exact(f.Value)).as(name, text(f.Value)), data(name+"_low", exact(f.Low)), data(name+"_high", exact(f.High)),
		shown("95 %", text(f.Low)+" … "+text(f.High))}
}
