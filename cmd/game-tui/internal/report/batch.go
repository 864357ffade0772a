package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/match"
	"game-tui/sim/sanitize"
	"game-tui/sim/winchance"
	"game-tui/tui/cells/table"
	"game-tui/tui/view/tournament"
)

// NewResultPrinter returns a function that prints the result of one match, with the players' paces
// by seat. The function does nothing if f is neither JSON nor CSV.
func NewResultPrinter(w io.Writer, f Format, run *play.RunConfig) func(*match.Result, []winchance.SeatPace) error {
	switch f {
	case JSON:
		return newJSONResultPrinter(w, run)
	case CSV:
		var write func(playedMatch) error // set at the first result, after the flags have been parsed
		return func(r *match.Result, paces []winchance.SeatPace) error {
			if write == nil {
				write = csvRowWriter(w, resultColumns(run))
			}
			_ = write(playedMatch{r, paces})
			return files.Stdout.Err() // stop playing if output fails
		}
	}
	return func(*match.Result, []winchance.SeatPace) error { return nil }
}

// newJSONResultPrinter returns a function that prints each result as a line of JSON. In a batch,
// the first line holds the shared settings, and each spec only the seed and the players.
func newJSONResultPrinter(w io.Writer, run *play.RunConfig) func(*match.Result, []winchance.SeatPace) error {
	type line struct {
		Spec any `json:"spec"`
		*match.Result
		Paces []winchance.SeatPace `json:"paces,omitempty"`
	}
	type sharedSettings struct {
		Engine       string     `json:"engine"`
		Game         string     `json:"game"`
		ConfigName   string     `json:"config_name"`
		ConfigSHA256 string     `json:"config_sha256"`
		Config       string     `json:"config"`
		Limits       sim.Limits `json:"limits"`
		Sandbox      string     `json:"sandbox,omitempty"`
		Strict       bool       `json:"strict,omitempty"`
		Clock        bool       `json:"clock,omitempty"`
		Pace         float64    `json:"pace,omitempty"`
	}
	first := true
	return func(r *match.Result, paces []winchance.SeatPace) error {
		s, l := &r.Spec, line{&r.Spec, r, paces}
		if run.Seeds.Count > 0 {
			l.Spec = struct {
				Seed    int32                       `json:"seed"`
				Players [sim.Seats]match.PlayerSpec `json:"players"`
			}{s.Seed, s.Players}
		}
		if run.Seeds.Count > 0 && first {
			name, sum, _ := run.Origin()
			settings := sharedSettings{s.EngineVersion, s.Game, name, sum, s.Config, s.Limits, s.Sandbox, s.Strict, s.ShowClock, s.Pace}
			_ = sanitize.WriteJSON(w, map[string]sharedSettings{"settings": settings}, "") // Err reports write errors
		}
		first = false
		_ = sanitize.WriteJSON(w, l, "")
		return files.Stdout.Err() // stop playing if output fails
	}
}

// playedMatch is the result of a match with the players' paces by seat, if measured.
type playedMatch struct {
	*match.Result
	paces []winchance.SeatPace
}

// pace returns a seat's pace over the whole match and its error, or nil pointers if they are
// unknown.
func (p playedMatch) pace(seat int) (seatPace struct{ rate, rateError *float64 }) {
	if p.paces != nil && p.paces[seat].Overall.OK {
		seatPace.rate, seatPace.rateError = &p.paces[seat].Overall.Rate, &p.paces[seat].Overall.Error
	}
	return seatPace
}

// resultColumns returns columns with everything needed to replay a match. They hold no times, so
// the same match always gives the same row.
func resultColumns(run *play.RunConfig) []table.Column[playedMatch] {
	config, sum, options := run.Origin()
	columns := slices.Concat([]table.Column[playedMatch]{csvColumn("seed", func(p playedMatch) any { return p.Spec.Seed })},
		columnsPerSeat("player", func(p playedMatch, seat int) any { return p.Spec.Players[seat].Name }),
		columnsPerSeat("score", func(p playedMatch, seat int) any { return p.Scores[seat] }),
		columnsPerSeat("out", func(p playedMatch, seat int) any {
			if o := p.Failures[seat]; o != nil {
				return string(o.Reason)
			}
			return nil
		}))
	if run.MeasurePaces {
		rates := columnsPerSeat("pace", func(p playedMatch, seat int) any { return p.pace(seat).rate })
		errors := columnsPerSeat("pace_error", func(p playedMatch, seat int) any { return p.pace(seat).rateError })
		for seat := range sim.Seats {
			columns = append(columns, rates[seat], errors[seat])
		}
	}
	return append(columns, csvColumn("winners", func(p playedMatch) any { return strings.Trim(fmt.Sprint(p.Winners), "[]") }), csvColumn("rounds", func(p playedMatch) any { return p.Rounds }),
		csvColumn("stopped", func(p playedMatch) any { return p.StopReason }), csvColumn("game", func(p playedMatch) any { return p.Spec.Game }),
		csvColumn("config", func(playedMatch) any { return config }), csvColumn("config_sha256", func(playedMatch) any { return sum }), csvColumn("flags", func(playedMatch) any { return table.TrustedText(options) }))
}

// PrintBatch prints the summary tables of a batch.
func PrintBatch(w io.Writer, c *play.BatchSummary) {
	r := &Standings{names: c.Names, tally: c.Tally, highlights: c.Highlights, Matches: c.Tally.Matches, Opponents: "the other three players in the match",
		seedAndCommand: func(ref league.MatchRef) (int32, string) {
			s := c.Session(c.MatchNumber(ref))
			return s.Seed(), s.Command(s.Seed())
		}}
	r.fill()
	slices.SortStableFunc(r.Players, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(b.WinPercent, a.WinPercent), cmp.Compare(b.MeanScore, a.MeanScore))
	})
	columns := append(r.numberedColumns(tournament.Player, tournament.Pass, tournament.WinPercent, tournament.Wins, tournament.SharedWins,
		tournament.MeanScore, tournament.Deviation, tournament.Matches, tournament.Outs),
		table.Column[*Standing]{Layout: table.Layout{Title: "cpu ms"}, Text: func(s *Standing) string {
			return fmt.Sprintf("%.2f", c.CPU[s.Entry].Seconds()*1000/float64(max(s.Matches, 1)))
		}})
	fmt.Fprintln(w, textMarkup.formatTable(textMarkup.fit(w, table.Format(columns, r.rows()...))))
	r.writePassNote(w, textMarkup)
	r.SetPaces(c.Paces)
	r.writePaces(w, textMarkup)
	r.writeMatrix(w, textMarkup)
	if c.Batch.Rotate {
		r.writeSeats(w, textMarkup)
	}
	i := slices.IndexFunc(r.Players, func(s Standing) bool { return s.Entry == 0 })
	writeHeading(w, textMarkup, "Notable matches of "+sanitize.Line(r.Players[i].Name)+" (--open shows one)")
	r.Players[i].writeNotableMatches(w, textMarkup)
}
