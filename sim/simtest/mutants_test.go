package simtest_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

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
	s.Game, s.Dir, s.Players = mutant{model.Game, f}, "", slices.Clone(s.Players)
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

// TestBlame plants faults in a player: there is one sentence, and it names the player.
func TestBlame(t *testing.T) {
	counted := fault{appendText: func(s *state, dst []byte) []byte { return fmt.Append(s.State.AppendText(dst), s.moved) }}
	for _, c := range []struct {
		fault fault
		spoil func(p sim.Player) sim.Player
		want  string
	}{
		{counted, func(p sim.Player) sim.Player { return writer{p} }, "the player Greedy writes to the state"},
		{fault{}, func(p sim.Player) sim.Player { return gambler{p} }, "the player Greedy answers otherwise when it is asked again"},
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

// TestImpure plants faults in sources.
func TestImpure(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ code, want string }{
		{`import "time"; var _ = time.Now`, "game.go:1 imports time: a clock would decide what happens"},
		{`import "math/rand/v2"; var _ = rand.Int`, "imports math/rand/v2: a generator other than sim.Rand"},
		{`import "os"; var _ = os.Args`, "imports os: the machine"},
		{`import "unsafe"; const n = unsafe.Sizeof(0)`, ""},
		{`import "unsafe"; func f(p *int) bool { return uintptr(unsafe.Pointer(p))%2 == 0 }`, "takes an address as a value"},
		{`func f() { go f() }`, "starts a goroutine"},
		{`func f(c chan int) { select { case <-c: default: } }`, "selects among channels"},
		{`func f(m map[int]int) { for range m {} }`, "ranges over a map"},
		{`type b struct { m map[int]int }; func (b *b) f() (n int) { for _, v := range b.m { n += v }; return n }`, "ranges over a map"},
		{`type set map[int]bool; func f() { s := set{}; for range s {} }`, "ranges over a map"},
		{`import "maps"; func f(m map[int]int) { for range maps.Keys(m) {} }`, "ranges over a map"},
		{`import ("maps"; "slices"); func f(m map[int]int) { for range slices.Sorted(maps.Keys(m)) {} }`, ""},
		{`func f(l []int, m map[int]int) { for range l {}; m[1]++ }`, ""},
	} {
		found, err := simtest.Impure(fstest.MapFS{
			"game.go":      {Data: []byte("package game;" + c.code)},
			"game_test.go": {Data: []byte(`package game; import "time"; var _ = time.Now`)},
		})
		if err != nil || len(found) != min(len(c.want), 1) || len(found) > 0 && !strings.Contains(found[0], c.want) {
			t.Errorf("%s: %q, %v, want %q", c.code, found, err, c.want)
		}
	}
}
