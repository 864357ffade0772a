package report

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/playoff"
	"game-tui/tui/final"
	"game-tui/tui/numbers"
)

// Final is how a grand final stands, ready to be shown in any form.
type Final struct {
	File     string     `json:"file"`
	Game     string     `json:"game"`
	Engine   string     `json:"engine"`
	Seed     int32      `json:"seed"`
	Matches  int        `json:"matches_a_group"`
	Champion string     `json:"champion,omitempty"`
	Players  []finalist `json:"players"` // of the final, then of each semifinal, the best first
}

// finalist is how a player stands in a group.
type finalist struct {
	Group string `json:"group"`
	Place int    `json:"place"`
	Name  string `json:"player"`
	playoff.Stand
}

// NewFinal computes it.
func NewFinal(file string, p *league.Plan, f *playoff.Final) *Final {
	r := &Final{File: clean.Line(filepath.Base(file)), Game: clean.Line(p.Game), Engine: clean.Line(p.Engine), Seed: p.Seed, Matches: f.Matches}
	for _, group := range []int{playoff.Last, 0, 1, 2, 3} {
		for i, s := range f.Table(group, f.Heats()) {
			r.Players = append(r.Players, finalist{final.Stage(group), i + 1, p.Player[s.Finalist].Name, s})
		}
	}
	if f.Known() == f.Heats() {
		r.Champion = r.Players[0].Name
	}
	return r
}

// Write writes all of it.
func (r *Final) Write(w io.Writer, f Format) error {
	return writeAs(w, f, r, r.rows, r.text)
}

func (r *Final) text(w io.Writer, f form) {
	fmt.Fprintf(w, "%s%s, %s: %s a group, seed %d\n\n", strings.TrimPrefix(f.title, "#"), f.clean(r.File), f.clean(r.Game), numbers.Count(r.Matches, "match"), r.Seed)
	fmt.Fprintln(w, f.table(tableOf(r.rows())))
	if r.Champion != "" {
		fmt.Fprintln(w, f.line(clean.Line(r.Champion)+" wins the grand final", ""))
	}
}

func (r *Final) rows() (rows [][]cell) {
	for _, s := range r.Players {
		rows = append(rows, []cell{
			data("group", s.Group).as("group", s.Group), data("player", clean.Cell(s.Name)).as("player", clean.Line(s.Name)),
			data("place", s.Place).as("place", s.Place), data("points", s.Points).as("points", s.Points), data("wins", s.Wins).as("wins", s.Wins), data("score", s.Score).as("score", numbers.Grouped(s.Score)),
			data("outs", s.Outs).as("outs", s.Outs),
		})
	}
	return rows
}
