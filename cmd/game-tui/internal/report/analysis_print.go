package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
	"game-tui/sim/winchance"
	"game-tui/tui/cells/table"
	"game-tui/tui/draw/chances"
	"game-tui/tui/format"
	"game-tui/tui/plain"
)

func (r *analyzedMatch) printPage(w io.Writer) error {
	var b strings.Builder
	meta := r.record.Meta()
	scores := r.record.State(r.record.Edge()).Scores()
	curve := r.analysis.Curve()
	labels := chances.SourceNotes(r.analysis.Snapshot(), curve.Source)
	if meta.Note != "" {
		labels = append(labels, meta.Note)
	}
	fmt.Fprintf(&b, "%s, seed %d, %s\n", meta.Game.Title(), meta.Seed, strings.Join(labels, "; "))
	if r.roundAnalysis != nil {
		r.writeRound(&b)
	}
	t := newSeatTable("win chance", r.record)
	line := curve.Chances
	last, printed := len(line)-1, -1
	for i := range 11 {
		k := i * last / 10
		if k == printed || r.record.IsMissing(k) {
			continue
		}
		printed = k
		t.addRow(fmt.Sprintf("round %d", k), func(seat int) string { return chances.FormatChance(&line[k], seat, r.record.Rounds()) })
	}
	t.addRow("score", func(seat int) string { return fmt.Sprint(scores[seat]) })
	fmt.Fprintln(&b, plainTable(t.Table))
	r.writeTurnings(&b)
	r.writePace(&b)
	r.writeSummary(&b)
	b.WriteString(notesHint(r.record))
	_, err := io.WriteString(w, sanitize.Lines(b.String()))
	return err
}

func (r *analyzedMatch) writeTurnings(b *strings.Builder) {
	if r.analysis.Level < winchance.LevelSplit {
		fmt.Fprintln(b, "\nTurning points were not checked; increase --time.")
		return
	}
	turnings := r.analysis.TurningPoints()
	done, total := r.analysis.CheckedCandidates()
	switch {
	case len(turnings) > 0:
		fmt.Fprintln(b, "\nTurning points")
		for _, t := range turnings {
			r.writeTurning(b, &t)
		}
		if done < total {
			fmt.Fprintf(b, "%d of %s not checked; increase --time.\n", total-done, format.Count(total, "swing"))
		}
	default:
		names := record.UniqueNames(r.record.Meta().Names)
		words := plain.Capitalize(chances.ExplainNoTurnings(r.analysis.Snapshot(), r.record.Edge(), r.record.Rounds(), &names))
		if done < total {
			words += "; increase --time"
		}
		fmt.Fprintf(b, "\n%s.\n", words)
	}
}

func (r *analyzedMatch) writeTurning(b *strings.Builder, t *winchance.TurningPoint) {
	names := record.UniqueNames(r.record.Meta().Names)
	fmt.Fprintf(b, "  %s\n", strings.Join(chances.TurningLines(t, &names), "\n    "))
}

func (r *analyzedMatch) writePace(b *strings.Builder) {
	pace := r.analysis.Pace()
	if pace == nil {
		return
	}
	fmt.Fprintf(b, "\nPace: %s\n", chances.ExplainPace(pace[0].Reference))
	t := table.Table{Columns: []table.Layout{{AlignLeft: true}, {Title: "whole match"}}}
	for _, part := range chances.PaceParts {
		t.Columns = append(t.Columns, table.Layout{Title: part})
	}
	for seat, p := range pace {
		t.Rows = append(t.Rows, []string{seatName(r.record, seat), chances.FormatRate(p.Overall), chances.FormatRate(p.Parts[0]), chances.FormatRate(p.Parts[1]), chances.FormatRate(p.Parts[2])})
	}
	fmt.Fprintln(b, plainTable(t))
	for _, note := range chances.PaceNotes(pace[:], "to measure many matches, run game-tui run --seeds 1-50 --paces") {
		fmt.Fprintln(b, note)
	}
}

func (r *analyzedMatch) writeSummary(b *strings.Builder) {
	fmt.Fprintf(b, "\nExcitement %.1f\n", r.Excitement)
	title, seats := "The winner's lowest chance", r.Winners
	if len(seats) == 0 {
		title, seats = "The leader's lowest chance", r.leaders()
	}
	var lowest, thrown []string
	for _, e := range []*winchance.Extremes{r.Estimate, &r.Extremes} {
		if e == nil {
			continue // without rollouts, r.Extremes holds the estimates
		}
		lowest = append(lowest, chances.FormatPeak(e.LowestChance, e.LowestRound, e.Source))
		if e.BestLoserSeat >= 0 {
			thrown = append(thrown, seatName(r.record, e.BestLoserSeat)+", "+chances.FormatPeak(e.BestLoserChance, e.BestLoserRound, e.Source))
		}
	}
	fmt.Fprintf(b, "%s: %s had %s\n", title, r.seatNames(seats), strings.Join(lowest, ", "))
	if len(thrown) == 0 && len(r.Winners) > 0 {
		thrown = []string{"nobody"}
	}
	if len(thrown) > 0 {
		fmt.Fprintf(b, "Closest to winning: %s\n", strings.Join(thrown, ", "))
	}
}

// leaders returns the seats with the highest score in the last state.
func (r *analyzedMatch) leaders() []int {
	return sim.Winners(r.record.State(r.record.Edge()).Scores())
}

// winnerText names the winners, or describes who leads if the final state is missing.
func (r *analyzedMatch) winnerText() string {
	switch seats := r.leaders(); {
	case len(r.Winners) > 0:
		return r.seatNames(r.Winners)
	case len(seats) == sim.Seats:
		return "nobody leads"
	case len(seats) > 1:
		return r.seatNames(seats) + " lead"
	default:
		return r.seatNames(seats) + " leads"
	}
}

func (r *analyzedMatch) seatNames(seats []int) string {
	var names []string
	for _, seat := range seats {
		names = append(names, seatName(r.record, seat))
	}
	return strings.Join(names, ", ")
}

func (r *analyzedMatch) writeRound(b *strings.Builder) {
	at := r.roundAnalysis
	t := newSeatTable(fmt.Sprintf("round %d of %d", at.Round, r.record.Rounds()), r.record)
	t.addRow("win chance ("+string(r.analysis.Curve().Source)+")", func(seat int) string { return chances.FormatChance(&at.Chance, seat, r.record.Rounds()) })
	t.addRow("score", func(seat int) string { return fmt.Sprint(at.Scores[seat]) })
	since := fmt.Sprintf("since round %d", at.SinceRound)
	if at.SinceRound == 0 {
		since = "since the start"
	}
	t.addRow(since, func(seat int) string { return fmt.Sprintf("%+d", at.ScoreGained[seat]) })
	for _, p := range at.Points {
		t.addRow("  "+p.Source, func(seat int) string { return fmt.Sprintf("%+d", p.Points[seat]) })
	}
	t.addRow("  units lost", func(seat int) string {
		if at.UnitsLost == nil {
			return table.Unknown
		}
		return fmt.Sprint(at.UnitsLost[seat])
	})
	fmt.Fprintln(b, plainTable(t.Table))
	switch {
	case at.Turning != nil:
		title := "Last turning point"
		if at.Turning.EndRound > at.Round {
			title = "Current turning point"
		}
		fmt.Fprintf(b, "\n%s\n", title)
		r.writeTurning(b, at.Turning)
	case r.analysis.Level >= winchance.LevelSplit:
		fmt.Fprintln(b, "\nNo turning point so far.")
	}
	r.writeDice(b)
	fmt.Fprintln(b)
}

func (r *analyzedMatch) writeDice(b *strings.Builder) {
	at := r.roundAnalysis
	if at.OtherDiceReplays == 0 {
		fmt.Fprintf(b, "\nNo simulated endings: %s.\n", at.NoOtherDiceReason)
		return
	}
	fmt.Fprintf(b, "\n%d simulated endings from here, with other dice\n", at.OtherDiceReplays)
	for seat, v := range at.OtherDiceResults {
		fmt.Fprintf(b, "  %s wins %s %s, score %.0f %s\n", seatName(r.record, seat), format.Percent(v.WinChance), format.Margin(100*v.WinChanceError), v.Score, format.Margin(v.ScoreError))
	}
	tense := "wins"
	if r.record.IsFinal(r.record.Edge()) {
		tense = "won"
	}
	if at.NoOwnDiceReason != "" {
		fmt.Fprintf(b, "%s.\n", plain.Capitalize(at.NoOwnDiceReason))
	} else {
		fmt.Fprintf(b, "With the match's own dice, %s %s.\n", r.seatNames(at.OwnDiceWinners), tense)
	}
}

// analysisColumns are the columns of the table printed for several recordings.
var analysisColumns = []table.Column[*analyzedMatch]{
	{Layout: table.Layout{Title: "recording", AlignLeft: true, CanShorten: true}, Name: "file", Text: func(r *analyzedMatch) string { return sanitize.Line(r.name) }, Value: func(r *analyzedMatch) any { return r.name }},
	csvColumn("game", func(r *analyzedMatch) any { return r.record.Meta().Game.Name() }),
	csvColumn("seed", func(r *analyzedMatch) any { return r.record.Meta().Seed }),
	{Layout: table.Layout{Title: "excitement", DropRank: 1}, Name: "excitement", Text: func(r *analyzedMatch) string { return fmt.Sprintf("%.1f", r.Excitement) }, Value: func(r *analyzedMatch) any { return formatFixed(r.Excitement) }},
	{Layout: table.Layout{Title: "winner"}, Name: "winners", Text: (*analyzedMatch).winnerText, Value: func(r *analyzedMatch) any { return strings.Trim(fmt.Sprint(r.Winners), "[]") }},
	{Layout: table.Layout{Title: "lowest"}, Name: "lowest", Text: func(r *analyzedMatch) string { return format.OpenChance(r.LowestChance) }, Value: func(r *analyzedMatch) any { return formatFixed(r.LowestChance) }},
	column("lowest_round", "round", func(r *analyzedMatch) int { return r.LowestRound }),
	{Layout: table.Layout{Title: "closest to winning", ShortTitle: "closest"}, Name: "thrown_seat", Text: func(r *analyzedMatch) string {
		if r.BestLoserSeat < 0 {
			return "nobody"
		}
		return seatName(r.record, r.BestLoserSeat)
	}, Value: func(r *analyzedMatch) any { return r.BestLoserSeat }},
	csvColumn("thrown_player", func(r *analyzedMatch) any {
		if r.BestLoserSeat < 0 {
			return nil
		}
		return r.record.Meta().Names[r.BestLoserSeat]
	}),
	{Layout: table.Layout{Title: "chance"}, Name: "thrown", Text: func(r *analyzedMatch) string {
		if r.BestLoserSeat < 0 {
			return ""
		}
		return format.OpenChance(r.BestLoserChance)
	}, Value: func(r *analyzedMatch) any { return formatFixed(r.BestLoserChance) }},
	column("thrown_round", "round", func(r *analyzedMatch) int { return r.BestLoserRound }),
	{Name: "estimate", Text: (*analyzedMatch).sourceLabel, Value: func(r *analyzedMatch) any { return r.Source == winchance.SourceEstimate }},
	csvColumn("default_rules", func(r *analyzedMatch) any { return r.analysis.FitsSettings() }),
}

// sourceLabel describes what the chances are based on.
func (r *analyzedMatch) sourceLabel() string {
	label := string(r.Source)
	switch {
	case r.record.IsIncomplete():
		label += ", rounds missing"
	case !r.analysis.FitsSettings():
		label += ", other rules"
	}
	return label
}

// printChancesCSV writes the chances for each round, or only for the requested round, as CSV.
func (r *analyzedMatch) printChancesCSV(w io.Writer) error {
	line := r.analysis.Curve().Chances
	if r.round >= 0 {
		line = line[r.round : r.round+1]
	}
	columns := slices.Concat([]table.Column[winchance.Chance]{csvColumn("round", func(c winchance.Chance) any { return c.Round })},
		columnsPerSeat("chance", func(c winchance.Chance, seat int) any { return formatFixed(c.WinChance[seat]) }),
		columnsPerSeat("error", func(c winchance.Chance, seat int) any { return formatFixed(c.Error[seat]) }),
		[]table.Column[winchance.Chance]{csvColumn("rollouts", func(c winchance.Chance) any { return c.Rollouts })})
	return writeCSV(w, columns, slices.DeleteFunc(slices.Clone(line), func(c winchance.Chance) bool { return !c.IsKnown() }))
}

// analysisJSON is the JSON form of an analysis. Chances are from 0 to 1; errors are standard
// errors.
type analysisJSON struct {
	recordingJSON
	Scores           [sim.Seats]int                 `json:"scores"`
	IsEstimate       bool                           `json:"estimate"` // whether Line holds estimates instead of rollout results
	UsesDefaultRules bool                           `json:"default_rules"`
	Rollouts         int                            `json:"rollouts"`
	Line             []winchance.Chance             `json:"line"`
	Turnings         []winchance.TurningPoint       `json:"turning_points"`
	Pace             [sim.Seats]*winchance.SeatPace `json:"pace"` // pace per seat; null if not measured
	Summary          winchance.Summary              `json:"summary"`
	RoundAnalysis    *roundAnalysis                 `json:"at,omitempty"` // results for the requested round
}

func printAnalysesJSON(w io.Writer, list []*analyzedMatch) error {
	for _, r := range list {
		v := analysisJSON{recordingJSON: newRecordingJSON(r.name, r.record), Scores: r.record.State(r.record.Edge()).Scores(), IsEstimate: r.Source == winchance.SourceEstimate, UsesDefaultRules: r.analysis.FitsSettings(),
			Rollouts: r.analysis.PiecesDone, Line: slices.DeleteFunc(r.analysis.Curve().Chances, func(c winchance.Chance) bool { return !c.IsKnown() }), Turnings: r.analysis.TurningPoints(), Summary: r.Summary, RoundAnalysis: r.roundAnalysis}
		if pace := r.analysis.Pace(); pace != nil {
			for seat := range pace {
				v.Pace[seat] = &pace[seat]
			}
		}
		if err := sanitize.WriteJSON(w, v, ""); err != nil {
			return err
		}
	}
	return nil
}
