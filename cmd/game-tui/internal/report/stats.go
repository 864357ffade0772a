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
	Format           Format
	AllRounds, Quiet bool

	Stdout, Stderr io.Writer

	tables         []*statsTable // one table per game, if there are several recordings or rounds
	writeCSVRow    func(*seatFigures) error
	game           sim.Game // game of the first recording, which determines the CSV columns
	firstRecording string   // name of the first recording
}

// Run reads recordings and prints their statistics.
func (s *Stats) Run(ctx context.Context, names []string) error {
	bad := 0
	for i, word := range names {
		if !s.Quiet {
			progress.Show(s.Stderr, fmt.Sprintf("reading %s (%d of %d)", word, i+1, len(names)))
		}
		c, err := openStatsMatch(ctx, word)
		progress.Clear(s.Stderr)
		if err == nil && ctx.Err() == nil {
			err = s.add(ctx, c, len(names) > 1)
		}
		if stop := cmp.Or(ctx.Err(), files.Stdout.Err()); stop != nil {
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
	return files.Stdout.Err()
}

// add prints a recording, or adds it to the tables printed at the end.
func (s *Stats) add(ctx context.Context, c *statsMatch, hasSeveralRecordings bool) error {
	switch {
	case s.Format == JSON:
		return s.printJSON(ctx, c)
	case s.Format == CSV:
		return s.printCSV(ctx, c)
	case !hasSeveralRecordings && !s.AllRounds:
		return s.printPage(c)
	}
	return s.addRows(ctx, c)
}

// printPage prints a line for each figure and a column for each player.
func (s *Stats) printPage(c *statsMatch) error {
	meta := c.record.Meta()
	t := newSeatTable("", c.record)
	final := c.figuresAt(c.record.Edge())
	for _, f := range figuresOf(c) {
		t.addRow(f.label, func(seat int) string {
			if f.Text != nil {
				return f.Text(&final[seat])
			}
			return textOf(f.Value(&final[seat]))
		})
		if last := len(t.Rows) - 1; f.label == "" || !f.alwaysShown && !slices.ContainsFunc(t.Rows[last][1:], table.IsFilled) {
			t.Rows = t.Rows[:last]
		}
	}
	heading := fmt.Sprintf("%s, seed %d, round %d of %d", meta.Game.Title(), meta.Seed, c.record.Edge(), c.record.Rounds())
	if meta.Note != "" {
		heading += "; " + meta.Note
	}
	_, err := fmt.Fprintf(s.Stdout, "%s\n%s\n%s", sanitize.Line(heading), plainTable(t.Table), notesHint(c.record))
	return err
}

// printCSV prints a row for each player, or for each player and round.
func (s *Stats) printCSV(ctx context.Context, c *statsMatch) error {
	game := c.record.Meta().Game
	if s.game == nil {
		s.game, s.firstRecording, s.writeCSVRow = game, c.name, csvRowWriter(s.Stdout, statsColumns(c))
	}
	if game != s.game {
		return fmt.Errorf("%s: the columns for %s differ from those for %s (%s); print each game separately, or use --json", c.name, game.Title(), s.game.Title(), s.firstRecording)
	}
	for list := range c.roundFigures(ctx, s.AllRounds) {
		for seat := range list {
			if err := s.writeCSVRow(&list[seat]); err != nil {
				return err
			}
		}
	}
	return nil
}

type statsTable struct {
	game    sim.Game
	texts   table.Table
	players []playerSums
}

// playerSums holds the sums of one player's results, from which the means are computed.
type playerSums struct {
	player        string
	matches, wins int
	hasGaps       bool  // whether a match lacks rounds, so that units lost are unknown
	sums          []int // sums of scores, points by source, and units lost
}

// maxTableRows bounds tables of rounds, which are laid out in memory. A match of 10,000 rounds
// fits.
const maxTableRows = 50_000

func (s *Stats) addRows(ctx context.Context, c *statsMatch) error {
	game := c.record.Meta().Game
	i := slices.IndexFunc(s.tables, func(t *statsTable) bool { return t.game == game })
	if i < 0 {
		i, s.tables = len(s.tables), append(s.tables, &statsTable{game: game})
	}
	t := s.tables[i]
	if rounds := c.record.Edge() + 1; s.AllRounds && len(t.texts.Rows)+rounds*sim.Seats > maxTableRows {
		return fmt.Errorf("%s: %d rounds are too many for a table; use --csv or --json", c.name, rounds)
	}
	columns := statsColumns(c)
	for list := range c.roundFigures(ctx, s.AllRounds) {
		for seat := range list {
			table.AppendRows(&t.texts, columns, &list[seat])
		}
	}
	for _, figures := range c.figuresAt(c.record.Edge()) {
		t.addResult(&figures)
	}
	return nil
}

func (t *statsTable) addResult(s *seatFigures) {
	player := s.match.record.Meta().Names[s.seat]
	sums := []int{s.Scores[s.seat]}
	for i := range t.game.PointSources() {
		sums = append(sums, s.Points[i][s.seat])
	}
	sums = append(sums, s.LossCount(s.seat))
	i := slices.IndexFunc(t.players, func(m playerSums) bool { return m.player == player })
	if i < 0 {
		i, t.players = len(t.players), append(t.players, playerSums{player: player, sums: make([]int, len(sums))})
	}
	m := &t.players[i]
	m.matches++
	m.hasGaps = m.hasGaps || s.HasGaps
	if s.hasWon() {
		m.wins++
	}
	for i, n := range sums {
		m.sums[i] += n
	}
}

// print writes the table without empty columns. For several recordings, it also writes each
// player's means, highest mean score first.
func (t *statsTable) print(w io.Writer, hasSeveralRecordings bool) {
	t.texts.RemoveEmptyColumns()
	fmt.Fprintf(w, "%s\n%s\n", t.game.Title(), plainTable(t.texts))
	if hasSeveralRecordings && len(t.texts.Rows) > sim.Seats {
		slices.SortStableFunc(t.players, func(x, y playerSums) int { return y.sums[0]*x.matches - x.sums[0]*y.matches })
		fmt.Fprintf(w, "\n%s\n", plainTable(table.Format(meanColumns(t.game), t.players...)))
	}
}

func meanColumns(g sim.Game) []table.Column[playerSums] {
	columns := []table.Column[playerSums]{
		alignLeft(column("", "player", func(m playerSums) string { return m.player })),
		column("", "matches", func(m playerSums) int { return m.matches }),
		column("", "won", func(m playerSums) int { return m.wins }),
	}
	for i, title := range slices.Concat([]string{"mean score"}, g.PointSources(), []string{"lost"}) {
		columns = append(columns, table.Column[playerSums]{Layout: table.Layout{Title: title}, Text: func(m playerSums) string {
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
	// FinalFigures holds the figures of the last round. With --rounds, "states" follows with the
	// figures of all rounds.
	FinalFigures [sim.Seats]seatJSON `json:"final"`
}

// seatJSON holds a player's figures; unknown ones are null.
type seatJSON struct {
	Score        int            `json:"score"`
	Points       map[string]int `json:"points"` // points by source; "other" and "in missing rounds" hold points of unknown source
	UnitCount    int            `json:"units"`
	Measures     map[string]int `json:"measures"`
	LostTo       []int          `json:"lost_to"` // units lost to each seat; the last entry counts units lost to no player
	IdleRounds   *int           `json:"still"`   // total length of the units' idle stretches, in rounds
	OrderCount   *int           `json:"orders"`
	FailedOrders map[string]int `json:"failed"` // number of failed orders, by the rule that blocked them
	CPU          *int64         `json:"cpu_ns"`
	CPUShare     *float64       `json:"cpu_share"`
	Out          string         `json:"out,omitempty"`
}

// printJSON prints a recording as one line of JSON. It encodes one round at a time, because all
// rounds may not fit in memory.
func (s *Stats) printJSON(ctx context.Context, c *statsMatch) error {
	meta := c.record.Meta()
	final := c.figuresAt(c.record.Edge())
	line := encodeJSON(statsJSON{newRecordingJSON(c.name, c.record), c.record.Rounds(), c.record.Edge(), c.record.Winners(), meta.Note, newSeatsJSON(final)})
	if s.AllRounds {
		line = append(bytes.TrimSuffix(line, []byte("}")), `,"states":[`...)
		for figures := range c.roundFigures(ctx, true) {
			if _, err := s.Stdout.Write(append(line, encodeJSON(newSeatsJSON(figures))...)); err != nil {
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

func newSeatsJSON(figures [sim.Seats]seatFigures) (list [sim.Seats]seatJSON) {
	for seat := range figures {
		list[seat] = figures[seat].json()
	}
	return list
}

func (s *seatFigures) json() seatJSON {
	meta := s.match.record.Meta()
	v := seatJSON{Score: s.Scores[s.seat], Points: map[string]int{}, UnitCount: s.unitCount, Measures: map[string]int{},
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
		v.OrderCount, v.FailedOrders = &s.Orders[s.seat], map[string]int{}
		for _, g := range s.FailedByOutcome {
			if n := g.Orders[s.seat]; n > 0 {
				v.FailedOrders[sim.OutcomeText(meta.Game, g.Outcome)] = n
			}
		}
	}
	if s.match.hasCPUTime {
		ns := s.CPUTime[s.seat].Nanoseconds()
		v.CPU = &ns
	}
	if s.isCPUShareKnown() {
		v.CPUShare = &s.Status[s.seat]
	}
	return v
}
