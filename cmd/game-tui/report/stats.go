package report

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/progress"
	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/record"
	"game-tui/tui/numbers"
)

// Stats says how recordings are counted in.
type Stats struct {
	Format        Format
	Rounds, Quiet bool

	Stdout, Stderr io.Writer
}

// Run counts in recordings, and prints what it finds.
func (s *Stats) Run(ctx context.Context, names []string) error {
	tables := &statsTables{rounds: s.Rounds, several: len(names) > 1}
	add := s.printer(tables)
	bad := 0
	for i, word := range names {
		if !s.Quiet {
			progress.Note(s.Stderr, fmt.Sprintf("reading %s (%d of %d)", word, i+1, len(names)))
		}
		c, err := tally(ctx, word)
		progress.Clear(s.Stderr)
		if err == nil && ctx.Err() == nil {
			err = add(ctx, c)
		}
		if stop := cmp.Or(ctx.Err(), files.Stdout.Fault()); stop != nil {
			return stop // what nobody gets need not be counted
		}
		if err != nil {
			if len(names) == 1 {
				return err
			}
			bad++
			fmt.Fprintln(s.Stderr, "error:", clean.Line(err.Error()))
		}
	}
	tables.print(s.Stdout)
	if bad > 0 {
		return fmt.Errorf("%d of %d recordings are not counted", bad, len(names))
	}
	return files.Stdout.Fault()
}

// printer prints a recording, or adds it to tables that are printed in the end.
func (s *Stats) printer(tables *statsTables) func(context.Context, *tallied) error {
	switch {
	case s.Format == JSON:
		return s.printJSON
	case s.Format == CSV:
		return s.csvPrinter()
	case !tables.several && !s.Rounds:
		return s.printPage
	}
	return tables.add
}

// printPage prints all of one recording: a line for each figure, a column for each player.
func (s *Stats) printPage(_ context.Context, c *tallied) error {
	meta := c.meta()
	head := []string{""}
	var all [sim.Seats][]figure
	for seat, of := range c.final() {
		head = append(head, c.player(seat))
		all[seat] = of.figures()
	}
	t := plainTable(1, head...)
	for i, f := range all[0] {
		row := []string{f.line}
		for seat := range all {
			row = append(row, all[seat][i].text)
		}
		if f.line != "" && (f.always || slices.ContainsFunc(row[1:], func(cell string) bool { return cell != "0" && cell != "" && cell != unknown })) {
			t.Row(row...)
		}
	}
	heading := fmt.Sprintf("%s, seed %d, round %d of %d", meta.Game.Title(), meta.Seed, c.rec.Edge(), c.rec.Rounds())
	if meta.Note != "" {
		heading += "; " + meta.Note
	}
	_, err := fmt.Fprintf(s.Stdout, "%s\n%s\n", heading, t.Render())
	return err
}

// csvPrinter prints a line for each player of a recording, or of a round.
func (s *Stats) csvPrinter() func(context.Context, *tallied) error {
	write := csvTo(s.Stdout)
	var first *record.Meta // of the first recording
	var name string        // of it
	return func(ctx context.Context, c *tallied) error {
		if first == nil {
			first, name = c.meta(), c.name
		}
		if game := c.meta().Game; game != first.Game {
			return fmt.Errorf("%s is of %s, and %s of %s: their columns differ; print each game by itself, or --json", c.name, game.Title(), name, first.Game.Title())
		}
		for k := c.first(s.Rounds); k <= c.rec.Edge() && ctx.Err() == nil; k++ {
			for _, of := range c.at(k) {
				if err := write(of.row()); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

// statsTables are lists of several recordings or rounds, one for each game.
type statsTables struct {
	rounds, several bool
	games           []*statsTable
}

type statsTable struct {
	game  sim.Game
	head  []string
	rows  [][]string
	means []mean
}

// mean adds up the matches of a player.
type mean struct {
	player       string
	matches, won int
	sums         []int // scores, points by source, units lost
}

// maxTableRows is how many rows a table of rounds has at most. It is laid out as a whole; a
// match of 10,000 rounds fits.
const maxTableRows = 50_000

func (p *statsTables) add(ctx context.Context, c *tallied) error {
	game := c.meta().Game
	i := slices.IndexFunc(p.games, func(t *statsTable) bool { return t.game == game })
	if i < 0 {
		i, p.games = len(p.games), append(p.games, &statsTable{game: game})
	}
	t := p.games[i]
	if rounds := c.rec.Edge() + 1; p.rounds && len(t.rows)+rounds*sim.Seats > maxTableRows {
		return fmt.Errorf("%s: its %d rounds are too many for a table; --csv and --json print them all", c.name, rounds)
	}
	for k := c.first(p.rounds); k <= c.rec.Edge() && ctx.Err() == nil; k++ {
		for _, s := range c.at(k) {
			var row []string
			t.head, row = forPeople(s.row())
			t.rows = append(t.rows, row)
		}
	}
	for _, s := range c.final() {
		t.count(&s)
	}
	return nil
}

func (t *statsTable) count(s *seatFigures) {
	player := s.of.meta().Names[s.seat]
	sums := []int{s.Scores[s.seat]}
	for i := range t.game.Sources() {
		sums = append(sums, s.Points[i][s.seat])
	}
	sums = append(sums, s.LostTo(s.seat))
	i := slices.IndexFunc(t.means, func(m mean) bool { return m.player == player })
	if i < 0 {
		i, t.means = len(t.means), append(t.means, mean{player: player, sums: make([]int, len(sums))})
	}
	m := &t.means[i]
	m.matches++
	if s.won() {
		m.won++
	}
	for i, n := range sums {
		m.sums[i] += n
	}
}

// print prints the lists, without columns in which all rows say nothing.
func (p *statsTables) print(w io.Writer) {
	for i, t := range p.games {
		if i > 0 {
			fmt.Fprintln(w)
		}
		for name, nothing := range map[string]string{"other": "0", "time": unknown, "out": ""} {
			t.leaveOut(slices.Index(t.head, name), nothing)
		}
		fmt.Fprintf(w, "%s\n%s\n", t.game.Title(), plainTable(2, t.head...).Rows(t.rows...).Render())
		if p.several && len(t.rows) > sim.Seats {
			t.printMeans(w)
		}
	}
}

// leaveOut leaves out a column in which all rows say nothing.
func (t *statsTable) leaveOut(column int, nothing string) {
	if slices.ContainsFunc(t.rows, func(row []string) bool { return row[column] != nothing }) {
		return
	}
	for i, row := range t.rows {
		t.rows[i] = slices.Delete(row, column, column+1)
	}
	t.head = slices.Delete(t.head, column, column+1)
}

// printMeans prints the mean of each player's matches, the highest score first.
func (t *statsTable) printMeans(w io.Writer) {
	slices.SortStableFunc(t.means, func(x, y mean) int { return y.sums[0]*x.matches - x.sums[0]*y.matches })
	list := plainTable(1, slices.Concat([]string{"player", "matches", "won", "mean score"}, t.game.Sources(), []string{"lost"})...)
	for _, m := range t.means {
		row := []string{m.player, fmt.Sprint(m.matches), fmt.Sprint(m.won)}
		for _, sum := range m.sums {
			row = append(row, numbers.Decimal(float64(sum)/float64(m.matches)))
		}
		list.Row(row...)
	}
	fmt.Fprintf(w, "\n%s\n", list.Render())
}

// statsJSON is what --json prints of a recording.
type statsJSON struct {
	File    string            `json:"file"`
	Game    string            `json:"game"`
	Seed    int32             `json:"seed"`
	Names   [sim.Seats]string `json:"names"`
	Rounds  int               `json:"rounds"` // of the match, played or not
	Round   int               `json:"round"`  // the last one there
	Winners []int             `json:"winners"`
	Note    string            `json:"note,omitempty"`
	// Final are the figures at the last round. With --rounds those of all rounds follow, as "states".
	Final [sim.Seats]seatJSON `json:"final"`
}

// seatJSON are the figures of a player; null where they are not known.
type seatJSON struct {
	Score    int            `json:"score"`
	Points   map[string]int `json:"points"` // by source; "other" is what no source explains
	Units    int            `json:"units"`
	Measures map[string]int `json:"measures"`
	LostTo   []int          `json:"lost_to"` // by seat; the last one is nobody's
	Orders   *int           `json:"orders"`
	Failed   map[string]int `json:"failed"` // by rule
	CPU      *int64         `json:"cpu_ns"`
	Share    *float64       `json:"cpu_share"`
	Out      string         `json:"out,omitempty"`
}

// printJSON prints a recording as a line of JSON, round by round: all rounds of a long match take more
// memory than the match.
func (s *Stats) printJSON(ctx context.Context, c *tallied) error {
	meta := c.meta()
	final := c.final()
	line := encoded(statsJSON{File: c.name, Game: meta.Game.Name(), Seed: meta.Seed, Names: meta.Names, Rounds: c.rec.Rounds(),
		Round: c.rec.Edge(), Winners: sim.Winners(final[0].Scores), Note: meta.Note, Final: seatsJSON(final)})
	if s.Rounds {
		line = append(bytes.TrimSuffix(line, []byte("}")), `,"states":[`...)
		for k := 0; k <= c.rec.Edge() && ctx.Err() == nil; k++ {
			if k > 0 {
				line = append(line, ',')
			}
			if _, err := s.Stdout.Write(append(line, encoded(seatsJSON(c.at(k)))...)); err != nil {
				return err // what nobody gets need not be counted
			}
			line = line[:0]
		}
		line = append(line, "]}"...)
	}
	_, err := fmt.Fprintf(s.Stdout, "%s\n", line)
	return err
}

// encoded is a value as JSON.
func encoded(v any) []byte {
	var line bytes.Buffer
	_ = jsonLines(&line).Encode(v) // figures can be written
	return bytes.TrimSuffix(line.Bytes(), []byte("\n"))
}

// seatsJSON are the figures of all players.
func seatsJSON(of [sim.Seats]seatFigures) (list [sim.Seats]seatJSON) {
	for seat := range of {
		list[seat] = of[seat].json()
	}
	return list
}

func (s *seatFigures) json() seatJSON {
	meta := s.of.meta()
	v := seatJSON{Score: s.Scores[s.seat], Points: map[string]int{}, Units: s.units, Measures: map[string]int{},
		LostTo: s.Lost[s.seat][:], Out: s.out()}
	for i, name := range meta.Game.Sources() {
		v.Points[name] = s.Points[i][s.seat]
	}
	if s.Other[s.seat] != 0 {
		v.Points["other"] = s.Other[s.seat]
	}
	for i, m := range meta.Game.Measures() {
		v.Measures[m.Name] = s.measures[i]
	}
	if s.Known {
		v.Orders, v.Failed = &s.Given[s.seat], map[string]int{}
		for _, g := range s.Failed {
			if n := g.Orders[s.seat]; n > 0 {
				v.Failed[sim.FateText(meta.Game, g.Fate)] = n
			}
		}
	}
	if s.timed {
		ns := s.Time[s.seat].Nanoseconds()
		v.CPU = &ns
	}
	if s.clock {
		v.Share = &s.Status[s.seat]
	}
	return v
}
