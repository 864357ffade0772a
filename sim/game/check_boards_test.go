package game_test

import (
	"errors"
	"reflect"
	"slices"
	"sync"

	"game-tui/sim"
)

func checkBoards(c *checker) {
	for _, m := range c.matches {
		b := c.newBoard(m)
		if b.Round() != 0 || b.State().Round() != 0 {
			c.errorf("NewBoard returns a board of round %d with a state of round %d: want 0", b.Round(), b.State().Round())
		}
		if r := b.RandState(); r < 0 || r >= 1<<31 {
			c.errorf("RandState is %d: want 0 to 2^31-1", r)
		}
	}
	c.checkFixedBoard()
	for _, text := range []string{"", "CHESS", "FIXED", "FIXED\nand no board", "RANDO", "\x00"} {
		b, err := c.Game.NewBoard(c.settings, []byte(text), 1)
		switch {
		case err == nil:
			c.errorf("NewBoard accepts the generator %q", text)
		case b != nil:
			c.errorf("NewBoard returns a board and an error")
		default:
			c.checkError("NewBoard", []byte(text), err)
		}
	}
}

// checkFixedBoard starts other matches from the states of a match. A game may refuse fixed boards.
func (c *checker) checkFixedBoard() {
	m := c.matches[0]
	for _, k := range []int{0, min(5, len(m.texts)-1)} {
		text := []byte("FIXED\n" + m.texts[k])
		b, err := c.Game.NewBoard(m.settings, text, 9)
		if err != nil {
			c.checkError("NewBoard", text, err)
		} else if got := string(b.State().AppendText(nil)); k > 0 || got != m.texts[0] {
			c.errorf("NewBoard accepts the state of round %d after FIXED and returns another one: %s", k, textDifference(got, m.texts[k]))
		}
	}
}

// checkError checks the form of an error about invalid text.
func (c *checker) checkError(what string, text []byte, err error) {
	c.checkText("the error of "+what, err.Error())
	if in, ok := errors.AsType[*sim.InputError](err); ok {
		if in.Offset < 0 || in.Offset > len(text) {
			c.errorf(what+" returns an error at byte %d of a text of %d bytes: offsets count from its start", in.Offset, len(text))
		}
	} else if _, ok := errors.AsType[*sim.SettingError](err); !ok || what != "NewBoard" {
		c.errorf(what+" returns an error without a place, %T %v: use *sim.InputError", err, err)
	}
}

// checkRounds checks turns and states after each call of Step.
func checkRounds(c *checker) {
	for _, m := range c.matches {
		if m.err != nil {
			continue // official engines stop some matches
		}
		for k, turn := range m.copies {
			c.checkOutcomes(m, k, turn)
			if turn.Round != k || turn.KnownParts != 0 || !reflect.DeepEqual(turn.Reports, [sim.Seats]sim.Report{}) {
				c.errorf("Step sets Round, Reports or Known (round %d): it may set only outcomes, Executed and Events", k)
			}
			if got := m.states[k].Round(); got != k {
				c.errorf("after %d rounds, State.Round is %d", k, got)
			}
			if m.states[k+1] == m.states[k] {
				c.errorf("Board.State returns the same value before and after round %d", k)
			}
		}
	}
}

// checkOutcomes checks that the outcomes of orders agree with the executed orders.
func (c *checker) checkOutcomes(m *playedMatch, k int, turn *sim.Turn) {
	seats := map[int32]int{}
	for _, u := range m.frames[k].Units {
		seats[u.ID] = int(u.Seat)
	}
	var executed []sim.Order
	for seat, list := range turn.Orders {
		for _, o := range list {
			owner, known := seats[o.Unit]
			switch {
			case o.Outcome == sim.OutcomeUnknown:
				c.errorf("Step leaves order %v of seat %d without an outcome (round %d)", o.Order, seat, k)
			case (o.Outcome == sim.OutcomeNotOwned) == (known && owner == seat):
				c.errorf("Step gives order %v of seat %d the outcome %d (round %d): OutcomeNotOwned is for units that the seat did not own at the start of the round, and for no others", o.Order, seat, o.Outcome, k)
			case o.Outcome == sim.OutcomeExecuted:
				executed = append(executed, o.Order)
			case o.Outcome == sim.OutcomePlayerOut:
				c.errorf("Step gives the outcome OutcomePlayerOut, which only package match may give")
			case o.Outcome >= sim.FirstGameOutcome:
				c.checkText("the text of an outcome", sim.OutcomeText(c.Game, o.Outcome))
			}
		}
	}
	missing := func(o sim.Order) bool { return !slices.ContainsFunc(turn.Executed, o.Equal) }
	if len(executed) != len(turn.Executed) || slices.ContainsFunc(executed, missing) {
		c.errorf("Turn.Executed is not the list of orders with OutcomeExecuted (round %d): %v", k, turn.Executed)
	}
}

// checkRound compares a repeated round with the original one.
func (c *checker) checkRound(why string, m *playedMatch, k int, b sim.Board, turn *sim.Turn, err error) bool {
	want := m.copies[k]
	what := ""
	switch {
	case err != nil:
		what = err.Error()
	case !sameOrders(turn.Executed, want.Executed):
		what = "other orders executed"
	case !sameOutcomes(&turn.Orders, &want.Orders):
		what = "other outcomes"
	case !slices.Equal(turn.Events, want.Events):
		what = "other events"
	case b.RandState() != m.randStates[k+1]:
		what = "another state of the generator"
	default:
		return true
	}
	c.errorf(why+" (round %d: %s)", k, what)
	return false
}

func sameOrders(a, b []sim.Order) bool { return slices.EqualFunc(a, b, sim.Order.Equal) }

func sameOutcomes(a, b *[sim.Seats][]sim.SubmittedOrder) bool {
	for seat := range a {
		if !slices.EqualFunc(a[seat], b[seat], func(a, b sim.SubmittedOrder) bool { return a.Outcome == b.Outcome && a.Equal(b.Order) }) {
			return false
		}
	}
	return true
}

// checkDeterminism repeats matches, which must have the same results. It also steps each board
// beyond the end.
func checkDeterminism(c *checker) {
	const why = "the same seed, settings and orders give another match: look for the order of a map, a clock, variables of the package, or orders that the board keeps"
	for i, m := range c.matches {
		b, other := c.newBoard(m), c.newBoard(c.matches[(i+1)%len(c.matches)])
		for k := range m.turns {
			s, turn := b.State(), m.newTurn(k)
			if s != b.State() {
				c.errorf("Board.State returns another value when called twice: it must return the same one until the board changes")
			}
			if b.Round() != k {
				c.errorf("Board.Round is %d after %d rounds", b.Round(), k)
			}
			if err := b.Step(turn); !c.checkRound(why, m, k, b, turn, err) {
				break
			}
			if k%7 == 0 && string(b.State().AppendText(nil)) != m.texts[k+1] {
				c.errorf(why+" (round %d: another state)", k)
				break
			}
			if string(s.AppendText(nil)) != m.texts[k] {
				c.errorf("Step changes an earlier state (round %d): states must not share memory with the board", k)
			}
			overwriteTurn(turn)                 // detects boards that keep a reference to the turn
			_ = other.Step(&sim.Turn{Round: k}) // other matches must not affect this one
		}
		if m.err == nil && b.Round() == len(m.turns) {
			c.checkStepAfterEnd(m, b)
		}
	}
}

func (c *checker) checkStepAfterEnd(m *playedMatch, b sim.Board) {
	turn := &sim.Turn{Round: len(m.turns)}
	if err := b.Step(turn); err == nil || turn.Executed != nil {
		c.errorf("Step plays a round after the last one: want an error and nil Executed")
	} else {
		c.checkText("the error of Step", err.Error())
	}
	if b.Round() != len(m.turns) || string(b.State().AppendText(nil)) != m.texts[len(m.turns)] {
		c.errorf("Step changes the board after the end of the match")
	}
}

func overwriteTurn(t *sim.Turn) {
	for seat := range t.Orders {
		for i := range t.Orders[seat] {
			o := &t.Orders[seat][i]
			for j := range o.Args {
				o.Args[j] = -99
			}
			*o = sim.SubmittedOrder{Order: sim.Order{Unit: -77, Kind: '!', Dir: 66}, Outcome: 200}
		}
	}
	for i := range t.Executed {
		t.Executed[i] = sim.Order{Unit: -77, Kind: '!', Dir: 66}
	}
	for i := range t.Events {
		t.Events[i] = sim.Event{Kind: 250, Unit: -66}
	}
}

// checkClones plays clones of boards with different orders, then checks that other clones still
// play like the original.
func checkClones(c *checker) {
	const (
		original = "playing a clone changes the original: they share memory"
		clone    = "a clone does not play like the original: Clone must copy everything, the generator and hidden queues included, and share no memory"
	)
	for _, m := range c.matches {
		b := c.newBoard(m)
		clones := map[int]sim.Board{}
		rounds := spread(len(m.turns), 5)
		for k := range m.turns {
			if slices.Contains(rounds, k) {
				clones[k] = b.Clone()
				c.checkClone(m, k, b)
				playConcurrently(m, k, b.Clone(), b.Clone())
			}
			turn := m.newTurn(k)
			if err := b.Step(turn); !c.checkRound(original, m, k, b, turn, err) {
				return
			}
		}
		for _, k := range rounds {
			c.checkRest(clone, m, k, clones[k])
		}
	}
}

func (c *checker) checkClone(m *playedMatch, k int, b sim.Board) {
	clone := b.Clone()
	if clone.Round() != k || clone.RandState() != m.randStates[k] || string(clone.State().AppendText(nil)) != m.texts[k] {
		c.errorf("a clone has another round, state or generator than the original (round %d)", k)
	}
	clone.SetStatus(1, 0.5)
	if string(b.State().AppendText(nil)) != m.texts[k] {
		c.errorf("setting the status of a clone changes the original: they share memory")
	}
}

// checkRest plays a board to the end and compares it with the original match.
func (c *checker) checkRest(why string, m *playedMatch, k int, b sim.Board) {
	for ; k < len(m.turns); k++ {
		turn := m.newTurn(k)
		if err := b.Step(turn); !c.checkRound(why, m, k, b, turn, err) {
			return
		}
	}
	if string(b.State().AppendText(nil)) != m.texts[k] {
		c.errorf(why+" (round %d: another final state)", k)
	}
}

// playConcurrently plays clones concurrently, so that the race detector finds shared memory.
func playConcurrently(m *playedMatch, k int, clones ...sim.Board) {
	var wg sync.WaitGroup
	for shift, b := range clones {
		wg.Go(func() {
			defer func() { _ = recover() }() // another check reports panics
			for n := range 10 {
				turn := &sim.Turn{Round: b.Round()}
				if from := k + n + shift; from < len(m.turns) {
					turn.Orders = m.newTurn(from).Orders
				}
				_ = b.Step(turn)
				b.State()
			}
		})
	}
	wg.Wait()
}

// checkBoardFrom continues matches from some states, both played and read from text.
func checkBoardFrom(c *checker) {
	const why = "BoardFrom reports a complete state, but the board does not play like the match"
	for _, m := range c.matches {
		if m.err != nil {
			continue
		}
		read := c.readStates(m)
		for k := 0; k < len(m.turns); k += 23 { // a prime step finds hidden counters of any short period
			for _, s := range []sim.State{m.states[k], read[k]} {
				dice := sim.NewRand(int32(m.randStates[k]))
				b, complete := c.Game.BoardFrom(s, dice)
				if b.Round() != k || string(b.State().AppendText(nil)) != m.texts[k] {
					c.errorf("BoardFrom returns a board with another state or round: %d, want %d", b.Round(), k)
					return
				}
				if !complete {
					continue
				}
				if b.RandState() != dice.State() {
					c.errorf("BoardFrom draws from dice, but reports a complete state (round %d)", k)
				}
				c.checkRest(why, m, k, b)
			}
			c.checkWithoutHistory(m, k)
		}
	}
}

// checkWithoutHistory continues from a state without its history. This must not fail, and the same
// dice must lead to the same match.
func (c *checker) checkWithoutHistory(m *playedMatch, k int) {
	s, _, err := c.Game.ReadState(m.settings, []byte(m.texts[k]))
	if err != nil {
		return // another check reports this error
	}
	a, _ := c.Game.BoardFrom(s, sim.NewRand(9))
	b, _ := c.Game.BoardFrom(s, sim.NewRand(9))
	for r := k; r < len(m.turns); r++ {
		if err := a.Step(m.newTurn(r)); err != nil {
			c.errorf("a board from a state without history fails in round %d: %v", r, err)
			return
		}
		_ = b.Step(m.newTurn(r))
	}
	if string(a.State().AppendText(nil)) != string(b.State().AppendText(nil)) {
		c.errorf("two boards from the same state with the same dice differ (from round %d)", k)
	}
}

func checkStatus(c *checker) {
	m := c.matches[0]
	b := c.newBoard(m)
	first, rand := b.State(), b.RandState()
	b.SetStatus(1, 0.25)
	b.SetStatus(3, -1)
	second := b.State()
	want := [sim.Seats]float64{0, 0.25, 0, -1}
	if second.Status() != want {
		c.errorf("SetStatus does not set the status of later states: got %v, want %v", second.Status(), want)
	}
	if first == second || first.Status() != [sim.Seats]float64{} || string(first.AppendText(nil)) != m.texts[0] {
		c.errorf("SetStatus changes an earlier state")
	}
	if err := b.Step(m.newTurn(0)); err != nil || b.State().Status() != want {
		c.errorf("Step changes the status")
	}
	if rand != m.randStates[0] || b.RandState() != m.randStates[1] {
		c.errorf("SetStatus changes the board's generator")
	}
	if clone := b.Clone(); clone.State().Status() != want {
		c.errorf("Clone changes the status")
	}
	from, _ := c.Game.BoardFrom(b.State(), sim.NewRand(1))
	if err := from.Step(m.newTurn(1)); err != nil || from.State().Status() != want {
		c.errorf("BoardFrom changes the status: got %v, want %v", from.State().Status(), want)
	}
	b.SetStatus(0, 0.0123456789) // is written with six digits
	want[0] = 0.0123457
	if s := c.readBack(m.settings, string(b.State().AppendText(nil))); s != nil && s.Status() != want {
		c.errorf("ReadState reads the status as %v, want %v", s.Status(), want)
	}
}
