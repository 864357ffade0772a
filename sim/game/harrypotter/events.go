package harrypotter

import (
	"bytes"
	"fmt"

	"game-tui/sim"
)

// Event kinds. Unit of clan Seat acts on Target of clan Other; At is the target's place, if there
// is a target.
const (
	EventSpell             uint8 = iota // Unit cast a spell that took A cells.
	EventDeath                          // Voldemort killed Target, which returned at To in clan A.
	EventGhostAttacked                  // Unit attacked ghost Target. A is the additional rest, B the remaining rest.
	EventConverted                      // Target left clan Other for clan Seat, which gained A points.
	EventAttack                         // Unit attacked Target. A and B are their strengths.
	EventConversionStopped              // Unit stopped the conversion of its ally Target, B rounds before Target would have joined clan A.
	EventConversionBegun                // Unit won a fight. Target leaves clan Other for clan Seat in A rounds.
	EventBook                           // Unit read a book. A is the strength gained.
	EventBookDestroyed
)

// Causes of deaths, conversions and attack results.
const (
	causeUnknown  uint8 = iota // The recording does not show the cause.
	causeWalked                // The unit moved next to Voldemort.
	causeCaught                // Voldemort moved next to the unit.
	causeTime                  // The time for the conversion was up.
	causeCrushing              // The winner had more than twice the loser's strength and converted it immediately.
	causeSurprise
	causeStrength
	causeCoin // Both strengths were 0, so a coin toss decided.

	causeMask = 15 // mask that clears the flags below
	causeWon  = 16 // flag: the attacker won
	causeLost = 32 // flag: the attacker lost
)

var eventKinds = []sim.EventKind{
	EventSpell: {Name: "spell", Symbol: "✦", ASCII: '*', OnTimeline: true, Role: sim.RoleOwner, Rank: 0,
		ActorText: "casts # spell(s)",
		Text: func(e *sim.Event, n *sim.Names) string {
			return fmt.Sprintf("%s casts the spell at %v and takes %s", actor(e, n), e.At, sim.FormatCount(e.A, "cell"))
		}},
	EventDeath: {Name: "death", Symbol: "☠", ASCII: '+', OnTimeline: true, IsLoss: true, IsDeath: true, Role: sim.RoleBad, Rank: 1,
		TargetText: "loses # wizard(s) to Voldemort",
		Text:       deathText},
	EventGhostAttacked: {Name: "ghost attacked", Plural: "ghosts attacked", Symbol: "◇", ASCII: 'G', OnTimeline: true, Role: sim.RoleOwner, Rank: 2,
		ActorText: "attacks # ghost(s)", TargetText: "has its ghost attacked # time(s)",
		Text: func(e *sim.Event, n *sim.Names) string {
			return fmt.Sprintf("%s attacks %s at %v, extending its rest by %s (%d left)", actor(e, n), target(e, n), e.At, sim.FormatCount(e.A, "round"), e.B)
		}},
	EventConverted: {Name: "conversion", Symbol: "⇄", ASCII: '=', IsLoss: true, Role: sim.RoleOwner, Rank: 3,
		ActorText: "converts # wizard(s)", TargetText: "loses # wizard(s) by conversion",
		Text: func(e *sim.Event, n *sim.Names) string {
			atOnce := ""
			if e.Cause == causeCrushing {
				atOnce = " at once"
			}
			return fmt.Sprintf("%s at %v joins %s%s: +%s", target(e, n), e.At, n.ForSeat(e.Seat), atOnce, sim.FormatCount(e.A, "point"))
		}},
	EventAttack: {Name: "attack", Symbol: "»", ASCII: '>', Role: sim.RoleOwner, Rank: 4,
		ActorText: "attacks # time(s)", TargetText: "is attacked # time(s)",
		Text: func(e *sim.Event, n *sim.Names) string {
			return fmt.Sprintf("%s attacks %s at %v, %d against %d%s", actor(e, n), target(e, n), e.At, e.A, e.B, attackResult(e.Cause))
		}},
	EventConversionStopped: {Name: "conversion stopped", Plural: "conversions stopped", Symbol: "○", ASCII: 'o', Role: sim.RoleOwner, Rank: 5,
		ActorText: "stops # conversion(s) of its own wizards",
		Text: func(e *sim.Event, n *sim.Names) string {
			return fmt.Sprintf("%s stops %s at %v from joining %s in %s", actor(e, n), unitName(e.Target), e.At, n.ForSeat(int8(e.A)), sim.FormatCount(e.B, "round"))
		}},
	EventConversionBegun: {Name: "conversion begun", Plural: "conversions begun", Symbol: "◐", ASCII: 'x', Role: sim.RoleOwner, Rank: 6,
		ActorText: "begins to convert # wizard(s)", TargetText: "has # wizard(s) being converted",
		Text: func(e *sim.Event, n *sim.Names) string {
			return fmt.Sprintf("%s at %v will join %s in %s", target(e, n), e.At, n.ForSeat(e.Seat), sim.FormatCount(e.A, "round"))
		}},
	EventBook: {Name: "book", Symbol: "▤", ASCII: 'b', Role: sim.RoleTreasure, Rank: 7,
		ActorText: "reads # book(s)",
		Text: func(e *sim.Event, n *sim.Names) string {
			return fmt.Sprintf("%s reads a book at %v: +%d strength", actor(e, n), e.At, e.A)
		}},
	EventBookDestroyed: {Name: "book destroyed", Plural: "books destroyed", Symbol: "▢", ASCII: '-', Role: sim.RoleBoss, Rank: 8,
		Text: func(e *sim.Event, _ *sim.Names) string { return fmt.Sprintf("Voldemort destroys a book at %v", e.At) }},
}

func actor(e *sim.Event, n *sim.Names) string  { return n.UnitText(unitName(e.Unit), e.Seat) }
func target(e *sim.Event, n *sim.Names) string { return n.UnitText(unitName(e.Target), e.Other) }

func unitName(id int32) string {
	if id < sim.Seats {
		return fmt.Sprintf("ghost %d", id)
	}
	return fmt.Sprintf("wizard %d", id)
}

func deathText(e *sim.Event, n *sim.Names) string {
	text, then := fmt.Sprintf("Voldemort catches %s at %v", target(e, n), e.At), ", who"
	if e.Cause == causeWalked {
		text, then = fmt.Sprintf("%s walks up to Voldemort from %v", target(e, n), e.At), " and"
	}
	switch {
	case e.To == sim.NoPos:
		return text
	case e.Target < sim.Seats:
		text += then + " returns"
	case int8(e.A) == e.Other:
		text += then + " returns to " + n.ForSeat(e.Other)
	default:
		text += then + " joins " + n.ForSeat(int8(e.A))
	}
	return text + fmt.Sprintf(" at %v", e.To)
}

// attackResult describes who won an attack and why. It returns "" if the winner is unknown.
func attackResult(cause uint8) string {
	why := map[uint8]string{causeCrushing: " outright", causeSurprise: " by surprise", causeStrength: " by strength", causeCoin: " by coin toss"}[cause&causeMask]
	switch {
	case cause&causeWon != 0:
		return ", and wins" + why
	case cause&causeLost != 0:
		return ", and loses" + why
	}
	return ""
}

const maxInt32 = 1<<31 - 1

// roundsLeft returns the number of rounds that will be shown as remaining after the current round.
func roundsLeft(rounds int32) int32 { return max(rounds-1, 0) }

// meetingEvent returns an event between two units, located at the second unit's place.
func (b *Board) meetingEvent(kind uint8, id, target int) sim.Event {
	u, v := &b.units[id], &b.units[target]
	return sim.NewEvent(kind, u.player, int32(id), sim.NewPos16(v.pos())).WithTarget(v.player, int32(target))
}

func (b *Board) attackEvent(id, target, a, d int, cause uint8) sim.Event {
	e := b.meetingEvent(EventAttack, id, target).WithAmounts(int32(min(a, maxInt32)), int32(min(d, maxInt32)))
	e.Cause = cause
	return e
}

func conversionBegunEvent(winner, loser int, v *unit) sim.Event {
	return sim.NewEvent(EventConversionBegun, int8(v.next), int32(winner), sim.NewPos16(v.pos())).WithTarget(v.player, int32(loser)).WithAmounts(roundsLeft(v.rounds), 0)
}

var sources = []string{"cells walked on", "cells of spells", "conversions"}

// NewAccount returns an account that attributes each cell taken by a spell to that spell until
// another clan takes the cell. All other cells count as walked on. It uses no events other than
// deaths.
func (game) NewAccount(first sim.State) sim.Account {
	return &account{state: first.(*State)}
}

type account struct {
	state           *State
	bySpell         [Rows * Cols]bool // whether the cell was taken by a spell
	spellCellCounts [sim.Seats]int    // cells taken by spells, per clan
}

// Add counts cells that changed owner. If a clan cast a spell, all cells it gained count as taken
// by the spell, except where a unit stands or died.
func (a *account) Add(t *sim.Turn, after sim.State) {
	next := after.(*State)
	caster := byte(0)
	for i := range t.Executed {
		if o := &t.Executed[i]; o.Kind == 's' && uint32(o.Unit) < sim.Seats {
			caster = '0' + byte(o.Unit) // A ghost's id is the number of its clan.
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

func (a *account) take(cell int, oldOwner, newOwner byte, bySpell bool) {
	if a.bySpell[cell] {
		a.spellCellCounts[cellOwner(oldOwner)]--
	}
	if a.bySpell[cell] = bySpell; bySpell {
		a.spellCellCounts[cellOwner(newOwner)]++
	}
}

func (a *account) excludeDeaths(t *sim.Turn, next *State) {
	for i := range t.Events {
		e := &t.Events[i]
		if e.Kind != EventDeath || !e.At.Pos().In(Rows, Cols) {
			continue // The events may come from notes with invalid positions.
		}
		row, col := int(e.At.Row), int(e.At.Col)
		now := next.GroundRow(row)[col]
		if cell := row*Cols + col; a.bySpell[cell] && a.state.GroundRow(row)[col] != now {
			a.take(cell, now, now, false)
		}
	}
}

// Points returns the points in the last state. Before the first round, owned cells give no points.
func (a *account) Points() (p sim.Points) {
	s := a.state
	if s.RoundsPlayed == 0 {
		return p
	}
	for clan := range sim.Seats {
		p[1][clan] = a.spellCellCounts[clan] * s.settings.PointsPerOwnedCell
		p[0][clan] = s.OwnedCells[clan]*s.settings.PointsPerOwnedCell - p[1][clan]
		p[2][clan] = s.ConversionPoints[clan]
	}
	return p
}
