package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/league/playoff"
	"game-tui/sim/league/playoff/forecast"
	"game-tui/sim/league/schedule"
	"game-tui/sim/sanitize"
	"game-tui/tui/cells/table"
	"game-tui/tui/format"
	"game-tui/tui/view/final"
)

// Playoff reports how long each player of a play-off survived.
type Playoff struct {
	File          string       `json:"file"`
	Game          string       `json:"game"`
	Engine        string       `json:"engine"`
	Seed          int32        `json:"seed"`
	Rounds        int          `json:"rounds"` // number of finished rounds
	PlannedRounds int          `json:"planned_rounds"`
	Matches       int          `json:"matches"`
	PlayersIn     int          `json:"players_in"`
	Players       []PlayoffRow `json:"players"` // longest survivors first
	StandIns      []standIn    `json:"stood_in"`
}

// A PlayoffRow is one player's row in a play-off report.
type PlayoffRow struct {
	Place          int          `json:"place"` // all players not yet eliminated share one place
	Name           string       `json:"player"`
	Word           string       `json:"word"` // player as typed on a command line
	RoundsSurvived int          `json:"rounds_survived"`
	Matches        int          `json:"matches"`
	PassedMatches  int          `json:"passed"` // number of matches passed
	Outs           int          `json:"outs"`
	Elimination    *elimination `json:"eliminated,omitempty"`
}

type elimination struct {
	playoff.Place
	Cause   playoff.Cause     `json:"by"`
	Task    int               `json:"task"`
	Seed    int32             `json:"seed"`
	Seat    int               `json:"seat"`
	Score   int               `json:"score"`
	Names   [sim.Seats]string `json:"names"` // names of the players, by seat
	Scores  [sim.Seats]int    `json:"scores"`
	Reason  string            `json:"went_out,omitempty"`
	Command string            `json:"command,omitempty"` // command that plays the match again, or "" if not known yet
}

// standIn is a player that takes another's place from a given round on.
type standIn struct {
	Round    int    `json:"round"`
	Replaced string `json:"for"` // name of the replaced player, or "" for the Dummies
	Player   string `json:"player"`
	Word     string `json:"word"`
}

// NewPlayoff returns a report on a play-off. results is indexed by task, wordOf returns a player as
// typed on a command line, and seedAndCommand returns a match's seed and the command that replays it.
func NewPlayoff(file string, p *league.Plan, s *league.Schedule, results map[int]*league.Result, wordOf func(*league.Entry) string, seedAndCommand func(league.MatchRef) (int32, string)) *Playoff {
	state := s.State()
	r := &Playoff{File: sanitize.Line(filepath.Base(file)), Game: sanitize.Line(p.Game), Engine: sanitize.Line(p.EngineVersion), Seed: p.Seed,
		Rounds: len(state.Eliminated), PlannedRounds: state.Rounds(), Matches: len(results), PlayersIn: len(state.Remaining)}
	list := make([]PlayoffRow, p.Playoff.Entries)
	for i := range list {
		list[i] = PlayoffRow{Place: 1, Name: p.Players[i].Name, Word: wordOf(&p.Players[p.Playoff.PlayerFor(i, state.Round)]), RoundsSurvived: len(state.Eliminated)}
	}
	for i, o := range state.Eliminated {
		e := &list[o.Entry]
		e.Place, e.RoundsSurvived, e.Elimination = len(list)-i, o.Round-1, &elimination{Place: o.Place, Cause: o.Cause}
		e.Word = wordOf(&p.Players[p.Playoff.PlayerFor(o.Entry, o.Round)])
	}
	for n, result := range results {
		t := s.Task(n)
		matchResult := playoff.Result{Scores: result.Scores[0]}
		for _, o := range result.Outs {
			matchResult.Outs[o.Place] = true
		}
		for seat, entry := range t.Pairing.Seats {
			if entry == playoff.Dummy {
				continue
			}
			e := &list[entry]
			e.Matches++
			if matchResult.Outs[seat] {
				e.Outs++
			}
			if t.Pairing.Group > 0 && matchResult.Passed(seat) {
				e.PassedMatches++
			}
			if e.Elimination != nil && e.Elimination.Round == t.Pairing.Round && e.Elimination.Grouping == t.Pairing.Grouping {
				e.Elimination.setMatch(p, &t, seat, result, seedAndCommand)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b PlayoffRow) int { return cmp.Compare(a.Place, b.Place) })
	r.Players = list
	for i, stand := range p.Playoff.StandIns {
		player := &p.Players[p.Playoff.Entries+i]
		in := standIn{Round: stand.Round, Player: player.Name, Word: wordOf(player)}
		if stand.Entry != playoff.Dummy {
			in.Replaced = p.Players[stand.Entry].Name
		}
		r.StandIns = append(r.StandIns, in)
	}
	return r
}

func (f *elimination) setMatch(p *league.Plan, t *schedule.Task, seat int, result *league.Result, seedAndCommand func(league.MatchRef) (int32, string)) {
	f.Place, f.Task, f.Seat = t.Pairing.Place, t.N, seat
	f.Scores, f.Score = result.Scores[0], result.Scores[0][seat]
	f.Seed, f.Command = seedAndCommand(league.MatchRef{Task: t.N, Seat: seat})
	for i, entry := range t.Pairing.Seats {
		if f.Names[i] = p.Players[t.LineUp[i]].Name; entry != playoff.Dummy {
			f.Names[i] = p.Players[entry].Name
		}
	}
	if out := result.Failure(seat); out != nil {
		f.Reason = sanitize.Line(out.Text())
	}
}

// Write prints the report.
func (r *Playoff) Write(w io.Writer, f Format) error {
	return writeFormat(w, f, r, r.columns(), r.Players, r.writeText)
}

func (r *Playoff) writeText(w io.Writer, f markup) {
	fmt.Fprintf(w, "%s%s, %s: %d of %s, %s, %s left, seed %d\n\n", strings.TrimPrefix(f.headingPrefix, "#"), f.escape(r.File), f.escape(r.Game), r.Rounds,
		format.Count(r.PlannedRounds, "round"), format.Count(r.Matches, "match"), format.Count(r.PlayersIn, "player"), r.Seed)
	fmt.Fprintln(w, f.formatTable(table.Format(r.columns(), r.Players...)))
	if len(r.StandIns) > 0 {
		writeHeading(w, f, "Replacements")
	}
	for _, s := range r.StandIns {
		fmt.Fprintln(w, f.listItem(fmt.Sprintf("from round %d on, %s replaces %s", s.Round, sanitize.Line(s.Word), cmp.Or(sanitize.Line(s.Replaced), "the Dummies")), ""))
	}
}

func (r *Playoff) columns() []table.Column[PlayoffRow] {
	place := column("place", "place", func(s PlayoffRow) int { return s.Place })
	place.AlignLeft, place.Text = true, func(s PlayoffRow) string {
		if s.Elimination == nil && r.PlayersIn > 1 {
			return fmt.Sprintf("%d–%d", s.Place, r.PlayersIn)
		}
		return strconv.Itoa(s.Place)
	}
	return []table.Column[PlayoffRow]{place,
		alignLeft(column("player", "player", func(s PlayoffRow) string { return s.Name })),
		column("rounds_survived", "survived", func(s PlayoffRow) int { return s.RoundsSurvived }),
		column("matches", "matches", func(s PlayoffRow) int { return s.Matches }),
		column("passed", "passed", func(s PlayoffRow) int { return s.PassedMatches }),
		column("outs", "outs", func(s PlayoffRow) int { return s.Outs }),
		eliminationColumn("out_in_round", "", func(f *elimination) any { return f.Round }),
		column("out_by", "out by", func(s PlayoffRow) string {
			if s.Elimination == nil {
				return "in"
			}
			return string(s.Elimination.Cause)
		}),
		eliminationColumn("out_match", "match", func(f *elimination) any {
			if f.Group > 0 {
				return fmt.Sprintf("%d.%d.%d", f.Round, f.Grouping, f.Group)
			}
			return fmt.Sprintf("%d.%d", f.Round, f.Grouping)
		}),
		eliminationColumn("out_seed", "seed", func(f *elimination) any { return f.Seed }),
		eliminationColumn("out_scores", "", func(f *elimination) any {
			var list []string
			for seat, name := range f.Names {
				list = append(list, fmt.Sprintf("%s=%d", name, f.Scores[seat]))
			}
			return strings.Join(list, " ")
		}),
		eliminationColumn("", "score", func(f *elimination) any {
			text := fmt.Sprintf("%d against", f.Score)
			if f.Reason != "" {
				text = fmt.Sprintf("%d, out, against", f.Score)
			}
			for seat, score := range f.Scores {
				if seat != f.Seat {
					text += fmt.Sprintf(" %d", score)
				}
			}
			return text
		}),
		eliminationColumn("out_command", "", func(f *elimination) any { return f.Command }),
	}
}

func eliminationColumn(name, title string, value func(*elimination) any) table.Column[PlayoffRow] {
	return withTitle(title, csvColumn(name, func(s PlayoffRow) any {
		if s.Elimination == nil {
			return ""
		}
		return value(s.Elimination)
	}))
}

// Final reports the standings of a grand final.
type Final struct {
	File            string     `json:"file"`
	Game            string     `json:"game"`
	Engine          string     `json:"engine"`
	Seed            int32      `json:"seed"`
	MatchesPerGroup int        `json:"matches_a_group"`
	Champion        string     `json:"champion,omitempty"`
	Players         []finalist `json:"players"` // players of the final, then of each semifinal, best first
}

type finalist struct {
	Group string `json:"group"`
	Place int    `json:"place"`
	Name  string `json:"player"`
	playoff.FinalRow
}

// NewFinal returns the report on a grand final.
func NewFinal(file string, p *league.Plan, f *playoff.Final) *Final {
	r := &Final{File: sanitize.Line(filepath.Base(file)), Game: sanitize.Line(p.Game), Engine: sanitize.Line(p.EngineVersion), Seed: p.Seed, MatchesPerGroup: f.MatchesPerGroup}
	for _, group := range []int{playoff.LastGroup, 0, 1, 2, 3} {
		for i, s := range f.Table(group, f.Heats()) {
			r.Players = append(r.Players, finalist{final.GroupName(group), i + 1, p.Players[s.Finalist].Name, s})
		}
	}
	if f.CompleteHeats() == f.Heats() {
		r.Champion = r.Players[0].Name
	}
	return r
}

// Write prints the report.
func (r *Final) Write(w io.Writer, f Format) error {
	return writeFormat(w, f, r, finalColumns, r.Players, r.writeText)
}

func (r *Final) writeText(w io.Writer, f markup) {
	fmt.Fprintf(w, "%s%s, %s: %s a group, seed %d\n\n", strings.TrimPrefix(f.headingPrefix, "#"), f.escape(r.File), f.escape(r.Game), format.Count(r.MatchesPerGroup, "match"), r.Seed)
	fmt.Fprintln(w, f.formatTable(table.Format(finalColumns, r.Players...)))
	if r.Champion != "" {
		fmt.Fprintln(w, f.listItem(sanitize.Line(r.Champion)+" wins the grand final", ""))
	}
}

var finalColumns = []table.Column[finalist]{
	alignLeft(column("group", "group", func(s finalist) string { return s.Group })),
	alignLeft(column("player", "player", func(s finalist) string { return s.Name })),
	column("place", "place", func(s finalist) int { return s.Place }),
	{Layout: table.Layout{Title: "points"}, Name: "points", Text: func(s finalist) string { return fmt.Sprint(s.Points) }, Value: func(s finalist) any { return s.Points }},
	column("wins", "wins", func(s finalist) int { return s.Wins }),
	{Layout: table.Layout{Title: "score"}, Name: "score", Text: func(s finalist) string { return format.GroupDigits(s.Score) }, Value: func(s finalist) any { return s.Score }},
	column("outs", "outs", func(s finalist) int { return s.Outs }),
}

// Forecast reports the predicted course of a play-off.
type Forecast struct {
	File           string        `json:"file"`
	Game           string        `json:"game"`
	Matches        int           `json:"matches"` // number of matches in the tournament
	Dummy          string        `json:"dummy"`
	PlayersAtStart int           `json:"players_at_start"`
	Survivors      int           `json:"players_left"`
	Rounds         int           `json:"rounds"`
	UsesScores     bool          `json:"from_scores"` // whether the forecast used scores, not only ranks
	Players        []forecastRow `json:"players"`     // best first

	isSinglePlayer bool // whether the report is about one player
}

type forecastRow struct {
	Name          string            `json:"player"`
	Grade         forecast.Estimate `json:"grade"`
	GradeRange    [2]float64        `json:"grade_of_four_in_five"` // bounds between which the grade lies with 80 % probability
	SurvivedShare forecast.Estimate `json:"survived_share"`
	ChanceLeft    forecast.Estimate `json:"chance_to_be_left"`
	Curve         []forecastPoint   `json:"curve"`
}

type forecastPoint struct {
	Round    int               `json:"round"`
	ChanceIn forecast.Estimate `json:"chance_to_be_in"` // chance that the player is still in after the round
}

// NewForecast returns a forecast from batches of simulated play-offs. entry selects one player; -1
// means all. Grades range from minGrade, for only qualifying, to 10, for surviving to the end.
func NewForecast(file string, m *forecast.Matches, batches []forecast.Survivals, survivors int, minGrade float64, entry int) *Forecast {
	r := &Forecast{File: sanitize.Line(filepath.Base(file)), Game: sanitize.Line(m.Plan.Game), Matches: m.Count, Dummy: m.Plan.Players[m.Dummy].Name,
		PlayersAtStart: len(m.Entries()), Survivors: survivors, Rounds: len(m.Entries()) - survivors, UsesScores: m.UsesLogScores(), isSinglePlayer: entry >= 0}
	grade := func(survived float64) float64 { return minGrade + (10-minGrade)*survived }
	for _, p := range m.Combine(batches) {
		if entry >= 0 && p.Entry != entry {
			continue
		}
		row := forecastRow{Name: m.Plan.Players[p.Entry].Name, SurvivedShare: p.SurvivedShare, ChanceLeft: p.Curve[len(p.Curve)-1],
			Grade: forecast.Estimate{Value: grade(p.SurvivedShare.Value), Low: grade(p.SurvivedShare.Low), High: grade(p.SurvivedShare.High)}, GradeRange: [2]float64{grade(p.Range[0]), grade(p.Range[1])}}
		for i, c := range p.Curve {
			row.Curve = append(row.Curve, forecastPoint{i + 1, c})
		}
		r.Players = append(r.Players, row)
	}
	slices.SortStableFunc(r.Players, func(a, b forecastRow) int { return cmp.Compare(b.Grade.Value, a.Grade.Value) })
	return r
}

// Write prints the report. CSV has a row per player, or a row per round if the report is about one
// player.
func (r *Forecast) Write(w io.Writer, f Format) error {
	switch {
	case f == JSON:
		return WriteJSON(w, r)
	case f == CSV && r.isSinglePlayer:
		return writeCSV(w, curveColumns, r.Players[0].Curve)
	case f == CSV:
		return writeCSV(w, forecastColumns, r.Players)
	}
	by := "scores"
	if !r.UsesScores {
		by = "ranks, because too many scores are 0"
	}
	fmt.Fprintf(w, "%s, %s: forecast from %s, using their %s\nPlay-off from %d players to %d; %s fills groups\n\n",
		r.File, r.Game, format.Count(r.Matches, "match"), by, r.PlayersAtStart, r.Survivors, sanitize.Line(r.Dummy))
	fmt.Fprintln(w, plainTable(table.Format(forecastColumns, r.Players...)))
	if r.isSinglePlayer {
		fmt.Fprint(w, "\nStill in after each round:\n\n")
		curve := r.Players[0].Curve
		step := (len(curve) + maxCurveRows - 1) / maxCurveRows
		var shown []forecastPoint
		for i, dot := range curve {
			if (i+1)%step == 0 || i+1 == len(curve) {
				shown = append(shown, dot)
			}
		}
		fmt.Fprintln(w, plainTable(table.Format(curveColumns, shown...)))
	}
	_, err := fmt.Fprint(w, "\n95 %: 95 % interval over tournament seeds. 4 of 5: range of 4 in 5 play-offs, by luck alone.\n"+
		"Neither includes the model's error: chances are off by 2 points on average,\nand by 10 in some rounds.\n")
	return err
}

// maxCurveRows is the maximum number of rounds in the printed curve. CSV and JSON have all rounds.
const maxCurveRows = 20

var forecastColumns = slices.Concat(
	[]table.Column[forecastRow]{alignLeft(column("player", "player", func(p forecastRow) string { return p.Name }))},
	intervalColumns("grade", format.Decimal, func(p forecastRow) forecast.Estimate { return p.Grade }),
	[]table.Column[forecastRow]{
		csvColumn("grade_4_of_5_low", func(p forecastRow) any { return p.GradeRange[0] }), csvColumn("grade_4_of_5_high", func(p forecastRow) any { return p.GradeRange[1] }),
		{Layout: table.Layout{Title: "4 of 5"}, Text: func(p forecastRow) string {
			return format.Decimal(p.GradeRange[0]) + " … " + format.Decimal(p.GradeRange[1])
		}}},
	intervalColumns("survived", format.Percent, func(p forecastRow) forecast.Estimate { return p.SurvivedShare })[:3],
	intervalColumns("left", format.Chance, func(p forecastRow) forecast.Estimate { return p.ChanceLeft })[:3])

// curveColumns are the columns of a curve. The bar is solid up to the lower bound of the chance and
// shaded up to the upper one.
var curveColumns = append([]table.Column[forecastPoint]{
	alignLeft(column("round", "round", func(d forecastPoint) int { return d.Round })),
	{Layout: table.Layout{AlignLeft: true}, Text: func(d forecastPoint) string {
		const width = 40
		low, high := int(math.Round(width*d.ChanceIn.Low)), int(math.Round(width*d.ChanceIn.High))
		return fmt.Sprintf("%-*s", width, strings.Repeat("█", low)+strings.Repeat("░", max(high-low, 0)))
	}}}, intervalColumns("in", format.Chance, func(d forecastPoint) forecast.Estimate { return d.ChanceIn })...)

func intervalColumns[R any](name string, text func(float64) string, value func(R) forecast.Estimate) []table.Column[R] {
	return []table.Column[R]{
		{Layout: table.Layout{Title: name}, Name: name, Text: func(r R) string { return text(value(r).Value) }, Value: func(r R) any { return value(r).Value }},
		csvColumn(name+"_low", func(r R) any { return value(r).Low }), csvColumn(name+"_high", func(r R) any { return value(r).High }),
		{Layout: table.Layout{Title: "95 %"}, Text: func(r R) string { return text(value(r).Low) + " … " + text(value(r).High) }}}
}
