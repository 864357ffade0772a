package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"game-tui/cmd/game-tui/internal/manual"
	"game-tui/sim/league"
	"game-tui/sim/sanitize"
	"game-tui/sim/winchance"
	"game-tui/tui/draw/chances"
	"game-tui/tui/format"
)

// Write prints the report.
func (r *Standings) Write(w io.Writer, f Format) error {
	return writeAs(w, f, r, r.csv, r.text)
}

// Summary prints only the table, or the answer of a duel.
func (r *Standings) Summary(w io.Writer) {
	if r.Duel == nil {
		r.table(w, inText)
		r.left(w, inText)
		return
	}
	fmt.Fprintln(w, sanitize.Line(r.Duel.Text))
	r.OutLines(w)
}

// text writes the report for people.
func (r *Standings) text(w io.Writer, f form) {
	r.heading(w, f)
	if r.Duel != nil {
		fmt.Fprintf(w, "%s\n\n", f.clean(r.Duel.Text))
	}
	r.table(w, f)
	if r.Duel == nil {
		r.matrix(w, f)
	}
	r.effect(w, f)
	r.outs(w, f)
	r.left(w, f)
	r.looks(w, f)
}

// left lists submissions that do not play, and those with equal files.
func (r *Standings) left(w io.Writer, f form) {
	if len(r.Left) > 0 {
		section(w, f, "Left out")
	}
	for _, l := range r.Left {
		fmt.Fprintln(w, f.line(l.Name+": "+l.Reason, ""))
	}
	if len(r.Same) > 0 {
		section(w, f, "The same files")
	}
	for _, names := range r.Same {
		fmt.Fprintln(w, f.line(strings.Join(names, ", "), ""))
	}
}

func (r *Standings) heading(w io.Writer, f form) {
	fmt.Fprintf(w, "%s%s, %s\n\n", strings.TrimPrefix(f.title, "#"), f.clean(r.File), f.clean(r.played()))
}

// played describes the tournament in a line.
func (r *Standings) played() string {
	state := "complete"
	if r.Matches < r.Whole {
		state = fmt.Sprintf("%s planned", format.Grouped(r.Whole))
	}
	return fmt.Sprintf("%s: %s (%s), %s from seed %d", r.Game, format.Count(r.Matches, "match"), state, format.Count(r.Seeds, "seed"), r.Seed)
}

func (r *Standings) table(w io.Writer, f form) {
	titles := []string{"rank", "player", "P(pass)", "points", "95 %", "win %", "mean score", "matches", "outs"}
	if !r.FewSeeds {
		titles = append(titles, "proven ahead")
	}
	if r.Duel != nil {
		titles = []string{"", "player", "P(pass)", "mean place", "win %", "mean score", "matches", "outs"}
	}
	titles, texts := f.fitted(w, r.titled(titles...))
	fmt.Fprintln(w, f.table(titles, texts))
	r.passNote(w, f)
	for _, title := range []string{"proven ahead", "ahead"} {
		if slices.Contains(titles, title) {
			fmt.Fprintf(w, "%s%s: how many players are proven to be stronger\n", f.paragraph, title)
		}
	}
	if r.FewSeeds && r.Duel == nil {
		fmt.Fprintf(w, "\n%s: intervals and ranks need %d\n", format.Count(r.Seeds, "seed"), league.MinSeeds)
	}
}

// narrowStandings fits tables of players to a terminal.
var narrowStandings = []narrowing{{"proven ahead", "ahead"}, {"mean score", ""}, {"spread", ""}, {"shared", ""}, {"matches", ""}, {"win %", ""}, {"outs", ""}}

// passNote explains P(pass).
func (r *Standings) passNote(w io.Writer, f form) {
	fmt.Fprintf(w, "\n%s\n", f.wrapped(w, f.clean("P(pass): not out, and ahead of two of three rivals, in % of matches; rivals: "+r.Pool)))
}

// matrix writes the head-to-head table.
func (r *Standings) matrix(w io.Writer, f form) {
	title := "Who beats whom: in how many percent of comparisons the player of a row is ahead"
	if r.duels != nil {
		title += " (+ − = proven)"
	}
	section(w, f, title)
	n := min(len(r.Players), f.wide)
	head, rows := r.matrixOf(n)
	for width := manual.TerminalWidth(w); f.fits && width > 0 && n > 1 && tableWidth(head, rows) > width; {
		n--
		head, rows = r.matrixOf(n)
	}
	fmt.Fprintln(w, f.table(head, rows))
	if n < len(r.Players) {
		fmt.Fprintf(w, "\nthe first %d of %d players; --markdown and --json have all\n", n, len(r.Players))
	}
}

// matrixOf returns the head-to-head table of the first n players.
func (r *Standings) matrixOf(n int) (head []string, rows [][]string) {
	head = []string{"", "player"}
	for i := range n {
		head = append(head, strconv.Itoa(i+1))
		row := []string{strconv.Itoa(i + 1), sanitize.Line(r.Players[i].Name)}
		for j := range n {
			m, met := r.Players[i].Against[r.Players[j].Name]
			if !met {
				row = append(row, "")
				continue
			}
			sign := map[string]string{"better": "+", "worse": "−", "level": "="}[m.Proven]
			row = append(row, fmt.Sprintf("%.0f%s", 100*m.Share, sign))
		}
		rows = append(rows, row)
	}
	return head, rows
}

// effect writes the results by seat.
func (r *Standings) effect(w io.Writer, f form) {
	section(w, f, "Seats: all players sat on each of them equally often")
	head := []string{"seat", "", "win %", "mean score"}
	var rows [][]string
	for seat, p := range r.Places {
		rows = append(rows, []string{strconv.Itoa(seat), "", format.Decimal(p.WinPercent), format.Decimal(p.Mean)})
	}
	fmt.Fprintln(w, f.table(head, rows))
}

// outs lists players that went out, each with its first such match.
func (r *Standings) outs(w io.Writer, f form) {
	if len(r.Outs) == 0 {
		return
	}
	section(w, f, "Out: how often, why, and the first time")
	for i := range r.Outs {
		o := &r.Outs[i]
		fmt.Fprintln(w, f.line(fmt.Sprintf("%s, %s: %s", sanitize.Line(o.Player), format.Count(o.Count, "match"), sanitize.Line(o.text)), o.First.Command))
	}
}

// OutLines writes the players that went out, one per line.
func (r *Standings) OutLines(w io.Writer) {
	for i := range r.Outs {
		o := &r.Outs[i]
		fmt.Fprintf(w, "  %s out in %s: %s: %s\n", sanitize.Line(o.Player), format.Count(o.Count, "match"), sanitize.Line(o.text), o.First.Command)
	}
}

// looks lists notable matches.
func (r *Standings) looks(w io.Writer, f form) {
	section(w, f, "Worth a look: the worst loss of each player, the closest match, and the one in which the lead changed hands most often")
	for i := range min(len(r.Players), f.wide) {
		r.Players[i].looks(w, f)
	}
	if r.Secret {
		fmt.Fprintf(w, "\n%s\n", f.clean("The commands that play these again follow when all is played: until then the seeds of the players are secret."))
	}
}

// looks lists a player's notable matches.
func (s *Standing) looks(w io.Writer, f form) {
	for _, l := range []struct {
		*look
		text string
	}{{s.Worst, "behind by %d"}, {s.Closest, "closest, apart by %d"}, {s.Exciting, "most exciting, %s of the lead"}} {
		switch {
		case l.look == nil:
			continue
		case l.look == s.Exciting:
			l.text = fmt.Sprintf(l.text, format.Count(l.Leads, "change"))
		default:
			l.text = fmt.Sprintf(l.text, max(l.Margin, -l.Margin))
		}
		fmt.Fprintln(w, f.line(sanitize.Line(s.Name)+", "+l.text, l.Command))
	}
}

// Saved reports how many matches an early end saved.
func (r *Standings) Saved(w io.Writer) {
	if left := r.Whole - r.Matches; left > 0 && r.Decided == r.Pairs {
		fmt.Fprintf(w, "all is proven: %s not played (%s of %s)\n", format.Count(left, "match"), format.Percent(float64(left)/float64(r.Whole)), format.Grouped(r.Whole))
	}
}

// paces writes each player's pace, in the order of the table.
func (r *Standings) paces(w io.Writer, f form) {
	var rows [][]cell
	var list []winchance.PaceOf
	for i := range r.Players {
		if s := &r.Players[i]; s.Pace != nil {
			rows = append(rows, append(titled(r.row(i), "", "player"), s.pace()...))
			list = append(list, s.Pace.PaceOf)
		}
	}
	if rows == nil {
		return
	}
	section(w, f, "Pace: "+chances.ExplainPace(list[0].Reference))
	fmt.Fprintln(w, f.table(f.fitted(w, rows)))
	notes := chances.PaceNotes(list, "more matches tell more")
	if len(notes) > 0 {
		fmt.Fprintln(w)
	}
	for _, note := range notes {
		fmt.Fprintln(w, f.clean(note))
	}
}

// row returns the cells of the player in row i, without its pace.
func (r *Standings) row(i int) []cell {
	s := &r.Players[i]
	rank, ahead, low, high, interval := cell{name: "rank"}.as("rank", "–"), cell{name: "proven_ahead"}.as("proven ahead", ""), cell{name: "low"}, cell{name: "high"}, "too few seeds"
	if !r.FewSeeds {
		rank, ahead = data("rank", s.Rank).as("rank", format.Place(s.Rank, s.Tied)), data("proven_ahead", s.Ahead).as("proven ahead", s.Ahead)
		low, high = data("low", exact(s.Low)), data("high", exact(s.High))
		interval = format.Rating(s.Low) + " … " + format.Rating(s.High)
	}
	return []cell{shown("", i+1), rank, data("player", s.Name).as("player", sanitize.Line(s.shown)),
		bound("p_pass", s.Pass.Share).as("P(pass)", s.Standing.Pass), bound("p_pass_low", s.Pass.Low), bound("p_pass_high", s.Pass.High),
		data("mean_place", exact(s.Place)).as("mean place", fmt.Sprintf("%.2f", s.Place)),
		data("points", exact(s.Points)).as("points", format.Rating(s.Points)), low, high, shown("95 %", interval),
		data("matches", s.Matches).as("matches", format.Grouped(s.Matches)), data("wins", s.Wins).as("wins", format.Grouped(s.Wins)), data("shared_wins", s.Shared).as("shared", format.Grouped(s.Shared)),
		data("win_percent", exact(s.WinPercent)).as("win %", format.Decimal(s.WinPercent)), data("mean_score", exact(s.Mean)).as("mean score", format.Decimal(s.Mean)),
		data("score_deviation", exact(s.Deviation)).as("spread", format.Decimal(s.Deviation)), data("min_score", s.Min), data("max_score", s.Max), data("outs", s.Outs).as("outs", s.Outs), ahead}
}

// bound returns an end of an interval, empty if there is none.
func bound(name string, x *float64) cell {
	if x == nil {
		return cell{name: name}
	}
	return data(name, exact(*x))
}

// csv returns a row for each player.
func (r *Standings) csv() (rows [][]cell) {
	for i := range r.Players {
		s, row := &r.Players[i], r.row(i)
		for seat, p := range s.Seats {
			row = append(row, data(fmt.Sprint("win_percent_seat", seat), exact(p.WinPercent)))
		}
		row = append(row, data("own_name", s.Own), data("same_files_as", strings.Join(r.sameAs(s.Name), ", ")), data("left_out", ""))
		for j := range r.Players {
			against := cell{name: "share_against_" + r.Players[j].Name}
			if m, met := s.Against[r.Players[j].Name]; met {
				against.exact = string(exact(m.Share))
			}
			row = append(row, against)
		}
		rows = append(rows, row)
	}
	for _, l := range r.Left {
		row := slices.Clone(rows[0])
		for i := range row {
			switch row[i].exact = ""; row[i].name {
			case "player":
				row[i].exact = sanitize.CSVCell(l.Name)
			case "left_out":
				row[i].exact = sanitize.CSVCell(l.Reason)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// sameAs returns the names of players with the same files.
func (r *Standings) sameAs(name string) []string {
	for _, group := range r.Same {
		if i := slices.Index(group, name); i >= 0 {
			return slices.Delete(slices.Clone(group), i, i+1)
		}
	}
	return nil
}

// titled returns the rows of all players with the given columns.
func (r *Standings) titled(titles ...string) (rows [][]cell) {
	for i := range r.Players {
		rows = append(rows, titled(r.row(i), titles...))
	}
	return rows
}

// rateCells returns a rate and its standard error, empty if unknown.
func rateCells(name, deviation string, r winchance.Rate) []cell {
	if !r.OK {
		return []cell{{name: name}, {name: deviation}}
	}
	return []cell{data(name, exact(r.Rate)), data(deviation, exact(r.Error))}
}

// pace returns a player's pace in whole matches and in their parts.
func (s *Standing) pace() (row []cell) {
	var pace paceReport
	if s.Pace != nil {
		pace = *s.Pace
	}
	for i, rate := range slices.Concat([]winchance.Rate{pace.Whole}, pace.Parts[:]) {
		title, name := "pace", "pace"
		if i > 0 {
			title = chances.PaceParts[i-1]
			name += "_" + title
		}
		cells := rateCells(name, name+"_error", rate)
		cells[0] = cells[0].as(title, chances.Rate(rate))
		row = append(row, cells...)
	}
	return append(row, data("pace_matches", strconv.Itoa(pace.Matches)).as("matches", format.Grouped(pace.Matches)))
}
