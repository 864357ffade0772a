package moneyheist_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"game-tui/sim"
	mh "game-tui/sim/game/moneyheist"
)

func TestKeyOpensOnlyItsHints(t *testing.T) {
	t.Parallel()
	hints := []int32{2, 3, 6, -3, 3, 1, -3, 0, 1, 0, 3, 3}
	key := []int32{0, 2, 1, 2, 3, 0, 1, 2, 0, 3, 3, 1}
	if !mh.KeyFits(hints, key) {
		t.Error("the key of the rules' example does not open")
	}
	for name, change := range map[string]func(h, k []int32) ([]int32, []int32){
		"a wrong sign":        func(h, k []int32) ([]int32, []int32) { h[0] = -2; return h, k },
		"a short key":         func(h, k []int32) ([]int32, []int32) { return h, k[:11] },
		"a long key":          func(h, k []int32) ([]int32, []int32) { return h, append(k, 0) },
		"labels from 1 on":    func(h, k []int32) ([]int32, []int32) { k[0] = 4; return h, k },
		"a negative label":    func(h, k []int32) ([]int32, []int32) { k[0] = -1; return h, k },
		"four in one triplet": func(h, k []int32) ([]int32, []int32) { k[1] = 0; return h, k },
		"a swap":              func(h, k []int32) ([]int32, []int32) { k[0], k[2] = k[2], k[0]; return h, k },
	} {
		h, k := change(append([]int32(nil), hints...), append([]int32(nil), key...))
		if mh.KeyFits(h, k) {
			t.Errorf("%s opens", name)
		}
	}
	if !mh.KeyFits(nil, nil) {
		t.Error("no hints need no key")
	}
}

func TestSolveFindsAKey(t *testing.T) {
	t.Parallel()
	rnd := sim.NewRand(5)
	most := 21
	if testing.Short() {
		most = 8
	}
	for n := range most {
		for range 60 {
			var h []int32
			for range n {
				x, y := int32(rnd.Random(-10, 10)), int32(rnd.Random(-10, 10))
				h = append(h, x, y, x+y)
			}
			for i, to := range rnd.Permutation(len(h), nil) {
				h[i], h[to] = h[to], h[i]
			}
			key, ok := mh.FindKey(h)
			if !ok && n <= 7 || ok && !mh.KeyFits(h, key) {
				t.Fatalf("%v: key %v, %v", h, key, ok)
			}
		}
	}
	for _, h := range [][]int32{{1, 2}, {1, 2, 4}, {100, 1, 2, 3, 4, 5}, make([]int32, 66)} {
		if key, ok := mh.FindKey(h); ok {
			t.Errorf("%v: key %v", h, key)
		}
	}
}

// TestDerivedEventsEqualThoseOfStep derives events from states and executed orders.
func TestDerivedEventsEqualThoseOfStep(t *testing.T) {
	t.Parallel()
	seen := map[uint8]int{}
	configs := [][]byte{defaultConfig, configB, config(map[string]int{"INITIAL_SOLDIERS_PER_CLAN": 60})}
	if testing.Short() {
		configs = configs[:1]
	}
	for _, config := range configs {
		m := start(t, config, 1, "Probe")
		last := m.Board.State()
		m.OnRound = each(func(before *mh.State, turn *sim.Turn, after *mh.State) {
			got, _ := mh.Game.Derive(before, turn.Executed, after)
			if len(got) != len(turn.Events) || len(got) > 0 && !reflect.DeepEqual(got, turn.Events) {
				t.Errorf("round %d: %d events derived, %d told", turn.Round, len(got), len(turn.Events))
			}
			for _, e := range turn.Events {
				seen[e.Kind]++
			}
			read, _, err := mh.Game.ReadState(m.set, after.AppendText(nil))
			if err != nil {
				t.Fatal(err)
			}
			_, last = mh.Game.Derive(last, turn.Executed, read)
			for pl := range sim.Seats {
				a, b, c, ok := last.(*mh.State).Tally(pl)
				d, e, f, _ := after.Tally(pl)
				if !ok || a != d || b != e || c != f {
					t.Fatalf("round %d, player %d: tally %d %d %d, want %d %d %d", turn.Round, pl, a, b, c, d, e, f)
				}
			}
		})
		if _, err := m.Play(); err != nil {
			t.Fatal(err)
		}
	}
	for k, kind := range (mh.Game).Legend().Events {
		if seen[uint8(k)] == 0 {
			t.Errorf("no event of the kind %q", kind.Name)
		}
	}
}

func TestImpossibleOrdersDeriveNoEvents(t *testing.T) {
	t.Parallel()
	m := start(t, defaultConfig, 1, "Probe")
	before := state(m)
	done := []sim.Order{mh.Move(4, 9)}
	if events, _ := (mh.Game).Derive(before, done, before); len(events) != 0 {
		t.Errorf("events of an order that cannot be executed: %v", events)
	}
	for _, o := range []sim.Order{mh.Move(-1, 0), mh.Move(84, 0), {Unit: 4, Kind: 'z'}, mh.Charge(0), mh.Heal(4)} {
		mh.Game.Derive(before, []sim.Order{o, o}, before)
	}
	// If the scores changed but the orders are unknown, the tally is unknown.
	if err := m.PlayRound(); err != nil {
		t.Fatal(err)
	}
	for len(m.LastTurn.Events) == 0 || before.Scores() == state(m).Scores() {
		before = state(m)
		if err := m.PlayRound(); err != nil {
			t.Fatal(err)
		}
	}
	read, _, err := mh.Game.ReadState(m.set, state(m).AppendText(nil))
	if err != nil {
		t.Fatal(err)
	}
	_, full := mh.Game.Derive(before, nil, read)
	if _, _, _, ok := full.(*mh.State).Tally(0); ok {
		t.Error("a tally without the orders")
	}
}

// TestOutcomeOfEachOrder gives orders with known outcomes on the first board of seed 30, where
// professor 1 is at (47,5) and soldier 4 at (35,0).
func TestOutcomeOfEachOrder(t *testing.T) {
	t.Parallel()
	m := start(t, defaultConfig, 30, "Null")
	fate := func(seat int, o sim.Order) string {
		b := m.Board.Clone()
		turn := &sim.Turn{}
		turn.Orders[seat] = []sim.SubmittedOrder{{Order: o}}
		if err := b.Step(turn); err != nil {
			t.Fatal(err)
		}
		f := turn.Orders[seat][0].Outcome
		if (f == sim.OutcomeExecuted) != (len(turn.Executed) == 1) {
			t.Errorf("%+v: fate %d, %d done", o, f, len(turn.Executed))
		}
		switch f {
		case sim.OutcomeExecuted:
			return "executed"
		case sim.OutcomeNotOwned:
			return "foreign"
		}
		return sim.OutcomeText(mh.Game, f)
	}
	for _, c := range []struct {
		seat int
		o    sim.Order
		want string
	}{
		{0, mh.Move(4, sim.Right), "executed"},
		{0, mh.Move(4, sim.Left), "off the board"},
		{0, mh.Move(4, 4), "no such direction"},
		{0, mh.Move(4, -1), "no such direction"},
		{0, mh.Move(24, sim.Up), "foreign"},
		{0, mh.Move(1, sim.Up), "foreign"},
		{0, mh.Move(84, sim.Up), "foreign"},
		{0, mh.Move(-1, sim.Up), "foreign"},
		{0, mh.Charge(4), "executed"},
		{0, mh.Heal(4), "only professors can do that"},
		{0, mh.Open(4, nil, sim.Up), "only professors can do that"},
		{0, mh.Charge(0), "only soldiers can do that"},
		{0, mh.Heal(0), "executed"},
		{0, mh.Open(0, nil, sim.Up), "no door is there"},
		{0, mh.Open(0, nil, 77), "no door is there"},
		{0, sim.Order{Unit: 4, Kind: 'x'}, "no such order"},
	} {
		if got := fate(c.seat, c.o); got != c.want {
			t.Errorf("%+v: %s, want %s", c.o, got, c.want)
		}
	}
	seen := map[sim.Outcome]bool{}
	p := start(t, defaultConfig, 1, "Probe")
	p.OnRound = each(func(_ *mh.State, turn *sim.Turn, _ *mh.State) {
		for pl := range turn.Orders {
			for i := range turn.Orders[pl] {
				seen[turn.Orders[pl][i].Outcome] = true
			}
		}
	})
	if _, err := p.Play(); err != nil {
		t.Fatal(err)
	}
	for _, f := range []sim.Outcome{sim.OutcomeExecuted, sim.OutcomeNotOwned, mh.OutcomeKilled, mh.OutcomeDead, sim.OutcomeNoSuchDirection, mh.OutcomeNotProfessor, mh.OutcomeOwnUnit, mh.OutcomeNoPoison} {
		if !seen[f] {
			t.Errorf("no order had the fate %d %q", f, sim.OutcomeText(mh.Game, f))
		}
	}
}

func TestUnknownUnitsAndCellsReturnDefaults(t *testing.T) {
	t.Parallel()
	s := state(start(t, defaultConfig, 1, "Null"))
	off := sim.Pos{Row: -1, Col: 60}
	if s.SafeWithDoorAt(off) != -1 || s.IsOpen(off) || s.UnitAt(off) != -1 || s.MoneyAt(off) != 0 {
		t.Error("something is off the board")
	}
	if u := s.Unit(999); u != (mh.Unit{ID: -1, Player: -1, Health: -1, Rounds: -1}) {
		t.Errorf("no unit: %+v", u)
	}
}

// TestHugeSettingsAreRefusedOrBounded checks that no settings cause a match to hang.
func TestHugeSettingsAreRefusedOrBounded(t *testing.T) {
	t.Parallel()
	m, err := newMatch(config(map[string]int{
		"SIZE_HINTS_PER_BOX": 166_665, "MAX_MONEY_VALUE": 2147483646, "GOLD_VALUE": 2147483647,
		"POISON_KIT_VALUE": 2147483647, "HEALTH_KIT_VALUE": 2147483647, "INITIAL_PROFESSOR_HEALTH": 2147483647,
		"INITIAL_SOLDIERS_POISONS": 2147483647, "NUM_ROUNDS": 3,
	}), 1, "Null", "Demo", "Null", "Demo")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := m.Play(); err != nil || !strings.Contains(string(text), "\ns\t4\t0\t") {
		t.Error(err)
	}
	var frame sim.Frame
	m.Board.State().FillFrame(&frame)
	s, _, err := mh.Game.ReadState(m.set, m.Board.State().AppendText(nil))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(s.AppendText(nil), state(m).AppendText(nil)) {
		t.Error("the state is read back as another one")
	}
}
