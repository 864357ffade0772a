package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"game-tui/cmd/game-tui/internal/contest/qualify"
	"game-tui/cmd/game-tui/internal/manual"
	"game-tui/sim/sanitize"
	"game-tui/tui/format"
)

// Verdict prints whether a player qualifies. Again returns the command that shows a match.
func Verdict(w io.Writer, f Format, v *qualify.Verdict, again func(*qualify.Match) string) error {
	if f != Text {
		return Verdicts(w, f, []qualify.Verdict{*v})
	}
	for _, step := range []qualify.Step{qualify.StepStart, qualify.StepCopies, qualify.StepDummies} {
		if step == v.FailedStep {
			fmt.Fprintf(w, "NO  %s: %s\n", step, sanitize.Line(v.Reason))
			break
		}
		fmt.Fprintf(w, "ok  %s\n", step)
		for i := range v.Played {
			if m := &v.Played[i]; step == qualify.StepDummies && m.Seat >= 0 {
				fmt.Fprintf(w, "      seed %d, seat %d: scores %s\n", m.Seed, m.Seat, strings.Trim(fmt.Sprint(m.Scores), "[]"))
			}
		}
	}
	for _, warning := range v.Warnings {
		fmt.Fprintln(w, "warning:", sanitize.Line(warning))
	}
	if v.Note != "" {
		fmt.Fprintln(w, "note:", sanitize.Line(v.Note))
	}
	answer := "qualifies"
	if !v.Pass {
		answer = "does not qualify"
	}
	fmt.Fprintf(w, "%s %s (%.1f s)\n", sanitize.Line(v.Player), answer, v.Duration.Seconds())
	if v.Record != nil {
		fmt.Fprintln(w, "the match:", again(&v.Played[len(v.Played)-1]))
	}
	return nil
}

// Verdicts prints which players qualify, with reasons for the others.
func Verdicts(w io.Writer, f Format, list []qualify.Verdict) error {
	if f == JSON {
		for i := range list {
			if err := sanitize.WriteJSON(w, &list[i], ""); err != nil {
				return err
			}
		}
		return nil
	}
	var rows [][]cell
	passed := 0
	for i := range list {
		v := &list[i]
		answer := "no"
		if v.Pass {
			answer, passed = "yes", passed+1
		}
		warnings := ""
		if len(v.Warnings) > 0 {
			text, _ := json.Marshal(v.Warnings)
			warnings = string(sanitize.EscapeJSON(text))
		}
		rows = append(rows, []cell{
			data("player", v.Player).as("player", sanitize.Line(v.Player)),
			data("name", v.Name),
			data("qualifies", answer).as("qualifies", answer),
			data("failed", v.FailedStep),
			data("reason", v.Reason),
			data("warnings", warnings),
			data("seconds", fixed(v.Duration.Seconds())).as("seconds", fmt.Sprintf("%.1f", v.Duration.Seconds())),
			shown("reason", sanitize.Line(v.Reason)),
		})
	}
	if f == CSV {
		return writeCSV(w, rows)
	}
	titles, texts := tableOf(rows)
	fmt.Fprintln(w, wrappedTable(manual.Width(w), titles, texts))
	for i := range list {
		for _, warning := range list[i].Warnings {
			fmt.Fprintf(w, "%s: %s\n", sanitize.Line(list[i].Player), sanitize.Line(warning))
		}
	}
	if n := len(list) - passed; n > 0 {
		fmt.Fprintf(w, "\n%s of %d qualify, %d not\n", format.Grouped(passed), len(list), n)
		return nil
	}
	fmt.Fprintf(w, "\nall %d qualify\n", passed)
	return nil
}
