package report

import (
	"bytes"
	"context"
	"fmt"

	"game-tui/sim"
)

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
