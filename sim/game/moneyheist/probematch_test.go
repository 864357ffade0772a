package moneyheist_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"game-tui/sim"
	mh "game-tui/sim/game/moneyheist"
	play "game-tui/sim/match"
)

// The expected values are from matches of Probe with seed 1 and from matches that stop with an
// error.

func TestMatchStopsIfThingsShareACell(t *testing.T) {
	t.Parallel()
	m := start(t, config(map[string]int{"NUM_SAFETY_BOXES": 60}), 1, "Probe")
	text, err := m.Play()
	if err == nil || !strings.Contains(err.Error(), "two objects share a cell") {
		t.Errorf("error %v, want two objects in a cell", err)
	}
	if m.LastTurn.Round != 26 || m.LastTurn.Executed != nil {
		t.Errorf("stopped in round %d with %d orders done", m.LastTurn.Round, len(m.LastTurn.Executed))
	}
	if len(text) != 262454 || sum(text) != "79c6e0df2d0df87ad0c6192c894bb519136ec83702553b533c39e2c6c50f0269" {
		t.Errorf("%d bytes that differ from the official ones", len(text))
	}
	s := state(m)
	if at := s.Unit(31).Pos; at != (sim.Pos{Row: 20, Col: 20}) || s.IsOpen(at) || s.UnitAt(at) != 31 {
		t.Errorf("unit 31 at %v", at)
	}
	// Even an invalid state must round-trip.
	again, _, err := mh.Game.ReadState(m.set, s.AppendText(nil))
	if err != nil || string(again.AppendText(nil)) != string(s.AppendText(nil)) {
		t.Errorf("the broken state is not read back: %v", err)
	}
}

func TestImpossibleBoardsAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		seed    int32
		changes map[string]int
		want    string
	}{
		{2, map[string]int{"INITIAL_SOLDIERS_PER_CLAN": 70}, "invalid board"},
		{1, map[string]int{"INITIAL_SOLDIERS_PER_CLAN": 900}, "INITIAL_SOLDIERS_PER_CLAN is 900, too many for the board"},
		{1, map[string]int{"NUM_MONEY": 3600}, "NUM_MONEY is 3600, too many for the board"},
		{1, map[string]int{"NUM_POISON_KITS": 3600}, "NUM_POISON_KITS is 3600, too many for the board"},
		{1, map[string]int{"NUM_HEALTH_KITS": 3600}, "NUM_HEALTH_KITS is 3600, too many for the board"},
		{1, map[string]int{"NUM_SAFETY_BOXES": 3600}, "NUM_SAFETY_BOXES is 3600, too many for the board"},
	} {
		m, err := newMatch(config(c.changes), c.seed, four("Null")...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.changes, err, c.want)
		}
		if m != nil {
			t.Error("a board that cannot be made was made")
		}
	}
}

// TestStoppedMatchIsRecordedWithoutItsLastOrders checks that the orders of the round in which a
// match stops are not recorded.
func TestStoppedMatchIsRecordedWithoutItsLastOrders(t *testing.T) {
	t.Parallel()
	var text bytes.Buffer
	spec := play.Spec{Game: "moneyheist", Config: string(config(map[string]int{"NUM_SAFETY_BOXES": 60})), Seed: 1}
	var players [sim.Seats]sim.Player
	for i := range players {
		players[i], spec.Players[i].Name = new(probe), "Probe"
	}
	_, _, err := play.Play(t.Context(), mh.Game, spec, players, play.Options{Recording: &text})
	if _, ok := errors.AsType[*play.BoardError](err); !ok {
		t.Errorf("error %v", err)
	}
	if sum(text.Bytes()) != "79c6e0df2d0df87ad0c6192c894bb519136ec83702553b533c39e2c6c50f0269" {
		t.Errorf("%d bytes that differ from the official ones", text.Len())
	}
}
