package res

import (
	"bytes"

	"game-tui/sim"
	"game-tui/sim/record"
)

// DiffRecords returns the first difference of two records in rounds that both have, or nil. A
// different length is a difference.
func DiffRecords(a, b *record.Record) *Difference {
	game, edge := a.Meta().Game, min(a.Edge(), b.Edge())
	for k := range edge + 1 {
		begin := AppendHeader(nil, a.Meta())
		if k == 0 {
			if d := Diff(begin, AppendHeader(nil, b.Meta())); d != nil {
				return atRound(d, -1)
			}
		}
		if !a.Missing(k) && !b.Missing(k) {
			x, y := a.State(k).AppendText(bytes.Clone(begin)), b.State(k).AppendText(bytes.Clone(begin))
			if d := Diff(x, y); d != nil {
				return atRound(d, k)
			}
		}
		if x, y := a.Turn(k), b.Turn(k); ordersKnown(x) && ordersKnown(y) {
			state := a.State(k).AppendText(begin)
			if d := Diff(AppendCommands(bytes.Clone(state), game, x.Executed), AppendCommands(bytes.Clone(state), game, y.Executed)); d != nil {
				return atRound(d, k)
			}
		}
	}
	d := &Difference{Round: edge + 1, Block: "state", Field: "block"}
	switch {
	case a.Edge() > edge:
		d.A = "a state"
	case b.Edge() > edge:
		d.B = "a state"
	default:
		return nil
	}
	return d
}

func ordersKnown(t *sim.Turn) bool { return t != nil && !t.Missing }

func atRound(d *Difference, k int) *Difference {
	d.Round, d.LineA, d.LineB = k, 0, 0
	return d
}
