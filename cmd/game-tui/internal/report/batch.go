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
)

// Results returns a function that prints one result of a run, with the players' paces by seat.
func Results(w io.Writer, f Format, of *play.Run) func(*match.Result, []winchance.PaceOf) error {
	switch f {
	case JSON:
		return jsonResults(w, of)
	case CSV:
		write := csvTo(w)
		return func(r *match.Result, paces []winchance.PaceOf) error {
			config, sum, options := of.Origin()
			_ = write(append(resultRow(r, of.Paces, paces), data("config", config), data("config_sha256", sum), data("flags", asIs(options))))
			return files.Stdout.Fault() // stop playing if output fails
		}
	}
	return func(*match.Result, []winchance.PaceOf) error { return nil }
}

// jsonResults prints the result of a single match with its whole spec. In a batch a first line holds what all
// matches share, and the spec of each result has only its seed and players.
func jsonResults(w io.Writer, of *play.Run) func(*match.Result, []winchance.PaceOf) error {
	type line struct {
		Spec any `json:"spec"`
		*match.Result
		Paces []winchance.PaceOf `json:"paces,omitempty"`
	}
	first := true
	return func(r *match.Result, paces []winchance.PaceOf) error {
		l := line{&r.Spec, r, paces}
		if of.IsBatch() {
			l.Spec = struct {
				Seed    int32                       `json:"seed"`
				Players [sim.Seats]match.PlayerSpec `json:"players"`
			}{r.Spec.Seed, r.Spec.Players}
		}
		if of.IsBatch() && first {
			_ = sanitize.WriteJSON(w, newSettings(of, &r.Spec), "") // reported by Fault
		}
		first = false
		_ = sanitize.WriteJSON(w, l, "")
		return files.Stdout.Fault() // stop playing if output fails
	}
}

// settingsJSON is the first line of a batch: all of a spec but seed and players.
type settingsJSON struct {
	Engine  string     `json:"engine"`
	Game    string     `json:"game"`
	Source  string     `json:"config_name"`
	Hash    string     `json:"config_sha256"`
	Config  string     `json:"config"`
	Limits  sim.Limits `json:"limits"`
	Sandbox string     `json:"sandbox,omitempty"`
	Strict  bool       `json:"strict,omitempty"`
	Clock   bool       `json:"clock,omitempty"`
	Pace    float64    `json:"pace,omitempty"`
}

func newSettings(of *play.Run, s *match.Spec) any {
	name, sum, _ := of.Origin()
	return struct {
		Settings settingsJSON `json:"settings"`
	}{settingsJSON{s.Engine, s.Game, name, sum, s.Config, s.Limits, s.Sandbox, s.Strict, s.Clock, s.Pace}}
}

// resultRow returns a result with all that is needed to play the match again. It holds no times, so
// the same match always gives the same row.
func resultRow(r *match.Result, measured bool, paces []winchance.PaceOf) []cell {
	row := []cell{data("seed", r.Spec.Seed)}
	for seat, p := range r.Spec.Players {
		row = append(row, data(fmt.Sprint("player", seat), p.Name))
	}
	for seat, n := range r.Scores {
		row = append(row, data(fmt.Sprint("score", seat), n))
	}
	for seat, o := range r.Outs {
		out := cell{name: fmt.Sprint("out", seat)}
		if o != nil {
			out.exact = string(o.Reason)
		}
		row = append(row, out)
	}
	for seat := range sim.Seats {
		var pace winchance.Rate
		if paces != nil {
			pace = paces[seat].Whole
		}
		if measured {
			row = append(row, rateCells(fmt.Sprint("pace", seat), fmt.Sprint("pace_error", seat), pace)...)
		}
	}
	return append(row, data("winners", strings.Trim(fmt.Sprint(r.Winners), "[]")), data("rounds", r.Rounds), data("stopped", r.Stopped), data("game", r.Spec.Game))
}

// Batch prints the summary tables of a batch.
func Batch(w io.Writer, c *play.BatchSummary) {
	r := &Standings{names: c.Names, tally: c.Tally, highlights: c.Highlights, Matches: c.Tally.Matches, Pool: "the three others of the match",
		command: func(at league.MatchRef) (int32, string) {
			s := c.Session(c.MatchNumber(at))
			return s.Seed(), s.Command(s.Seed())
		}}
	r.fill()
	slices.SortStableFunc(r.Players, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(b.WinPercent, a.WinPercent), cmp.Compare(b.Mean, a.Mean))
	})
	rows := r.titled("", "player", "P(pass)", "win %", "wins", "shared", "mean score", "spread", "matches", "outs")
	for i := range rows {
		s := &r.Players[i]
		rows[i] = append(rows[i], shown("cpu ms", fmt.Sprintf("%.2f", c.CPU[s.Entry].Seconds()*1000/float64(max(s.Matches, 1)))))
	}
	fmt.Fprintln(w, inText.table(inText.fitted(w, rows)))
	r.passNote(w, inText)
	r.Measured(c.Paces)
	r.paces(w, inText)
	r.matrix(w, inText)
	if c.Batch.Rotate {
		r.effect(w, inText)
	}
	i := slices.IndexFunc(r.Players, func(s Standing) bool { return s.Entry == 0 })
	section(w, inText, "Worth a look, of "+sanitize.Line(r.Players[i].Name)+" (--open opens such a match)")
	r.Players[i].looks(w, inText)
}
