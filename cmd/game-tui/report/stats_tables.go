package report

import (
	"context"
	"fmt"
	"io"
	"slices"

	"game-tui/sim"
	"game-tui/tui/numbers"
)

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
