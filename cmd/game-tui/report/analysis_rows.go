package report

import (
	"fmt"
	"io"
	"strings"

	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/sim/clean"
	"game-tui/tui/chances"
)

// analysisColumns are what is told of each of several recordings.
func analysisColumns() []column[*analysed] {
	cell := func(name string, of func(*analysed) string) column[*analysed] {
		return column[*analysed]{name: name, exact: of}
	}
	round := func(name string, of func(*analysed) int) column[*analysed] {
		text := func(r *analysed) string { return fmt.Sprint(of(r)) }
		return column[*analysed]{name, text, "in round", text}
	}
	return []column[*analysed]{
		{"file", func(r *analysed) string { return clean.Cell(r.name) }, "recording", func(r *analysed) string { return clean.Line(r.name) }},
		cell("game", func(r *analysed) string { return r.record.Meta().Game.Name() }),
		cell("seed", func(r *analysed) string { return fmt.Sprint(r.record.Meta().Seed) }),
		{"excitement", func(r *analysed) string { return fixed(r.Excitement) }, "excitement", func(r *analysed) string { return fmt.Sprintf("%.2f", r.Excitement) }},
		{"winners", func(r *analysed) string { return strings.Trim(fmt.Sprint(r.Winners), "[]") }, "winner", (*analysed).winners},
		{"lowest", func(r *analysed) string { return fixed(r.Lowest) }, "its lowest", func(r *analysed) string { return chances.Percent(r.Lowest) }},
		round("lowest_round", func(r *analysed) int { return r.LowestRound }),
		{name: "thrown_seat", exact: func(r *analysed) string { return fmt.Sprint(r.ThrownSeat) }, title: "most thrown away", text: (*analysed).thrower},
		cell("thrown_player", func(r *analysed) string {
			if r.ThrownSeat < 0 {
				return clean.Cell("")
			}
			return clean.Cell(r.record.Meta().Names[r.ThrownSeat])
		}),
		{"thrown", func(r *analysed) string { return fixed(r.Thrown) }, "of", func(r *analysed) string {
			if r.ThrownSeat < 0 {
				return ""
			}
			return chances.Percent(r.Thrown)
		}},
		round("thrown_round", func(r *analysed) int { return r.ThrownRound }),
		{"estimate", func(r *analysed) string { return fmt.Sprint(r.analysis.Estimate()) }, "", func(r *analysed) string {
			switch {
			case !r.analysis.Default():
				return "other rules"
			case r.analysis.Estimate():
				return "estimate"
			}
			return ""
		}},
		cell("default_rules", func(r *analysed) string { return fmt.Sprint(r.analysis.Default()) }),
	}
}

// thrower is who threw away most.
func (r *analysed) thrower() string {
	if r.ThrownSeat < 0 {
		return "nobody"
	}
	return r.seatName(r.ThrownSeat)
}

// chanceColumns are the chances of a round.
func chanceColumns() []column[chance.Chance] {
	list := []column[chance.Chance]{{name: "round", exact: func(c chance.Chance) string { return fmt.Sprint(c.Round) }}}
	for seat := range sim.Seats {
		list = append(list, column[chance.Chance]{name: fmt.Sprint("chance", seat), exact: func(c chance.Chance) string { return fixed(c.Win[seat]) }})
	}
	for seat := range sim.Seats {
		list = append(list, column[chance.Chance]{name: fmt.Sprint("error", seat), exact: func(c chance.Chance) string { return fixed(c.Error[seat]) }})
	}
	return append(list, column[chance.Chance]{name: "rollouts", exact: func(c chance.Chance) string { return fmt.Sprint(c.Runs) }})
}

// printLine is the chances of each round as CSV, or of that which was asked for.
func (r *analysed) printLine(w io.Writer) error {
	line := r.analysis.Line()
	if r.round >= 0 {
		line = line[r.round : r.round+1]
	}
	return writeCSV(w, chanceColumns(), line)
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
			Scores: r.record.State(r.record.Edge()).Scores(), Estimate: r.analysis.Estimate(), DefaultRules: r.analysis.Default(),
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
