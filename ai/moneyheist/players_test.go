package moneyheist

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"testing"

	"game-tui/sim"
	mh "game-tui/sim/moneyheist"
)

// testConfig is short where time is short.
func testConfig() []byte {
	if testing.Short() {
		return bytes.Replace(defaultConfig, []byte("NUM_ROUNDS\t\t\t200"), []byte("NUM_ROUNDS 40"), 1)
	}
	return defaultConfig
}

func TestPlayersDoTheSameAgain(t *testing.T) {
	t.Parallel()
	for _, p := range Players {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			a := game(t, testConfig(), 5, 2, table(2, p.New, sim.New[Greedy]))
			b := game(t, testConfig(), 5, 2, table(2, p.New, sim.New[Greedy]))
			if a.scores != b.scores || !reflect.DeepEqual(a.orders, b.orders) {
				t.Error("two matches of one seed differ")
			}
			if a.calls > sim.MaxOrders {
				t.Errorf("%d order calls in a round", a.calls)
			}
		})
	}
}

func TestPlayersOrderTheirOwnUnitsOnce(t *testing.T) {
	t.Parallel()
	for _, p := range Players {
		game(t, testConfig(), 3, 0, table(0, func() sim.Player { return &strict{t: t, Player: p.New()} }, sim.New[Tokyo]))
	}
}

// strict checks the replies of a player.
type strict struct {
	sim.Player
	t *testing.T
}

func (p *strict) Play(ctx context.Context, q *sim.Query) sim.Reply {
	s := q.State.(*mh.State)
	reply := p.Player.Play(ctx, q)
	given := map[int32]bool{}
	for _, o := range reply.Orders {
		if u := s.Unit(o.Unit); u.Player != q.Seat || given[o.Unit] {
			p.t.Errorf("round %d: unit %d of player %d, ordered before: %v", s.Round(), o.Unit, u.Player, given[o.Unit])
		}
		given[o.Unit] = true
	}
	for _, m := range reply.Marks {
		if m.Unit >= 0 && s.Unit(m.Unit).Player != q.Seat {
			p.t.Errorf("round %d: a mark on unit %d", s.Round(), m.Unit)
		}
	}
	return reply
}

// TestStrength plays a part of what BenchmarkWins counts.
func TestStrength(t *testing.T) {
	if testing.Short() {
		t.Skip("whole matches of strong players")
	}
	t.Parallel()
	for _, c := range []struct {
		one, others func() sim.Player
	}{{sim.New[Greedy], sim.New[Demo]}, {sim.New[Tokyo], sim.New[Greedy]}} {
		wins := 0
		for seat := range sim.Seats {
			if game(t, defaultConfig, int32(21+seat), seat, table(seat, c.one, c.others)).winner(seat) {
				wins++
			}
		}
		if wins < 3 {
			t.Errorf("%T wins %d of 4 against %T", c.one(), wins, c.others())
		}
	}
}

// TestOtherConfigurations: players cope with crowds, with few things, and with
// safes that need no key.
func TestOtherConfigurations(t *testing.T) {
	t.Parallel()
	for k, changes := range []map[string]int{
		{"INITIAL_SOLDIERS_PER_CLAN": 60, "NUM_ROUNDS": 30},
		{"INITIAL_SOLDIERS_PER_CLAN": 1, "NUM_ROUNDS": 100, "NUM_MONEY": 1, "NUM_HEALTH_KITS": 1, "NUM_POISON_KITS": 1, "NUM_SAFETY_BOXES": 1},
		{"SIZE_HINTS_PER_BOX": 0, "NUM_ROUNDS": 60},
		{"SIZE_HINTS_PER_BOX": 66, "NUM_ROUNDS": 60},
		{"MAX_MONEY_VALUE": 2147483646, "GOLD_VALUE": 2147483647, "PROFESSOR_HEALTH_DECREASE": 2147483647,
			"INITIAL_PROFESSOR_HEALTH": 2147483647, "PROFESSOR_ROUNDS_REBIRTH": 1, "NUM_ROUNDS": 60},
	} {
		if testing.Short() && k%2 == 1 {
			continue
		}
		lines := bytes.Split(bytes.Clone(defaultConfig), []byte("\n"))
		for i, line := range lines {
			if f := bytes.Fields(line); len(f) == 2 {
				if v, ok := changes[string(f[0])]; ok {
					lines[i] = fmt.Appendf(nil, "%s %d", f[0], v)
				}
			}
		}
		game(t, bytes.Join(lines, []byte("\n")), 1, 0, [sim.Seats]sim.Player{new(Tokyo), new(Greedy), new(Tokyo), new(Demo)})
	}
}
