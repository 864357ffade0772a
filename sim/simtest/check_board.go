package simtest

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"sync"

	"game-tui/sim"
)

func checkBoards(x *checker) {
	for _, t := range x.matches {
		b := x.newBoard(t)
		if b.Round() != 0 || b.State().Round() != 0 {
			x.errorf("NewBoard begins with round %d and the state of round %d: must be 0", b.Round(), b.State().Round())
		}
		if r := b.RandState(); r < 0 || r >= 1<<31 {
			x.errorf("RandState is %d: must be between 0 and 2^31-1", r)
		}
	}
	x.fixedBoard()
	for _, text := range []string{"", "CHESS", "FIXED", "FIXED\nand no board", "RANDO", "\x00"} {
		b, err := x.Game.NewBoard(x.settings, []byte(text), 1)
		if err == nil {
			x.errorf("NewBoard makes a board of the generator %q: expected an error", text)
			continue
		}
		if b != nil {
			x.errorf("NewBoard returns a board beside an error")
		}
		x.checkError("NewBoard", []byte(text), err)
	}
}

// fixedBoard uses the first state of a match as the board of another one. A game may refuse fixed
// boards, but must refuse invalid ones.
func (x *checker) fixedBoard() {
	t := x.matches[0]
	fixed := func(state string) (sim.Board, error) {
		text := []byte("FIXED\n" + state)
		b, err := x.Game.NewBoard(t.settings, text, 9)
		if err != nil {
			x.checkError("NewBoard", text, err)
		}
		return b, err
	}
	if b, err := fixed(t.texts[0]); err == nil {
		if got := string(b.State().AppendText(nil)); got != t.texts[0] {
			x.errorf("NewBoard makes another board of FIXED and the first state of a match: %s", textDifference(got, t.texts[0]))
		}
	}
	if k := min(5, len(t.texts)-1); k > 0 {
		if _, err := fixed(t.texts[k]); err == nil {
			x.errorf("NewBoard makes a board of FIXED and the state of round %d: a match begins with round 0", k)
		}
	}
	var on []sim.Pos
	for _, u := range t.frames[0].Units {
		if u.OnBoard {
			on = append(on, u.At)
		}
	}
	if len(on) < 2 {
		return
	}
	// put the first unit on the second unit's cell
	place := regexp.MustCompile(fmt.Sprintf(`\b%d(\s+)%d\b`, on[1].Row, on[1].Col))
	for _, at := range place.FindAllStringSubmatchIndex(t.texts[0], -1) {
		text := fmt.Sprintf("%s%d%s%d%s", t.texts[0][:at[0]], on[0].Row, t.texts[0][at[2]:at[3]], on[0].Col, t.texts[0][at[1]:])
		if b, err := fixed(text); err == nil && crowded(b.State()) {
			x.errorf("NewBoard makes a board of FIXED with two units on the cell %v: expected an error", on[0])
		}
	}
}

// crowded reports whether two units share a cell.
func crowded(s sim.State) bool {
	var f sim.Frame
	s.FillFrame(&f)
	seen := map[sim.Pos]bool{}
	for _, u := range f.Units {
		if u.OnBoard && seen[u.At] {
			return true
		}
		seen[u.At] = seen[u.At] || u.OnBoard
	}
	return false
}

// checkError checks the error about a text.
func (x *checker) checkError(what string, text []byte, err error) {
	in, ok := errors.AsType[*sim.InputError](err)
	if !ok {
		if _, ok := errors.AsType[*sim.SettingError](err); ok && what == "NewBoard" {
			x.checkText("the error of "+what, err.Error())
			return
		}
		x.errorf(what+" gives an error without a place, %T %v: use *sim.InputError", err, err)
		return
	}
	x.checkText("the error of "+what, err.Error())
	if in.Offset < 0 || in.Offset > len(text) {
		x.errorf(what+" finds an error at byte %d of a text of %d bytes: offsets count from the start of the text it was given", in.Offset, len(text))
	}
}

// checkRounds checks turns and boards after Step.
func checkRounds(x *checker) {
	for _, t := range x.matches {
		if t.err != nil {
			continue // the official engines stop some matches
		}
		for k, turn := range t.copies {
			x.checkOutcomes(t, k, turn)
			if turn.Round != k || turn.Known != 0 || !reflect.DeepEqual(turn.Reports, [sim.Seats]sim.Report{}) {
				x.errorf("Step changes Round, Seats or Known of a turn in round %d: it sets fates, Done and Events only", k)
			}
			if got := t.states[k].Round(); got != k {
				x.errorf("the state after %d rounds says that it is of round %d", k, got)
			}
			if t.states[k+1] == t.states[k] {
				x.errorf("State returns the same value before and after round %d: a state must not change when the board does", k)
			}
		}
	}
}

// fates compares the outcomes of orders with the executed ones.
func (x *checker) checkOutcomes(t *playedMatch, k int, turn *sim.Turn) {
	seats := map[int32]int{}
	for _, u := range t.frames[k].Units {
		seats[u.ID] = int(u.Seat)
	}
	var executed []sim.Order
	for seat, list := range turn.Orders {
		for _, o := range list {
			owner, known := seats[o.Unit]
			own := known && owner == seat
			switch {
			case o.Outcome == sim.OutcomeUnknown:
				x.errorf("Step leaves an order without an outcome: %v of seat %d in round %d", o.Order, seat, k)
			case (o.Outcome == sim.OutcomeNotOwned) == own:
				x.errorf("Step gives the outcome %d to order %v of seat %d in round %d: OutcomeNotOwned is for units that were not the seat's at the start of the round, and for no others", o.Outcome, o.Order, seat, k)
			case o.Outcome == sim.OutcomeExecuted:
				executed = append(executed, o.Order)
			case o.Outcome == sim.OutcomePlayerOut:
				x.errorf("Step gives the outcome OutcomePlayerOut: who is out is the match's to know")
			case o.Outcome >= sim.OutcomeGame:
				x.checkText("the text of an outcome", sim.OutcomeText(x.Game, o.Outcome))
			}
		}
	}
	missing := func(o sim.Order) bool {
		return !slices.ContainsFunc(turn.Executed, func(d sim.Order) bool { return d.Equal(o) })
	}
	if len(executed) != len(turn.Executed) || slices.ContainsFunc(executed, missing) {
		x.errorf("Turn.Executed is not the list of the orders with OutcomeExecuted in round %d: %v", k, turn.Executed)
	}
}

// checkRound compares a repeated round with the tape.
func (x *checker) checkRound(why string, t *playedMatch, k int, b sim.Board, turn *sim.Turn, err error) bool {
	want := t.copies[k]
	what := ""
	switch {
	case err != nil:
		what = "an error: " + err.Error()
	case !sameOrders(turn.Executed, want.Executed):
		what = "other orders executed"
	case !sameOutcomes(&turn.Orders, &want.Orders):
		what = "other fates"
	case !slices.Equal(turn.Events, want.Events):
		what = "other events"
	case b.RandState() != t.randStates[k+1]:
		what = "another state of the generator"
	default:
		return true
	}
	x.errorf(why+" (round %d: %s)", k, what)
	return false
}

func sameOrders(a, b []sim.Order) bool { return slices.EqualFunc(a, b, sim.Order.Equal) }

func sameOutcomes(a, b *[sim.Seats][]sim.Submitted) bool {
	for seat := range a {
		if !slices.EqualFunc(a[seat], b[seat], func(a, b sim.Submitted) bool { return a.Outcome == b.Outcome && a.Equal(b.Order) }) {
			return false
		}
	}
	return true
}

// checkDeterminism plays matches again, which must give the same, and steps the board once more at the
// end.
func checkDeterminism(x *checker) {
	const why = "the same seed, settings and orders give another match: look for map order, a clock, package variables that change, or orders that the board keeps"
	for i, t := range x.matches {
		b, other := x.newBoard(t), x.newBoard(x.matches[(i+1)%len(x.matches)])
		for k := range t.turns {
			s, turn := b.State(), t.ordersOf(k)
			if s != b.State() {
				x.errorf("State makes another value when it is called twice: the same one is returned until the board changes")
			}
			if b.Round() != k {
				x.errorf("Board.Round is %d after %d rounds", b.Round(), k)
			}
			err := b.Step(turn)
			if !x.checkRound(why, t, k, b, turn, err) {
				break
			}
			if k%7 == 0 && string(b.State().AppendText(nil)) != t.texts[k+1] {
				x.errorf(why+" (round %d: another state)", k)
				break
			}
			if string(s.AppendText(nil)) != t.texts[k] {
				x.errorf("playing changes a state that was there before (round %d): states must not share memory with the board", k)
			}
			overwriteTurn(turn) // a game that keeps the turn gets nonsense
			// another match must change nothing
			_ = other.Step(&sim.Turn{Round: k})
		}
		if t.err == nil && b.Round() == len(t.turns) {
			x.checkStepAfterEnd(t, b)
		}
	}
}

// checkStepAfterEnd steps a board whose match is over.
func (x *checker) checkStepAfterEnd(t *playedMatch, b sim.Board) {
	turn := &sim.Turn{Round: len(t.turns)}
	if err := b.Step(turn); err == nil || turn.Executed != nil {
		x.errorf("Step plays a round after the last one: expected an error, and nil Done")
	} else {
		x.checkText("the error of Step", err.Error())
	}
	if b.Round() != len(t.turns) || string(b.State().AppendText(nil)) != t.texts[len(t.turns)] {
		x.errorf("Step changes the board when the match is over")
	}
}

// spoil overwrites a turn.
func overwriteTurn(t *sim.Turn) {
	for seat := range t.Orders {
		for i := range t.Orders[seat] {
			o := &t.Orders[seat][i]
			for j := range o.Args {
				o.Args[j] = -99
			}
			*o = sim.Submitted{Order: sim.Order{Unit: -77, Kind: '!', Dir: 66}, Outcome: 200}
		}
	}
	for i := range t.Executed {
		t.Executed[i] = sim.Order{Unit: -77, Kind: '!', Dir: 66}
	}
	for i := range t.Events {
		t.Events[i] = sim.Event{Kind: 250, Unit: -66}
	}
}

// checkClones plays clones of boards in other ways, and at the end like the original.
func checkClones(x *checker) {
	const (
		original = "playing a clone changes its original: they share memory"
		kept     = "a clone does not play as its original did: Clone must copy all, the generator and hidden queues included, and share no memory"
	)
	for _, t := range x.matches {
		b := x.newBoard(t)
		clones := map[int]sim.Board{}
		stops := spread(len(t.turns), 5)
		for k := range t.turns {
			if slices.Contains(stops, k) {
				clones[k] = b.Clone()
				x.checkClone(t, k, b)
				x.playConcurrently(t, k, b)
			}
			turn := t.ordersOf(k)
			if err := b.Step(turn); !x.checkRound(original, t, k, b, turn, err) {
				return
			}
		}
		for _, k := range stops {
			x.checkRest(kept, t, k, clones[k])
		}
	}
}

func (x *checker) checkClone(t *playedMatch, k int, b sim.Board) {
	c := b.Clone()
	if c.Round() != k || c.RandState() != t.randStates[k] || string(c.State().AppendText(nil)) != t.texts[k] {
		x.errorf("a clone shows another round, state or generator than its original in round %d", k)
	}
	c.SetStatus(1, 0.5)
	if string(b.State().AppendText(nil)) != t.texts[k] {
		x.errorf("the status of a clone is that of its original: they share memory")
	}
}

// checkRest plays a board to the end like the tape.
func (x *checker) checkRest(why string, t *playedMatch, k int, b sim.Board) {
	for ; k < len(t.turns); k++ {
		turn := t.ordersOf(k)
		if err := b.Step(turn); !x.checkRound(why, t, k, b, turn, err) {
			return
		}
	}
	if string(b.State().AppendText(nil)) != t.texts[k] {
		x.errorf(why+" (round %d: another final state)", k)
	}
}

// together plays two clones concurrently, so that the race detector finds shared memory.
func (x *checker) playConcurrently(t *playedMatch, k int, b sim.Board) {
	var wg sync.WaitGroup
	for shift, c := range []sim.Board{b.Clone(), b.Clone()} {
		wg.Go(func() {
			defer func() { _ = recover() }() // rounds are also played one by one
			for n := range 10 {
				turn := &sim.Turn{Round: c.Round()}
				if from := k + n + shift; from < len(t.turns) {
					turn.Orders = t.ordersOf(from).Orders
				}
				_ = c.Step(turn)
				c.State()
			}
		})
	}
	wg.Wait()
}

// checkBoardFrom continues from every seventh state, both played and read. Seven avoids a period of
// ten.
func checkBoardFrom(x *checker) {
	const on = "a board that goes on from a state does not play as the match did, though BoardFrom says that the state is complete"
	for _, t := range x.matches {
		if t.err != nil {
			continue
		}
		read := x.readStates(t)
		for k := 0; k < len(t.turns); k += 7 {
			for _, s := range []sim.State{t.states[k], read[k]} {
				dice := sim.NewRand(int32(t.randStates[k]))
				b, complete := x.Game.BoardFrom(s, dice)
				if b.Round() != k || string(b.State().AppendText(nil)) != t.texts[k] {
					x.errorf("BoardFrom gives a board that shows another state or is of round %d, want that of the state, %d", b.Round(), k)
					return
				}
				if complete && b.RandState() != dice.State() {
					x.errorf("BoardFrom draws from the dice, though it says that the state is complete (round %d)", k)
				}
				if complete {
					x.checkRest(on, t, k, b)
				}
			}
			x.checkWithoutHistory(t, k)
		}
	}
}

// alone continues from a state without history: it must not fail, and the same dice must give the
// same match.
func (x *checker) checkWithoutHistory(t *playedMatch, k int) {
	s, _, err := x.Game.ReadState(t.settings, []byte(t.texts[k]))
	if err != nil {
		return // reported by another check
	}
	a, _ := x.Game.BoardFrom(s, sim.NewRand(9))
	b, _ := x.Game.BoardFrom(s, sim.NewRand(9))
	for r := k; r < len(t.turns); r++ {
		if err := a.Step(t.ordersOf(r)); err != nil {
			x.errorf("a board that goes on from a state alone breaks in round %d: %v", r, err)
			return
		}
		_ = b.Step(t.ordersOf(r))
	}
	if string(a.State().AppendText(nil)) != string(b.State().AppendText(nil)) {
		x.errorf("two boards that go on from a state with the same dice differ (from round %d)", k)
	}
}

func checkStatus(x *checker) {
	t := x.matches[0]
	b := x.newBoard(t)
	first, rand := b.State(), b.RandState()
	b.SetStatus(1, 0.25)
	b.SetStatus(3, -1)
	second := b.State()
	want := [sim.Seats]float64{0, 0.25, 0, -1}
	if second.Status() != want {
		x.errorf("SetStatus does not set the status of the next states: it is %v, want %v", second.Status(), want)
	}
	if first == second || first.Status() != [sim.Seats]float64{} || string(first.AppendText(nil)) != t.texts[0] {
		x.errorf("SetStatus changes a state that was there before: states are immutable")
	}
	if err := b.Step(t.ordersOf(0)); err != nil || b.State().Status() != want {
		x.errorf("the status is lost in a round: it holds until SetStatus sets another")
	}
	if rand != t.randStates[0] || b.RandState() != t.randStates[1] {
		x.errorf("SetStatus moves the board's generator")
	}
	if c := b.Clone(); c.State().Status() != want {
		x.errorf("a clone has another status than its original")
	}
	from, _ := x.Game.BoardFrom(b.State(), sim.NewRand(1))
	if err := from.Step(t.ordersOf(1)); err != nil || from.State().Status() != want {
		x.errorf("a board that goes on from a state loses its status: it is %v, want %v", from.State().Status(), want)
	}
	b.SetStatus(0, 0.0123456789) // written with six digits
	want[0] = 0.0123457
	if s := x.readBack(t.settings, string(b.State().AppendText(nil))); s != nil && s.Status() != want {
		x.errorf("the status is read back as %v, want %v", s.Status(), want)
	}
}
