package thepurge

import (
	"testing"

	"game-tui/ai/paths"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/thepurge"
	"game-tui/sim/simtest"
)

func TestNightwatchShelters(t *testing.T) {
	t.Parallel()
	player := func(name string) sim.Player {
		if name == "Nightwatch" {
			return new(Nightwatch)
		}
		return new(Greedy)
	}
	m, err := simtest.NewOfficialMatch(thepurge.Game, configs.Default("thepurge"), 30, player, "Nightwatch", "Greedy", "Greedy", "Greedy")
	if err != nil {
		t.Fatal(err)
	}
	inside, kills := 0, 0
	m.OnRound = func(_ sim.State, turn *sim.Turn, after sim.State) {
		for _, e := range turn.Events {
			if e.Kind == thepurge.EventDeath && e.Seat == 0 {
				kills++
			}
		}
		s := after.(*thepurge.State)
		for _, c := range s.Citizens() {
			if c.Player == 0 && c.Type == thepurge.Builder && s.IsNight() && s.Glyph(c.Pos()) == 'c' {
				inside++
			}
		}
	}
	if _, err := m.Play(); err != nil {
		t.Fatal(err)
	}
	if inside < 50 || kills < 3 {
		t.Errorf("got %d rounds of builders inside and %d kills, want at least 50 and 3", inside, kills)
	}
}

func TestFlightEndsInDeadEnds(t *testing.T) {
	t.Parallel()
	var clear, hunters paths.Cells
	clear[0] = 1<<20 - 1 // a board with a single street
	hunters.Add(0, 4)
	for col, want := range map[int]int{0: 2, 3: 0, 8: 5} {
		if got := escapeRounds(&clear, &hunters, sim.Pos{Col: col}, 1, 5); got != want {
			t.Errorf("flight from column 4 starting at column %d: got %d rounds, want %d", col, got, want)
		}
	}
}

func TestVeteranPredictsNightwatchButNotDemo(t *testing.T) {
	t.Parallel()
	v := new(Veteran)
	player := func(name string) sim.Player {
		switch name {
		case "Veteran":
			return v
		case "Nightwatch":
			return new(Nightwatch)
		}
		return new(Demo)
	}
	m, err := simtest.NewOfficialMatch(thepurge.Game, configs.Default("thepurge"), 30, player, "Veteran", "Nightwatch", "Demo", "Nightwatch")
	if err != nil {
		t.Fatal(err)
	}
	m.OnRound = func(before sim.State, _ *sim.Turn, _ sim.State) {
		s := before.(*thepurge.State)
		for seat, want := range []bool{false, true, false, true} {
			if got := v.predictor.predictions[seat].reliable; s.IsNight() && s.Round() < 50 && got != want {
				t.Errorf("round %d: seat %d predictable: got %v, want %v", s.Round(), seat, got, want)
			}
		}
	}
	if _, err := m.Play(); err != nil {
		t.Fatal(err)
	}
}

func TestPreyFleesOnlyFromNearHunters(t *testing.T) {
	t.Parallel()
	m, err := simtest.NewOfficialMatch(thepurge.Game, configs.Default("thepurge"), 30, func(string) sim.Player { return new(Demo) }, "Demo", "Demo", "Demo", "Demo")
	if err != nil {
		t.Fatal(err)
	}
	var v Veteran
	m.OnRound = func(before sim.State, _ *sim.Turn, _ sim.State) {
		if s := before.(*thepurge.State); s.Round() == 0 {
			v.update(s, 0)
		}
	}
	if _, err := m.Play(); err != nil {
		t.Fatal(err)
	}
	v.resetDistances(&v.board)
	v.walkable, v.hunterFear, v.targetValue = v.streets, 0.9, 0.5
	prey, aim := sim.Pos{}, sim.Pos{Col: 9} // cells on the edge of the board, where all cells are streets
	v.targetDistances = v.distancesFrom(aim)
	if to := v.predictFlight(prey, sim.Pos{Row: 14, Col: 29}); to != (sim.Pos{Col: 1}) {
		t.Errorf("hunter far away: got a step to %v, want one towards the target", to)
	}
	if to := v.predictFlight(prey, sim.Pos{Col: 2}); to != (sim.Pos{Row: 1}) {
		t.Errorf("hunter near: got a step to %v, want one away from it", to)
	}
	v.targetValue = 0
	if to := v.predictFlight(prey, sim.Pos{Row: 14, Col: 29}); to != prey {
		t.Errorf("no target and no fear: got a step to %v, want none", to)
	}
}
