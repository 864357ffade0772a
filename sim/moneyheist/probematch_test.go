package moneyheist_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"game-tui/sim"
	play "game-tui/sim/match"
	mh "game-tui/sim/moneyheist"
	"game-tui/sim/res"
)

// Numbers of the Probe match with seed 1, and of the matches that break.

func TestProbeRounds(t *testing.T) {
	t.Parallel()
	m := start(t, defaultConfig, 1, "Probe")
	var opened []string
	var dead [sim.Seats]int
	executed := 0
	m.Each = each(func(_ *mh.State, turn *sim.Turn, after *mh.State) {
		executed += len(turn.Done)
		if err := m.Board.(*mh.Board).Verify(); err != nil {
			t.Error(err)
		}
		for _, o := range turn.Done {
			if o.Kind == 'o' {
				opened = append(opened, fmt.Sprintf("%d: %d %c", turn.Round, o.Unit, "drul"[o.Dir]))
			}
		}
		for pl := range sim.Seats {
			if !after.Unit(int32(pl)).IsAlive() {
				dead[pl]++
			}
		}
		switch after.Round() {
		case 1:
			for pl := range sim.Seats {
				if n := len(turn.Orders[pl]); n != 23 {
					t.Errorf("player %d gave %d orders, want 23", pl, n)
				}
			}
			if len(turn.Done) != 84 || m.Board.RandState() != 1368472309 {
				t.Errorf("round 0: %d executed, generator at %d", len(turn.Done), m.Board.RandState())
			}
		case 2:
			if len(turn.Done) != 83 || m.Board.RandState() != 196703709 {
				t.Errorf("round 1: %d executed, generator at %d", len(turn.Done), m.Board.RandState())
			}
		case 13:
			key := turn.Done[len(turn.Done)-1].Args
			for _, o := range turn.Done {
				if o.Kind == 'o' {
					key = o.Args
				}
			}
			if got := fmt.Sprint(key); got != "[0 1 0 2 3 0 1 4 2 4 1 3 3 2 4]" {
				t.Errorf("key %s", got)
			}
			if got := after.Door(5).String(); got != "(25,41)" {
				t.Errorf("door of box 5 comes back at %s", got)
			}
		case 54:
			if got := after.Door(0).String() + after.Door(3).String(); got != "(11,56)(2,50)" {
				t.Errorf("doors of boxes 0 and 3 come back at %s", got)
			}
		}
	})
	if _, err := m.Play(); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(opened, ", "), "12: 1 l, 53: 2 u, 53: 1 u, 85: 3 d, 113: 0 d, 126: 0 u, 154: 3 d, 165: 3 l, 177: 3 d"; got != want {
		t.Errorf("boxes opened: %s, want %s", got, want)
	}
	if dead != [4]int{80, 0, 40, 21} || executed != 15981 || m.Board.RandState() != 513896529 {
		t.Errorf("dead for %v, %d executed, generator at %d", dead, executed, m.Board.RandState())
	}
}

func TestProbeInterleaving(t *testing.T) {
	t.Parallel()
	m := start(t, defaultConfig, 1, "Probe")
	if err := m.Round(); err != nil {
		t.Fatal(err)
	}
	c := m.Board.Clone().(*mh.Board)
	if err := m.Round(); err != nil {
		t.Fatal(err)
	}
	c.PlayOrders(&sim.Turn{Round: 1, Orders: m.Last.Orders})
	if got := c.RandState(); got != 374008877 {
		t.Errorf("generator after the orders of round 1 at %d", got)
	}
}

func TestSafesInACrowd(t *testing.T) {
	t.Parallel()
	m := start(t, config(map[string]int{"NUM_SAFETY_BOXES": 60}), 1, "Probe")
	text, err := m.Play()
	if err == nil || !strings.Contains(err.Error(), "two things share a cell") {
		t.Errorf("error %v, want two things in a cell", err)
	}
	if m.Last.Round != 26 || m.Last.Done != nil {
		t.Errorf("stopped in round %d with %d orders done", m.Last.Round, len(m.Last.Done))
	}
	if len(text) != 262454 || sum(text) != "79c6e0df2d0df87ad0c6192c894bb519136ec83702553b533c39e2c6c50f0269" {
		t.Errorf("%d bytes that differ from the official ones", len(text))
	}
	s := state(m)
	if at := s.Unit(31).Pos; at != (sim.Pos{Row: 20, Col: 20}) || s.Free(at) || s.UnitAt(at) != 31 {
		t.Errorf("unit 31 at %v", at)
	}
	// Even this state is read back.
	again, _, err := mh.Game.ReadState(m.set, s.AppendText(nil))
	if err != nil || string(again.AppendText(nil)) != string(s.AppendText(nil)) {
		t.Errorf("the broken state is not read back: %v", err)
	}
}

func TestBoardsThatCannotBeMade(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		seed    int32
		changes map[string]int
		want    string
	}{
		{2, map[string]int{"INITIAL_SOLDIERS_PER_CLAN": 70}, "invalid board"},
		{1, map[string]int{"INITIAL_SOLDIERS_PER_CLAN": 900}, "INITIAL_SOLDIERS_PER_CLAN is 900: no room for unit"},
		{1, map[string]int{"NUM_MONEY": 3600}, "NUM_MONEY is 3600: no room for number"},
		{1, map[string]int{"NUM_POISON_KITS": 3600}, "NUM_POISON_KITS is 3600: no room for number"},
		{1, map[string]int{"NUM_HEALTH_KITS": 3600}, "NUM_HEALTH_KITS is 3600: no room for number"},
		{1, map[string]int{"NUM_SAFETY_BOXES": 3600}, "NUM_SAFETY_BOXES is 3600: no room for safe"},
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

// TestSafesInACrowdWhole: the same through the package that plays matches,
// which must not write orders of the round that was not begun.
func TestSafesInACrowdWhole(t *testing.T) {
	t.Parallel()
	var text bytes.Buffer
	spec := play.Spec{Game: "moneyheist", Config: string(config(map[string]int{"NUM_SAFETY_BOXES": 60})), Seed: 1}
	var players [sim.Seats]sim.Player
	for i := range players {
		players[i], spec.Players[i].Name = new(probe), "Probe"
	}
	_, _, err := play.Play(t.Context(), mh.Game, spec, players, play.Options{Res: &text})
	if _, ok := errors.AsType[*play.BoardError](err); !ok {
		t.Errorf("error %v", err)
	}
	if sum(text.Bytes()) != "79c6e0df2d0df87ad0c6192c894bb519136ec83702553b533c39e2c6c50f0269" {
		t.Errorf("%d bytes that differ from the official ones", text.Len())
	}
}

func TestRecordingsAreOpenedWithTheirTally(t *testing.T) {
	t.Parallel()
	m := start(t, config(map[string]int{"NUM_ROUNDS": 60}), 1, "Probe")
	text, err := m.Play()
	if err != nil {
		t.Fatal(err)
	}
	rec, cut, err := res.Read(text, []sim.Game{mh.Game}, "probe.res")
	if err != nil || cut != nil {
		t.Fatal(err, cut)
	}
	last := rec.State(rec.Edge()).(*mh.State)
	for pl := range sim.Seats {
		a, b, c, ok := last.Tally(pl)
		d, e, f, _ := state(m).Tally(pl)
		if !ok || a != d || b != e || c != f {
			t.Errorf("player %d: tally %d %d %d, want %d %d %d", pl, a, b, c, d, e, f)
		}
	}
}

// crier orders units that may not exist, as often as it is told to.
type crier struct {
	calls  int
	orders sim.Orders
}

func (p *crier) Play(_ context.Context, q *sim.Query) sim.Reply {
	p.orders.Reset()
	for id := range p.calls {
		p.orders.Give(mh.Move(int32(id), sim.Up))
	}
	return sim.ReplyOf(&p.orders)
}

func TestTooManyOrders(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ calls, rounds int }{{1000, 3}, {1001, 0}} {
		var text bytes.Buffer
		spec := play.Spec{Game: "moneyheist", Config: string(config(map[string]int{"NUM_ROUNDS": 3})), Seed: 1, Strict: true}
		var players [sim.Seats]sim.Player
		for i := range players {
			players[i], spec.Players[i].Name = newPlayer("Null"), "Null"
		}
		players[2] = &crier{calls: c.calls}
		_, rec, err := play.Play(t.Context(), mh.Game, spec, players, play.Options{Res: &text})
		if _, stopped := errors.AsType[*play.StopError](err); stopped != (c.calls > sim.MaxOrders) || rec.Edge() != c.rounds {
			t.Errorf("%d calls: %v behind round %d", c.calls, err, rec.Edge())
		}
		if last := rec.State(rec.Edge()).AppendText(nil); !bytes.HasSuffix(text.Bytes(), last) {
			t.Errorf("%d calls: the recording does not end with the state of round %d", c.calls, rec.Edge())
		}
	}
}
