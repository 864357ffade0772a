package report

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"time"

	"game-tui/cmd/game-tui/files"
	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/figures"
)

// statsPrinter prints what is counted, recording by recording.
type statsPrinter interface {
	add(ctx context.Context, c *tallied) error
	end() error
}

// printer is the one for that many files.
func (f *Stats) printer(files int) statsPrinter {
	switch {
	case f.Format == JSON:
		return &statsLines{flags: f, w: f.Stdout}
	case f.Format == CSV:
		return &statsRows{flags: f, w: csv.NewWriter(f.Stdout)}
	case files == 1 && !f.Rounds:
		return statsPage{f.Stdout}
	}
	return &statsTables{flags: f, several: files > 1}
}

// takers name who may take units from somebody: the players, and what is nobody's.
func (c *tallied) takers() (list [sim.Seats + 1]string) {
	meta := c.rec.Meta()
	for seat := range sim.Seats {
		list[seat] = fmt.Sprintf("%d %s", seat, meta.Names[seat])
	}
	list[figures.Nobody] = meta.Game.Legend().Hunter()
	return list
}

// statsPage tells all of one recording: a line for each figure, a column for each player.
type statsPage struct{ w io.Writer }

func (p statsPage) add(_ context.Context, c *tallied) error {
	meta := c.rec.Meta()
	takers := c.takers()
	seats := c.at(c.rec.Edge())
	round := seats[0].Round
	t := plainTable(1, append([]string{""}, takers[:sim.Seats]...)...)
	line := func(name string, always bool, of func(s *seatFigures) string) {
		row := []string{name}
		for i := range seats {
			row = append(row, of(&seats[i]))
		}
		if always || slices.ContainsFunc(row[1:], func(cell string) bool { return cell != "0" && cell != "" }) {
			t.Row(row...)
		}
	}
	number := func(name string, always bool, of func(s *seatFigures) int) {
		line(name, always, func(s *seatFigures) string { return fmt.Sprint(of(s)) })
	}
	number("score", true, func(s *seatFigures) int { return s.Scores[s.seat] })
	for i, name := range meta.Game.Sources() {
		number("  "+name, true, func(s *seatFigures) int { return s.Points[i][s.seat] })
	}
	number("  other", false, func(s *seatFigures) int { return s.Other[s.seat] })
	number("units on the board", true, func(s *seatFigures) int { return s.units })
	for i, m := range meta.Game.Measures() {
		number("  "+m.Name, true, func(s *seatFigures) int { return s.measures[i] })
	}
	number("units lost", true, func(s *seatFigures) int { return s.LostTo(s.seat) })
	for by, name := range takers {
		number("  to "+name, false, func(s *seatFigures) int { return s.Lost[s.seat][by] })
	}
	line("orders given", true, ifKnown(func(s *seatFigures) int { return s.Given[s.seat] }))
	line("orders failed", true, ifKnown(func(s *seatFigures) int { return s.FailedOrders(s.seat) }))
	for _, rule := range seats[0].Rules() {
		number("  "+sim.FateText(meta.Game, rule), false, func(s *seatFigures) int { return s.FailedBy(s.seat, rule) })
	}
	line("processor time", true, func(s *seatFigures) string { return s.time() })
	line("out", false, func(s *seatFigures) string { return s.out() })
	heading := fmt.Sprintf("%s, seed %d, round %d of %d", meta.Game.Title(), meta.Seed, round, c.rec.Rounds())
	if meta.Note != "" {
		heading += "; " + meta.Note
	}
	_, err := fmt.Fprintf(p.w, "%s\n%s\n", heading, t.Render())
	return err
}

func (p statsPage) end() error { return nil }

// unknown stands for what a recording does not say.
const unknown = "unknown"

// ifKnown writes a number of orders.
func ifKnown(of func(s *seatFigures) int) func(s *seatFigures) string {
	return func(s *seatFigures) string {
		if !s.Known {
			return unknown
		}
		return fmt.Sprint(of(s))
	}
}

// time words the processor time used, or the share of what was allowed.
func (s *seatFigures) time() string {
	switch {
	case s.timed:
	case s.clock:
		return fmt.Sprintf("%.0f %%", 100*s.Status[s.seat])
	default:
		return unknown
	}
	return s.Time[s.seat].Round(time.Millisecond).String()
}

// statsTables are lists of several recordings or rounds, one for each game.
type statsTables struct {
	flags   *Stats
	several bool
	games   []*statsTable
}

type statsTable struct {
	game  sim.Game
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
		i, p.games = len(p.games), append(p.games, &statsTable{game: meta.Game})
	}
	t := p.games[i]
	if rounds := c.rec.Edge() + 1; p.flags.Rounds && len(t.rows)+rounds*sim.Seats > maxTableRows {
		return fmt.Errorf("%s: its %d rounds are too many for a table; --csv and --json print them all", c.name, rounds)
	}
	for k := range p.flags.known(ctx, c) {
		for _, s := range c.at(k) {
			player := fmt.Sprintf("%d %s", s.seat, meta.Names[s.seat])
			row := []string{clean.Line(c.name), player, fmt.Sprint(k), fmt.Sprint(s.Scores[s.seat])}
			for source := range meta.Game.Sources() {
				row = append(row, fmt.Sprint(s.Points[source][s.seat]))
			}
			t.rows = append(t.rows, append(row, fmt.Sprint(s.Other[s.seat]), fmt.Sprint(s.units), fmt.Sprint(s.LostTo(s.seat)),
				ifKnown(func(s *seatFigures) int { return s.FailedOrders(s.seat) })(&s), s.time(), s.out()))
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
			fmt.Fprintln(p.flags.Stdout)
		}
		head := append([]string{"recording", "player", "round", "score"}, t.game.Sources()...)
		head = append(head, "other", "units", "lost", "failed orders", "time", "out")
		for name, nothing := range map[string]string{"other": "0", "time": unknown, "out": ""} {
			head, t.rows = without(head, t.rows, slices.Index(head, name), nothing)
		}
		fmt.Fprintf(p.flags.Stdout, "%s\n%s\n", t.game.Title(), plainTable(2, head...).Rows(t.rows...).Render())
		if p.several && len(t.rows) > sim.Seats {
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
	fmt.Fprintf(p.flags.Stdout, "\n%s\n", list.Render())
}
