package simtest

import (
	"bytes"
	"testing"

	"game-tui/sim"
	"game-tui/sim/res"
)

// Fuzz reads any text as what the games read: a state block, an order, a
// configuration, a given board, the orders of a round. No reader panics, and what
// is taken is whole.
func Fuzz(f *testing.F, subjects []Subject) {
	exams := make([]*exam, len(subjects))
	for i, s := range subjects {
		x := &exam{Subject: s, told: map[string]int{}}
		x.Quick = true
		x.play()
		for _, fault := range x.faults {
			f.Fatal(fault)
		}
		exams[i] = x
		t := x.tapes[0]
		middle := len(t.turns) / 2
		fixed := bytes.Replace(s.Config, []byte("RANDOM"), []byte("FIXED"), 1)
		var orders []byte
		for _, o := range t.copies[middle].Done {
			orders = res.AppendOrder(orders, s.Game.Orders(), o)
		}
		for _, text := range []string{t.texts[0], t.texts[middle], string(s.Config), string(fixed) + t.texts[0], string(orders), string(x.someOrder(t, 0))} {
			f.Add(uint8(i), []byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, game uint8, text []byte) {
		x := exams[int(game)%len(exams)]
		x.faults, x.first, x.told = nil, nil, map[string]int{}
		x.guard("any text", func(x *exam) { x.anyText(text) })
		for _, fault := range x.faults {
			t.Error(fault)
		}
	})
}

// anyText gives a text to all that reads texts.
func (x *exam) anyText(text []byte) {
	t := x.tapes[0]
	x.faultyState(t.set, text)
	x.faultyOrder(text)
	x.tryConfig(text)
	var done []sim.Order
	for len(text) > 0 && len(done) < sim.MaxOrders {
		o, n, err := res.ReadOrder(x.Game.Orders(), text)
		if err != nil || n <= 0 {
			break
		}
		done, text = append(done, o), text[n:]
	}
	k := len(t.turns) / 2
	_, events := derive(x.Game, t.states[k], done, t.states[k+1])
	for i := range events {
		x.words("AppendEvent of a derived event", string(x.Game.AppendEvent(nil, &events[i], &names[0])))
	}
}
