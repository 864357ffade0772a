package report

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/sim"
	"game-tui/sim/sanitize"
	"game-tui/tui/cells/table"
	"game-tui/tui/format"
)

// Stats configures and prints the statistics of recordings.
type Stats struct {
	Format        Format
	Rounds, Quiet bool

	Stdout, Stderr io.Writer

	tables []*statsTable // one table per game, if there are several recordings or rounds
	csv    func(*seatFigures) error
	game   sim.Game // game of the first recording, which determines the CSV columns
	first  string   // name of the first recording
}

// Run reads recordings and prints their statistics.
func (s *Stats) Run(ctx context.Context, names []string) error {
	bad := 0
	for i, word := range names {
		if !s.Quiet {
			progress.Note(s.Stderr, fmt.Sprintf("reading %s (%d of %d)", word, i+1, len(names)))
		}
		c, err := tally(ctx, word)
		progress.Clear(s.Stderr)
		if err == nil && ctx.Err() == nil {
			err = s.add(ctx, c, len(names) > 1)
		}
		if stop := cmp.Or(ctx.Err(), files.Stdout.Fault()); stop != nil {
			return stop // cancelled, or writing output failed
		}
		if err != nil {
			if len(names) == 1 {
				return err
			}
			bad++
			fmt.Fprintln(s.Stderr, "error:", sanitize.Line(err.Error()))
		}
	}
	for i, t := range s.tables {
		if i > 0 {
			fmt.Fprintln(s.Stdout)
		}
		t.print(s.Stdout, len(names) > 1)
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d recordings were skipped", bad, len(names))
	}
	return files.Stdout.Fault()
}

// add prints a recording, or adds it to the tables printed at the end.
func (s *Stats) add(ctx context.Context, c *talliedMatch, several bool) error {
	switch {
	case s.Format == JSON:
		return s.printJSON(ctx, c)
	case s.Format == CSV:
		return s.printCSV(ctx, c)
	case !several && !s.Rounds:
		return s.printPage(c)
	}
	return s.addRows(ctx, c)
}

// printPage prints a line for each figure and a column for each player.
func (s *Stats) printPage(c *talliedMatch) error {
	meta := c.rec.Meta()
	t := newSeatTable("", c.rec)
	final := c.at(c.rec.Edge())
	for _, f := range figuresOf(c) {
		t.addRow(f.line, func(seat int) string {
			if f.Text != nil {
				return f.Text(&final[seat])
			}
			return textOf(f.Value(&final[seat]))
		})
		if last := len(t.Rows) - 1; f.line == "" || !f.alwaysShown && !slices.ContainsFunc(t.Rows[last][1:], table.IsFilled) {
			t.Rows = t.Rows[:last]
		}
	}
	heading := fmt.Sprintf("%s, seed %d, round %d of %d", meta.Game.Title(), meta.Seed, c.rec.Edge(), c.rec.Rounds())
	if meta.Note != "" {
		heading += "; " + meta.Note
	}
	_, err := fmt.Fprintf(s.Stdout, "%s\n%s\n%s", sanitize.Line(heading), plainTable(t.Table), needsNotes(c.rec))
	return err
}

// printCSV prints a row for each player, or for each player and round.
func (s *Stats) printCSV(ctx context.Context, c *talliedMatch) error {
	game := c.rec.Meta().Game
	if s.game == nil {
		s.game, s.first, s.csv = game, c.name, csvTo(s.Stdout, statsColumns(c))
	}
	if game != s.game {
		return fmt.Errorf("%s: the columns for %s differ from those for %s (%s); print each game separately, or use --json", c.name, game.Title(), s.game.Title(), s.first)
	}
	for list := range c.rounds(ctx, s.Rounds) {
		for seat := range list {
			if err := s.csv(&list[seat]); err != nil {
				return err
			}
		}
	}
	return nil
}

type statsTable struct {
	game  sim.Game
	texts table.Table
	means []mean
}

// mean holds the sums of one player's results, from which the means are computed.
type mean struct {
	player       string
	matches, won int
	hasGaps      bool  // whether a match lacks rounds, so that units lost are unknown
	sums         []int // sums of scores, points by source, and units lost
}

// maxTableRows bounds tables of rounds, which are laid out in memory. A match of 10,000 rounds
// fits.
const maxTableRows = 50_000

func (s *Stats) addRows(ctx context.Context, c *talliedMatch) error {
	game := c.rec.Meta().Game
	i := slices.IndexFunc(s.tables, func(t *statsTable) bool { return t.game == game })
	if i < 0 {
		i, s.tables = len(s.tables), append(s.tables, &statsTable{game: game})
	}
	t := s.tables[i]
	if rounds := c.rec.Edge() + 1; s.Rounds && len(t.texts.Rows)+rounds*sim.Seats > maxTableRows {
		return fmt.Errorf("%s: %d rounds are too many for a table; use --csv or --json", c.name, rounds)
	}
	columns := statsColumns(c)
	for list := range c.rounds(ctx, s.Rounds) {
		for seat := range list {
			table.AppendRows(&t.texts, columns, &list[seat])
		}
	}
	for _, of := range c.at(c.rec.Edge()) {
		t.count(&of)
	}
	return nil
}

func (t *statsTable) count(s *seatFigures) {
	player := s.match.rec.Meta().Names[s.seat]
	sums := []int{s.Scores[s.seat]}
	for i := range t.game.PointSources() {
		sums = append(sums, s.Points[i][s.seat])
	}
	sums = append(sums, s.LossCount(s.seat))
	i := slices.IndexFunc(t.means, func(m mean) bool { return m.player == player })
	if i < 0 {
		i, t.means = len(t.means), append(t.means, mean{player: player, sums: make([]int, len(sums))})
	}
	m := &t.means[i]
	m.matches++
	m.hasGaps = m.hasGaps || s.HasGaps
	if s.hasWon() {
		m.won++
	}
	for i, n := range sums {
		m.sums[i] += n
	}
}

// print writes the table without empty columns. For several recordings, it also writes each
// player's means, highest mean score first.
func (t *statsTable) print(w io.Writer, several bool) {
	t.texts.RemoveEmptyColumns()
	fmt.Fprintf(w, "%s\n%s\n", t.game.Title(), plainTable(t.texts))
	if several && len(t.texts.Rows) > sim.Seats {
		slices.SortStableFunc(t.means, func(x, y mean) int { return y.sums[0]*x.matches - x.sums[0]*y.matches })
		fmt.Fprintf(w, "\n%s\n", plainTable(table.Format(meanColumns(t.game), t.means...)))
	}
}

func meanColumns(g sim.Game) []table.Column[mean] {
	columns := []table.Column[mean]{
		alignLeft(column("", "player", func(m mean) string { return m.player })),
		column("", "matches", func(m mean) int { return m.matches }),
		column("", "won", func(m mean) int { return m.won }),
	}
	for i, title := range slices.Concat([]string{"mean score"}, g.PointSources(), []string{"lost"}) {
		columns = append(columns, table.Column[mean]{Layout: table.Layout{Title: title}, Text: func(m mean) string {
			if m.hasGaps && i == len(m.sums)-1 {
				return table.Unknown
			}
			return format.Decimal(float64(m.sums[i]) / float64(m.matches))
		}})
	}
	return columns
}

type statsJSON struct {
	recordingJSON
	Rounds  int    `json:"rounds"` // rounds of the whole match
	Round   int    `json:"round"`  // last round of the recording
	Winners []int  `json:"winners"`
	Note    string `json:"note,omitempty"`
	// Final holds the figures of the last round. With --rounds, "states" follows with the figures
	// of all rounds.
	Final [sim.Seats]seatJSON `json:"final"`
}

// seatJSON holds a player's figures; unknown ones are null.
type seatJSON struct {
	Score      int            `json:"score"`
	Points     map[string]int `json:"points"` // points by source; "other" and "in missing rounds" hold points of unknown source
	Units      int            `json:"units"`
	Measures   map[string]int `json:"measures"`
	LostTo     []int          `json:"lost_to"` // units lost to each seat; the last entry counts units lost to no player
	IdleRounds *int           `json:"still"`   // total length of the units' idle stretches, in rounds
	Orders     *int           `json:"orders"`
	Failed     map[string]int `json:"failed"` // number of failed orders, by the rule that blocked them
	CPU        *int64         `json:"cpu_ns"`
	Share      *float64       `json:"cpu_share"`
	Out        string         `json:"out,omitempty"`
}

// printJSON prints a recording as one line of JSON. It encodes one round at a time, because all
// rounds may not fit in memory.
func (s *Stats) printJSON(ctx context.Context, c *talliedMatch) error {
	meta := c.rec.Meta()
	final := c.at(c.rec.Edge())
	line := encodeJSON(statsJSON{jsonOf(c.name, c.rec), c.rec.Rounds(), c.rec.Edge(), c.rec.Winners(), meta.Note, seatsJSON(final)})
	if s.Rounds {
		line = append(bytes.TrimSuffix(line, []byte("}")), `,"states":[`...)
		for of := range c.rounds(ctx, true) {
			if _, err := s.Stdout.Write(append(line, encodeJSON(seatsJSON(of))...)); err != nil {
				return err // stop if output fails
			}
			line = append(line[:0], ',')
		}
		line = append(line[:0], "]}"...)
	}
	_, err := fmt.Fprintf(s.Stdout, "%s\n", line)
	return err
}

func encodeJSON(v any) []byte {
	var line bytes.Buffer
	_ = sanitize.WriteJSON(&line, v, "") // writing to memory cannot fail
	return bytes.TrimSpace(line.Bytes())
}

func seatsJSON(of [sim.Seats]seatFigures) (list [sim.Seats]seatJSON) {
	for seat := range of {
		list[seat] = of[seat].json()
	}
	return list
}

func (s *seatFigures) json() seatJSON {
	meta := s.match.rec.Meta()
	v := seatJSON{Score: s.Scores[s.seat], Points: map[string]int{}, Units: s.units, Measures: map[string]int{},
		Out: s.outText()}
	if !s.HasGaps {
		v.LostTo, v.IdleRounds = s.LostUnits[s.seat][:], &s.idleRounds
	}
	for i, name := range meta.Game.PointSources() {
		v.Points[name] = s.Points[i][s.seat]
	}
	if s.OtherPoints[s.seat] != 0 {
		v.Points[s.OtherPointsLabel()] = s.OtherPoints[s.seat]
	}
	for i, m := range meta.Game.Measures() {
		v.Measures[m.Name] = s.measures[i]
	}
	if s.OrdersKnown {
		v.Orders, v.Failed = &s.Orders[s.seat], map[string]int{}
		for _, g := range s.FailedByOutcome {
			if n := g.Orders[s.seat]; n > 0 {
				v.Failed[sim.OutcomeText(meta.Game, g.Outcome)] = n
			}
		}
	}
	if s.match.hasCPUTime {
		ns := s.CPUTime[s.seat].Nanoseconds()
		v.CPU = &ns
	}
	if s.hasClock() {
		v.Share = &s.Status[s.seat]
	}
	return v
}
