package harrypotter

import (
	"bytes"

	"game-tui/sim"
)

var sources = []string{"cells walked on", "cells of spells", "conversions"}

// NewAccount attributes a cell to the spell that took it until another clan takes the cell. All
// other cells come from walking, conversion or return. States and executed orders suffice.
func (game) NewAccount(first sim.State) sim.Account {
	return &account{state: first.(*State)}
}

type account struct {
	state *State
	spell [Rows * Cols]bool // cells taken by a spell
	cells [sim.Seats]int    // their number per clan
}

// Add counts the cells that changed owner. If a clan cast a spell, its new cells count as taken by
// the spell, except where a unit stands or died.
func (a *account) Add(t *sim.Turn, after sim.State) {
	next := after.(*State)
	caster := byte(0)
	for i := range t.Executed {
		if o := &t.Executed[i]; o.Kind == 's' && uint32(o.Unit) < sim.Seats {
			caster = '0' + byte(o.Unit) // a ghost's id is its clan
		}
	}
	for row := range Rows {
		was, now := a.state.GroundRow(row), next.GroundRow(row)
		if bytes.Equal(was, now) {
			continue
		}
		units := next.UnitRow(row)
		for col := range Cols {
			if was[col] != now[col] {
				a.take(row*Cols+col, was[col], now[col], now[col] == caster && units>>col&1 == 0)
			}
		}
	}
	if caster != 0 {
		a.excludeDeaths(t, next)
	}
	a.state = next
}

func (a *account) take(cell int, was, now byte, spell bool) {
	if a.spell[cell] {
		a.cells[owner(was)]--
	}
	if a.spell[cell] = spell; spell {
		a.cells[owner(now)]++
	}
}

func (a *account) excludeDeaths(t *sim.Turn, next *State) {
	for i := range t.Events {
		e := &t.Events[i]
		if e.Kind != EventDeath || !e.At.Pos().In(Rows, Cols) {
			continue // notes may contain any place
		}
		row, col := int(e.At.Row), int(e.At.Col)
		now := next.GroundRow(row)[col]
		if cell := row*Cols + col; a.spell[cell] && a.state.GroundRow(row)[col] != now {
			a.take(cell, now, now, false)
		}
	}
}

// Points returns the points of the last state. Cells do not count before the first round.
func (a *account) Points() (p sim.Points) {
	s := a.state
	if s.Played == 0 {
		return p
	}
	for pl := range sim.Seats {
		p[1][pl] = a.cells[pl] * s.set.PointsPerOwnedCell
		p[0][pl] = s.Owned[pl]*s.set.PointsPerOwnedCell - p[1][pl]
		p[2][pl] = s.Accumulated[pl]
	}
	return p
}
