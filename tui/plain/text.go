// Package plain formats matches as plain text. [AppendState] formats a state with two ASCII columns
// per cell. [Follow] prints a match line by line, and a [LineFormatter] returns single lines.
package plain

import (
	"bytes"
	"fmt"
	"strings"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/tui/cells/screen"
)

// RoundToPrint returns the requested round, but at most the newest one. If the requested round is
// negative, it returns the newest round, or round 0 of a recording if spoilers are hidden.
func RoundToPrint(rec *record.Record, requested int, noSpoilers bool) int {
	if requested < 0 && noSpoilers && rec.Meta().Source != "" {
		return 0
	}
	if requested < 0 {
		return rec.Edge()
	}
	return min(requested, rec.Edge())
}

// Capitalize returns a text with its first byte in upper case. The text must not be empty.
func Capitalize(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// AppendBoard appends a frame, one line per row, with two characters per cell: letters of the
// legend and, if there is room, the owner's seat.
func AppendBoard(dst []byte, f *sim.Frame, legend *sim.Legend) []byte {
	for row := range f.Rows {
		var line []byte
		for _, c := range f.Cells[row*f.Cols:][:f.Cols] {
			line = appendCell(line, c, f, legend)
		}
		dst = append(append(dst, bytes.TrimRight(line, " ")...), '\n')
	}
	return dst
}

func appendCell(dst []byte, c sim.Cell, f *sim.Frame, legend *sim.Legend) []byte {
	kind, owner := legend.Grounds[c.Ground], c.Owner
	switch {
	case c.Unit >= 0 && int(c.Unit) < len(f.Units):
		u := f.Units[c.Unit]
		kind, owner = legend.Units[u.Kind], u.Seat
		if u.NextSeat >= 0 {
			owner = u.NextSeat
		}
	case c.Item != 0:
		kind = legend.Items[c.Item]
	}
	letters := kind.Letters
	if len(letters) != 2 {
		dst = append(dst, (letters + " ")[0])
		return append(dst, seatDigit(owner))
	}
	if letters == "  " && owner >= 0 {
		return append(dst, ' ', seatDigit(owner))
	}
	return append(dst, letters...)
}

func seatDigit(seat int8) byte {
	if seat < 0 {
		return ' '
	}
	return '0' + byte(seat)
}

// AppendLegend appends a line that explains the letters of the board.
func AppendLegend(dst []byte, legend *sim.Legend) []byte {
	sep := ""
	for _, kinds := range [][]sim.Kind{legend.Units, legend.Items, legend.Grounds} {
		for _, k := range kinds {
			if letters := strings.TrimSpace(k.Letters); letters != "" {
				dst = fmt.Appendf(dst, "%s%s %s", sep, letters, k.Name)
				sep = ", "
			}
		}
	}
	return append(dst, '\n')
}

// AppendState appends a heading, the board, its legend and the scores. For the final state, it also
// appends the winners.
func AppendState(dst []byte, rec *record.Record, k int) []byte {
	state := rec.State(k)
	if state == nil {
		return dst
	}
	meta := rec.Meta()
	var f sim.Frame
	state.FillFrame(&f)
	dst = fmt.Appendf(dst, "%s   seed %d   round %d/%d\n", meta.Game.Title(), meta.Seed, k, rec.Rounds())
	if rec.IsMissing(k) {
		dst = fmt.Appendf(dst, "round %d is missing from the recording; showing round %d\n", k, rec.LastKnownRound(k))
	}
	dst = append(dst, '\n')
	dst = AppendBoard(dst, &f, meta.Game.Legend())
	dst = append(dst, '\n')
	dst = AppendLegend(dst, meta.Game.Legend())
	for _, label := range f.Labels {
		dst = fmt.Appendf(dst, "%s %s\n", label.Key, label.Value)
	}
	return AppendScores(dst, rec, k)
}

// AppendScores appends the scores of state k. If the state is final, it also appends the winners.
func AppendScores(dst []byte, rec *record.Record, k int) []byte {
	meta, state := rec.Meta(), rec.State(k)
	nameWidth := 0
	displayNames := meta.DisplayNames()
	for _, name := range displayNames {
		nameWidth = max(nameWidth, screen.Width(name))
	}
	scores := state.Scores()
	for seat, name := range displayNames {
		dst = fmt.Appendf(dst, "%d  %-*s %8d%s\n", seat, nameWidth, name, scores[seat], outText(rec, k, seat))
	}
	if !rec.IsFinal(k) {
		return dst
	}
	var names [sim.Seats]string
	for seat, name := range displayNames {
		names[seat] = fmt.Sprintf("%s (%d)", name, seat)
	}
	return fmt.Appendf(dst, "%s\n", winnersText(scores, &names))
}

func winnersText(scores [sim.Seats]int, names *[sim.Seats]string) string {
	var list []string
	for _, seat := range sim.Winners(scores) {
		list = append(list, names[seat])
	}
	if len(list) > 1 {
		return "winners: " + strings.Join(list, ", ")
	}
	return "winner: " + list[0]
}

// outText returns text stating that a player is out in state k, with the reason if known, or "" if
// the player is not out.
func outText(rec *record.Record, k, seat int) string {
	if rec.State(k).Status()[seat] >= 0 {
		return ""
	}
	if t := rec.Turn(k - 1); t != nil && t.Reports[seat].Failure != nil {
		return "  out: " + t.Reports[seat].Failure.Text()
	}
	return "  out"
}
