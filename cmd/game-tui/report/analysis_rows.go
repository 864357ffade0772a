package report

import (
	"fmt"
	"io"
	"strings"

	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/sim/clean"
	"game-tui/tui/numbers"
)

// row is what is told of one of several recordings.
func (r *analysed) row() []cell {
	meta := r.record.Meta()
	player, thrower, thrown, label := "", "nobody", "", ""
	if r.ThrownSeat >= 0 {
		player, thrower, thrown = meta.Names[r.ThrownSeat], r.seatName(r.ThrownSeat), numbers.Chance(r.Thrown)
	}
	switch {
	case !r.analysis.Default():
		label = "other rules"
	case r.analysis.Match().Estimate():
		label = "estimate"
	}
	return []cell{data("file", clean.Cell(r.name)).as("recording", clean.Line(r.name)), data("game", meta.Game.Name()), data("seed", meta.Seed),
		data("excitement", fixed(r.Excitement)).as("excitement", fmt.Sprintf("%.2f", r.Excitement)), data("winners", strings.Trim(fmt.Sprint(r.Winners), "[]")).as("winner", r.seatNames(r.Winners)),
		data("lowest", fixed(r.Lowest)).as("its lowest", numbers.Chance(r.Lowest)), data("lowest_round", r.LowestRound).as("in round", r.LowestRound),
		data("thrown_seat", r.ThrownSeat).as("most thrown away", thrower), data("thrown_player", clean.Cell(player)), data("thrown", fixed(r.Thrown)).as("of", thrown),
		data("thrown_round", r.ThrownRound).as("in round", r.ThrownRound), data("estimate", r.analysis.Match().Estimate()).as("", label), data("default_rules", r.analysis.Default())}
}

// rowsOf are those of all of them.
func rowsOf(list []*analysed) (rows [][]cell) {
	for _, r := range list {
		rows = append(rows, r.row())
	}
	return rows
}

// printLine is the chances of each round as CSV, or of that which was asked for.
func (r *analysed) printLine(w io.Writer) error {
	line := r.analysis.Line()
	if r.round >= 0 {
		line = line[r.round : r.round+1]
	}
	var rows [][]cell
	for _, c := range line {
		row := []cell{data("round", c.Round)}
		for seat, win := range c.Win {
			row = append(row, data(fmt.Sprint("chance", seat), fixed(win)))
		}
		for seat, deviation := range c.Error {
			row = append(row, data(fmt.Sprint("error", seat), fixed(deviation)))
		}
		rows = append(rows, append(row, data("rollouts", c.Runs)))
	}
	return writeCSV(w, rows)
}

// analysisJSON is what --json prints of a recording. Chances are 0 … 1, errors standard errors.
type analysisJSON struct {
	File         string                    `json:"file"`
	Game         string                    `json:"game"`
	Seed         int32                     `json:"seed"`
	Names        [sim.Seats]string         `json:"names"`
	Scores       [sim.Seats]int            `json:"scores"`
	Estimate     bool                      `json:"estimate"`
	DefaultRules bool                      `json:"default_rules"`
	Rollouts     int                       `json:"rollouts"`
	Line         []chance.Chance           `json:"line"`
	Turnings     []chance.Turning          `json:"turning_points"`
	Pace         [sim.Seats]*chance.PaceOf `json:"pace"` // null where it was not measured
	Summary      chance.Summary            `json:"summary"`
	At           *atRound                  `json:"at,omitempty"` // the round that was asked for
}

// printAnalyses writes JSON, a line for each recording.
func printAnalyses(w io.Writer, list []*analysed) error {
	encoder := jsonLines(w)
	for _, r := range list {
		meta := r.record.Meta()
		v := analysisJSON{File: r.name, Game: meta.Game.Name(), Seed: meta.Seed, Names: meta.Names,
			Scores: r.record.State(r.record.Edge()).Scores(), Estimate: r.analysis.Match().Estimate(), DefaultRules: r.analysis.Default(),
			Rollouts: r.analysis.Pieces(), Line: r.analysis.Line(), Turnings: r.analysis.Turnings(), Summary: r.Summary, At: r.at}
		if pace := r.analysis.Pace(); pace != nil {
			for seat := range pace {
				v.Pace[seat] = &pace[seat]
			}
		}
		if err := encoder.Encode(v); err != nil {
			return err
		}
	}
	return nil
}
