package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strings"

	"game-tui/sim"
	"game-tui/sim/match"
)

// results prints results in the form asked for.
func (f *runFlags) results(list ...*match.Result) error {
	switch {
	case f.json:
		encoder := json.NewEncoder(f.stdout)
		for _, r := range list {
			if err := encoder.Encode(r); err != nil {
				return err
			}
		}
	case f.csv:
		w := csv.NewWriter(f.stdout)
		w.Write(csvHeader())
		for _, r := range list {
			w.Write(csvRow(r))
		}
		w.Flush()
		return w.Error()
	}
	return nil
}

func csvHeader() []string {
	header := []string{"seed"}
	for _, column := range []string{"player", "score", "out"} {
		for seat := range sim.Seats {
			header = append(header, fmt.Sprint(column, seat))
		}
	}
	return append(header, "winners", "rounds", "stopped")
}

// csvRow is a result in one line; a match is played again from its seed and players.
func csvRow(r *match.Result) []string {
	row := []string{fmt.Sprint(r.Spec.Seed)}
	for _, p := range r.Spec.Players {
		row = append(row, p.Name)
	}
	for _, n := range r.Scores {
		row = append(row, fmt.Sprint(n))
	}
	for _, o := range r.Outs {
		if o == nil {
			row = append(row, "")
		} else {
			row = append(row, string(o.Reason))
		}
	}
	seats := strings.Trim(fmt.Sprint(r.Winners), "[]")
	return append(row, seats, fmt.Sprint(r.Rounds), r.Stopped)
}
