package chance

import (
	"game-tui/sim"
	"game-tui/sim/record"
)

// Outlook is the table's word on the states of a match, before anything is played on.
type Outlook struct {
	match Match
	table *Table
}

// NewOutlook is the outlook of a match, nil where no table was fitted for its game.
func NewOutlook(rec *record.Record) *Outlook {
	m := Match{Meta: *rec.Meta(), Record: rec}
	if t := tableFor(&m, true); t != nil {
		return &Outlook{m, t}
	}
	return nil
}

// At returns the chance in a round of the record, which is not known if the round is missing.
func (o *Outlook) At(round int) Chance {
	if o.match.Record.Missing(round) {
		return Chance{Round: round}
	}
	return Chance{Round: round, Win: o.Chance(o.match.Record.State(round))}
}

// Chance is the win chance of each seat in a state; together they are 1.
func (o *Outlook) Chance(s sim.State) [sim.Seats]float64 { return o.table.of(&o.match, s) }
