package report

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"

	"game-tui/sim"
	"game-tui/sim/clean"
)

// failures are the fates of orders that fail in a game.
func failures(g sim.Game) (list []sim.Fate) {
	for f := sim.FateExecuted + 1; f < 64; f++ {
		if sim.FateText(g, f) != "" {
			list = append(list, f)
		}
	}
	return list
}

// statsRows is CSV: a line for each player of a recording, or of a round.
type statsRows struct {
	flags *Stats
	w     *csv.Writer
	game  sim.Game
	first string
}

// column makes a name of a column: "failed_a_wall_is_there".
func column(kind, text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return kind + "_" + strings.Join(words, "_")
}

func (p *statsRows) head() {
	head := []string{"file", "game", "seed", "rounds", "round", "seat", "player", "score", "won"}
	for _, name := range p.game.Sources() {
		head = append(head, column("points", name))
	}
	head = append(head, "points_other", "units")
	for _, m := range p.game.Measures() {
		head = append(head, column("measure", m.Name))
	}
	head = append(head, "lost")
	for seat := range sim.Seats {
		head = append(head, fmt.Sprint("lost_to_", seat))
	}
	head = append(head, column("lost_to", p.game.Legend().Hunter()), "orders", "failed")
	for _, rule := range failures(p.game) {
		head = append(head, column("failed", sim.FateText(p.game, rule)))
	}
	p.w.Write(append(head, "cpu_ms", "cpu_share", "out"))
}

func (p *statsRows) add(ctx context.Context, c *tallied) error {
	meta := c.rec.Meta()
	if p.game == nil {
		p.game, p.first = meta.Game, c.name
		p.head()
	}
	if meta.Game != p.game {
		return fmt.Errorf("%s is of %s, and %s of %s: their columns differ; print each game by itself, or --json", c.name, meta.Game.Title(), p.first, p.game.Title())
	}
	for k := range p.flags.known(ctx, c) {
		for _, s := range c.at(k) {
			p.w.Write(s.row(c))
		}
	}
	p.w.Flush()
	return nil
}

// row is a line of CSV; what is not known is empty.
func (s *seatFigures) row(c *tallied) []string {
	meta := c.rec.Meta()
	row := []string{clean.Cell(c.name), meta.Game.Name(), fmt.Sprint(meta.Seed), fmt.Sprint(c.rec.Rounds()), fmt.Sprint(s.Round), fmt.Sprint(s.seat), clean.Cell(meta.Names[s.seat])}
	add := func(known bool, n any) {
		cell := ""
		if known {
			cell = fmt.Sprint(n)
		}
		row = append(row, cell)
	}
	add(true, s.Scores[s.seat])
	add(true, s.won())
	for i := range meta.Game.Sources() {
		add(true, s.Points[i][s.seat])
	}
	add(true, s.Other[s.seat])
	add(true, s.units)
	for _, n := range s.measures {
		add(true, n)
	}
	add(true, s.LostTo(s.seat))
	for _, n := range s.Lost[s.seat] {
		add(true, n)
	}
	add(s.Known, s.Given[s.seat])
	add(s.Known, s.FailedOrders(s.seat))
	for _, rule := range failures(meta.Game) {
		add(s.Known, s.FailedBy(s.seat, rule))
	}
	add(s.timed, float64(s.Time[s.seat].Microseconds())/1000)
	add(s.clock, s.Status[s.seat])
	return append(row, clean.Cell(s.out()))
}

func (p *statsRows) end() error {
	p.w.Flush()
	return p.w.Error()
}

// statsLines is JSON: a line for each recording. It is written round by round, for those of
// a long match take more memory than the match.
type statsLines struct {
	flags *Stats
	w     io.Writer
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

func (p *statsLines) add(ctx context.Context, c *tallied) error {
	meta := c.rec.Meta()
	final := c.at(c.rec.Edge())
	line, err := encoded(statsJSON{File: c.name, Game: meta.Game.Name(), Seed: meta.Seed, Names: meta.Names, Rounds: c.rec.Rounds(),
		Round: c.rec.Edge(), Winners: sim.Winners(final[0].Scores), Note: meta.Note, Final: c.json(final)})
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(p.w, 64<<10)
	if !p.flags.Rounds {
		out.Write(line)
		out.WriteByte('\n')
		return out.Flush()
	}
	out.Write(bytes.TrimSuffix(line, []byte("}")))
	before := `,"states":[`
	for k := range p.flags.known(ctx, c) {
		state, err := encoded(c.json(c.at(k)))
		if err != nil {
			return err
		}
		out.WriteString(before)
		before = ","
		if _, err := out.Write(state); err != nil {
			return err // what nobody gets need not be counted
		}
	}
	out.WriteString("]}\n")
	return out.Flush()
}

// encoded is a value as JSON, without the escapes that only a page needs.
func encoded(v any) ([]byte, error) {
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(line.Bytes(), []byte("\n")), err
}

// json are figures of all players.
func (c *tallied) json(of [sim.Seats]seatFigures) (list [sim.Seats]seatJSON) {
	for seat := range of {
		list[seat] = of[seat].json(c)
	}
	return list
}

func (p *statsLines) end() error { return nil }

func (s *seatFigures) json(c *tallied) seatJSON {
	meta := c.rec.Meta()
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
		for _, g := range s.Failed[s.seat] {
			v.Failed[sim.FateText(meta.Game, g.Fate)] = g.Orders
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
