package simtest

import "game-tui/sim"

// checkBoardFrom goes on from every tenth state, as the board made it and as it is read.
func checkBoardFrom(x *exam) {
	const on = "a board that goes on from a state does not play as the match did, though BoardFrom says that the state is complete"
	for _, t := range x.tapes {
		if t.err != nil {
			continue
		}
		read := x.readAll(t)
		for k := 0; k < len(t.turns); k += 10 {
			for _, s := range []sim.State{t.states[k], read[k]} {
				dice := sim.NewRand(int32(t.rands[k]))
				b, complete := x.Game.BoardFrom(s, dice)
				if b.Round() != k || string(b.State().AppendText(nil)) != t.texts[k] {
					x.fault("BoardFrom gives a board that shows another state or is of round %d, want that of the state, %d", b.Round(), k)
					return
				}
				if complete && b.RandState() != dice.State() {
					x.fault("BoardFrom draws from the dice, though it says that the state is complete (round %d)", k)
				}
				if complete {
					x.playOn(on, t, k, b)
				}
			}
			x.alone(t, k)
		}
	}
}

// readAll reads the states of a tape, each after the one before it.
func (x *exam) readAll(t *tape) []sim.State {
	list := make([]sim.State, len(t.texts))
	for k, text := range t.texts {
		if list[k] = x.reread(t.set, text); list[k] == nil {
			list[k] = t.states[k]
		}
		if k > 0 {
			list[k], _ = derive(x.Game, list[k-1], copyTurn(t.copies[k-1]).Done, list[k])
		}
	}
	return list
}

// alone goes on from a state whose history is not known: nothing breaks, and the same
// dice give the same match.
func (x *exam) alone(t *tape, k int) {
	s := x.reread(t.set, t.texts[k])
	if s == nil {
		return
	}
	a, _ := x.Game.BoardFrom(s, sim.NewRand(9))
	b, _ := x.Game.BoardFrom(s, sim.NewRand(9))
	for r := k; r < len(t.turns); r++ {
		if err := a.Step(t.orders(r)); err != nil {
			x.fault("a board that goes on from a state alone breaks in round %d: %v", r, err)
			return
		}
		_ = b.Step(t.orders(r))
	}
	if string(a.State().AppendText(nil)) != string(b.State().AppendText(nil)) {
		x.fault("two boards that go on from a state with the same dice differ (from round %d)", k)
	}
}
