package report

import (
	"bufio"
	"bytes"
	"context"
	"io"

	"game-tui/sim"
)

// statsLines is JSON: a line for each recording. It is written round by round, for those of
// a long match take more memory than the match.
type statsLines struct {
	rounds bool
	w      io.Writer
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
	if !p.rounds {
		out.Write(line)
		out.WriteByte('\n')
		return out.Flush()
	}
	out.Write(bytes.TrimSuffix(line, []byte("}")))
	before := `,"states":[`
	for k := range c.known(ctx, true) {
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

// encoded is a value as JSON.
func encoded(v any) ([]byte, error) {
	var line bytes.Buffer
	err := jsonLines(&line).Encode(v)
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
