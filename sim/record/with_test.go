package record_test

import (
	"errors"
	"testing"

	"game-tui/sim"
	"game-tui/sim/record"
)

type settings struct{ sim.Settings }

func (settings) Rounds() int { return 3 }

type state struct{ sim.State }

// TestMoreKnown copies a record under another meta, and lets more become known of it.
func TestMoreKnown(t *testing.T) {
	t.Parallel()
	r := record.New(record.Meta{Settings: settings{}, Note: "old"}, state{})
	for k := range 2 {
		r.Append(&sim.Turn{Round: k}, state{})
	}
	why := errors.New("cut")
	r.Append(&sim.Turn{Round: 2}, nil)
	r.End(why)

	c := r.With(record.Meta{Settings: settings{}, Note: "new"})
	if over, err := c.Over(); !over || err != why || c.Edge() != 2 || c.Turn(2) != r.Turn(2) || c.Meta().Note != "new" || r.Meta().Note != "old" {
		t.Errorf("over %v, %v, edge %d, %q", over, err, c.Edge(), c.Meta().Note)
	}
	wake, stop := c.Watch()
	defer stop()
	old := c.Turn(0)
	c.Enrich([]*sim.Turn{{Round: 0, Known: sim.KnownAll}, {Round: 1, Known: sim.KnownAll}})
	select {
	case <-wake:
	default:
		t.Error("readers are not told")
	}
	if c.Turn(1).Known != sim.KnownAll || c.Turn(2).Known != 0 || old.Known != 0 || r.Turn(0).Known != 0 {
		t.Error("the wrong turns have changed")
	}
	c.Enrich(make([]*sim.Turn, 0))
}
