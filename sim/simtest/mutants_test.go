package simtest_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/sim/simtest"
	"game-tui/sim/simtest/model"
)

// TestMutants plants faults in the model game, one at a time: each is found, and
// named.
func TestMutants(t *testing.T) {
	if simtest.Sample() {
		t.Skip("the whole test plays them")
	}
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			found := simtest.Faults(faulty(m.fault))
			if !slices.ContainsFunc(found, func(f string) bool { return strings.Contains(f, m.want) }) {
				t.Errorf("want %q, found:\n%s", m.want, strings.Join(found, "\n"))
			}
		})
	}
}

// TestNoMutant plays the model game as a mutant without a fault.
func TestNoMutant(t *testing.T) {
	simtest.Conform(t, faulty(fault{}))
}

// faulty is the model game with a fault.
func faulty(f fault) simtest.Subject {
	s := orchard()
	s.Game, s.Players = mutant{model.Game, f}, slices.Clone(s.Players)
	for i := range s.Players {
		create := s.Players[i].New
		s.Players[i].New = func() sim.Player { return unaware{create()} }
	}
	return s
}

// writer is a player that writes to the states it is given.
type writer struct{ sim.Player }

func (w writer) Play(ctx context.Context, q *sim.Query) sim.Reply {
	q.State.(*state).moved++
	return w.Player.Play(ctx, q)
}

// gambler is a player that draws from another generator than the match's.
type gambler struct{ sim.Player }

func (g gambler) Play(_ context.Context, q *sim.Query) sim.Reply {
	var orders sim.Orders
	for _, u := range plain(q.State).(*model.State).Pickers(q.Seat) {
		orders.Give(model.Move(u.ID, sim.Dir(rand.IntN(4))))
	}
	return sim.ReplyOf(&orders)
}

// knower is a player that acts on what no text of a state has.
type knower struct{ sim.Player }

func (p knower) Play(ctx context.Context, q *sim.Query) sim.Reply {
	if s, ok := q.State.(*state); ok && s.board == nil && s.Round() > 0 {
		return sim.Reply{}
	}
	return p.Player.Play(ctx, q)
}

// TestBlame plants faults in a player, or in what only a player sees: there is one sentence,
// and it names the player.
func TestBlame(t *testing.T) {
	counted := fault{appendText: func(s *state, dst []byte) []byte { return fmt.Append(s.State.AppendText(dst), s.moved) }}
	for _, c := range []struct {
		fault fault
		spoil func(p sim.Player) sim.Player
		want  string
	}{
		{counted, func(p sim.Player) sim.Player { return writer{p} }, "the player Greedy writes to the state"},
		{fault{}, func(p sim.Player) sim.Player { return gambler{p} }, "the player Greedy answers otherwise when it is asked again"},
		{fault{}, func(p sim.Player) sim.Player { return knower{p} }, "a state that was read back is another one to the player Greedy"},
	} {
		s := faulty(c.fault)
		i := slices.IndexFunc(s.Players, func(b sim.Builtin) bool { return b.Name == "Greedy" })
		create := s.Players[i].New
		s.Players[i].New = func() sim.Player { return c.spoil(create()) }
		if found := simtest.Faults(s); len(found) != 1 || !strings.Contains(found[0], c.want) {
			t.Errorf("want only %q, found:\n%s", c.want, strings.Join(found, "\n"))
		}
	}
}
