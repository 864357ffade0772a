package thepurge_test

import (
	"strings"
	"testing"

	"game-tui/sim"
	tp "game-tui/sim/game/thepurge"
)

// yard is a small fixed board for tests of single rules: grid rows, citizens and barricades. Each
// day has two rounds.
const yard = `
   000000000011
   012345678901
00 .M..........
01 BF..........
02 .G..........
03 .Z..........
04 ............
05 ............
06 ............
07 ............
08 ............
09 ............
10 ............
11 ............
citizens
8
t i p r c w l
b 0 0 0 0 n 60
b 1 1 4 1 n 60
b 2 2 6 1 n 60
b 3 3 5 2 n 60
w 4 0 2 0 h 100
w 5 1 4 0 g 100
w 6 2 6 0 b 100
w 7 3 6 2 h 100
barricades
3
p r c r
1 4 2 3
2 6 1 320
1 4 0 3
`

func yardBoard(t *testing.T, changes map[string]int, round int) sim.Board {
	t.Helper()
	all := map[string]int{
		"NUM_ROUNDS_PER_DAY": 2, "BOARD_ROWS": 12, "BOARD_COLS": 12, "NUM_INI_BUILDERS": 1, "NUM_INI_WARRIORS": 1,
		"NUM_INI_MONEY": 1, "NUM_INI_FOOD": 1, "NUM_INI_GUNS": 1, "NUM_INI_BAZOOKAS": 1,
	}
	for k, v := range changes {
		all[k] = v
	}
	text := strings.Replace(string(config(all)), "RANDOM", "FIXED", 1) + yard
	b, _, err := load([]byte(text), 1)
	if err != nil {
		t.Fatal(err)
	}
	for b.Round() < round {
		if err := b.Step(&sim.Turn{}); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// TestOutcomeOfEachOrder executes each order alone, by day in round 0 or by night in round 1.
func TestOutcomeOfEachOrder(t *testing.T) {
	t.Parallel()
	full := map[string]int{"MAX_NUM_BARRICADES": 2}
	for _, c := range []struct {
		seat, round int
		order       sim.Order
		fate        string // reason why the order is blocked, or empty if it is executed
		event       string // event caused by the order, or empty if there is none
		changes     map[string]int
	}{
		{seat: 0, order: tp.Move(0, sim.Right), event: "builder 0 (Ann) collects money at (0,1): +5"},
		{seat: 0, order: tp.Move(0, sim.Up), fate: "off the board"},
		{seat: 0, order: tp.Move(0, sim.Down), fate: "a building is there"},
		{seat: 0, order: tp.Build(0, sim.Down), fate: "a building is there"},
		{seat: 0, order: tp.Build(0, sim.Left), fate: "off the board"},
		{seat: 0, order: tp.Build(0, sim.Right), fate: "barricades need an empty cell"},
		{seat: 0, order: tp.Move(0, 7), fate: "no such direction"},
		{seat: 0, order: sim.Order{Unit: 0, Kind: 's', Dir: 1}, fate: "no such order"},
		{seat: 0, order: tp.Build(4, sim.Down), fate: "only builders build"},
		{seat: 0, order: tp.Move(4, sim.Right), event: "warrior 4 (Ann, hammer) takes a gun at (2,1)"},
		{seat: 0, order: tp.Move(4, sim.Down)},
		{seat: 1, order: tp.Move(5, sim.Right), fate: "a citizen is there, and nobody attacks by day"},
		{seat: 1, round: 1, order: tp.Move(5, sim.Right), fate: "a citizen of the same player is there"},
		{seat: 1, order: tp.Move(1, sim.Left), fate: "its own barricade there is occupied"},
		{seat: 1, order: tp.Move(1, sim.Right)},
		{seat: 1, round: 1, order: tp.Move(1, sim.Right)},
		{seat: 1, order: tp.Build(1, sim.Right), event: "builder 1 (Bob) reinforces a barricade at (4,2): resistance 43"},
		{seat: 1, order: tp.Build(1, sim.Right), event: "builder 1 (Bob) reinforces a barricade at (4,2): resistance 43", changes: full},
		{seat: 1, order: tp.Build(1, sim.Down), event: "builder 1 (Bob) builds a barricade at (5,1): resistance 40"},
		{seat: 1, order: tp.Build(1, sim.Down), fate: "the player already has the maximum number of barricades", changes: full},
		{seat: 1, round: 1, order: tp.Build(1, sim.Down), fate: "builders do not build by night"},
		{seat: 2, order: tp.Build(2, sim.Up), fate: "builders do not build inside a barricade"},
		{seat: 3, order: tp.Build(3, sim.Down), fate: "barricades need an empty cell"},
		{seat: 3, order: tp.Build(3, sim.Up), fate: "another player's barricade is there"},
		{seat: 3, order: tp.Move(3, sim.Up), fate: "another player's barricade holds until night"},
		{seat: 3, round: 1, order: tp.Move(3, sim.Up), event: "builder 3 (Dee) breaks Bob's barricade at (4,2)"},
		{seat: 3, round: 1, order: tp.Move(7, sim.Left),
			event: "warrior 7 (Dee, hammer) hits Cid's barricade at (6,1): -10, 310 left"},
	} {
		turn := &sim.Turn{}
		turn.Orders[c.seat] = []sim.SubmittedOrder{{Order: c.order}}
		if err := yardBoard(t, c.changes, c.round).Step(turn); err != nil {
			t.Fatal(err)
		}
		checkOrder(t, turn, c.seat, c.fate, c.event)
	}
}

func checkOrder(t *testing.T, turn *sim.Turn, seat int, fate, event string) {
	t.Helper()
	o := turn.Orders[seat][0]
	got := ""
	if o.Outcome.IsBlocked() {
		got = sim.OutcomeText(game, o.Outcome)
	}
	if got != fate || (o.Outcome == sim.OutcomeExecuted) != (fate == "") {
		t.Errorf("order %+v: fate %d %q, want %q", o.Order, o.Outcome, got, fate)
	}
	told := ""
	if len(turn.Events) > 0 && turn.Events[0].Unit == o.Unit {
		told = string(game.AppendEventText(nil, &turn.Events[0], &names))
	}
	if told != event {
		t.Errorf("order %+v: event %q, want %q", o.Order, told, event)
	}
}

func TestOrdersForOtherUnitsDrawNothing(t *testing.T) {
	t.Parallel()
	turn := &sim.Turn{}
	for _, o := range []sim.Order{tp.Move(1, sim.Up), tp.Move(99, sim.Up), tp.Move(4, sim.Down)} {
		turn.Orders[0] = append(turn.Orders[0], sim.SubmittedOrder{Order: o})
	}
	b := yardBoard(t, nil, 0)
	if err := b.Step(turn); err != nil {
		t.Fatal(err)
	}
	for i, want := range []sim.Outcome{sim.OutcomeNotOwned, sim.OutcomeNotOwned, sim.OutcomeExecuted} {
		if got := turn.Orders[0][i].Outcome; got != want {
			t.Errorf("order %d: fate %d, want %d", i, got, want)
		}
	}
	dice := sim.NewRand(1)
	if dice.Random(1, 1); b.RandState() != dice.State() {
		t.Error("more than one draw, or none")
	}
}

// TestDeathsByNightPayTheAttacked checks that an attacked citizen that wins earns points for its
// player, even without an order. Dead citizens return with a new id, and their orders are lost.
func TestDeathsByNightPayTheAttacked(t *testing.T) {
	t.Parallel()
	b := yardBoard(t, map[string]int{
		"LIFE_LOST_IN_ATTACK": 100, "NUM_ROUNDS_REGEN_BUILDER": 2, "BUILDER_STRENGTH_ATTACK": 1, "GUN_STRENGTH_ATTACK": 1000000,
		"BAZOOKA_STRENGTH_ATTACK": 1000000,
	}, 1)
	turn := &sim.Turn{}
	turn.Orders[3] = []sim.SubmittedOrder{{Order: tp.Move(3, sim.Left)}}
	if err := b.Step(turn); err != nil {
		t.Fatal(err)
	}
	if got := b.State().(*tp.State).Citizen(3).Pos(); got != (sim.Pos{Row: 5, Col: 1}) {
		t.Fatalf("builder 3 is at %v", got)
	}
	if err := b.Step(&sim.Turn{}); err != nil { // a round by day
		t.Fatal(err)
	}
	turn = &sim.Turn{}
	turn.Orders[2] = []sim.SubmittedOrder{{Order: tp.Move(2, sim.Up)}}   // builder 2 attacks builder 3
	turn.Orders[3] = []sim.SubmittedOrder{{Order: tp.Move(3, sim.Down)}} // builder 3 attacks builder 2
	if err := b.Step(turn); err != nil {
		t.Fatal(err)
	}
	fates := []sim.Outcome{turn.Orders[2][0].Outcome, turn.Orders[3][0].Outcome}
	if fates[0] == fates[1] || fates[0] != tp.OutcomeDead && fates[1] != tp.OutcomeDead {
		t.Errorf("fates %v: one builder is dead before its turn", fates)
	}
	s := b.State().(*tp.State)
	winner := 5 - int(turn.Events[1].Other)
	if turn.Events[1].Kind != tp.EventDeath || s.SeatScores[winner] != 100 || len(ids(s, 5-winner, tp.Builder)) != 0 {
		t.Errorf("events %+v, scores %v", turn.Events, s.Scores())
	}
	if err := b.Step(&sim.Turn{}); err != nil {
		t.Fatal(err)
	}
	if ids := ids(b.State().(*tp.State), 5-winner, tp.Builder); len(ids) != 1 || ids[0] != 8 {
		t.Errorf("the dead comes back as %v, want 8", ids)
	}
}
