package match_test

import (
	"fmt"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
	"game-tui/tui/tuitest/screentest"
	"game-tui/tui/ui"
)

// orderedUnit returns an order that was executed in the given round.
func orderedUnit(t *testing.T, turn *sim.Turn) sim.Order {
	t.Helper()
	for seat := range turn.Orders {
		for _, o := range turn.Orders[seat] {
			if o.Outcome == sim.OutcomeExecuted && o.Kind == 'm' {
				return o.Order
			}
		}
	}
	t.Fatal("nobody moves")
	return sim.Order{}
}

// orderEditor returns a viewer who is editing the orders of round 30, and the order of a unit that
// moves in that round.
func orderEditor(t *testing.T, g sim.Game, w, h int) (*rig, sim.Order) {
	t.Helper()
	rec := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 60)
	o := orderedUnit(t, rec.Turn(30))
	at := location.AtRound(30)
	at.FollowedUnit = location.RefTo(int(o.Unit))
	r := newRig(t, rec, options{Paused: true, Place: at, W: w, H: h, Profile: theme.TrueColor})
	r.press("whatif", "searchDown", "choose")
	return r, o
}

func (r *rig) typeText(text string) { r.typeKeys(strings.Split(text, "")...) }

// TestOrderEditorChecksAndPlaysOn checks that the editor starts with the followed unit, reports
// mistakes while typing, accepts legal orders, and plays a branch with several orders.
func TestOrderEditorChecksAndPlaysOn(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			r, o := orderEditor(t, g, 100, 40)
			unit := fmt.Sprint(o.Unit)
			r.requireText("change orders in round 30")
			r.requireText("order: " + unit)
			r.requireText("original order of unit " + unit + ": " + string(g.AppendOrderText(nil, o)))
			r.requireText("orders for unit " + unit + "")

			for _, c := range []struct{ typed, wantText string }{
				{"m", "the order's direction"},
				{"m %", "no such direction"},
				{"_ r", "the order's kind: expected one of"},
				{"m r x", `unexpected "x" after the order`},
				{"m 12", "no such direction"},
			} {
				r.press("ctrl+u")
				r.typeText(unit + " " + c.typed)
				if !strings.Contains(r.screen(), c.wantText) && !strings.Contains(r.screen(), "after the order") {
					t.Errorf("%q: not %q on\n%s", c.typed, c.wantText, r.screen())
				}
				r.press("accept")
				r.checkText("changed order", false)
			}
			r.press("ctrl+u")
			r.requireText("type a unit's number")
			r.typeText("99999 m r")
			r.requireText("no player has a unit 99999")

			r.press("ctrl+u")
			r.typeText(unit)
			r.press("nextOrder")
			r.requireText("valid: ")
			r.press("accept")
			r.requireText("1 changed order")
			r.requireText("continues with these orders")

			r.typeText(unit + " -") // This order replaces the first one.
			r.press("accept")
			r.requireText("gets no order")
			r.requireText("1 changed order")
			var other sim.Unit
			var f sim.Frame
			r.match.Record.State(30).FillFrame(&f)
			for _, u := range f.Units {
				if u.OnBoard && u.Seat >= 0 && u.ID != o.Unit {
					other = u
				}
			}
			r.typeText(fmt.Sprintf("%d -", other.ID))
			r.press("accept")
			r.requireText("2 changed orders")
			r.press("searchUp", "dropOrder")
			r.requireText("1 changed order")
			r.typeText(unit)
			r.press("nextOrder", "accept", "accept")
			asked, ok := r.effect.Request.(ui.Branch)
			c := asked.Change
			if !ok || c.Round != 30 || c.Orders == nil || len(c.Orders.List) != 1 || len(c.Orders.IdleUnits) != 1 ||
				c.Orders.List[0].Unit != o.Unit || c.Orders.IdleUnits[0] != other.ID || c.Seat != int(other.Seat) {
				t.Fatalf("%+v %+v", r.effect, c.Orders)
			}
			r.requireText("continuing: different orders for 2 units")
		})
	}
}

// TestOrdersWithoutSpoilers checks that no-spoilers mode hides orders of unseen rounds.
func TestOrdersWithoutSpoilers(t *testing.T) {
	t.Parallel()
	rec := tuitest.PlayMatch(t, tuitest.Games[2], configs.Default("thepurge"), 60)
	o := orderedUnit(t, rec.Turn(30))
	at := location.AtRound(30)
	at.FollowedUnit = location.RefTo(int(o.Unit))
	r := newRig(t, rec, options{Paused: true, NoSpoilers: true, Place: at})
	r.press("whatif", "searchDown", "choose")
	r.requireText("orders for unit")
	r.checkText("original order of unit", false)
}

// TestGoldenOrders compares the order editor, with one accepted order and one being typed, with
// golden files.
func TestGoldenOrders(t *testing.T) {
	t.Parallel()
	for i, g := range tuitest.Games {
		t.Run(g.Name(), func(t *testing.T) {
			w, h, golden := goldenSize(i)
			r, o := orderEditor(t, g, w, h)
			r.press("nextOrder", "accept")
			r.typeText(fmt.Sprint(o.Unit, " m"))
			r.requireText("1 changed order")
			if golden {
				screentest.CompareGolden(t, r.screen())
			}
		})
	}
}
