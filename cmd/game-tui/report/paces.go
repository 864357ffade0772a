package report

import (
	"fmt"
	"io"
	"strconv"

	"game-tui/cmd/game-tui/play"
	"game-tui/sim/chance"
	"game-tui/sim/clean"
	"game-tui/tui/chances"
	"game-tui/tui/numbers"
)

// paceReport is the pace of a player over matches.
type paceReport struct {
	chance.PaceOf
	Matches int `json:"matches"`
}

// rates are that of all of the matches and those of their parts, with their names for scripts.
func (p *paceReport) rates() (names [4]string, rates [4]chance.Rate) {
	names = [4]string{"pace"}
	for i, part := range chances.PaceParts {
		names[1+i] = "pace_" + part
	}
	if p != nil {
		rates = [4]chance.Rate{p.Whole, p.Parts[0], p.Parts[1], p.Parts[2]}
	}
	return names, rates
}

// Measured fills in the paces of the players.
func (r *Standings) Measured(p *play.Paces) {
	for i := range r.Players {
		s := &r.Players[i]
		if t := &p.List[s.Entry]; t.Matches() > 0 {
			s.Pace = &paceReport{t.Of(), t.Matches()}
		}
	}
}

// paces writes the pace of each player, in the order of the table.
func (r *Standings) paces(w io.Writer, f form) {
	var rows [][]string
	var list []chance.PaceOf
	for i := range r.Players {
		s := &r.Players[i]
		if s.Pace == nil {
			continue
		}
		row := []string{strconv.Itoa(i + 1), clean.Line(s.Name)}
		_, rates := s.Pace.rates()
		for _, rate := range rates {
			row = append(row, chances.Rate(rate))
		}
		rows = append(rows, append(row, numbers.Grouped(s.Pace.Matches)))
		list = append(list, s.Pace.PaceOf)
	}
	switch {
	case rows != nil:
		section(w, f, "Pace: "+chances.PaceMeaning(list[0].Reference))
		fmt.Fprintln(w, f.table(append([]string{"", "player", "pace"}, append(chances.PaceParts[:], "matches")...), rows))
	case r.PaceNote != "":
		section(w, f, "Pace")
	}
	notes := chances.PaceNotes(list, "more matches tell more")
	if r.PaceNote != "" {
		notes = append(notes, r.PaceNote)
	}
	if len(notes) > 0 && rows != nil {
		fmt.Fprintln(w)
	}
	for _, note := range notes {
		fmt.Fprintln(w, f.words(note))
	}
}

// paceHead and paceCells are the columns of CSV for the pace of a player: each rate, and its
// standard error; empty where it is not known.
func paceHead() (cells []string) {
	names, _ := (*paceReport)(nil).rates()
	for _, name := range names {
		cells = append(cells, name, name+"_error")
	}
	return append(cells, "pace_matches")
}

func (p *paceReport) cells() (cells []string) {
	_, rates := p.rates()
	for _, r := range rates {
		cells = append(cells, rateCells(r)...)
	}
	if p == nil {
		return append(cells, "0")
	}
	return append(cells, strconv.Itoa(p.Matches))
}

// rateCells are a rate and its error for scripts.
func rateCells(r chance.Rate) []string {
	if !r.OK {
		return []string{"", ""}
	}
	return []string{exact(r.Rate), exact(r.Error)}
}
