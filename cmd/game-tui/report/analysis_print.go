package report

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/sim/clean"
	"game-tui/tui/chances"
)

// labels say what kind of word it is that is told.
func (r *analysed) labels() (list []string) {
	list = chances.Labels(r.analysis.Snapshot())
	if note := r.record.Meta().Note; note != "" {
		list = append(list, note)
	}
	return list
}

// seatName is the number and the player of a seat.
func (r *analysed) seatName(seat int) string {
	return fmt.Sprintf("%d %s", seat, r.record.Meta().Names[seat])
}

// printOne tells all of one recording.
func (f *Analysis) printOne(r *analysed) error {
	var b strings.Builder
	meta := r.record.Meta()
	scores := r.record.State(r.record.Edge()).Scores()
	fmt.Fprintf(&b, "%s, seed %d, %s\n", meta.Game.Title(), meta.Seed, strings.Join(r.labels(), "; "))
	if r.at != nil {
		r.writeRound(&b)
	}
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
			row = append(row, chances.Band(&line[k], seat))
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
	_, err := fmt.Fprint(f.Stdout, b.String())
	return err
}

func (r *analysed) writeTurnings(b *strings.Builder) {
	turnings := r.analysis.Turnings()
	switch {
	case r.analysis.Level() < chance.Split:
		fmt.Fprintln(b, "\nTurning points were not looked for: give more --time.")
		return
	case len(turnings) == 0:
		text := chances.NoTurnings(r.analysis.Snapshot())
		fmt.Fprintf(b, "\n%s%s.\n", strings.ToUpper(text[:1]), text[1:])
		r.writeNotLooked(b)
		return
	}
	defer r.writeNotLooked(b)
	fmt.Fprintln(b, "\nTurning points")
	for _, t := range turnings {
		r.writeTurning(b, &t)
	}
}

// writeNotLooked says of how many changes it is not known whether they are turning points.
func (r *analysed) writeNotLooked(b *strings.Builder) {
	if done, of := r.analysis.Looked(); done < of {
		fmt.Fprintf(b, "%s not looked at closer, of %d: give more --time.\n", sim.Count(of-done, "change"), of)
	}
}

func (r *analysed) writeTurning(b *strings.Builder, t *chance.Turning) {
	var names [sim.Seats]string
	for seat := range names {
		names[seat] = r.analysis.Match().Who(seat)
	}
	fmt.Fprintf(b, "  %s\n", strings.Join(chances.Turning(t, &names), "\n    "))
}

func (r *analysed) writePace(b *strings.Builder) {
	pace := r.analysis.Pace()
	if pace == nil {
		return
	}
	fmt.Fprintf(b, "\nPace: %s\n", chances.PaceMeaning(pace[0].Reference))
	t := plainTable(1, append([]string{"", "whole match"}, chances.PaceParts[:]...)...)
	for seat := range sim.Seats {
		t.Row(r.seatName(seat), chances.Rate(pace[seat].Whole), chances.Rate(pace[seat].Parts[0]), chances.Rate(pace[seat].Parts[1]), chances.Rate(pace[seat].Parts[2]))
	}
	fmt.Fprintln(b, t.Render())
	for _, note := range chances.PaceNotes(pace[:], "game-tui run --seeds 1-50 --paces tells of many matches") {
		fmt.Fprintln(b, note)
	}
}

func (r *analysed) writeSummary(b *strings.Builder) {
	fmt.Fprintf(b, "\nExcitement %.2f (length of the curve; by the table)\n", r.Excitement)
	fmt.Fprintf(b, "The winner's lowest chance: %s in round %d (%s)\n", chances.Percent(r.Lowest), r.LowestRound, r.winners())
	if r.ThrownSeat >= 0 {
		fmt.Fprintf(b, "Most thrown away: %s had %s in round %d\n", r.seatName(r.ThrownSeat), chances.Percent(r.Thrown), r.ThrownRound)
	}
}

func (r *analysed) winners() string { return r.seatNames(r.Winners) }

// seatNames are those of several seats.
func (r *analysed) seatNames(seats []int) string {
	var names []string
	for _, seat := range seats {
		names = append(names, r.seatName(seat))
	}
	return strings.Join(names, ", ")
}

// thrown says who threw away most, with the chance.
func (r *analysed) thrown() (who, how string) {
	if r.ThrownSeat < 0 {
		return "nobody", ""
	}
	return r.seatName(r.ThrownSeat), chances.Percent(r.Thrown)
}

// printList is the list of several recordings.
func (f *Analysis) printList(list []*analysed) error {
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
		t.Row(clean.Line(r.name), fmt.Sprintf("%.2f", r.Excitement), r.winners(), chances.Percent(r.Lowest), fmt.Sprint(r.LowestRound),
			who, how, fmt.Sprint(r.ThrownRound), label)
	}
	_, err := fmt.Fprintln(f.Stdout, t.Render())
	return err
}

// printRows is the same as CSV.
func (f *Analysis) printRows(list []*analysed) error {
	w := csv.NewWriter(f.Stdout)
	w.Write([]string{"file", "game", "seed", "excitement", "winners", "lowest", "lowest_round", "thrown_seat", "thrown_player", "thrown", "thrown_round", "estimate", "default_rules"})
	for _, r := range list {
		meta := r.record.Meta()
		player := ""
		if r.ThrownSeat >= 0 {
			player = meta.Names[r.ThrownSeat]
		}
		w.Write([]string{clean.Cell(r.name), meta.Game.Name(), fmt.Sprint(meta.Seed), number(r.Excitement), strings.Trim(fmt.Sprint(r.Winners), "[]"),
			number(r.Lowest), fmt.Sprint(r.LowestRound), fmt.Sprint(r.ThrownSeat), clean.Cell(player), number(r.Thrown), fmt.Sprint(r.ThrownRound),
			fmt.Sprint(r.analysis.Estimate()), fmt.Sprint(r.analysis.Default())})
	}
	w.Flush()
	return w.Error()
}

func number(x float64) string { return fmt.Sprintf("%.4f", x) }

// printLine is the chances of each round as CSV, or of that which was asked for.
func (f *Analysis) printLine(r *analysed) error {
	w := csv.NewWriter(f.Stdout)
	header := []string{"round"}
	for _, column := range []string{"chance", "error"} {
		for seat := range sim.Seats {
			header = append(header, fmt.Sprint(column, seat))
		}
	}
	w.Write(append(header, "rollouts"))
	for _, c := range r.analysis.Line() {
		if r.round >= 0 && c.Round != r.round {
			continue
		}
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

func (f *Analysis) printJSON(list []*analysed) error {
	encoder := json.NewEncoder(f.Stdout)
	encoder.SetEscapeHTML(false)
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
