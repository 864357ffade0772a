package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"game-tui/cmd/game-tui/internal/manual"
	"game-tui/sim/league/rating"
	"game-tui/sim/sanitize"
	"game-tui/sim/winchance"
	"game-tui/tui/cells/table"
	"game-tui/tui/draw/chances"
	"game-tui/tui/format"
	"game-tui/tui/view/tournament"
)

// Write prints the report.
func (r *Standings) Write(w io.Writer, f Format) error {
	rows := r.rows()
	for _, l := range r.Rejected { // only CSV has rows for submissions that do not play
		rows = append(rows, &Standing{Name: l.Name, leftOutReason: l.Reason})
	}
	return writeFormat(w, f, r, r.csvColumns(), rows, r.writeText)
}

// WriteSummary prints the standings and the rejected submissions or, in a duel, the answer and the
// players that went out.
func (r *Standings) WriteSummary(w io.Writer) {
	if r.Duel == nil {
		r.writeTable(w, textMarkup)
		r.writeRejected(w, textMarkup)
		return
	}
	fmt.Fprintln(w, sanitize.Line(r.Duel.Text))
	r.writeOuts(w, textMarkup)
}

func (r *Standings) writeText(w io.Writer, f markup) {
	fmt.Fprintf(w, "%s%s, %s\n\n", strings.TrimPrefix(f.headingPrefix, "#"), f.escape(r.File), f.escape(r.progressText()))
	if r.Duel != nil {
		fmt.Fprintf(w, "%s\n\n", f.escape(r.Duel.Text))
	}
	r.writeBody(w, f)
	r.writeNotableMatches(w, f)
}

// writeBody writes the sections that the text and HTML reports share.
func (r *Standings) writeBody(w io.Writer, f markup) {
	r.writeTable(w, f)
	r.writeRejected(w, f)
	if r.Duel == nil {
		r.writeMatrix(w, f)
	}
	r.writeSeats(w, f)
	r.writeOuts(w, f)
}

// writeRejected lists submissions that do not play, and players with identical files.
func (r *Standings) writeRejected(w io.Writer, f markup) {
	if len(r.Rejected) > 0 {
		writeHeading(w, f, "Left out")
	}
	for _, l := range r.Rejected {
		fmt.Fprintln(w, f.listItem(l.Name+": "+l.Reason, ""))
	}
	if len(r.SameFiles) > 0 {
		writeHeading(w, f, "Identical files")
	}
	for _, names := range r.SameFiles {
		fmt.Fprintln(w, f.listItem(strings.Join(names, ", "), ""))
	}
}

func (r *Standings) progressText() string {
	state := "complete"
	if r.Matches < r.PlannedMatches {
		state = fmt.Sprintf("%s planned", format.GroupDigits(r.PlannedMatches))
	}
	return fmt.Sprintf("%s: %s (%s), %s from seed %d", r.Game, format.Count(r.Matches, "match"), state, format.Count(r.Seeds, "seed"), r.Seed)
}

func (r *Standings) writeTable(w io.Writer, f markup) {
	columns := standingColumns(tournament.Rank, tournament.Player, tournament.Pass, tournament.Points, tournament.Interval,
		tournament.WinPercent, tournament.MeanScore, tournament.Matches, tournament.Outs, tournament.ProvenAhead)
	if r.HasTooFewSeeds {
		columns = columns[:len(columns)-1]
	}
	if r.Duel != nil {
		columns = r.numberedColumns(tournament.Player, tournament.Pass, tournament.MeanPlace, tournament.WinPercent, tournament.MeanScore,
			tournament.Matches, tournament.Outs)
	}
	t := f.fit(w, table.Format(columns, r.rows()...))
	fmt.Fprintln(w, f.formatTable(t))
	r.writePassNote(w, f)
	for _, title := range []string{tournament.ProvenAhead.Title, tournament.ProvenAhead.ShortTitle} {
		if slices.Contains(t.Titles(), title) {
			fmt.Fprintf(w, "%s%s: number of players proven to be stronger\n", f.paragraphSep, title)
		}
	}
	if r.HasTooFewSeeds && r.Duel == nil {
		fmt.Fprintf(w, "\nonly %s; intervals and ranks need at least %d\n", format.Count(r.Seeds, "seed"), rating.MinSeeds)
	}
}

// standingColumns converts columns of the dashboard for use in a report.
func standingColumns(dashboardColumns ...tournament.Column) (columns []table.Column[*Standing]) {
	for _, c := range dashboardColumns {
		columns = append(columns, table.Convert(c, func(s *Standing) tournament.Row {
			return tournament.Row{Standing: s.Standing, Name: s.Name, DisplayName: s.displayName}
		}))
	}
	return columns
}

// numberedColumns returns the dashboard's columns, preceded by one that numbers the players from 1.
func (r *Standings) numberedColumns(dashboardColumns ...tournament.Column) []table.Column[*Standing] {
	number := table.Column[*Standing]{Layout: table.Layout{AlignLeft: true}, Text: func(s *Standing) string {
		return strconv.Itoa(1 + slices.Index(r.rows(), s))
	}}
	return append([]table.Column[*Standing]{number}, standingColumns(dashboardColumns...)...)
}

func (r *Standings) rows() (rows []*Standing) {
	for i := range r.Players {
		rows = append(rows, &r.Players[i])
	}
	return rows
}

func (r *Standings) writePassNote(w io.Writer, f markup) {
	fmt.Fprintf(w, "\n%s\n", f.wrap(w, f.escape("P(pass): share of matches in which a player is not out and beats at least two of its three rivals ("+r.Opponents+")")))
}

// writeMatrix writes the head-to-head table.
func (r *Standings) writeMatrix(w io.Writer, f markup) {
	title := "Head to head: percentage of comparisons won by the player in the row"
	if r.duels != nil {
		title += " (+ − = proven)"
	}
	writeHeading(w, f, title)
	n := min(len(r.Players), f.maxMatrixPlayers)
	t := r.matrixOf(n)
	for width := manual.TerminalWidth(w); f.fitTables && width > 0 && n > 1 && t.Width(columnGap) > width; {
		n--
		t = r.matrixOf(n)
	}
	fmt.Fprintln(w, f.formatTable(t))
	if n < len(r.Players) {
		fmt.Fprintf(w, "\nfirst %d of %d players; --markdown and --json show all\n", n, len(r.Players))
	}
}

func (r *Standings) matrixOf(n int) table.Table {
	columns := append(r.numberedColumns(), alignLeft(column("", "player", func(s *Standing) string { return s.Name })))
	for j := range n {
		columns = append(columns, table.Column[*Standing]{Layout: table.Layout{Title: strconv.Itoa(j + 1)}, Text: func(s *Standing) string {
			m, met := s.HeadToHead[r.Players[j].Name]
			if !met {
				return ""
			}
			sign := map[string]string{"better": "+", "worse": "−", "level": "="}[m.ProvenVerdict]
			return fmt.Sprintf("%.0f%s", 100*m.Share, sign)
		}})
	}
	return table.Format(columns, r.rows()[:n]...)
}

func (r *Standings) seatColumns() []table.Column[int] {
	return []table.Column[int]{
		{Layout: table.Layout{Title: "seat", AlignLeft: true}, Text: strconv.Itoa},
		{Layout: table.Layout{Title: "win %"}, Text: func(seat int) string { return format.Decimal(r.Seats[seat].WinPercent) }},
		{Layout: table.Layout{Title: "mean score"}, Text: func(seat int) string { return format.Decimal(r.Seats[seat].MeanScore) }},
	}
}

func (r *Standings) writeSeats(w io.Writer, f markup) {
	writeHeading(w, f, "Seats, each taken equally often by every player")
	fmt.Fprintln(w, f.formatTable(table.Format(r.seatColumns(), 0, 1, 2, 3)))
}

// writeOuts lists players that went out, with the first match for each reason.
func (r *Standings) writeOuts(w io.Writer, f markup) {
	if len(r.Outs) == 0 {
		return
	}
	writeHeading(w, f, "Players that went out, with the first match")
	for i := range r.Outs {
		o := &r.Outs[i]
		fmt.Fprintln(w, f.listItem(fmt.Sprintf("%s, %s: %s", sanitize.Line(o.Player), format.Count(o.Count, "match"), sanitize.Line(o.text)), o.FirstMatch.Command))
	}
}

func (r *Standings) writeNotableMatches(w io.Writer, f markup) {
	writeHeading(w, f, "Notable matches: each player's worst loss, closest match and most lead changes")
	for i := range min(len(r.Players), f.maxMatrixPlayers) {
		r.Players[i].writeNotableMatches(w, f)
	}
	if r.HasSecretSeeds {
		fmt.Fprintf(w, "\n%s\n", f.escape("Commands to replay these appear when the tournament is complete; until then the players' seeds are secret."))
	}
}

func (s *Standing) writeNotableMatches(w io.Writer, f markup) {
	for _, l := range []struct {
		*notableMatch
		text string
	}{{s.WorstLoss, "worst loss, by %d"}, {s.ClosestMatch, "closest match, margin %d"}, {s.MostExcitingMatch, "most exciting, %s"}} {
		switch {
		case l.notableMatch == nil:
			continue
		case l.notableMatch == s.MostExcitingMatch:
			l.text = fmt.Sprintf(l.text, format.Count(l.LeadChanges, "lead change"))
		default:
			l.text = fmt.Sprintf(l.text, max(l.Margin, -l.Margin))
		}
		fmt.Fprintln(w, f.listItem(sanitize.Line(s.Name)+", "+l.text, l.Command))
	}
}

// WriteSavedMatches prints how many matches were saved by ending early, if any.
func (r *Standings) WriteSavedMatches(w io.Writer) {
	if left := r.PlannedMatches - r.Matches; left > 0 && r.DecidedPairs == r.Pairs {
		fmt.Fprintf(w, "decided early, %s saved (%s of %s)\n", format.Count(left, "match"), format.Percent(float64(left)/float64(r.PlannedMatches)), format.GroupDigits(r.PlannedMatches))
	}
}

// writePaces writes each measured pace, in the order of the standings.
func (r *Standings) writePaces(w io.Writer, f markup) {
	var rows []*Standing
	var list []winchance.SeatPace
	for i := range r.Players {
		if s := &r.Players[i]; s.Pace != nil {
			rows, list = append(rows, s), append(list, s.Pace.SeatPace)
		}
	}
	if rows == nil {
		return
	}
	writeHeading(w, f, "Pace: "+chances.ExplainPace(list[0].Reference))
	fmt.Fprintln(w, f.formatTable(f.fit(w, table.Format(append(r.numberedColumns(tournament.Player), paceColumns...), rows...))))
	notes := chances.PaceNotes(list, "play more matches for a clearer result")
	if len(notes) > 0 {
		fmt.Fprintln(w)
	}
	for _, note := range notes {
		fmt.Fprintln(w, f.escape(note))
	}
}

// paceColumns are the columns for the pace in whole matches and in each part of a match.
var paceColumns = []table.Column[*Standing]{
	{Layout: table.Layout{Title: "pace"}, Text: func(s *Standing) string { return chances.FormatRate(s.Pace.Overall) }},
	{Layout: table.Layout{Title: chances.PaceParts[0]}, Text: func(s *Standing) string { return chances.FormatRate(s.Pace.Parts[0]) }},
	{Layout: table.Layout{Title: chances.PaceParts[1]}, Text: func(s *Standing) string { return chances.FormatRate(s.Pace.Parts[1]) }},
	{Layout: table.Layout{Title: chances.PaceParts[2]}, Text: func(s *Standing) string { return chances.FormatRate(s.Pace.Parts[2]) }},
	{Layout: table.Layout{Title: "matches"}, Text: func(s *Standing) string { return format.GroupDigits(s.Pace.Matches) }},
}

func (r *Standings) csvColumns() []table.Column[*Standing] {
	columns := append(standingColumns(tournament.Columns...),
		columnsPerSeat("win_percent_seat", func(s *Standing, seat int) any { return s.Seats[seat].WinPercent })...)
	columns = append(columns, csvColumn("own_name", func(s *Standing) any { return s.OwnName }),
		csvColumn("same_files_as", func(s *Standing) any {
			for _, group := range r.SameFiles {
				if i := slices.Index(group, s.Name); i >= 0 {
					return strings.Join(slices.Delete(slices.Clone(group), i, i+1), ", ")
				}
			}
			return nil
		}),
		csvColumn("left_out", func(s *Standing) any { return s.leftOutReason }))
	for i := range r.Players {
		name := r.Players[i].Name
		columns = append(columns, csvColumn("share_against_"+name, func(s *Standing) any {
			if m, met := s.HeadToHead[name]; met {
				return m.Share
			}
			return nil
		}))
	}
	for i, c := range columns {
		if c.Name != tournament.Player.Name && c.Name != "left_out" {
			columns[i].Value = func(s *Standing) any {
				if s.leftOutReason != "" {
					return nil
				}
				return c.Value(s)
			}
		}
	}
	return columns
}
