package report

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"slices"

	"game-tui/cmd/game-tui/files"
	"game-tui/sim"
	"game-tui/sim/record"
)

// statsPage tells all of one recording: a line for each figure, a column for each player.
type statsPage struct{ w io.Writer }

func (p statsPage) add(_ context.Context, c *tallied) error {
	meta := c.meta()
	seats := c.at(c.rec.Edge())
	t := plainTable(1, append([]string{""}, c.takers[:sim.Seats]...)...)
	var all [sim.Seats][]figure
	for seat := range seats {
		all[seat] = seats[seat].figures()
	}
	for i, f := range all[0] {
		row := []string{f.line}
		for seat := range all {
			row = append(row, all[seat][i].text)
		}
		if f.line != "" && (f.always || slices.ContainsFunc(row[1:], func(cell string) bool { return cell != "0" && cell != "" && cell != unknown })) {
			t.Row(row...)
		}
	}
	heading := fmt.Sprintf("%s, seed %d, round %d of %d", meta.Game.Title(), meta.Seed, seats[0].Round, c.rec.Rounds())
	if meta.Note != "" {
		heading += "; " + meta.Note
	}
	_, err := fmt.Fprintf(p.w, "%s\n%s\n", heading, t.Render())
	return err
}

func (p statsPage) end() error { return nil }

// statsRows is CSV: a line for each player of a recording, or of a round.
type statsRows struct {
	rounds bool
	w      *csv.Writer
	first  *record.Meta // of the first recording
	name   string       // of it
}

func (p *statsRows) add(ctx context.Context, c *tallied) error {
	game := c.meta().Game
	if p.first == nil {
		p.first, p.name = c.meta(), c.name
		_ = p.w.Write(namesOf(c.sample())) // Flush keeps the error
	}
	if game != p.first.Game {
		return fmt.Errorf("%s is of %s, and %s of %s: their columns differ; print each game by itself, or --json", c.name, game.Title(), p.name, p.first.Game.Title())
	}
	for k := range c.known(ctx, p.rounds) {
		for _, s := range c.at(k) {
			_ = p.w.Write(exactOf(s.row()))
		}
	}
	p.w.Flush()
	return nil
}

func (p *statsRows) end() error {
	p.w.Flush()
	return p.w.Error()
}

// statsTables are lists of several recordings or rounds, one for each game.
type statsTables struct {
	rounds  bool
	w       io.Writer
	several bool
	games   []*statsTable
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
	points       [sim.MaxSources]int
	score        int
	lost         int
}

// maxTableRows is how many rows a table of rounds has at most. It is laid out as a whole; a
// match of 10,000 rounds fits.
const maxTableRows = 50_000

func (p *statsTables) add(ctx context.Context, c *tallied) error {
	meta := c.rec.Meta()
	i := slices.IndexFunc(p.games, func(t *statsTable) bool { return t.game == meta.Game })
	if i < 0 {
		i, p.games = len(p.games), append(p.games, &statsTable{game: meta.Game, head: headOf(c.sample())})
	}
	t := p.games[i]
	if rounds := c.rec.Edge() + 1; p.rounds && len(t.rows)+rounds*sim.Seats > maxTableRows {
		return fmt.Errorf("%s: its %d rounds are too many for a table; --csv and --json print them all", c.name, rounds)
	}
	for k := range c.known(ctx, p.rounds) {
		for _, s := range c.at(k) {
			t.rows = append(t.rows, textOf(s.row()))
			if k == c.rec.Edge() {
				t.count(meta.Names[s.seat], &s)
			}
		}
	}
	return nil
}

func (t *statsTable) count(player string, s *seatFigures) {
	i := slices.IndexFunc(t.means, func(m mean) bool { return m.player == player })
	if i < 0 {
		i, t.means = len(t.means), append(t.means, mean{player: player})
	}
	m := &t.means[i]
	m.matches++
	if s.won() {
		m.won++
	}
	m.score += s.Scores[s.seat]
	m.lost += s.LostTo(s.seat)
	for source := range m.points {
		m.points[source] += s.Points[source][s.seat]
	}
}

func (p *statsTables) end() error {
	for i, t := range p.games {
		if i > 0 {
			fmt.Fprintln(p.w)
		}
		head, rows := t.head, t.rows
		for name, nothing := range map[string]string{"other": "0", "time": unknown, "out": ""} {
			head, rows = without(head, rows, slices.Index(head, name), nothing)
		}
		fmt.Fprintf(p.w, "%s\n%s\n", t.game.Title(), plainTable(2, head...).Rows(rows...).Render())
		if p.several && len(rows) > sim.Seats {
			p.means(t)
		}
	}
	return files.Stdout.Fault()
}

// without leaves out a column in which all rows say nothing.
func without(head []string, rows [][]string, column int, nothing string) ([]string, [][]string) {
	if slices.ContainsFunc(rows, func(row []string) bool { return row[column] != nothing }) {
		return head, rows
	}
	for i := range rows {
		rows[i] = slices.Delete(rows[i], column, column+1)
	}
	return slices.Delete(head, column, column+1), rows
}

// means prints the mean of each player's matches.
func (p *statsTables) means(t *statsTable) {
	slices.SortStableFunc(t.means, func(x, y mean) int { return y.score*x.matches - x.score*y.matches })
	list := plainTable(1, append(append([]string{"player", "matches", "won", "mean score"}, t.game.Sources()...), "lost")...)
	for _, m := range t.means {
		of := func(n int) string { return fmt.Sprintf("%.1f", float64(n)/float64(m.matches)) }
		row := []string{m.player, fmt.Sprint(m.matches), fmt.Sprint(m.won), of(m.score)}
		for source := range t.game.Sources() {
			row = append(row, of(m.points[source]))
		}
		list.Row(append(row, of(m.lost))...)
	}
	fmt.Fprintf(p.w, "\n%s\n", list.Render())
}
