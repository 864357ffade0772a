package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/sim/clean"
	"game-tui/tui/figures"
)

// labels say what kind of word it is that is told.
func (r *analysed) labels() (list []string) {
	a := r.analysis
	if a.Estimate() {
		list = append(list, "estimate: a player is not built in, so only the table tells, and no rollout")
	} else if a.Pieces() == 0 {
		list = append(list, "from the table alone")
	} else {
		list = append(list, "from "+sim.Count(a.Pieces(), "rollout")+" and the table")
	}
	if a.Broken() {
		list = append(list, "no rollouts: these are no states that can be played on from")
	}
	if !a.Default() {
		list = append(list, "the table was fitted on the default rules, which these are not")
	}
	if note := r.record.Meta().Note; note != "" {
		list = append(list, note)
	}
	return list
}

// band is a chance with twice its standard error.
func band(c *chance.Chance, seat int) string {
	if c.Error[seat] == 0 {
		return figures.Percent(c.Win[seat])
	}
	return fmt.Sprintf("%.0f %% ± %.0f", 100*c.Win[seat], math.Ceil(200*c.Error[seat]))
}

// seatName is the number and the player of a seat.
func (r *analysed) seatName(seat int) string {
	return fmt.Sprintf("%d %s", seat, r.record.Meta().Names[seat])
}

// printOne tells all of one recording.
func (f *analyseFlags) printOne(r *analysed) error {
	var b strings.Builder
	meta := r.record.Meta()
	scores := r.record.State(r.record.Edge()).Scores()
	fmt.Fprintf(&b, "%s, seed %d, %s\n", meta.Game.Title(), meta.Seed, strings.Join(r.labels(), "; "))
	header := []string{"win chance"}
	for seat := range sim.Seats {
		header = append(header, r.seatName(seat))
	}
	t := plainTable(1, header...)
	line := r.analysis.Line()
	last := len(line) - 1
	for i := range 11 {
		k := i * last / 10
		row := []string{fmt.Sprintf("round %d", k)}
		for seat := range sim.Seats {
			row = append(row, band(&line[k], seat))
		}
		t.Row(row...)
	}
	row := []string{"score"}
	for _, score := range scores {
		row = append(row, fmt.Sprint(score))
	}
	t.Row(row...)
	fmt.Fprintln(&b, t.Render())
	r.writeTurnings(&b)
	r.writePace(&b)
	r.writeSummary(&b)
	_, err := fmt.Fprint(f.stdout, b.String())
	return err
}

func (r *analysed) writeTurnings(b *strings.Builder) {
	turnings := r.analysis.Turnings()
	switch {
	case r.analysis.Level() <= chance.Swings:
		fmt.Fprintln(b, "\nTurning points were not looked for: give more --time.")
		return
	case len(turnings) == 0:
		fmt.Fprintln(b, "\nNo turning points: no change is larger than noise explains and than 10 points of 100.")
		return
	}
	fmt.Fprintln(b, "\nTurning points")
	who := r.analysis.Match().Who
	for _, t := range turnings {
		fmt.Fprintf(b, "  round %d to %d: %s %s → %s", t.Round, t.Until, who(t.Seat), figures.Percent(t.From), figures.Percent(t.To))
		if t.Estimate {
			fmt.Fprint(b, " (estimate)")
		} else {
			fmt.Fprintf(b, " (± %.0f)", math.Ceil(200*t.Error))
		}
		if t.Other != t.Seat {
			fmt.Fprintf(b, ", %s %s → %s", who(t.Other), figures.Percent(t.Before), figures.Percent(t.After))
		}
		fmt.Fprintf(b, "\n    %s\n", strings.ReplaceAll(t.Reason, "; ", "\n    ")) // a line for each side
		if t.Runs > 0 {
			fmt.Fprintf(b, "    these orders usually give %s %s; the dice made it %s (± %.0f)\n",
				who(t.Seat), figures.Percent(t.Usual), figures.Percent(t.Made), math.Ceil(200*t.SplitError))
		}
	}
}

func (r *analysed) writePace(b *strings.Builder) {
	if r.pace == nil {
		return
	}
	fmt.Fprintf(b, "\nPace: what each scored of what %s scores in the same seat from the same rounds\n", reference(r))
	for seat := range sim.Seats {
		whole, parts := r.pace.Rates(seat)
		fmt.Fprintf(b, "  %s  %s", r.seatName(seat), rateText(whole))
		for i, name := range []string{"beginning", "middle", "end"} {
			fmt.Fprintf(b, ", %s %s", name, rateText(parts[i]))
		}
		fmt.Fprintln(b)
	}
}

func rateText(r chance.Rate) string {
	if !r.OK {
		return "unknown"
	}
	return fmt.Sprintf("%.0f %% ± %.0f", 100*r.Rate, math.Ceil(200*r.Error))
}

func (r *analysed) writeSummary(b *strings.Builder) {
	fmt.Fprintf(b, "\nExcitement %.2f (length of the curve; by the table)\n", r.Excitement)
	fmt.Fprintf(b, "The winner's lowest chance: %s in round %d (%s)\n", figures.Percent(r.Lowest), r.LowestRound, r.winners())
	if r.ThrownSeat >= 0 {
		fmt.Fprintf(b, "Most thrown away: %s had %s in round %d\n", r.seatName(r.ThrownSeat), figures.Percent(r.Thrown), r.ThrownRound)
	}
}

func (r *analysed) winners() string {
	var names []string
	for _, seat := range r.Winners {
		names = append(names, r.seatName(seat))
	}
	return strings.Join(names, ", ")
}

// thrown says who threw away most, with the chance.
func (r *analysed) thrown() (who, how string) {
	if r.ThrownSeat < 0 {
		return "nobody", ""
	}
	return r.seatName(r.ThrownSeat), figures.Percent(r.Thrown)
}

// printList is the list of several recordings.
func (f *analyseFlags) printList(list []*analysed) error {
	t := plainTable(1, "recording", "excitement", "winner", "its lowest", "in round", "most thrown away", "of", "in round", "")
	for _, r := range list {
		who, how := r.thrown()
		label := ""
		switch {
		case !r.analysis.Default():
			label = "other rules"
		case r.analysis.Estimate():
			label = "estimate"
		}
		t.Row(clean.Line(r.name), fmt.Sprintf("%.2f", r.Excitement), r.winners(), figures.Percent(r.Lowest), fmt.Sprint(r.LowestRound),
			who, how, fmt.Sprint(r.ThrownRound), label)
	}
	_, err := fmt.Fprintln(f.stdout, t.Render())
	return err
}

// printRows is the same as CSV.
func (f *analyseFlags) printRows(list []*analysed) error {
	w := csv.NewWriter(f.stdout)
	w.Write([]string{"file", "game", "seed", "excitement", "winners", "lowest", "lowest_round", "thrown_seat", "thrown_player", "thrown", "thrown_round", "estimate", "default_rules"})
	for _, r := range list {
		meta := r.record.Meta()
		player := ""
		if r.ThrownSeat >= 0 {
			player = meta.Names[r.ThrownSeat]
		}
		w.Write([]string{r.name, meta.Game.Name(), fmt.Sprint(meta.Seed), number(r.Excitement), strings.Trim(fmt.Sprint(r.Winners), "[]"),
			number(r.Lowest), fmt.Sprint(r.LowestRound), fmt.Sprint(r.ThrownSeat), player, number(r.Thrown), fmt.Sprint(r.ThrownRound),
			fmt.Sprint(r.analysis.Estimate()), fmt.Sprint(r.analysis.Default())})
	}
	w.Flush()
	return w.Error()
}

func number(x float64) string { return fmt.Sprintf("%.4f", x) }

// printLine is the chances of each round as CSV.
func (f *analyseFlags) printLine(r *analysed) error {
	w := csv.NewWriter(f.stdout)
	header := []string{"round"}
	for _, column := range []string{"chance", "error"} {
		for seat := range sim.Seats {
			header = append(header, fmt.Sprint(column, seat))
		}
	}
	w.Write(append(header, "rollouts"))
	for _, c := range r.analysis.Line() {
		row := []string{fmt.Sprint(c.Round)}
		for _, x := range slices.Concat(c.Win[:], c.Error[:]) {
			row = append(row, number(x))
		}
		w.Write(append(row, fmt.Sprint(c.Runs)))
	}
	w.Flush()
	return w.Error()
}

// analysisJSON is what --json prints of a recording. Chances are 0 … 1, errors standard errors.
type analysisJSON struct {
	File         string             `json:"file"`
	Game         string             `json:"game"`
	Seed         int32              `json:"seed"`
	Names        [sim.Seats]string  `json:"names"`
	Scores       [sim.Seats]int     `json:"scores"`
	Estimate     bool               `json:"estimate"`
	DefaultRules bool               `json:"default_rules"`
	Rollouts     int                `json:"rollouts"`
	Line         []chance.Chance    `json:"line"`
	Turnings     []chance.Turning   `json:"turning_points"`
	Pace         [sim.Seats]*paceOf `json:"pace"`
	Summary      chance.Summary     `json:"summary"`
}

// paceOf is the pace of a seat: null where it was not measured.
type paceOf struct {
	Reference string         `json:"reference"`
	Whole     chance.Rate    `json:"whole"`
	Parts     [3]chance.Rate `json:"parts"` // beginning, middle, end
}

func (f *analyseFlags) printJSON(list []*analysed) error {
	encoder := json.NewEncoder(f.stdout)
	encoder.SetEscapeHTML(false)
	for _, r := range list {
		meta := r.record.Meta()
		v := analysisJSON{File: r.name, Game: meta.Game.Name(), Seed: meta.Seed, Names: meta.Names,
			Scores: r.record.State(r.record.Edge()).Scores(), Estimate: r.analysis.Estimate(), DefaultRules: r.analysis.Default(),
			Rollouts: r.analysis.Pieces(), Line: r.analysis.Line(), Turnings: r.analysis.Turnings(), Summary: r.Summary}
		for seat := range v.Pace {
			if r.pace != nil {
				p := &paceOf{Reference: reference(r)}
				p.Whole, p.Parts = r.pace.Rates(seat)
				v.Pace[seat] = p
			}
		}
		if err := encoder.Encode(v); err != nil {
			return err
		}
	}
	return nil
}
