package chance

import (
	"game-tui/sim"
	"game-tui/sim/record"
)

// An Outlook estimates win chances from states alone.
type Outlook struct {
	match Match
	table *Table
}

// NewOutlook returns the outlook of a match, or nil if the game has no table.
func NewOutlook(rec *record.Record) *Outlook {
	m := Match{Meta: *rec.Meta(), Record: rec}
	if t := tableFor(&m, true); t != nil {
		return &Outlook{m, t}
	}
	return nil
}

// At returns the estimate of a round, which is unknown if the round is missing.
func (o *Outlook) At(round int) Chance {
	if o.match.Record.Missing(round) {
		return Chance{Round: round}
	}
	return Chance{Round: round, Win: o.Chance(o.match.Record.State(round))}
}

// Chance returns the win chance of each seat in a state.
func (o *Outlook) Chance(s sim.State) [sim.Seats]float64 { return o.table.of(&o.match, s) }
