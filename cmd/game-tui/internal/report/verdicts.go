package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"game-tui/cmd/game-tui/internal/contest/qualify"
	"game-tui/cmd/game-tui/internal/manual"
	"game-tui/sim/sanitize"
	"game-tui/tui/cells/table"
)

// PrintVerdict prints whether a player qualifies, and why not. replayCommand returns the command that
// replays a match.
func PrintVerdict(w io.Writer, f Format, v *qualify.Verdict, replayCommand func(*qualify.Match) string) error {
	if f != Text {
		return PrintVerdicts(w, f, []qualify.Verdict{*v})
	}
	for _, step := range []qualify.Step{qualify.StepStart, qualify.StepCopies, qualify.StepDummies} {
		if step == v.FailedStep {
			fmt.Fprintf(w, "FAIL %s: %s\n", step, sanitize.Line(v.Reason))
			break
		}
		fmt.Fprintf(w, "ok   %s\n", step)
		for i := range v.Matches {
			if m := &v.Matches[i]; step == qualify.StepDummies && m.Seat >= 0 {
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
	if !v.Passed {
		answer = "does not qualify"
	}
	fmt.Fprintf(w, "%s %s (%.1f s)\n", sanitize.Line(v.Player), answer, v.Duration.Seconds())
	if v.Record != nil {
		fmt.Fprintln(w, "watch the match:", replayCommand(&v.Matches[len(v.Matches)-1]))
	}
	return nil
}

// PrintVerdicts prints which players qualify, with reasons for the others.
func PrintVerdicts(w io.Writer, f Format, list []qualify.Verdict) error {
	if f == JSON {
		for i := range list {
			if err := sanitize.WriteJSON(w, &list[i], ""); err != nil {
				return err
			}
		}
		return nil
	}
	if f == CSV {
		return writeCSV(w, verdictColumns, list)
	}
	passed := 0
	for i := range list {
		if list[i].Passed {
			passed++
		}
	}
	t := table.Format(verdictColumns, list...)
	fmt.Fprintln(w, renderTable(newTable(t.Columns).Rows(t.Rows...).Width(min(manual.Width(w), t.Width(columnGap)))))
	for i := range list {
		for _, warning := range list[i].Warnings {
			fmt.Fprintf(w, "%s: %s\n", sanitize.Line(list[i].Player), sanitize.Line(warning))
		}
	}
	fmt.Fprintf(w, "\n%d of %d qualify\n", passed, len(list))
	return nil
}

var verdictColumns = []table.Column[qualify.Verdict]{
	alignLeft(column("player", "player", func(v qualify.Verdict) string { return v.Player })),
	column("name", "", func(v qualify.Verdict) string { return v.OwnName }),
	alignLeft(column("qualifies", "qualifies", func(v qualify.Verdict) string { return map[bool]string{false: "no", true: "yes"}[v.Passed] })),
	column("failed", "", func(v qualify.Verdict) string { return string(v.FailedStep) }),
	column("reason", "", func(v qualify.Verdict) string { return v.Reason }),
	column("warnings", "", func(v qualify.Verdict) string {
		if len(v.Warnings) == 0 {
			return ""
		}
		text, _ := json.Marshal(v.Warnings)
		return string(sanitize.EscapeJSON(text))
	}),
	{Layout: table.Layout{Title: "seconds"}, Name: "seconds",
		Text:  func(v qualify.Verdict) string { return fmt.Sprintf("%.1f", v.Duration.Seconds()) },
		Value: func(v qualify.Verdict) any { return formatFixed(v.Duration.Seconds()) }},
	{Layout: table.Layout{Title: "reason", AlignLeft: true}, Text: func(v qualify.Verdict) string { return sanitize.Line(v.Reason) }},
}
