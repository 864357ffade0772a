package plain_test

import (
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/harrypotter"
	"game-tui/tui/plain"
	"game-tui/tui/tuitest"
)

var legend = sim.Legend{
	Grounds: []sim.Kind{{Letters: "  ", Name: "street"}, {Letters: "##", Name: "wall"}},
	Items:   []sim.Kind{{}, {Letters: "[]", Name: "book"}, {Letters: "k", Name: "kit"}},
	Units:   []sim.Kind{{Letters: "w", Name: "wizard"}, {Letters: "VV", Name: "Voldemort"}},
}

func TestAppendBoard(t *testing.T) {
	t.Parallel()
	f := sim.Frame{
		Rows: 2, Cols: 4,
		Cells: []sim.Cell{
			{Owner: -1, Unit: -1}, {Ground: 1, Owner: -1, Unit: -1}, {Owner: 2, Unit: -1}, {Owner: 0, Unit: 0},
			{Item: 1, Owner: 3, Unit: -1}, {Item: 2, Owner: 3, Unit: -1}, {Owner: -1, Unit: 1}, {Owner: -1, Unit: -1},
		},
		Units: []sim.Unit{{Seat: 0, NextSeat: 3}, {Kind: 1, Seat: -1, NextSeat: -1}},
	}
	const want = "  ## 2w3\n[]k3VV\n"
	if got := string(plain.AppendBoard(nil, &f, &legend)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	f.Cells[0].Unit = 99 // an invalid unit
	if got := string(plain.AppendBoard(nil, &f, &legend)); !strings.HasPrefix(got, "  ##") {
		t.Errorf("got\n%s", got)
	}
}

func TestAppendLegend(t *testing.T) {
	t.Parallel()
	const want = "w wizard, VV Voldemort, [] book, k kit, ## wall\n"
	if got := string(plain.AppendLegend(nil, &legend)); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestRoundToPrintHidesTheEndOfRecordings(t *testing.T) {
	t.Parallel()
	played := tuitest.PlayMatch(t, harrypotter.Game, configs.Default("harrypotter"), 10)
	meta := *played.Meta()
	meta.Source = "match.res"
	recorded := played.WithMeta(meta)
	for _, c := range []struct {
		recorded, noSpoilers bool
		asked, want          int
	}{{false, false, -1, 10}, {false, true, -1, 10}, {true, false, -1, 10}, {true, true, -1, 0}, {true, true, 7, 7}, {true, false, 500, 10}, {true, false, 0, 0}} {
		rec := played
		if c.recorded {
			rec = recorded
		}
		if got := plain.RoundToPrint(rec, c.asked, c.noSpoilers); got != c.want {
			t.Errorf("%+v: round %d", c, got)
		}
	}
}
