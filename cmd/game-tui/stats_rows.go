package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"game-tui/sim"
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
	flags *statsFlags
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

func (p *statsRows) add(c *tallied) error {
	meta := c.rec.Meta()
	if p.game == nil {
		p.game, p.first = meta.Game, c.name
		p.head()
	}
	if meta.Game != p.game {
		return fmt.Errorf("%s is of %s, and %s of %s: their columns differ; print each game by itself, or --json", c.name, meta.Game.Title(), p.first, p.game.Title())
	}
	for _, k := range p.flags.known(c) {
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
	row := []string{c.name, meta.Game.Name(), fmt.Sprint(meta.Seed), fmt.Sprint(c.rec.Rounds()), fmt.Sprint(s.Round), fmt.Sprint(s.seat), meta.Names[s.seat]}
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
	return append(row, s.out())
}

func (p *statsRows) end() error {
	p.w.Flush()
	return p.w.Error()
}

// statsLines is JSON: a line for each recording.
type statsLines struct {
	flags   *statsFlags
	encoder *json.Encoder
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
	// Final are the figures at the last round, States with --rounds those of all rounds.
	Final  [sim.Seats]seatJSON   `json:"final"`
	States [][sim.Seats]seatJSON `json:"states,omitempty"`
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

func (p *statsLines) add(c *tallied) error {
	meta := c.rec.Meta()
	final := c.at(c.rec.Edge())
	v := statsJSON{File: c.name, Game: meta.Game.Name(), Seed: meta.Seed, Names: meta.Names, Rounds: c.rec.Rounds(),
		Round: c.rec.Edge(), Winners: sim.Winners(final[0].Scores), Note: meta.Note}
	for seat := range final {
		v.Final[seat] = final[seat].json(c)
	}
	if p.flags.rounds {
		for k := range c.rec.Edge() + 1 {
			var state [sim.Seats]seatJSON
			for seat, s := range c.at(k) {
				state[seat] = s.json(c)
			}
			v.States = append(v.States, state)
		}
	}
	return p.encoder.Encode(v)
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
